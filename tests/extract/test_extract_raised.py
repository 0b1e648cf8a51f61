"""Numbers above and below the line, in every format that has them."""

import struct
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
import xlwt
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from pdf_making import HEIGHT, Draw, make_pdf
from reading import document_of, texts_of
from reportlab.pdfgen.canvas import Canvas

from making_hangul import document, p, run
from making_office import OldDeck, cell, open_document
from making_sheets_97 import box, with_records
from making_word import odt_file
from making_word_97 import word_97
from okf_server.extract.raised import above, below

_SHOWN = "5 · 10⁶ cells of H₂O over¹,² there, the 1st."
_RUNS = [
    ("5 · 10", ""),
    ("6", "above"),
    (" cells of H", ""),
    ("2", "below"),
    ("O over", ""),
    ("1,2", "above"),
    (" there, the 1", ""),
    ("st", "above"),
    (".", ""),
]
"""A sentence in runs, and where each stands to its line."""


@pytest.mark.parametrize(
    ("text", "raised", "lowered"),
    [
        ("6", "⁶", "₆"),
        ("-6", "⁻⁶", "₋₆"),
        ("1,2", "¹,²", "₁,₂"),
        ("12)", "¹²⁾", "₁₂₎"),
        (" 2 ", " ² ", " ₂ "),
        ("1*", "¹*", "₁*"),
        ("n+1", "ⁿ⁺¹", "ₙ₊₁"),
        ("n", "ⁿ", "ₙ"),
        ("2q", "^(2q)", "_(2q)"),
        ("1/2", "^(1/2)", "_(1/2)"),
        ("st", "st", "st"),
        ("TM", "TM", "TM"),
        ("*", "*", "*"),
        ("주1)", "주1)", "주1)"),
        ("rs12979860", "rs12979860", "rs12979860"),
        ("", "", ""),
    ],
)
def test_numbers_have_a_form_of_their_own_and_words_stay(
    text: str, raised: str, lowered: str
) -> None:
    assert (above(text), below(text)) == (raised, lowered)


@given(st.text(max_size=12))
def test_any_text_can_stand_above_or_below_the_line(text: str) -> None:
    assert len(above(text)) >= len(text) <= len(below(text))


def test_a_word_document_keeps_numbers_above_and_below_the_line(tmp_path: Path) -> None:
    made = docx.Document()
    paragraph = made.add_paragraph()
    names = {"above": "superscript", "below": "subscript"}
    for text, where in _RUNS:
        font = paragraph.add_run(text).font
        if where:
            setattr(font, names[where], True)
    made.save(str(tmp_path / "a.docx"))
    assert document_of(tmp_path / "a.docx").body.strip() == _SHOWN


def test_a_page_of_html_keeps_them(tmp_path: Path) -> None:
    tags = {"above": "sup", "below": "sub"}
    runs = (f"<{tags[w]}>{text}</{tags[w]}>" if w else text for text, w in _RUNS)
    (tmp_path / "a.html").write_text(f"<p>{''.join(runs)}</p>", "utf-8")
    assert document_of(tmp_path / "a.html").body.strip() == _SHOWN


def _open_styles(raised: str, lowered: str) -> str:
    return "".join(
        f'<style:style style:name="{name}" style:family="text">'
        f'<style:text-properties style:text-position="{place}"/></style:style>'
        for name, place in (("above", raised), ("below", lowered), ("line", "0% 100%"))
    )


def _open_paragraph() -> str:
    runs = (f'<text:span text:style-name="{w or "line"}">{text}</text:span>' for text, w in _RUNS)
    return f"<text:p>{''.join(runs)}</text:p>"


_OPEN_PLACES = pytest.mark.parametrize(
    ("raised", "lowered"), [("super 58%", "sub 58%"), ("33% 58%", "-33% 58%")]
)


@_OPEN_PLACES
def test_an_open_document_keeps_them(tmp_path: Path, raised: str, lowered: str) -> None:
    styles = _open_styles(raised, lowered)
    path = odt_file(tmp_path / "a.odt", _open_paragraph(), styles=styles)
    assert document_of(path).body.strip() == _SHOWN


@_OPEN_PLACES
def test_an_open_sheet_keeps_them(tmp_path: Path, raised: str, lowered: str) -> None:
    body = (
        f'<table:table table:name="A"><table:table-row><table:table-cell>{_open_paragraph()}'
        f"</table:table-cell>{cell('x')}</table:table-row></table:table>"
    )
    styles = _open_styles(raised, lowered)
    path = open_document(tmp_path / "a.ods", "spreadsheet", body, styles=styles)
    assert f"| {_SHOWN} | x |" in document_of(path).body


@_OPEN_PLACES
def test_an_open_deck_keeps_them(tmp_path: Path, raised: str, lowered: str) -> None:
    body = f"<draw:page><draw:frame><draw:text-box>{_open_paragraph()}</draw:text-box></draw:frame></draw:page>"
    styles = _open_styles(raised, lowered)
    path = open_document(tmp_path / "a.odp", "presentation", body, styles=styles)
    assert _SHOWN in document_of(path).body.splitlines()


@pytest.mark.parametrize(("raised", "lowered"), [(r"\super", r"\sub"), (r"\up6", r"\dn6")])
def test_rich_text_keeps_them(tmp_path: Path, raised: str, lowered: str) -> None:
    words = {"above": raised, "below": lowered, "": r"\nosupersub"}
    runs = "".join(f"{words[w]} {text.replace('·', chr(92) + 'u183?')}" for text, w in _RUNS)
    (tmp_path / "a.rtf").write_text(rf"{{\rtf1\ansi\pard {runs}\par}}", "ascii")
    assert document_of(tmp_path / "a.rtf").body.strip() == _SHOWN


def test_a_deck_keeps_them(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    paragraph = slide.shapes.add_textbox(0, 0, 9_000_000, 900_000).text_frame.paragraphs[0]
    for text, where in _RUNS:
        made = paragraph.add_run()
        made.text = text
        made.font._element.set("baseline", {"above": "30000", "below": "-25000"}.get(where, "0"))
    deck.save(str(tmp_path / "a.pptx"))
    assert _SHOWN in document_of(tmp_path / "a.pptx").body


def test_an_old_deck_keeps_them_in_boxes_and_outlines(tmp_path: Path) -> None:
    rises = {"": 0, "above": 30, "below": -25}
    said = "".join(text for text, _ in _RUNS)
    styles = [(len(text), rises[where]) for text, where in _RUNS]
    deck = OldDeck()
    deck.add(said, said, "m2 as it stands", styles=styles)
    body = document_of(deck.save(tmp_path / "a.ppt")).body
    assert body.splitlines()[::2] == [f"## {_SHOWN}", _SHOWN, "m2 as it stands"]


def test_a_sheet_keeps_them(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    fonts = {
        "above": InlineFont(vertAlign="superscript"),
        "below": InlineFont(vertAlign="subscript"),
    }
    runs = (TextBlock(fonts.get(where, InlineFont()), text) for text, where in _RUNS)
    workbook.active.append([CellRichText(*runs), "x"])
    workbook.save(tmp_path / "a.xlsx")
    assert _SHOWN in document_of(tmp_path / "a.xlsx").body


def test_an_old_sheet_keeps_them_in_cells_and_boxes(tmp_path: Path) -> None:
    workbook = xlwt.Workbook()
    sheet = workbook.add_sheet("A")
    fonts = {"": xlwt.Font(), "above": xlwt.Font(), "below": xlwt.Font()}
    fonts["above"].escapement, fonts["below"].escapement = 1, 2
    sheet.write_rich_text(0, 0, [(text, fonts[where]) for text, where in _RUNS])
    sheet.write(0, 1, "x")
    numbers = {where: workbook.add_font(font) for where, font in fonts.items()}
    starts = [sum(len(text) for text, _ in _RUNS[:n]) for n in range(len(_RUNS))]
    runs = b"".join(
        struct.pack("<HH", at, numbers[where]) for at, (_, where) in zip(starts, _RUNS, strict=True)
    )
    said = "".join(text for text, _ in _RUNS)
    path = with_records(workbook, tmp_path / "a.xls", box(said, 3, 0, runs=runs))
    body = document_of(path).body
    assert f"| {_SHOWN} | x |" in body
    assert _SHOWN in body.splitlines()


_CISS, _RISE = {"above": (0x2A48, 1), "below": (0x2A48, 2)}, {"above": (0x4845, 6), "below": (0x4845, -6)}  # fmt: skip


@pytest.mark.parametrize("narrow", [True, False])
@pytest.mark.parametrize("marks", [_CISS, _RISE])
def test_a_binary_word_document_keeps_them(
    tmp_path: Path, marks: dict[str, tuple[int, int]], *, narrow: bool
) -> None:
    text = "".join(text for text, _ in _RUNS) + "\rAlways à la Ærø: x1/2.\r"
    marked = tuple((text, *marks[where]) for text, where in _RUNS if where)
    half = ("1/2", *marks["above"])
    path = word_97(tmp_path / "a.doc", text, (*marked, half), narrow=narrow)
    assert texts_of(document_of(path)) == [_SHOWN, "Always à la Ærø: x^(1/2)."]


def test_a_raised_paragraph_mark_and_a_rise_of_none_change_nothing(tmp_path: Path) -> None:
    text = "An area of 80 m2\rand 3 more.\r"
    marked = (("2\r", 0x2A48, 1), ("3", 0x4845, 0))
    path = word_97(tmp_path / "a.doc", text, marked)
    assert texts_of(document_of(path)) == ["An area of 80 m²", "and 3 more."]


def test_a_binary_word_document_that_uses_all_letters_keeps_its_words(tmp_path: Path) -> None:
    letters = "".join(map(chr, range(0xC0, 0x100)))
    path = word_97(tmp_path / "a.doc", f"{letters} m2\r", (("2", 0x2A48, 1),))
    assert texts_of(document_of(path)) == [f"{letters} m2"]


def test_a_hangul_document_keeps_them(tmp_path: Path) -> None:
    runs = (run(text, letters=where or "black") for text, where in _RUNS)
    made = document(tmp_path / "a.hwpx", p(*runs))
    assert document_of(made).body.strip() == _SHOWN


def _line(*parts: tuple[str, float], size: float = 10, small: float = 0.7, top: float = 72) -> Draw:
    """A line of text whose parts rise over it by so many points, those in a smaller size."""

    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(72, HEIGHT - top)
        for words, rise in parts:
            text.setFont("Helvetica", size * small if rise else size)
            text.setRise(rise)
            text.textOut(words)
        canvas.drawText(text)

    return draw


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        ([("There were 10", 0), ("6", 4), (" cells and 106 others.", 0)], "10⁶ cells and 106"),
        ([("The dispute is over", 0), ("1", 3.5), (" by now.", 0)], "over¹ by"),
        ([("It was sold in 2007.", 0), ("18", 3.5), (" Others followed.", 0)], "2007.¹⁸ Others"),
        ([("Some H", 0), ("2", -2), ("O is left in it.", 0)], "H₂O is"),
        ([("An area of 5 m", 0), ("2", 4), (", let at once.", 0)], "m², let"),
        ([("The 1", 0), ("st", 4), (" of May, a holiday.", 0)], "1st of"),
        ([("1", 4), ("The court said so at length.", 0)], "¹The court"),
        ([("A sum of x", 0), ("n+1", 4), (" and more of it.", 0)], "xⁿ⁺¹ and"),
    ],
)
def test_a_page_of_a_pdf_keeps_them(
    tmp_path: Path, parts: list[tuple[str, float]], shown: str
) -> None:
    path = make_pdf(tmp_path / "a.pdf", _line(*parts))
    assert shown in " ".join(document_of(path).body.split())


def test_digits_of_another_size_on_the_line_are_no_raised_ones(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(72, HEIGHT - 72)
        for words, size in (("Flat", 12), ("12", 8), (" has room ", 12), ("B3", 9), (" too.", 12)):
            text.setFont("Helvetica", size)
            text.textOut(words)
        canvas.drawText(text)

    assert "Flat12 has room B3 too." in document_of(make_pdf(tmp_path / "a.pdf", draw)).body


def test_text_beside_an_initial_is_not_lowered(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 40)
        canvas.drawString(72, HEIGHT - 100, "I")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(84, HEIGHT - 80, "n1850 the house was built by the town,")
        canvas.drawString(84, HEIGHT - 98, "in 1902 it was sold to a society.")

    body = document_of(make_pdf(tmp_path / "a.pdf", draw)).body
    assert "1850" in body
    assert "1902" in body
