import struct
from datetime import date
from pathlib import Path

import pytest
import xlwt
from reading import blocks_of, document_of, failure_of

from making_sheets_97 import box, chart, shortened, with_records
from okf_server.extract.pool import Job, Pool
from okf_server.model.document import BlockKind, Extracted
from okf_server.model.locator import SheetLocator


@pytest.fixture
def old(tmp_path: Path) -> Path:
    workbook = xlwt.Workbook()
    sheet = workbook.add_sheet("Plan")
    rows: list[list[tuple[object, str]]] = [
        [("Item", ""), ("Id", ""), ("Share", ""), ("From", "")],
        [("Desk", ""), (7, "00000"), (0.125, "0.0%"), (date(2026, 1, 31), "dd.mm.yyyy")],
        [("Chair", ""), (True, ""), (2.50, ""), (date(2026, 2, 1), "yyyy-mm-dd")],
    ]
    for row, cells in enumerate(rows):
        for column, (value, code) in enumerate(cells):
            sheet.write(row, column, value, xlwt.easyxf(num_format_str=code or "General"))
    sheet.write_merge(4, 5, 0, 1, "Merged")
    sheet.write(5, 2, "c")
    sheet.row(7).set_cell_error(0, "#DIV/0!")
    sheet.row(1).hidden = True
    other = workbook.add_sheet("Rates")
    other.write(0, 0, "unseen")
    other.visibility = 1
    workbook.save(str(tmp_path / "a.xls"))
    return tmp_path / "a.xls"


def test_an_old_workbook_reads_as_its_sheets_show_it(old: Path) -> None:
    document = document_of(old)
    assert document.body.splitlines()[2:5] == [
        "| Item | Id | Share | From |",
        "| --- | --- | --- | --- |",
        "| Chair | TRUE | 2.5 | 2026-02-01 |",
    ]
    assert document.spans[1].locator == SheetLocator(sheet="Plan", range="A1:D3")
    assert document.body.count("Merged") == 1
    assert "#DIV/0!" in document.body
    assert "## Rates (hidden sheet)\n\nunseen" in document.body
    assert document.details["hidden_rows"] == ["Plan!2:2"]
    assert document.hidden == ("Desk | 00007 | 12.5% | 31.01.2026",)


def test_an_old_sheet_that_spans_millions_of_cells_is_read_in_little_memory(tmp_path: Path) -> None:
    workbook = xlwt.Workbook()
    sheet = workbook.add_sheet("Plan")
    sheet.write(0, 0, 7, xlwt.easyxf(num_format_str="00000"))
    sheet.write(65_535, 255, "last")
    workbook.save(str(tmp_path / "a.xls"))
    with Pool(1, 30, memory_mb=300) as pool:
        ((_, outcome),) = pool.run([Job("a", tmp_path / "a.xls", ".xls")])
    assert isinstance(outcome, Extracted)
    assert outcome.document.body == "## Plan\n\n00007\n\nlast\n"


def _plan() -> xlwt.Workbook:
    workbook = xlwt.Workbook()
    sheet = workbook.add_sheet("Plan")
    rows: list[list[object]] = [["Item", "Cost"], ["Desk", 7], ["Chair", 5]]
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            sheet.write(row, column, value)
    return workbook


def test_text_boxes_of_an_old_sheet_stand_at_their_cells(tmp_path: Path) -> None:
    boxes = [box("Until 31 March “only”", 5, 3), box("Of no use", 9, 0, hidden=True)]
    document = document_of(with_records(_plan(), tmp_path / "a.xls", *boxes))
    assert blocks_of(document)[-1] == (
        BlockKind.PARAGRAPH,
        "Until 31 March “only”",
        SheetLocator(sheet="Plan", range="D6"),
    )
    assert document.hidden == ("Of no use",)


def test_a_chart_of_an_old_sheet_gives_its_titles_once(tmp_path: Path) -> None:
    drawn = chart(5, 3, "Costs by item", "EUR", "Costs by item", "#REF!")
    document = document_of(with_records(_plan(), tmp_path / "a.xls", drawn))
    assert blocks_of(document)[2:] == [
        (BlockKind.CAPTION, text, SheetLocator(sheet="Plan", range="D6:F9"))
        for text in ("Costs by item", "EUR")
    ]


def test_a_comment_of_an_old_sheet_is_no_box(tmp_path: Path) -> None:
    comment = box("Old stock", 5, 3).replace(
        struct.pack("<HHH", 0x15, 0x12, 6), struct.pack("<HHH", 0x15, 0x12, 0x19)
    )
    document = document_of(with_records(_plan(), tmp_path / "a.xls", comment))
    assert "Old stock" not in document.body


@pytest.mark.parametrize("most", [0, 1, 4, 10, 17, 20, 40])
def test_records_of_a_box_that_are_cut_short_cost_no_cell(tmp_path: Path, most: int) -> None:
    records = shortened(box("Until 31 March", 5, 3) + chart(1, 1, "Costs"), most)
    document = document_of(with_records(_plan(), tmp_path / "a.xls", records))
    assert "| Chair | 5 |" in document.body


def test_a_workbook_that_ends_in_the_midst_of_a_record_fails_with_a_reason(tmp_path: Path) -> None:
    path = with_records(_plan(), tmp_path / "a.xls", box("Until 31 March", 5, 3)[:-1])
    assert failure_of(path).reason.startswith("not a readable .xls file: ")


def test_formulas_of_an_old_workbook_are_told(tmp_path: Path) -> None:
    workbook = _plan()
    sheet = workbook.get_sheet(0)
    sheet.write(3, 1, xlwt.Formula("SUM(B2:B3)*(1+$B$2)"))
    sheet.write(4, 1, xlwt.Formula('IF(Plan!B2>3,"many","few")'))
    workbook.save(str(tmp_path / "a.xls"))
    details = document_of(tmp_path / "a.xls").details
    assert details["formulas"] == 2
    assert details["formula_cells"] == [
        "Plan!B4 = SUM(B2:B3)*(1.0+$B$2)",
        'Plan!B5 = IF(Plan!B2>3.0,"many","few")',
    ]
