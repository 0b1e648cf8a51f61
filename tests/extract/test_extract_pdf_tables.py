from pathlib import Path
from typing import Any

import pytest
from pdf_making import HEIGHT, Draw, grid, lines, make_pdf, prose, together
from reading import document_of
from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from okf_server.extract.pdf_cells import Cell, Grid
from okf_server.extract.pdf_join import Entry, TableAt, TextAt, joined
from okf_server.extract.pdf_page import Rect, Word
from okf_server.extract.pdf_tables import repaired
from okf_server.model.document import BlockKind, Document, Span
from okf_server.model.locator import PdfLocator

_LINE = 10.0


def _word(text: str, left: float, line: float, *, width: float = 20, bold: bool = False) -> Word:
    top = line * 12
    return Word(text, Rect(left, top, left + width, top + _LINE), bold)


def _cell(*words: Word) -> Cell:
    rects = [word.rect for word in words]
    rect = rects[0]
    for other in rects[1:]:
        rect = rect.joined(other)
    return Cell(" ".join(word.text for word in words), rect)


def _texts(grid_: Grid) -> list[list[str]]:
    return [[cell.text for cell in row] for row in grid_]


def _row(line: float, *texts: str) -> list[Word]:
    return [_word(text, 100 * n, line) for n, text in enumerate(texts)]


def test_numbers_of_several_columns_in_one_cell_go_to_their_columns() -> None:
    top = _row(0, "Total", "1,204", "1,377", "1,501")
    below = [_row(n, f"Part{n}", "40", "50", "60") for n in (1, 2)]
    words = [*top, *below[0], *below[1]]
    rows = [[_cell(top[0]), _cell(*top[1:]), Cell(""), Cell("")]]
    rows += [[_cell(word) for word in row] for row in below]
    assert _texts(repaired(rows, words))[0] == ["Total", "1,204", "1,377", "1,501"]


def test_a_heading_over_several_columns_stays_one_cell() -> None:
    top = [_word("Sales", 100, 0, width=40), _word("of", 142, 0, width=10), _word("2026", 155, 0)]
    top = [Word(w.text, w.rect, run=1) for w in top]
    below = [[_word("London", 0, n), _word("40", 100, n), _word("50", 150, n)] for n in (2, 3)]
    rows = [[Cell(""), _cell(*top), Cell("")]]
    rows += [[_cell(word) for word in row] for row in below]
    found = _texts(repaired(rows, [*top, *below[0], *below[1]]))
    assert found[0] == ["", "Sales of 2026", ""]


def test_two_rows_that_were_read_as_one_are_parted() -> None:
    one, two = _row(0, "London", "220", "30"), _row(1, "Leeds", "150", "20")
    rows = [[_cell(a, b) for a, b in zip(one, two, strict=True)]]
    assert _texts(repaired(rows, [*one, *two])) == [["London", "220", "30"], ["Leeds", "150", "20"]]


def test_a_cell_of_two_lines_stays_one_cell() -> None:
    label = [_word("Travel", 0, 0), _word("abroad", 0, 1)]
    number = _word("220", 100, 0)
    rows = [[_cell(*label), _cell(number)]]
    assert _texts(repaired(rows, [*label, number])) == [["Travel abroad", "220"]]


def test_a_bold_label_above_a_row_is_a_row_of_its_own() -> None:
    label, name, number = _word("Sex", 0, 0, bold=True), _word("Female", 0, 1), _word("220", 100, 1)
    rows = [[_cell(label, name), _cell(number)]]
    assert _texts(repaired(rows, [label, name, number])) == [["Sex", ""], ["Female", "220"]]


def test_the_lines_of_a_header_are_one_row() -> None:
    lines_ = [_row(0, "Unit", "Gross", "Net"), _row(1, "name", "amount", "amount")]
    body = [_row(n, f"Part{n}", "40", "50") for n in (3, 5)]
    rows = [[_cell(word) for word in row] for row in (*lines_, *body)]
    words = [word for row in (*lines_, *body) for word in row]
    assert _texts(repaired(rows, words))[0] == ["Unit name", "Gross amount", "Net amount"]


def test_leaders_to_a_number_are_no_text() -> None:
    words = [_word("London.........", 0, 0, width=60), _word("220", 100, 0)]
    assert _texts(repaired([[_cell(word) for word in words]], words)) == [["London", "220"]]


@pytest.mark.parametrize("rows", [[[]], [[Cell("")]], [[Cell("a")], [Cell("b"), Cell("c")]]])
def test_a_table_of_which_no_place_is_known_stays(rows: Grid) -> None:
    assert [cell.text for row in repaired(rows, ()) for cell in row if cell.text] == [
        cell.text for row in rows for cell in row if cell.text
    ]


def test_two_halves_of_a_table_are_one() -> None:
    left = [_row(n, f"Part{n}", "40") for n in range(4)]
    right = [[_word("50", 140, n), _word("60", 180, n)] for n in range(4)]
    tables = [
        TableAt([[_cell(word) for word in row] for row in half], _around(half))
        for half in (left, right)
    ]
    (found,) = joined(tables, lambda _rect: [])
    assert isinstance(found, TableAt)
    assert _texts(found.grid)[2] == ["Part2", "40", "50", "60"]


def _around(rows: list[list[Word]]) -> Rect:
    rect = rows[0][0].rect
    for row in rows:
        for word in row:
            rect = rect.joined(word.rect)
    return rect


class _Found:
    kind = "paragraph"


def test_a_label_between_two_parts_of_a_table_is_a_row_of_it() -> None:
    upper, lower = ([_row(n, f"Part{n}", "40", "50") for n in rows] for rows in ((0, 1), (3, 4)))
    label = _word("South", 0, 2)
    parts: list[Entry] = [
        TableAt([[_cell(word) for word in row] for row in upper], _around(upper)),
        TextAt(_Found(), label.rect),
        TableAt([[_cell(word) for word in row] for row in lower], _around(lower)),
    ]
    (found,) = joined(parts, lambda _rect: [label])
    assert isinstance(found, TableAt)
    assert [row[0] for row in _texts(found.grid)] == ["Part0", "Part1", "South", "Part3", "Part4"]


def test_text_below_a_table_is_no_row_of_it() -> None:
    rows = [_row(n, f"Part{n}", "40", "50") for n in range(3)]
    said = ["These", "are", "the", "sums", "of", "all", "parts"]
    words = [_word(text, 22.0 * n, 3) for n, text in enumerate(said)]
    table = TableAt([[_cell(word) for word in row] for row in rows], _around(rows))
    found = joined([table, TextAt(_Found(), _around([words]))], lambda _rect: words)
    assert [type(entry) for entry in found] == [TableAt, TextAt]


def _tables(document: Document) -> list[Span]:
    return [span for span in document.spans if span.kind is BlockKind.TABLE]


def _pages(span: Span) -> list[int]:
    return [part.locator.page for part in span.parts if isinstance(part.locator, PdfLocator)]


def _part(first: int, *, header: bool) -> Draw:
    rows = [[f"Item {n}", str(n * 3), f"note {n}"] for n in range(first, first + 30)]
    return grid([["Item", "Qty", "Remark"], *rows] if header else rows, bottom=72)


@pytest.mark.parametrize("header", [True, False])
def test_a_table_that_goes_on_over_pages_is_one_with_its_header(
    tmp_path: Path, *, header: bool
) -> None:
    path = make_pdf(tmp_path / "a.pdf", _part(0, header=True), _part(30, header=header))
    document = document_of(path)
    (table,) = _tables(document)
    text = document.body[table.start : table.end]
    assert text.startswith("| Item | Qty | Remark |")
    assert text.count("Remark") == 1
    assert [n for n in range(60) if f"| Item {n} | {n * 3} | note {n} |" not in text] == []
    assert _pages(table) == [1] * 32 + [2] * 30


def test_another_table_on_the_next_page_is_its_own(tmp_path: Path) -> None:
    other = grid([["City", "Limit"], ["London", "220"], ["Leeds", "150"]], bottom=600)
    document = document_of(make_pdf(tmp_path / "a.pdf", _part(0, header=True), other))
    assert len(_tables(document)) == 2


def test_text_between_two_tables_keeps_them_apart(tmp_path: Path) -> None:
    second = together(prose(60, 4), _part(30, header=True))
    document = document_of(make_pdf(tmp_path / "a.pdf", _part(0, header=True), second))
    assert len(_tables(document)) == 2


def test_a_table_without_lines_is_read_by_its_columns(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        rows = [("City", "Hotel", "Meals"), ("London", "220", "40"), ("Leeds", "150", "35")]
        rows += [("York", "140", "35"), ("Bath", "160", "38"), ("Hull", "120", "30")]
        for down, row in enumerate(rows):
            for across, words in enumerate(row):
                canvas.drawString(72 + 150 * across, HEIGHT - 100 - 16 * down, words)

    document = document_of(make_pdf(tmp_path / "a.pdf", together(lines((60, 10, "Limits")), draw)))
    (table,) = _tables(document)
    assert "| Leeds | 150 | 35 |" in document.body[table.start : table.end]


_YEARS = [
    ["", "2023", "", "2024", ""],
    ["Item", "Plan", "Actual", "Plan", "Actual"],
    *([f"row {n}", f"{n}1", f"{n}2", f"{n}3", f"{n}4"] for n in range(4)),
]
_SPANS = [("SPAN", (1, 0), (2, 0)), ("SPAN", (3, 0), (4, 0))]
_GRID = ("GRID", (0, 0), (-1, -1), 1, colors.black)
_MIDDLE = ("ALIGN", (1, 0), (-1, -1), "CENTER")
_RULES = [("LINEABOVE", (0, row), (-1, row), 1, colors.black) for row in (0, 2)]


@pytest.mark.parametrize(
    "style", [[_GRID], [_GRID, _MIDDLE], [_MIDDLE, *_RULES]], ids=["left", "middle", "rules"]
)
def test_a_table_headed_by_two_rows_has_one_header(tmp_path: Path, style: list[Any]) -> None:
    def draw(canvas: Canvas) -> None:
        table = Table(_YEARS, style=[*_SPANS, *style])
        table.wrapOn(canvas, 400, 700)
        table.drawOn(canvas, 72, 500)

    body = document_of(make_pdf(tmp_path / "a.pdf", together(prose(60, 4), draw))).body
    header = "| Item | 2023 / Plan | 2023 / Actual | 2024 / Plan | 2024 / Actual |"
    assert header in body
    assert body.count("2023") == 2
    assert "| row 0 | 01 | 02 | 03 | 04 |" in body


@pytest.mark.parametrize(
    "top", [["", "Net", "", ""], ["Region", "North", "South", "East"], ["Note", "", "", ""]]
)
def test_a_name_over_one_column_stays_with_it(tmp_path: Path, top: list[str]) -> None:
    rows = [
        top,
        ["Item", "price of it", "Quantity", "Sum"],
        ["a", "1", "2", "3"],
        ["b", "4", "5", "6"],
    ]
    body = document_of(make_pdf(tmp_path / "a.pdf", grid(rows))).body
    assert f"| {' | '.join(top)} |\n" in body
    assert " / " not in body
