from datetime import date
from pathlib import Path

import pytest
import xlwt
from reading import document_of

from okf_server.extract.pool import Job, Pool
from okf_server.model.document import Extracted
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
