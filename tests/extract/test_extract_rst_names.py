"""Names in reStructuredText that stand for text, and parts for other forms of it."""

from pathlib import Path

import pytest
from reading import document_of, texts_of

from okf_server.model.document import Document


def _read(folder: Path, text: str) -> Document:
    path = folder / "a.rst"
    path.write_text(text)
    return document_of(path)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (".. |product| replace:: North Server\n\nThe |product| listens.", ["The North Server listens."]),
        ("The |Product|_.\n\n.. |product| replace:: North\n   Server", ["The North Server."]),
        (".. |a| replace:: |b| Ltd\n.. |b| replace:: North\n\n* |a|", ["- North Ltd"]),
        (".. |c| unicode:: 0xA9 .. copyright\n.. |tm| unicode:: U+2122\n\n|c| North |tm|", ["© North ™"]),
        (".. |logo| image:: a.png\n   :alt: North logo\n\nSee |logo|.", ["See North logo."]),
        (".. |a| replace:: North\n\n===  ===\nx    |a|\n===  ===", ["| x | North |\n| --- | --- |"]),
        ("A value of ``|x|`` and a || b.", ["A value of ``|x|`` and a || b."]),
        (".. only:: html\n\n   For all.", ["For all."]),
        (".. only:: latex or html\n\n   For all.", ["For all."]),
        (".. only:: not latex\n\n   For all.", ["For all."]),
        (".. ifconfig:: x in ('a',)\n\n   For all.", ["For all."]),
    ],
)  # fmt: skip
def test_names_are_replaced_by_what_they_stand_for(
    tmp_path: Path, text: str, read: list[str]
) -> None:
    document = _read(tmp_path, f"{text}\n")
    assert texts_of(document) == read
    assert document.warnings == ()


def test_a_name_that_nothing_defines_stays_and_is_told(tmp_path: Path) -> None:
    document = _read(tmp_path, "Version |release| of it.\n")
    assert document.body == "Version |release| of it.\n"
    assert document.warnings == (
        "names that nothing in the file defines stay as they are: |release|",
    )


@pytest.mark.parametrize("form", ["latex", "not html", "draft and html"])
def test_what_is_for_other_forms_is_hidden(tmp_path: Path, form: str) -> None:
    document = _read(tmp_path, f"New.\n\n.. only:: {form}\n\n   Old\n   draft.\n")
    assert document.body == "New.\n"
    assert document.hidden == ("Old draft.",)
    assert document.warnings == (
        "holds text that is for other forms than web pages; it is not searched",
    )


def test_names_that_hold_each_other_end(tmp_path: Path) -> None:
    document = _read(tmp_path, ".. |a| replace:: x |b| |b|\n.. |b| replace:: y |a| |a|\n\n|a|\n")
    assert document.body.startswith("x y")
    assert len(document.body) < 20_000
