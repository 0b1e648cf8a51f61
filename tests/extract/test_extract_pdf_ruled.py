import time
from collections.abc import Callable, Sequence
from itertools import chain, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from pdf_making import HEIGHT, PROSE, Draw, lines, make_pdf, together
from reading import document_of
from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, Table

from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator

_RULES = ("GRID", (0, 0), (-1, -1), 0.5, colors.black)
_ALIGNED = ["TOP", "MIDDLE", "BOTTOM"]


def _ruled(rows: Sequence[Sequence[Any]], *style: Any, bottom: float = 400) -> Draw:
    def draw(canvas: Canvas) -> None:
        table = Table(rows, style=[_RULES, *style])
        table.wrapOn(canvas, 400, 700)
        table.drawOn(canvas, 72, bottom)

    return draw


def _span(left: int, top: int, right: int, bottom: int) -> Any:
    return ("SPAN", (left, top), (right, bottom))


def _align(how: str) -> Any:
    return ("VALIGN", (0, 0), (-1, -1), how)


def _tables(path: Path, *pages: Draw) -> list[list[list[str]]]:
    document = document_of(make_pdf(path, *pages))
    return [
        [
            [cell.strip() for cell in line[1:-1].split("|")]
            for number, line in enumerate(document.body[span.start : span.end].split("\n"))
            if number != 1
        ]
        for span in document.spans
        if span.kind is BlockKind.TABLE
    ]


@pytest.mark.parametrize("how", _ALIGNED)
def test_a_label_over_several_rows_stands_in_the_first_of_them(tmp_path: Path, how: str) -> None:
    rows = [
        ["Region", "City", "Value"],
        ["North", "Oslo", "1"],
        ["", "Bergen", "2"],
        ["", "Tromso", "3"],
        ["South", "Rome", "4"],
        ["", "Naples", "5"],
    ]
    draw = _ruled(rows, _span(0, 1, 0, 3), _span(0, 4, 0, 5), _align(how))
    assert _tables(tmp_path / "a.pdf", draw) == [rows]


@pytest.mark.parametrize("how", _ALIGNED)
@pytest.mark.parametrize(("first", "last"), [(1, 2), (1, 3), (3, 4), (4, 6), (6, 7)])
def test_a_label_takes_the_rows_that_its_rules_give_it(
    tmp_path: Path, how: str, first: int, last: int
) -> None:
    rows = [["Name", "Plan", "Actual", "Note"]]
    rows += [[f"za{n}", str(100 + n), str(200 + n), f"note{n}"] for n in range(7)]
    for number in range(first + 1, last + 1):
        rows[number][0] = ""
    draw = _ruled(rows, _span(0, first, 0, last), _align(how))
    assert _tables(tmp_path / "a.pdf", draw) == [rows]


@pytest.mark.parametrize("how", _ALIGNED)
def test_a_value_over_several_columns_and_rows_stands_in_the_first_of_its_places(
    tmp_path: Path, how: str
) -> None:
    rows = [
        ["City", "January", "February", "March"],
        ["Rome", "closed for works", "", "12"],
        ["Oslo", "", "", "13"],
        ["Bern", "7", "8", "9"],
    ]
    draw = _ruled(rows, _span(1, 1, 2, 2), _align(how))
    assert _tables(tmp_path / "a.pdf", draw) == [rows]


def test_a_small_table_is_never_all_header(tmp_path: Path) -> None:
    rows = [
        ["Continent", "Asia", "Europe", "", ""],
        ["Capital", "Jakarta", "Berlin", "Vienna", "Paris"],
        ["River", "Ciliwung", "Spree", "Danube", "Seine"],
    ]
    assert _tables(tmp_path / "a.pdf", _ruled(rows, _span(2, 0, 4, 0))) == [rows]


def test_a_value_over_several_columns_below_the_header_is_no_header(tmp_path: Path) -> None:
    rows = [
        ["", "Indonesia", "Germany", "Austria", "France", "Vatican"],
        ["Continent", "Asia", "Europe", "", "", ""],
        ["Capital", "Jakarta", "Berlin", "Vienna", "Paris", "Vatican City"],
        ["Currency", "Rupia", "EUR", "", "", "-"],
        ["Population", "273.879", "83,190", "8,935", "67,413,000", "453"],
    ]
    last = [
        Paragraph(f"{value}<super>{n}</super>") for n, value in enumerate(rows[4][1:4], start=1)
    ]
    drawn = [*rows[:4], [rows[4][0], *last, *rows[4][4:]]]
    draw = _ruled(drawn, _span(2, 1, 5, 1), _span(2, 3, 4, 3))
    raised = ["Population", "273.879¹", "83,190²", "8,935³", "67,413,000", "453"]
    assert _tables(tmp_path / "a.pdf", draw) == [[*rows[:4], raised]]


@pytest.mark.parametrize("how", _ALIGNED)
def test_names_over_columns_head_the_names_of_these(tmp_path: Path, how: str) -> None:
    rows = [
        ["Region", "Budget", "", "Note"],
        ["", "Plan", "Actual", ""],
        ["North", "1", "2", "late"],
        ["South", "3", "4", "early"],
    ]
    spans = _span(0, 0, 0, 1), _span(1, 0, 2, 0), _span(3, 0, 3, 1)
    head = ["Region", "Budget / Plan", "Budget / Actual", "Note"]
    assert _tables(tmp_path / "a.pdf", _ruled(rows, *spans, _align(how))) == [[head, *rows[2:]]]


def test_a_label_over_rows_of_words_below_a_wide_name_is_no_header(tmp_path: Path) -> None:
    rows = [
        ["", "Offices", ""],
        ["North", "Oslo", "Bergen"],
        ["", "Tromso", "Bodo"],
        ["South", "Rome", "Naples"],
    ]
    draw = _ruled(rows, _span(1, 0, 2, 0), _span(0, 1, 0, 2))
    assert _tables(tmp_path / "a.pdf", draw) == [rows]


def test_a_section_row_and_empty_cells_keep_their_places(tmp_path: Path) -> None:
    rows = [
        ["Name", "Plan", "Actual"],
        ["Travel abroad", "", ""],
        ["Train", "", "12"],
        ["Hotels and meals", "", ""],
        ["Meals", "30", ""],
    ]
    draw = _ruled(rows, _span(0, 1, 2, 1), _span(0, 3, 2, 3))
    assert _tables(tmp_path / "a.pdf", draw) == [rows]


def test_lines_of_one_cell_stay_in_it(tmp_path: Path) -> None:
    rows = [
        ["Name", "Rule"],
        ["Travel\nabroad", "220 pounds for\neach night"],
        ["Meals", "thirty pounds"],
    ]
    whole = [["Name", "Rule"], ["Travel abroad", "220 pounds for each night"], rows[2]]
    assert _tables(tmp_path / "a.pdf", _ruled(rows)) == [whole]


def _cells(canvas: Canvas, box: Callable[[float, float, float, float], None]) -> None:
    """Cells that are drawn one by one; the first column spans two rows."""
    cells = [(0, 0, 2, "North"), (0, 2, 1, "South")]
    cells += [(1, row, 1, name) for row, name in enumerate(("Oslo", "Bergen", "Rome"))]
    cells += [(2, row, 1, str(row + 1)) for row in range(3)]
    for column, row, high, text in cells:
        left, low = 100 + 80 * column, 700 - 20 * (row + high)
        box(left, low, 80, 20 * high)
        canvas.drawString(left + 5, low + 6, text)


def _framed(canvas: Canvas) -> None:
    _cells(canvas, canvas.rect)


def _barred(canvas: Canvas) -> None:
    def box(left: float, low: float, wide: float, high: float) -> None:
        for at in (low, low + high):
            canvas.rect(left, at, wide, 0.6, stroke=0, fill=1)
        for at in (left, left + wide):
            canvas.rect(at, low, 0.6, high, stroke=0, fill=1)

    _cells(canvas, box)


@pytest.mark.parametrize("draw", [_framed, _barred])
def test_rules_may_be_frames_or_narrow_bars(tmp_path: Path, draw: Draw) -> None:
    rows = [["North", "Oslo", "1"], ["", "Bergen", "2"], ["South", "Rome", "3"]]
    assert _tables(tmp_path / "a.pdf", draw) == [rows]


def test_an_underlined_word_makes_no_row(tmp_path: Path) -> None:
    rows = [["Name", "Value"], ["Oslo", "12"], ["Rome", "14"]]

    def draw(canvas: Canvas) -> None:
        _ruled(rows)(canvas)
        canvas.line(80, 422, 96, 422)

    assert _tables(tmp_path / "a.pdf", draw) == [rows]


def test_rows_without_rules_between_them_are_told_by_their_words(tmp_path: Path) -> None:
    rows = [["Name", "Plan"], ["London", "40"], ["Leeds", "50"], ["York", "60"]]

    def draw(canvas: Canvas) -> None:
        style = [
            ("BOX", (0, 0), (-1, -1), 1, colors.black),
            ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
            ("LINEAFTER", (0, 0), (0, -1), 1, colors.black),
        ]
        table = Table(rows, style=style)
        table.wrapOn(canvas, 400, 700)
        table.drawOn(canvas, 72, 400)

    assert _tables(tmp_path / "a.pdf", draw) == [rows]


def test_text_around_a_ruled_table_stays_text(tmp_path: Path) -> None:
    rows = [["Region", "City"], ["North", "Oslo"], ["", "Bergen"], ["South", "Rome"]]
    page = together(lines((72, 10, PROSE)), _ruled(rows, _span(0, 1, 0, 2)))
    document = document_of(make_pdf(tmp_path / "a.pdf", page))
    assert document.body.count(PROSE) == 1
    assert [document.body.count(name) for name in chain(*rows) if name] == [1] * 7


def test_a_ruled_table_over_a_page_break_goes_on(tmp_path: Path) -> None:
    head = ["Region", "City", "Value"]
    one = [head, ["North", "Oslo", "1"], ["", "Bergen", "2"]]
    two = [head, ["South", "Rome", "3"], ["", "Naples", "4"]]
    pages = [
        _ruled(one, _span(0, 1, 0, 2), bottom=60),
        _ruled(two, _span(0, 1, 0, 2), bottom=HEIGHT - 110),
    ]
    assert _tables(tmp_path / "a.pdf", *pages) == [[*one, *two[1:]]]


def test_the_rows_of_a_ruled_table_keep_their_places(tmp_path: Path) -> None:
    rows = [["Region", "City"], ["North", "Oslo"], ["", "Bergen"], ["South", "Rome"]]
    page = _ruled(rows, _span(0, 1, 0, 2), _align("TOP"))
    document = document_of(make_pdf(tmp_path / "a.pdf", page))
    table = next(span for span in document.spans if span.kind is BlockKind.TABLE)
    places = [part.locator for part in table.parts if isinstance(part.locator, PdfLocator)]
    boxes = list(dict.fromkeys(place.boxes[0] for place in places))
    assert len(boxes) == len(rows)
    assert all(one[3] <= two[1] + 0.01 for one, two in pairwise(boxes))


def test_a_table_of_many_small_cells_is_read_in_its_time(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 3)
        for row, column in product(range(120), range(90)):
            left, low = 20 + 6 * column, 20 + 6 * row
            canvas.rect(left, low, 6, 6)
            canvas.drawString(left + 1, low + 2, str(column % 10))

    path = make_pdf(tmp_path / "a.pdf", draw)
    started = time.process_time()
    document = document_of(path)
    assert time.process_time() - started < 20  # each word is looked for in its cell alone
    assert document.body.count("|") == 121 * 91
