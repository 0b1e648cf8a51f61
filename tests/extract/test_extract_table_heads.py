"""Tables that are headed by several rows have one header, which every passage repeats."""

from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from reading import document_of, texts_of

import making_hangul as hangul
import making_hangul5 as hangul5
from making_office import OldDeck, cell, old_table, open_document
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
        (
            [["", "Office", LEFT], ["North", "Oslo", "Bergen"], [ABOVE, "Bodo", "Moss"], _DATA],
            1,
            ["", "Office", ""],
        ),
        (
            [["No", LEFT, "Kind", LEFT], ["Form", LEFT, "Free", "None"], _DATA],
            1,
            ["No", "", "Kind", ""],
        ),
        ([_TOP, ["", "Plan " * 20, "Actual"], _DATA], 1, ["Dept", "Budget", ""]),
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


_OVER_ALL = "<tr><th colspan=3>Prices 2026</tr><tr><th>Name<th>Plan<th>Actual</tr>"


@pytest.mark.parametrize("head", [_OVER_ALL, f"<thead>{_OVER_ALL}</thead>"])
def test_a_name_over_a_whole_table_of_a_page_is_part_of_each_column_s(
    tmp_path: Path, head: str
) -> None:
    (tmp_path / "a.html").write_text(f"<table>{head}<tr><td>Sales<td>1<td>2</table>")
    (table,) = texts_of(document_of(tmp_path / "a.html"))
    assert table.splitlines() == [
        "| Prices 2026 / Name | Prices 2026 / Plan | Prices 2026 / Actual |",
        "| --- | --- | --- |",
        "| Sales | 1 | 2 |",
    ]


def test_a_name_over_a_whole_table_below_its_header_is_no_part_of_it(tmp_path: Path) -> None:
    head = "<tr><th>Name<th>Plan</tr><tr><th colspan=2>North</tr>"
    (tmp_path / "a.html").write_text(f"<table>{head}<tr><td>Sales<td>1</table>")
    (table,) = texts_of(document_of(tmp_path / "a.html"))
    assert table.splitlines()[0] == "| Name | Plan |"
    assert table.splitlines()[2:] == ["| North |  |", "| Sales | 1 |"]


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


_HEAD = [("Dept", "Budget"), ("", "Plan", "Actual"), ("Sales", "1", "2")]


@pytest.mark.parametrize(
    "shapes",
    [
        (r"\clvmgf\cellx100\cellx300", r"\clvmrg\cellx110\cellx210\cellx300"),
        (r"\trhdr\cellx100\cellx300", r"\trhdr\cellx110\cellx210\cellx300"),
    ],
)
def test_a_table_of_rich_text_headed_by_two_rows_has_one_header(
    tmp_path: Path, shapes: tuple[str, str]
) -> None:
    rows = zip((*shapes, r"\cellx100\cellx200\cellx300"), _HEAD, strict=True)
    text = "".join(
        rf"\trowd{shape}\pard\intbl " + "".join(rf"{cell}\cell " for cell in cells) + r"\row "
        for shape, cells in rows
    )
    (tmp_path / "a.rtf").write_text(rf"{{\rtf1\ansi {text}\pard\par}}", "ascii")
    assert texts_of(document_of(tmp_path / "a.rtf")) == [_WRITTEN]


def test_cells_of_rich_text_that_are_merged_by_marks_span_too(tmp_path: Path) -> None:
    shapes = (r"\clvmgf\cellx9\clmgf\cellx99\clmrg\cellx200", r"\clvmrg\cellx9\cellx99\cellx200")
    rows = zip((*shapes, r"\cellx9\cellx99\cellx200"), ("Dept||Budget|", "|Plan|Actual", "Sales|1|2"), strict=True)  # fmt: skip
    text = "".join(
        rf"\trowd{shape}\pard\intbl "
        + "".join(rf"{cell}\cell " for cell in cells.replace("||", "|").split("|"))
        + r"\row "
        for shape, cells in rows
    )
    (tmp_path / "a.rtf").write_text(rf"{{\rtf1\ansi {text}\pard\par}}", "ascii")
    assert texts_of(document_of(tmp_path / "a.rtf")) == [_WRITTEN]


def test_a_row_of_rich_text_whose_cells_end_elsewhere_stays_as_it_is(tmp_path: Path) -> None:
    text = (
        r"\trowd\cellx150\cellx900\pard\intbl A\cell B\cell\row"
        r"\trowd\cellx300\cellx600\cellx900\pard\intbl c\cell d\cell e\cell\row"
    )
    (tmp_path / "a.rtf").write_text(rf"{{\rtf1\ansi {text}\pard\par}}", "ascii")
    (table,) = texts_of(document_of(tmp_path / "a.rtf"))
    assert table.splitlines()[::2] == ["| A | B |  |", "| c | d | e |"]


def test_a_table_of_a_hangul_document_headed_by_two_rows_has_one_header(tmp_path: Path) -> None:
    spans = {"Dept": (2, 1), "Budget": (1, 2)}
    cells = [
        (text, number, column + (number == 1))
        for number, row in enumerate(_HEAD)
        for column, text in enumerate(filter(None, row))
    ]
    rows = [
        [
            hangul.cell(hangul.p(text), at=(row, column), span=spans.get(text, (1, 1)))
            for text, row, column in cells
            if row == number
        ]
        for number in range(3)
    ]
    made = hangul.document(tmp_path / "a.hwpx", hangul.p(hangul.run(hangul.table(*rows))))
    assert _WRITTEN in texts_of(document_of(made))
    five = [hangul5.cell(*one, span=spans.get(one[0], (1, 1))) for one in cells]
    anchor = hangul5.paragraph(hangul5.anchor(11, "tbl "), controls=[hangul5.table(*five)])
    assert _WRITTEN in texts_of(document_of(hangul5.document(tmp_path / "a.hwp", anchor)))


def test_a_table_of_an_open_deck_headed_by_two_rows_has_one_header(tmp_path: Path) -> None:
    covered = "<table:covered-table-cell/>"
    rows = (
        cell("Dept", number_rows_spanned="2")
        + cell("Budget", number_columns_spanned="2")
        + covered,
        covered + cell("Plan") + cell("Actual"),
        cell("Sales") + cell("1") + cell("2"),
    )
    body = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    page = f"<draw:page><draw:frame><table:table>{body}</table:table></draw:frame></draw:page>"
    path = open_document(tmp_path / "a.odp", "presentation", page)
    assert texts_of(document_of(path))[-1] == _WRITTEN


def test_a_table_of_an_old_deck_headed_by_two_rows_has_one_header(tmp_path: Path) -> None:
    deck = OldDeck()
    places = {
        "Dept": (0, 0, 99, 200), "Budget": (0, 100, 300, 99), "Plan": (100, 100, 199, 200),
        "Actual": (100, 200, 300, 200), "Sales": (200, 0, 99, 300), "1": (200, 100, 199, 300),
        "2": (200, 200, 300, 300),
    }  # fmt: skip
    deck.add("Costs", table=old_table(*places.items()))
    assert texts_of(document_of(deck.save(tmp_path / "a.ppt")))[-1] == _WRITTEN


def test_a_row_of_a_hangul_document_that_leaves_cells_empty_is_no_header(tmp_path: Path) -> None:
    rows = [
        [hangul.cell(hangul.p("구분"), span=(1, 2)), hangul.cell(hangul.p("규격"))],
        [hangul.cell(hangul.p(text)) for text in ("기획", "행사", "")],
        [hangul.cell(hangul.p(text)) for text in ("운영", "진행", "상")],
    ]
    made = hangul.document(tmp_path / "a.hwpx", hangul.p(hangul.run(hangul.table(*rows))))
    assert texts_of(document_of(made))[-1].splitlines()[0] == "| 구분 |  | 규격 |"
