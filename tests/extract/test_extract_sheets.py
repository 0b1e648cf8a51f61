from pathlib import Path

import openpyxl
from reading import blocks_of, document_of

from okf_server.model.document import BlockKind
from okf_server.model.locator import SheetLocator


def _workbook(path: Path, **sheets: list[list[object]]) -> Path:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.worksheets[0])
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(row)
    workbook.save(path)
    return path


def test_each_sheet_is_a_heading_and_each_row_has_its_range(tmp_path: Path) -> None:
    path = _workbook(
        tmp_path / "a.xlsx", Q1=[["Item", "Limit"], ["Hotel", 150]], Q2=[["x", "y"], [1, 2]]
    )
    document = document_of(path)
    assert document.body.startswith(
        "## Q1\n\n| Item | Limit |\n| --- | --- |\n| Hotel | 150 |\n\n## Q2\n"
    )
    heading, table = document.spans[:2]
    assert heading.locator == SheetLocator(sheet="Q1", range="A1:B1")
    assert table.locator == SheetLocator(sheet="Q1", range="A1:B2")
    assert [part.locator for part in table.parts] == [
        SheetLocator(sheet="Q1", range=cells) for cells in ("A1:B1", "A1:B1", "A2:B2")
    ]


def test_titles_above_a_table_are_paragraphs(tmp_path: Path) -> None:
    path = _workbook(tmp_path / "a.xlsx", S=[["Budget 2026"], ["Item", "Cost"], ["Desk", 90]])
    kinds = [(kind, text) for kind, text, _ in blocks_of(document_of(path))]
    assert kinds[1] == (BlockKind.PARAGRAPH, "Budget 2026")
    assert kinds[2][1].startswith("| Item | Cost |")


def test_tables_that_lie_apart_stay_apart(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["a", "b", None, "p", "q"],
        [1, 2, None, 3, 4],
        [],
        ["c", "d"],
        [5, 6],
    ]
    document = document_of(_workbook(tmp_path / "a.xlsx", S=rows))
    places = [place for kind, _, place in blocks_of(document) if kind is BlockKind.TABLE]
    assert places == [SheetLocator(sheet="S", range=r) for r in ("A1:B2", "D1:E2", "A4:B5")]


def test_a_merged_cell_stands_once_and_parts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "M"
    for row in (["Region", None, None, "Total"], ["North", None, None, 5], [None, None, None, 6]):
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("A2:C3")
    workbook.save(path)
    assert document_of(path).body.splitlines()[2:] == [
        "| Region | Total |",
        "| --- | --- |",
        "| North | 5 |",
        "|  | 6 |",
    ]


def test_hidden_sheets_are_read_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    workbook = openpyxl.Workbook()
    workbook.worksheets[0]["A1"] = "seen"
    hidden = workbook.create_sheet("Secret rates")
    hidden["A1"] = "unseen"
    hidden.sheet_state = "hidden"
    workbook.save(path)
    document = document_of(path)
    assert "unseen" in document.body
    assert document.details["hidden_sheets"] == ["Secret rates"]


def test_ten_thousand_rows_are_read_row_by_row(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Id", "Name", "Qty"],
        *([n, f"part {n}", n % 7] for n in range(10_000)),
    ]
    document = document_of(_workbook(tmp_path / "a.xlsx", Parts=rows))
    (table,) = (span for span in document.spans if span.kind is BlockKind.TABLE)
    assert len(table.parts) == 10_002
    last = table.parts[-1]
    assert document.body[last.start : last.end] == "| 9999 | part 9999 | 3 |"
    assert last.locator == SheetLocator(sheet="Parts", range="A10001:C10001")


def test_a_sheet_name_is_text_and_no_markup(tmp_path: Path) -> None:
    rows: list[list[object]] = [["x", "y"]]
    path = _workbook(tmp_path / "a.xlsx", **{"<b>#1": rows})
    assert document_of(path).body.startswith("## \\<b>#1\n")
