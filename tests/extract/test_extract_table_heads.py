"""Tables that are headed by several rows have one header, which every passage repeats."""

from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from reading import document_of, texts_of

from okf_server.extract.table_heads import ABOVE, LEFT, with_one_header
from okf_server.model.locator import SheetLocator

_TOP = ["Dept", "Budget", LEFT]
_BELOW = [ABOVE, "Plan", "Actual"]
_DATA = ["Sales", "1", "2"]


@pytest.mark.parametrize(
    ("rows", "declared", "header"),
    [
        ([_TOP, _BELOW, _DATA], 1, ["Dept", "Budget / Plan", "Budget / Actual"]),
        ([_TOP, ["", "2025", "2026"], _DATA], 1, ["Dept", "Budget / 2025", "Budget / 2026"]),
        ([_TOP, ["North", "1", "2"], _DATA], 1, ["Dept", "Budget", ""]),
        ([["Dept", "Contact", LEFT], ["IT", "Ann", "x"], _DATA], 1, ["Dept", "Contact", ""]),
        (
            [["", "Budget", LEFT], ["Dept", "Plan", "Actual"], _DATA],
            1,
            ["Dept", "Budget / Plan", "Budget / Actual"],
        ),
        ([_TOP, _BELOW], 1, ["Dept", "Budget", ""]),
        ([["North", "a", "b"], [ABOVE, "c", "d"], _DATA], 1, ["North", "a", "b"]),
        ([["A", "B"], ["m", "kg"], ["1", "2"]], 2, ["A / m", "B / kg"]),
        (
            [
                ["", "Year", LEFT, LEFT, LEFT],
                ["", "H1", LEFT, "H2", LEFT],
                ["", "Q1", "Q2", "Q3", "Q4"],
                ["x", "1"],
            ],
            1,
            ["", "Year / H1 / Q1", "Year / H1 / Q2", "Year / H2 / Q3", "Year / H2 / Q4"],
        ),
    ],
)
def test_rows_of_names_below_a_spanning_name_are_one_header(
    rows: list[list[str]], declared: int, header: list[str]
) -> None:
    assert with_one_header(rows, declared=declared)[0] == header


def test_a_sheet_headed_by_two_rows_has_one_header(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    for row in (["Dept", "Budget"], [None, "Plan", "Actual"], ["Sales", 1, 2], ["IT", 3, 4]):
        sheet.append(row)
    sheet.merge_cells("A1:A2")
    sheet.merge_cells("B1:C1")
    workbook.save(tmp_path / "a.xlsx")
    document = document_of(tmp_path / "a.xlsx")
    assert texts_of(document)[1].splitlines()[0] == "| Dept | Budget / Plan | Budget / Actual |"
    places = [part.locator for part in document.spans[1].parts]
    assert places[0] == SheetLocator(sheet="Sheet", range="A1:C2")
    assert places[2] == SheetLocator(sheet="Sheet", range="A3:C3")


@pytest.mark.parametrize(
    "head",
    [
        "<tr><th rowspan=2>Dept<th colspan=2>Budget<tr><th>Plan<th>Actual",
        "<thead><tr><td rowspan=2>Dept<td colspan=2>Budget<tr><td>Plan<td>Actual</thead>",
    ],
)
def test_a_page_s_table_headed_by_two_rows_has_one_header(tmp_path: Path, head: str) -> None:
    (tmp_path / "a.html").write_text(f"<table>{head}<tr><td>Sales<td>1<td>2</table>")
    (table,) = texts_of(document_of(tmp_path / "a.html"))
    assert table.splitlines() == [
        "| Dept | Budget / Plan | Budget / Actual |",
        "| --- | --- | --- |",
        "| Sales | 1 | 2 |",
    ]


_CELLS = ("Dept", "Budget", "", "", "Plan", "Actual", "Sales", "1", "2")
_WRITTEN = "| Dept | Budget / Plan | Budget / Actual |\n| --- | --- | --- |\n| Sales | 1 | 2 |"


def test_a_table_of_word_headed_by_two_rows_has_one_header(tmp_path: Path) -> None:
    made = docx.Document()
    table = made.add_table(3, 3)
    for number, text in enumerate(_CELLS):
        table.cell(number // 3, number % 3).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    made.save(str(tmp_path / "a.docx"))
    assert texts_of(document_of(tmp_path / "a.docx")) == [_WRITTEN]


def test_a_table_on_a_slide_headed_by_two_rows_has_one_header(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    table = slide.shapes.add_table(3, 3, 0, 0, 4_000_000, 2_000_000).table
    for number, text in enumerate(_CELLS):
        table.cell(number // 3, number % 3).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    deck.save(str(tmp_path / "a.pptx"))
    assert texts_of(document_of(tmp_path / "a.pptx"))[-1] == _WRITTEN
