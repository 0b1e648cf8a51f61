import struct
import zipfile
from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of

from making_xlsb import cell, string, workbook
from okf_server.model.document import BlockKind
from okf_server.model.locator import SheetLocator


def test_a_binary_workbook_reads_as_its_sheets_show_it(tmp_path: Path) -> None:
    document = document_of(workbook(tmp_path / "a.xlsb"))
    assert blocks_of(document)[1:] == [
        (
            BlockKind.TABLE,
            "| Item | Share |  |\n| --- | --- | --- |\n| Desk | 12.5% |  |\n| Chair | 00007 | #DIV/0! |",
            SheetLocator(sheet="Plan", range="A1:D3"),
        ),
        (BlockKind.NOTE, "Old stock", SheetLocator(sheet="Plan", range="B3")),
    ]
    assert document.details["hidden_rows"] == ["Plan!4:4"]
    assert document.details["hidden_columns"] == ["Plan!D:D"]
    assert document.hidden == ("cost", "Gone")


@pytest.mark.parametrize("part", ["xl/workbook.bin", "xl/styles.bin", "xl/worksheets/sheet1.bin"])
def test_records_cut_short_fail_with_a_reason(tmp_path: Path, part: str) -> None:
    path = workbook(tmp_path / "a.xlsb")
    with zipfile.ZipFile(path) as package:
        members = {name: package.read(name) for name in package.namelist()}
    members[part] = members[part][:9] + b"\xff" * 5
    with zipfile.ZipFile(path, "w") as package:
        for name, data in members.items():
            package.writestr(name, data)
    assert failure_of(path).reason.startswith("not a readable .xlsb file: ")


def test_a_binary_workbook_keeps_numbers_above_the_line(tmp_path: Path) -> None:
    strings = [cell(7, column, 0, struct.pack("<I", column)) for column in (0, 1)]
    rich = cell(62, 2, 0, b"\0" + string("at once"))
    body = document_of(workbook(tmp_path / "a.xlsb", *strings, rich)).body
    assert "| 5 · 10⁶ = 106 m² | plain | at once |" in body


_REF, _SUM, _IF = (
    b"\x44" + struct.pack("<IH", 1, 0xC001),
    struct.pack("<BBH", 0x42, 1, 4),
    b"\x42\3\1\0",
)


@pytest.mark.parametrize(
    ("tokens", "written"),
    [
        (_REF + b"\x1e\2\0\3\x15\x1e\3\0\5", "(B2+2)*3"),
        (_REF + b"\x1e\2\0\3\x1e\3\0\5", "(B2+2)*3"),
        (b"\x25" + struct.pack("<IIHH", 0, 2, 0, 0x8001) + _SUM, "SUM($A$1:$B3)"),
        (_REF + b"\x19\x10\0\0", "SUM(B2)"),
        (_REF + b'\x17\2\0a\0"\0' + b"\x1d\1" + _IF, 'IF(B2,"a""",TRUE)'),
        (b"\x1f" + struct.pack("<d", 0.5) + b"\x14\x13", "-0.5%"),
        (b"\x3a\0\0\0\0\0\0\0\0", ""),
        (b"\x03\x03", ""),
        (b"\x44\1", ""),
        (b"", ""),
    ],
)
def test_formulas_of_a_binary_workbook_are_told_where_they_stand_alone(
    tmp_path: Path, tokens: bytes, written: str
) -> None:
    value = struct.pack("<d", 7) + bytes(2) + struct.pack("<I", len(tokens)) + tokens
    document = document_of(workbook(tmp_path / "a.xlsb", cell(9, 0, 0, value)))
    assert document.details["formulas"] == 1
    assert document.details.get("formula_cells", []) == (
        [f"Plan!A6 = {written}"] if written else []
    )


def test_a_formula_stands_behind_its_value_of_any_kind(tmp_path: Path) -> None:
    formula = bytes(2) + struct.pack("<I", 3) + b"\x1e\7\0"
    values = {8: string("ab"), 9: bytes(8), 10: b"\1", 11: b"\7"}
    cells = [cell(kind, n, 0, value + formula) for n, (kind, value) in enumerate(values.items())]
    details = document_of(workbook(tmp_path / "a.xlsb", *cells)).details
    assert details["formula_cells"] == [f"Plan!{column}6 = 7" for column in "ABCD"]
