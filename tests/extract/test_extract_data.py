"""JSON, XML and notebooks."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import blocks_of, document_of, failure_of, outcome_of, texts_of

from okf_server.model.document import BlockKind, Partial
from okf_server.model.locator import LinesLocator, SectionLocator


def test_json_is_laid_out_and_keeps_numbers_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"name": "caf\\u00e9",\n "limits": [1.50, 1e5],\n "on": true}')
    assert blocks_of(document_of(path)) == [
        (
            BlockKind.CODE,
            '```json\n{\n  "name": "café",\n  "limits": [\n    1.50,\n    1e5\n  ],\n  "on": true\n}\n```',
            LinesLocator(first=1, last=3),
        )
    ]


def test_long_json_is_cut_where_members_begin_and_says_below_which_key(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    rules = [{"id": n, "text": f"rule {n} " * 10} for n in range(30)]
    path.write_text(json.dumps({"rules": rules}, indent=1))
    document = document_of(path)
    assert len(document.spans) > 3
    starts = [document.body[s.start : s.end].split("\n")[1].strip() for s in document.spans]
    assert set(starts) == {"{"}
    places = [span.locator for span in document.spans]
    assert all(isinstance(one, LinesLocator) and one.path == ("rules",) for one in places[1:])


def test_what_is_no_json_is_read_as_text_and_told(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('// a remark\n{"a": 1,}\n')
    document = document_of(path)
    assert document.warnings == ("not valid JSON: read as plain text",)
    assert '{"a": 1,}' in document.body


def test_xml_gives_the_text_of_elements_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(
        '<?xml version="1.0"?>\n<h:hotels xmlns:h="urn:x">\n <city>Paris &amp; Rome</city>\n'
        " <note>Book <b>early</b> or\n  late.</note>\n <tag name='x'/>\n Loose <list><a>1</a></list> end\n</h:hotels>\n"
    )
    assert blocks_of(document_of(path)) == [
        (BlockKind.PARAGRAPH, "Paris & Rome Book early or late. Loose", LinesLocator(first=2, last=8)),
        (BlockKind.LIST, "- tag: name: x", LinesLocator(first=6, last=6)),
        (BlockKind.LIST, "- a: 1", LinesLocator(first=7, last=7)),
        (BlockKind.PARAGRAPH, "end", LinesLocator(first=2, last=8)),
    ]  # fmt: skip


def test_records_of_xml_are_items_with_their_names(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(
        "<r xmlns='urn:r' year='2026'>\n<city>Paris</city>\n<p>Book <b>early</b><i n='3'/> now.</p>\n"
        "<x a='1' b='2'/>\n<limit currency='EUR'>150</limit></r>"
    )
    assert blocks_of(document_of(path)) == [
        (BlockKind.LIST, "- r: year: 2026", LinesLocator(first=1, last=1)),
        (BlockKind.LIST, "- city: Paris", LinesLocator(first=2, last=2)),
        (BlockKind.PARAGRAPH, "Book early now.", LinesLocator(first=3, last=3)),
        (BlockKind.LIST, "- i: n: 3", LinesLocator(first=3, last=3)),
        (BlockKind.LIST, "- x: a: 1; b: 2", LinesLocator(first=4, last=4)),
        (BlockKind.LIST, "- limit (currency: EUR): 150", LinesLocator(first=5, last=5)),
    ]


def test_attributes_within_text_follow_it_once(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(
        "<d><p id='p1'>Book <l:link xmlns:l='urn:l' l:href='a' title='Rules'><em n='1'>ear</em>ly</l:link>,\n"
        "or <ref to='2'/> so <ref to='2'/> <ref to='3'/>.</p>"
        "<box k='v'>Loose <list><a>1</a></list> end</box>\n"
        "<item><name>Desk</name><price cur='EUR'>7</price>in all</item></d>"
    )
    assert texts_of(document_of(path)) == [
        "id: p1\nBook early, or so .",
        "- link: href: a; title: Rules",
        "- em: n: 1",
        "- ref: to: 2",
        "- ref: to: 3",
        "k: v\nLoose",
        "- a: 1",
        "end",
        "Desk 7in all",
        "- price: cur: EUR",
    ]


def test_comments_of_xml_are_for_reviewers_and_instructions_say_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(
        "<?xml version='1.0'?><?style href='b'?><!-- draft --><a>one<!-- two -->three<![CDATA[ <4> ]]></a>"
    )
    document = document_of(path)
    assert texts_of(document) == ["- a: onethree <4>"]
    assert document.hidden == ("draft", "two")
    assert document.warnings == ("holds comments, which are not searched",)


_LETTERS = st.text(alphabet="abcdefghij", min_size=4, max_size=9)
_TREE = st.recursive(
    _LETTERS, lambda below: st.tuples(_LETTERS, st.lists(below, max_size=4)), max_leaves=12
)


@given(_TREE)
def test_every_text_and_every_attribute_of_xml_is_said_once(
    tmp_path_factory: pytest.TempPathFactory, tree: object
) -> None:
    said: list[str] = []

    def written(node: object) -> str:
        said.append(f"v{len(said)}v")
        if isinstance(node, tuple):
            own = said[-1]
            return f"<e k='{own}'>{''.join(written(one) for one in node[1])}</e>"
        return said[-1]

    path = tmp_path_factory.mktemp("xml") / "a.xml"
    path.write_text(f"<r>{written(tree)}</r>")
    body = document_of(path).body
    assert [body.count(word) for word in said] == [1] * len(said)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_xml_is_read_in_the_encoding_that_it_declares(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?><a>Zürich</a>', encoding=encoding)
    assert texts_of(document_of(path)) == ["- a: Zürich"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares entities"),
        ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "declares entities"),
        ("<a>" * 600 + "</a>" * 600, "more than 500 elements inside each other"),
        ("no XML", "not a readable .xml file: syntax error: line 1, column 0"),
    ],
)
def test_xml_that_no_document_needs_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(text)
    assert failure_of(path).reason == reason


def test_xml_that_breaks_off_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("<a>\n<b>one</b>\n<c>two</a>")
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.reason == "not well-formed, read up to there: mismatched tag: line 3, column 8"
    assert texts_of(outcome.document) == ["- b: one", "- c: two"]


def test_a_document_type_of_the_outside_is_not_fetched(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text('<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a>text</a>')
    assert texts_of(document_of(path)) == ["- a: text"]


def _notebook(folder: Path, cells: list[dict[str, object]], **more: object) -> Path:
    path = folder / "a.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, **more}))
    return path


def test_a_notebook_is_its_cells_in_order(tmp_path: Path) -> None:
    outputs = [
        {"output_type": "stream", "text": ["1\n", "\x1b[31mred\x1b[0m\n"]},
        {"output_type": "display_data", "data": {"image/png": "aGk=", "text/plain": ["<Figure>"]}},
        {"output_type": "error", "ename": "ValueError", "evalue": "bad", "traceback": []},
    ]
    cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "source": ["# Study\n", "\n", "|a|b|\n", "|-|-|\n", "|1|2|"]},
        {"cell_type": "code", "source": "print(1)", "outputs": outputs},
        {"cell_type": "raw", "source": "## Results"},
    ]
    path = _notebook(tmp_path, cells, metadata={"language_info": {"name": "python"}})
    document = document_of(path)
    assert document.title == "Study"
    found = [(kind, text, place) for kind, text, place in blocks_of(document)]
    study = ("Study",)
    assert found == [
        (BlockKind.HEADING, "# Study", SectionLocator(path=study, block=1)),
        (BlockKind.TABLE, "|a|b|\n|-|-|\n|1|2|", SectionLocator(path=study, block=1)),
        (BlockKind.CODE, "```python\nprint(1)\n```", SectionLocator(path=study, block=2)),
        (BlockKind.CODE, "```\n1\nred\n```", SectionLocator(path=study, block=2)),
        (BlockKind.CODE, "```\n<Figure>\n```", SectionLocator(path=study, block=2)),
        (BlockKind.CODE, "```\nValueError: bad\n```", SectionLocator(path=study, block=2)),
        (BlockKind.HEADING, "## Results", SectionLocator(path=("Study", "Results"), block=3)),
    ]


def test_an_old_notebook_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Old"},
        {"cell_type": "code", "input": "x"},
    ]
    path.write_text(json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3}))
    assert texts_of(document_of(path)) == ["## Old", "```\nx\n```"]


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"cells": 3}', "not json", '{"cells": null}', "[" * 99_999]
)
def test_what_is_no_notebook_fails(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    assert failure_of(path).reason.startswith("not a readable .ipynb file: ")


def test_a_fence_that_a_cell_leaves_open_swallows_no_other_cell(tmp_path: Path) -> None:
    cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "source": "```\nopen"},
        {"cell_type": "markdown", "source": "# After"},
    ]
    document = document_of(_notebook(tmp_path, cells))
    assert [span.locator for span in document.spans] == [
        SectionLocator(path=(), block=1),
        SectionLocator(path=("After",), block=2),
    ]


def test_attributes_of_long_and_of_mixed_elements_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    words = "A clause that is long. " * 6
    path.write_text(
        f'<r>\n<clause title="Notice">{words}</clause>\n<p lang="en">To <b>be</b></p>\n</r>'
    )
    assert texts_of(document_of(path)) == [
        f"title: Notice\n{words.strip()}",
        "lang: en\nTo be",
    ]
