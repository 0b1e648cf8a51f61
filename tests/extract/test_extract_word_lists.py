from pathlib import Path

import pytest
from reading import document_of, texts_of

from making_word import (
    HEADING_STYLES,
    cell,
    listed,
    numbering,
    p,
    styled,
    table,
    word_file,
)
from okf_server.extract.word_numbering import numeral
from okf_server.model.locator import SectionLocator


def test_nested_lists_keep_their_depth_and_numbers(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        listed(0, "One"),
        listed(1, "Within"),
        listed(1, "Again"),
        listed(2, "Deep"),
        listed(0, "Two"),
        listed(1, "Anew"),
        numbering=numbering(("decimal", "%1."), ("decimal", "%1.%2."), ("lowerLetter", "(%3)")),
    )
    assert document_of(path).body == (
        "1. One\n    - 1.1. Within\n    - 1.2. Again\n        - (a) Deep\n2. Two\n    - 2.1. Anew\n"
    )


def test_bullets_have_no_number_and_lists_without_definition_are_text(tmp_path: Path) -> None:
    path = word_file(
        tmp_path / "a.docx",
        listed(0, "A point"),
        listed(0, "Text", key=0),
        listed(0, "More text", key=77),
        numbering=numbering(("bullet", "·")),
    )
    assert texts_of(document_of(path)) == ["- A point", "Text", "More text"]


def test_a_list_that_starts_over_counts_anew(tmp_path: Path) -> None:
    more = (
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="7"/></w:lvlOverride></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>'
    )
    path = word_file(
        tmp_path / "a.docx",
        *(listed(0, "x", key) for key in (1, 1, 3, 2, 2)),
        numbering=numbering(("decimal", "%1."), more=more),
    )
    assert texts_of(document_of(path)) == ["1. x", "2. x", "3. x", "7. x", "8. x"]


def test_numbered_headings_show_their_number(tmp_path: Path) -> None:
    levels = (
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="H1"/>'
        '<w:lvlText w:val="%1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/>'
        '<w:numFmt w:val="decimal"/><w:pStyle w:val="H2"/><w:lvlText w:val="%1.%2"/></w:lvl>'
    )
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="H{n}"><w:name w:val="heading {n}"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        for n in (1, 2)
    )
    path = word_file(
        tmp_path / "a.docx",
        styled("H1", "Scope"),
        styled("H2", "People"),
        styled("H2", "Places"),
        styled("H1", "Terms"),
        p("Text."),
        styles=styles,
        numbering=f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    )
    document = document_of(path)
    assert texts_of(document)[:4] == [
        "## 1 Scope",
        "### 1.1 People",
        "### 1.2 Places",
        "## 2 Terms",
    ]
    assert document.spans[-1].locator == SectionLocator(path=("2 Terms",), block=5)


def test_headings_are_told_by_style_and_by_outline_level(tmp_path: Path) -> None:
    styles = (
        f'{HEADING_STYLES}<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Clause"/><w:basedOn w:val="H2"/></w:style>'
    )
    outline = '<w:pStyle w:val="H1"/><w:outlineLvl w:val="{}"/>'
    path = word_file(
        tmp_path / "a.docx",
        styled("T", "Handbook"),
        styled("H1", "Part"),
        styled("Own", "Clause"),
        p("Deeper", properties=outline.format(3)),
        p("Text", properties=outline.format(9)),
        styles=styles,
    )
    document = document_of(path)
    assert texts_of(document) == ["# Handbook", "## Part", "### Clause", "##### Deeper", "Text"]
    assert document.title == "Handbook"


def test_lists_in_cells_keep_their_numbers(tmp_path: Path) -> None:
    content = listed(0, "Pack") + listed(0, "Send")
    path = word_file(
        tmp_path / "a.docx",
        table([cell(content), "Steps"]),
        numbering=numbering(("decimal", "%1.")),
    )
    assert texts_of(document_of(path)) == ["| 1. Pack 2. Send | Steps |\n| --- | --- |"]


@pytest.mark.parametrize(
    ("value", "form", "written"),
    [
        (3, "decimal", "3"),
        (3, "decimalZero", "03"),
        (28, "lowerLetter", "bb"),
        (2, "upperLetter", "B"),
        (14, "lowerRoman", "xiv"),
        (1999, "upperRoman", "MCMXCIX"),
        (3, "ganada", "다"),
        (2, "chosung", "ㄴ"),
        (4, "decimalEnclosedCircle", "④"),
        (5, "unheard of", "5"),
        (0, "lowerLetter", "0"),
    ],
)
def test_numbers_are_written_as_word_writes_them(value: int, form: str, written: str) -> None:
    assert numeral(value, form) == written
