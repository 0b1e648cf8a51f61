"""Attributes and conditions of AsciiDoc, and the numbers of its lists."""

from itertools import pairwise
from pathlib import Path

import pytest
from reading import blocks_of, document_of, texts_of

from okf_server.model.document import Document
from okf_server.model.locator import LinesLocator


def _read(folder: Path, text: str) -> Document:
    path = folder / "a.adoc"
    path.write_text(text)
    return document_of(path)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (":product: North Server\n\nThe {product} listens.", ["The North Server listens."]),
        (":a: North\n:b: {a} Server\n\n== On {b}\n\n* {b}", ["## On North Server", "- North Server"]),
        (":a: one \\\ntwo\n\n{a}.", ["one two."]),
        (":a: x\n\n{a}.\n\n:a: y\n\n{A}.", ["x.", "y."]),
        (":a: 1\n\n|===\n|{a} |x\n|===", ["| 1 | x |\n| --- | --- |"]),
        (':a: 1\n\n----\n{a}\n----\n\n[subs="+attributes"]\n----\n{a}\n----', ["```\n{a}\n```", "```\n1\n```"]),
        ("C{plus}{plus} and\u00a0\\{name}.", ["C++ and {name}."]),
        ("= North Manual\n\nThis {doctitle}.", ["# North Manual", "This North Manual."]),
    ],
)  # fmt: skip
def test_attributes_stand_for_their_values(tmp_path: Path, text: str, read: list[str]) -> None:
    document = _read(tmp_path, f"{text}\n")
    assert texts_of(document) == read
    assert document.warnings == ()


def test_an_attribute_that_nothing_defines_stays_and_is_told(tmp_path: Path) -> None:
    document = _read(tmp_path, ":a: 1\n:!a:\n\nThe {product} {a} listens.\n")
    assert texts_of(document) == ["The {product} {a} listens."]
    assert document.warnings == (
        "names that nothing in the file defines stay as they are: {product}, {a}",
    )


@pytest.mark.parametrize(
    "text",
    [
        "ifdef::never[]\nold\nendif::[]\nnew",
        "ifdef::never[]\nold\nifdef::a[]\nendif::a[]\nendif::never[]\nnew",
        ":a:\n\nifndef::a[]\nold\nendif::[]\nnew",
        ":a:\n\nifdef::a[]\nnew\nendif::a[]\nifdef::b[old]",
        ":a:\n\nifdef::a,b[]\nnew\nendif::[]\nifdef::a+b[]\nold\nendif::[]",
        ':v: 2\n\nifeval::["{v}" == "2"]\nnew\nendif::[]\nifeval::[{v} > 2]\nold\nendif::[]',
        "ifndef::never[new]\nifdef::never[]\n:x: 1\nold\nendif::[]",
    ],
)
def test_what_is_below_a_condition_is_shown_where_it_holds(tmp_path: Path, text: str) -> None:
    document = _read(tmp_path, f"{text}\n")
    assert document.body == "new\n"
    assert document.hidden == ("old",)
    assert document.warnings == (
        "holds text below conditions that do not hold by the file itself; it is not searched",
    )


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    text = "One.\n\nifdef::never[]\nold\nendif::[]\nTwo\nifdef::never[x]\ngoes on.\n\n== Three\n"
    document = _read(tmp_path, text)
    assert [(text, place) for _, text, place in blocks_of(document)] == [
        ("One.", LinesLocator(first=1, last=1)),
        ("Two\ngoes on.", LinesLocator(first=6, last=8)),
        ("## Three", LinesLocator(first=10, last=10, path=("Three",))),
    ]


def test_values_that_hold_each_other_stay_small(tmp_path: Path) -> None:
    names = [f"a{n}" for n in range(60)]
    chain = "".join(f":{b}: {{{a}}}{{{a}}}\n" for a, b in pairwise(names))
    document = _read(tmp_path, f":a0: xy \n{chain}\n{{a59}}\n")
    assert len(document.body) <= 10_001


def test_items_of_a_list_count_on(tmp_path: Path) -> None:
    text = (
        ". one\n.. sub\n.. sub two\n. two\n* with a bullet\n. three\n+\nMore.\n\n. four\n\nText.\n\n"
        ". anew\n\n[start=7]\n. seven\n. eight\n"
    )
    assert texts_of(_read(tmp_path, text)) == [
        "1. one", "    1. sub", "    2. sub two", "2. two", "- with a bullet", "3. three", "More.", "4. four",
        "Text.", "1. anew", "7. seven", "8. eight",
    ]  # fmt: skip
