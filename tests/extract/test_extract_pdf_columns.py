"""Columns of text of which one has a table that hides the gutters from the engine."""

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest
from pdf_making import HEIGHT, WORDS, Draw, lines, make_pdf, prose, together
from reading import document_of
from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from okf_server.model.document import BlockKind


def _column(name: str, left: float, top: float, count: int, *, letters: int = 26) -> Draw:
    """Lines that begin with their name and number."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        for number in range(count):
            words = (WORDS[:12] * 2)[number * 5 % 12 :]
            said = textwrap.shorten(" ".join(words), letters, placeholder="")
            canvas.drawString(left, HEIGHT - top - 12 * number, f"{name}{number} {said}")

    return draw


def _table(left: float, top: float, rows: int, *, width: float = 150) -> Draw:
    cells = [[f"{name} {n}" for name in ("row", "of", "it")] for n in range(rows)]

    def draw(canvas: Canvas) -> None:
        style = [("GRID", (0, 0), (-1, -1), 1, colors.black), ("FONTSIZE", (0, 0), (-1, -1), 8)]
        table = Table(cells, colWidths=[width / 3] * 3, style=style)
        table.wrapOn(canvas, 200, 400)
        table.drawOn(canvas, left, HEIGHT - top - 18 * rows)

    return draw


def _box(left: float, top: float, right: float, bottom: float, *, middle: float | None) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.rect(left, HEIGHT - bottom, right - left, bottom - top)
        if middle:
            canvas.line(middle, HEIGHT - bottom, middle, HEIGHT - top)

    return draw


_THREE = {
    "first": [_table(42, 70, 13), _column("A", 40, 330, 22)],
    "second": [_column("A", 40, 80, 40), _column("B", 220, 80, 18), _table(222, 320, 13)],
    "third": [_column("A", 40, 80, 40), _column("B", 220, 80, 40)],
}
_REST = {
    "first": [_column("B", 220, 80, 40), _column("C", 400, 80, 40)],
    "second": [_column("C", 400, 80, 40)],
    "third": [_column("C", 400, 80, 18), _table(402, 320, 13)],
}


def _told(body: str, names: str) -> list[str]:
    return re.findall(rf"\b[{names}]\d+\b", body)


def _in_order(told: Sequence[str]) -> list[str]:
    return sorted(told, key=lambda mark: (mark[0], int(mark[1:])))


@pytest.mark.parametrize("where", ["first", "second", "third"])
def test_a_table_in_one_of_three_columns_takes_nothing_of_the_others(
    tmp_path: Path, where: str
) -> None:
    document = document_of(make_pdf(tmp_path / "a.pdf", together(*_THREE[where], *_REST[where])))
    told = _told(document.body, "ABC")
    assert len(told) in (98, 102)
    assert told == _in_order(told)
    assert all(f"| row {n} | of {n} | it {n} |" in document.body for n in range(13))


def test_two_columns_and_three_on_one_page_are_read_apart(tmp_path: Path) -> None:
    page = together(
        lines((60, 18, "A heading over the whole width of the page")),
        _column("A", 40, 90, 22, letters=44),
        _column("B", 310, 90, 8, letters=44),
        _table(312, 200, 8, width=200),
        lines((375, 16, "Another heading over the whole width")),
        _column("C", 40, 400, 28),
        _column("D", 220, 400, 12),
        _table(222, 550, 9),
        _column("E", 400, 400, 28),
    )
    document = document_of(make_pdf(tmp_path / "a.pdf", page))
    told = _told(document.body, "ABCDE")
    assert len(told) == 98
    assert told == _in_order(told)
    headings = [s for s in document.spans if s.kind is BlockKind.HEADING]
    assert len(headings) == 2
    assert document.body.index("Another heading") < document.body.index("C0 ")


@pytest.mark.parametrize("middle", [None, 300.0])
def test_two_columns_in_a_ruled_box_are_no_table(tmp_path: Path, middle: float | None) -> None:
    page = together(
        prose(60, 5),
        _box(60, 140, 540, 520, middle=middle),
        _column("A", 70, 155, 28, letters=44),
        _column("B", 310, 155, 14, letters=44),
        _table(320, 340, 6),
        prose(560, 6),
    )
    document = document_of(make_pdf(tmp_path / "a.pdf", page))
    told = _told(document.body, "AB")
    assert len(told) == 42
    assert told == _in_order(told)
    tables = [s for s in document.spans if s.kind is BlockKind.TABLE]
    assert len(tables) == 1
    assert document.body.index("B13 ") < document.body.index("| row 0 |")
