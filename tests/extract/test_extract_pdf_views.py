from pathlib import Path

import pytest
from pdf_making import HEIGHT, WIDTH, Draw, grid, lines, make_pdf, prose, together
from reading import document_of
from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from okf_server.extract.pdf import extract
from okf_server.extract.pdf_views import views
from okf_server.model.document import BlockKind, Document, Partial
from okf_server.model.locator import PdfLocator

_ROWS = [
    ["Vendor", "Limit", "Remark"],
    *([f"vendor{n}", f"{n}0", "a remark about it"] for n in range(9)),
]
_TURNS = {90: (0, HEIGHT), 180: (WIDTH, HEIGHT), 270: (WIDTH, 0)}
"""By how many degrees clockwise text is turned, and where its lower left corner lies then."""


def _turned(turn: int, draw: Draw) -> Draw:
    def drawn(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(*_TURNS[turn])
        canvas.rotate(-turn)
        draw(canvas)
        canvas.restoreState()

    return drawn


def _list(*, top: float, left: float = 72) -> Draw:
    def draw(canvas: Canvas) -> None:
        table = Table(_ROWS, style=[("GRID", (0, 0), (-1, -1), 1, colors.black)])
        table.wrapOn(canvas, 400, 400)
        table.drawOn(canvas, left, top)

    return draw


def _story(canvas: Canvas) -> None:
    """A heading, a table, and lines below it, for a page of any shape."""
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(72, 500, "Vendors of the year")
    canvas.setFont("Helvetica", 10)
    _list(top=300)(canvas)
    for number in range(4):
        canvas.drawString(
            72, 280 - 12 * number, f"Sentence {number} about the vendors goes on here."
        )


def _places(document: Document) -> list[tuple[float, ...]]:
    return [s.locator.boxes[0] for s in document.spans if isinstance(s.locator, PdfLocator)]


@pytest.mark.parametrize("turn", [90, 180, 270])
@pytest.mark.parametrize("shown", [0, 90, 180, 270])
def test_text_that_is_turned_reads_as_upright_text(tmp_path: Path, turn: int, shown: int) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setPageRotation(shown)
        if shown in (90, 270):
            canvas.setPageSize(
                (HEIGHT, WIDTH)
            )  # the canvas exchanges both for a page that is turned
        _turned(turn, _story)(canvas)

    found = document_of(make_pdf(tmp_path / "a.pdf", page))
    assert found.body == document_of(make_pdf(tmp_path / "b.pdf", _story)).body
    assert [span.kind for span in found.spans][:2] == [BlockKind.HEADING, BlockKind.TABLE]


def test_the_boxes_of_turned_text_lie_where_it_is_shown(tmp_path: Path) -> None:
    upright = _places(document_of(make_pdf(tmp_path / "a.pdf", _turned(180, _story))))
    left, top, right, bottom = upright[0]
    assert 0.5 < left < right <= 0.9, "its first line begins at the right"
    assert 0.55 < top < bottom < 0.65
    sideways = _places(document_of(make_pdf(tmp_path / "b.pdf", _turned(90, _story))))[0]
    assert sideways[2] - sideways[0] < sideways[3] - sideways[1], "a line that runs down the page"


@pytest.mark.parametrize(("turn", "left"), [(90, 420), (270, 72)])
def test_a_turned_table_below_upright_text_keeps_its_rows(
    tmp_path: Path, turn: int, left: int
) -> None:
    page = together(prose(80, 20), _turned(turn, _list(top=72, left=left)))
    body = document_of(make_pdf(tmp_path / "a.pdf", page)).body
    assert "| vendor0 | 00 | a remark about it |" in body
    assert "| vendor8 | 80 | a remark about it |" in body
    assert "Line 3 of The limit for a hotel in London" in body


def test_an_upright_page_is_read_as_a_whole() -> None:
    class _Page:
        width, height, blocks = 600.0, 800.0, ()
        text_items = ()

    assert views(_Page()) == []


def _columns(canvas: Canvas) -> None:
    """Two columns of prose, in the second a table that the lines of the first stand beside."""
    canvas.setFont("Helvetica", 9)
    for number in range(48):
        canvas.drawString(
            60, HEIGHT - 80 - 12 * number, f"First{number} of the text in the left column here"
        )
    for number in range(24):
        top = HEIGHT - 80 - 12 * (number + 24)
        canvas.drawString(320, top, f"Second{number} of the text in the right column here")
    table = Table(
        [["Key", "Value"], *([f"key{n}", f"{n}0"] for n in range(13))],
        style=[("GRID", (0, 0), (-1, -1), 1, colors.black)],
    )
    table.wrapOn(canvas, 200, 400)
    table.drawOn(canvas, 380, HEIGHT - 340)


def test_a_table_in_one_of_two_columns_takes_nothing_of_the_other(tmp_path: Path) -> None:
    document = document_of(make_pdf(tmp_path / "a.pdf", _columns))
    body = document.body
    firsts = [body.index(f"First{number} ") for number in range(48)]
    seconds = [body.index(f"Second{number} ") for number in range(24)]
    assert firsts == sorted(firsts)
    assert seconds == sorted(seconds)
    assert max(firsts) < body.index("| Key | Value |") < min(seconds)
    assert all(f"| key{n} | {n}0 |" in body for n in range(13))


def test_a_table_over_the_whole_page_is_not_parted(tmp_path: Path) -> None:
    rows = [
        [f"A long description of item {n} in words", f"{n}1", "Another one of it in words"]
        for n in range(25)
    ]
    body = document_of(make_pdf(tmp_path / "a.pdf", grid(rows, bottom=200))).body
    assert all(f"item {n} in words | {n}1 | Another one" in body for n in range(25))


def test_a_page_of_single_letters_is_named(tmp_path: Path) -> None:
    column = lines(*((60 + 14 * n, 9, "w o r d s i n l e t t e r s") for n in range(6)))
    outcome = extract(make_pdf(tmp_path / "a.pdf", prose(80, 5), column))
    assert isinstance(outcome, Partial)
    assert outcome.reason == "the words of page 2 were read as single letters"
