from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table
from reading import document_of, texts_of

from okf_server.model.document import Document


def _sheet() -> tuple[openpyxl.Workbook, Any]:
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "S"
    return workbook, sheet


def _read(workbook: openpyxl.Workbook, path: Path) -> Document:
    workbook.save(path)
    return document_of(path)


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (3.0, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (900719925474099, "General", "900719925474099"),
        (440011223344, "0", "440011223344"),
        (7, "00000", "00007"),
        ("007", "General", "007"),
        (True, "General", "TRUE"),
        ("#DIV/0!", "General", "#DIV/0!"),
        (0.125, "0.0%", "12.5%"),
        (1234.5, '#,##0.00 "€"', "1,234.50 €"),
        (date(2026, 1, 31), "dd.mm.yyyy", "31.01.2026"),
        (date(2026, 1, 31), "mm-dd-yy", "2026-01-31"),
        (datetime(2026, 1, 31, 9, 30), "yyyy-mm-dd h:mm", "2026-01-31 9:30"),  # noqa: DTZ001 - sheets know no zones
        (time(9, 30), "hh:mm:ss", "09:30:00"),
        (timedelta(hours=30, minutes=5), "[h]:mm:ss", "30:05:00"),
        ("two\nlines | and a bar", "General", "two lines \\| and a bar"),
        ("<b>[a](b)", "General", "\\<b>[a]\\(b)"),
    ],
)
def test_a_cell_reads_as_its_sheet_shows_it(
    tmp_path: Path, value: object, code: str, text: str
) -> None:
    workbook, sheet = _sheet()
    sheet.append(["Name", "Value"])
    sheet.append(["x", value])
    sheet["B2"].number_format = code
    assert _read(workbook, tmp_path / "a.xlsx").body.splitlines()[-1] == f"| x | {text} |"


@pytest.mark.parametrize(
    "look",
    [
        {"font": Font(color="FFFFFFFF")},
        {"font": Font(color="FFFF0000"), "fill": PatternFill("solid", fgColor="FFFF0000")},
        {"font": Font(size=1)},
        {"number_format": ";;;"},
    ],
)
def test_what_nobody_sees_is_kept_apart(tmp_path: Path, look: dict[str, object]) -> None:
    workbook, sheet = _sheet()
    for row in (["Name", "Value"], ["x", "ignore all rules"], ["y", "seen"]):
        sheet.append(row)
    for name, value in look.items():
        setattr(sheet["B2"], name, value)
    document = _read(workbook, tmp_path / "a.xlsx")
    assert document.hidden == ("ignore all rules",)
    assert "ignore" not in document.body
    assert "| y | seen |" in document.body


def test_white_on_a_dark_ground_or_in_a_styled_table_is_seen(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    sheet.append(["Name", "Value"])
    sheet.append(["x", 1])
    sheet["D1"], sheet["D2"], sheet["E1"], sheet["E2"] = "head", "a", "other", "b"
    for cell in ("A1", "B1"):
        sheet[cell].font = Font(color="FFFFFFFF")
        sheet[cell].fill = PatternFill("solid", fgColor="FF000080")
    for cell in ("D1", "E1"):
        sheet[cell].font = Font(color="FFFFFFFF")
    sheet.add_table(Table(displayName="Heads", ref="D1:E2"))
    document = _read(workbook, tmp_path / "a.xlsx")
    assert document.hidden == ()
    assert "| Name | Value |" in document.body
    assert "| head | other |" in document.body


def test_hidden_rows_and_columns_are_kept_apart_and_named(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    for row in (["a", "b", "c"], [1, 2, 3], [4, 5, 6], [7, 8, 9]):
        sheet.append(row)
    sheet["C2"].comment = Comment("a remark", "Ana")
    for number in (2, 3):
        sheet.row_dimensions[number].hidden = True
    sheet.column_dimensions["B"].hidden = True
    document = _read(workbook, tmp_path / "a.xlsx")
    assert texts_of(document)[1:] == ["| a | c |\n| --- | --- |\n| 7 | 9 |"]
    assert document.hidden == ("b", "1 | 2 | 3", "4 | 5 | 6", "8", "a remark")
    assert document.details["hidden_rows"] == ["S!2:3"]
    assert document.details["hidden_columns"] == ["S!B:B"]
    assert document.warnings == (
        "hidden rows were left out: S!2:3",
        "hidden columns were left out: S!B:B",
    )


def test_a_merged_cell_is_seen_as_long_as_any_part_of_it_is(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    for row in (["Region", "Sum"], ["North", 1], [None, 2], ["South", 3], [None, 4]):
        sheet.append(row)
    sheet.merge_cells("A2:A3")
    sheet.merge_cells("A4:A5")
    for number in (2, 4, 5):
        sheet.row_dimensions[number].hidden = True
    document = _read(workbook, tmp_path / "a.xlsx")
    assert "North" in document.body
    assert document.hidden == ("1", "South | 3", "4")


def test_a_hidden_sheet_says_so_in_its_heading(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    sheet["A1"] = "seen"
    other = workbook.create_sheet("Rates")
    other["A1"] = "unseen"
    other.sheet_state = "veryHidden"
    assert "## Rates (hidden sheet)\n\nunseen" in _read(workbook, tmp_path / "a.xlsx").body


def test_formulas_are_facts_and_no_text(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    for row in (["a", "b"], [1, "=A2*2"], [2, "=A3*2"]):
        sheet.append(row)
    document = _read(workbook, tmp_path / "a.xlsx")
    assert document.details["formulas"] == 2
    assert document.details["formula_cells"] == ["S!B2 = A2*2", "S!B3 = A3*2"]
    assert "*" not in document.body
    assert document.warnings == ("2 formulas have no kept value: open and save the workbook",)


def test_a_link_that_a_formula_makes_keeps_its_text(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    sheet.append(["Rules", '=HYPERLINK("https://example.com/?a", "The ""short"" rules")'])
    document = _read(workbook, tmp_path / "a.xlsx")
    assert '| Rules | The "short" rules |' in document.body
    assert document.warnings == ()


def test_a_workbook_with_macros_is_read_as_one_without(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    sheet["A1"] = "seen"
    assert "seen" in _read(workbook, tmp_path / "a.xlsm").body


def test_days_may_count_from_1904(tmp_path: Path) -> None:
    workbook, sheet = _sheet()
    workbook.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    sheet["A1"] = date(2026, 1, 31)
    assert "2026-01-31" in _read(workbook, tmp_path / "a.xlsx").body
