"""Headers and footers of Word documents."""

from pathlib import Path
from typing import Any

import docx
import pytest
from docx.enum.section import WD_SECTION
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from reading import blocks_of, document_of, outcome_of, texts_of

from okf_server.evaluate.originals_word import WordOriginal
from okf_server.extract.word_margins import without_numbers
from okf_server.model.document import Extracted
from okf_server.model.locator import SectionLocator

NUMBER = "Document No zhdrno-77, valid from 1 March 2026"


def _saved(document: Any, path: Path) -> Path:
    document.save(str(path))
    return path


def _field(paragraph: Any, code: str, result: str = "3") -> None:
    for kind, text in (
        ("begin", ""),
        ("", code),
        ("separate", ""),
        ("result", result),
        ("end", ""),
    ):
        run = paragraph.add_run()
        if kind == "result":
            run.text = text
        elif kind:
            mark = OxmlElement("w:fldChar")
            mark.set(qn("w:fldCharType"), kind)
            run._r.append(mark)
        else:
            said = OxmlElement("w:instrText")
            said.text = text
            run._r.append(said)


def _letter(header: str = NUMBER, footer: str = "Zacme Holdings, Oslo") -> Any:
    made = docx.Document()
    made.add_heading("Travel", 1)
    made.add_paragraph("Book early.")
    made.sections[0].header.paragraphs[0].text = header
    made.sections[0].footer.paragraphs[0].text = footer
    return made


def test_headers_stand_before_the_text_and_footers_after_it(tmp_path: Path) -> None:
    document = document_of(_saved(_letter(), tmp_path / "a.docx"))
    assert [(text, place) for _, text, place in blocks_of(document)] == [
        (NUMBER, SectionLocator(path=(), block=1)),
        ("## Travel", SectionLocator(path=("Travel",), block=1)),
        ("Book early.", SectionLocator(path=("Travel",), block=2)),
        ("Zacme Holdings, Oslo", SectionLocator(path=("Travel",), block=2)),
    ]


def test_what_sections_repeat_stands_once_and_what_they_change_at_its_section(
    tmp_path: Path,
) -> None:
    made = _letter()
    made.add_section(WD_SECTION.NEW_PAGE)
    made.add_paragraph("Second.")
    third = made.add_section(WD_SECTION.NEW_PAGE)
    third.header.is_linked_to_previous = False
    third.header.paragraphs[0].text = NUMBER
    third.header.add_paragraph("Annex")
    made.add_paragraph("Third.")
    texts = texts_of(document_of(_saved(made, tmp_path / "a.docx")))
    assert texts == [
        NUMBER, "## Travel", "Book early.", "Zacme Holdings, Oslo", "Second.", "Annex", "Third.",
    ]  # fmt: skip


def test_headers_that_no_page_shows_are_left_out(tmp_path: Path) -> None:
    made = _letter()
    made.sections[0].first_page_header.paragraphs[0].text = "zfirst"
    made.sections[0].even_page_header.paragraphs[0].text = "zeven"
    made.sections[0].different_first_page_header_footer = False
    assert "zfirst" not in document_of(_saved(made, tmp_path / "a.docx")).body
    assert "zeven" not in document_of(tmp_path / "a.docx").body
    made.sections[0].different_first_page_header_footer = True
    made.settings.odd_and_even_pages_header_footer = True
    body = document_of(_saved(made, tmp_path / "b.docx")).body
    assert body.count("zfirst") == body.count("zeven") == body.count(NUMBER) == 1


def test_numbers_of_pages_are_left_out(tmp_path: Path) -> None:
    made = _letter(header="", footer="7")
    line = made.sections[0].header.paragraphs[0]
    line.add_run(f"{NUMBER}\tPage ")
    _field(line, " PAGE ")
    line.add_run(" of ")
    _field(line, " NUMPAGES  \\* MERGEFORMAT ", "12")
    dated = made.sections[0].header.add_paragraph("As of ")
    _field(dated, " DATE ", "1 May 2026")
    texts = texts_of(document_of(_saved(made, tmp_path / "a.docx")))
    assert texts == [NUMBER, "As of 1 May 2026", "## Travel", "Book early."]


def test_a_simple_field_in_a_table_is_left_out_with_its_words(tmp_path: Path) -> None:
    made = _letter(header="", footer="")
    table = made.sections[0].header.add_table(1, 2, 5_000_000)
    table.cell(0, 0).text = "Handbook zh-1"
    line = table.cell(0, 1).paragraphs[0]
    line.add_run("Seite ")
    simple = OxmlElement("w:fldSimple")
    simple.set(qn("w:instr"), "PAGE")
    run = OxmlElement("w:r")
    said = OxmlElement("w:t")
    said.text = "4"
    run.append(said)
    simple.append(run)
    line._p.append(simple)
    first, *_ = texts_of(document_of(_saved(made, tmp_path / "a.docx")))
    assert first.splitlines()[0] == "| Handbook zh-1 |  |"


def test_a_heading_style_in_a_header_makes_no_heading(tmp_path: Path) -> None:
    made = _letter()
    made.sections[0].header.paragraphs[0].style = made.styles["Heading 1"]
    assert texts_of(document_of(_saved(made, tmp_path / "a.docx")))[0] == NUMBER


def test_a_document_whose_text_is_in_its_header_alone_is_read(tmp_path: Path) -> None:
    made = docx.Document()
    made.sections[0].header.paragraphs[0].text = NUMBER
    outcome = outcome_of(_saved(made, tmp_path / "a.docx"))
    assert isinstance(outcome, Extracted)
    assert outcome.document.body == f"{NUMBER}\n"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Page #", ""),
        ("# / #", ""),
        ("- # -", ""),
        ("ACME Ltd\tPage # of #", "ACME Ltd"),
        ("ACME Ltd – Seite # von #", "ACME Ltd"),
        ("Confidential | # | Version 3", "Confidential| Version 3"),
        ("Report of the board of directors #", "Report of the board of directors"),
    ],
)
def test_the_words_beside_the_number_of_a_page_go_with_it(line: str, kept: str) -> None:
    assert " ".join(without_numbers(line, "#").split()).replace(" |", "|") == kept


def test_the_second_reader_finds_them_at_their_places(tmp_path: Path) -> None:
    made = _letter()
    made.add_section(WD_SECTION.NEW_PAGE).header.is_linked_to_previous = False
    made.sections[1].header.paragraphs[0].text = "Annex"
    made.add_paragraph("Second.")
    path = _saved(made, tmp_path / "a.docx")
    original = WordOriginal(path)
    for _, text, place in blocks_of(document_of(path)):
        assert place is not None
        assert text.lstrip("# ") in (original.text_at(place) or "")
