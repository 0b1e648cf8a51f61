import struct
import zipfile
from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of

from okf_server.model.document import BlockKind
from okf_server.model.locator import SheetLocator

_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _record(kind: int, data: bytes = b"") -> bytes:
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size = len(data)
    length = b""
    while True:
        length += bytes([size & 0x7F | (0x80 if size > 0x7F else 0)])
        size >>= 7
        if not size:
            return head + length + data


def _string(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def _row(number: int, *, hidden: bool = False) -> bytes:
    flags = bytes([0, 0x10 if hidden else 0])
    return _record(0, struct.pack("<IIH", number, 0, 300) + flags + bytes(5))


def _cell(kind: int, column: int, style: int, value: bytes) -> bytes:
    return _record(kind, struct.pack("<II", column, style) + value)


def _relations(*links: tuple[str, str, str]) -> str:
    parts = (f'<Relationship Id="{i}" Type="{_TYPES}/{k}" Target="{t}"/>' for i, k, t in links)
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{"".join(parts)}</Relationships>'


_STRINGS = (
    b"\1"
    + _string("5 · 10⁶ = 106 m2".replace("⁶", "6"))
    + struct.pack("<IHHHHHH", 3, 6, 1, 7, 0, 15, 1),
    b"\0" + _string("plain"),
)
"""The shared strings: one with runs in a raised font, one without."""


def _workbook(path: Path, *more: bytes) -> Path:
    """A workbook; `more` are cells of its last row."""
    cells = [
        _row(0), _cell(6, 0, 0, _string("Item")), _cell(6, 1, 0, _string("Share")),
        _row(1), _cell(6, 0, 0, _string("Desk")), _cell(5, 1, 1, struct.pack("<d", 0.125)),
        _row(2), _cell(6, 0, 0, _string("Chair")), _cell(5, 1, 2, struct.pack("<d", 7)),
        _cell(3, 2, 0, b"\x07"), _cell(6, 3, 0, _string("cost")),
        _row(3, hidden=True), _cell(6, 0, 0, _string("Gone")),
        *([_row(5)] if more else []), *more,
    ]  # fmt: skip
    column = struct.pack("<4IH", 3, 3, 2000, 0, 1)
    sheet = [
        _record(129), _record(148, struct.pack("<4I", 0, 5, 0, 3)),
        _record(390), _record(60, column), _record(391),
        _record(145), *cells, _record(146), _record(130),
    ]  # fmt: skip
    note = struct.pack("<I4I", 0, 2, 2, 1, 1) + bytes(16)
    looks = (_record(47, struct.pack("<4H", 0, code, 0, 0) + bytes(8)) for code in (0, 164, 165))
    formats = ((164, "0.0%"), (165, "00000"))
    parts: dict[str, str | bytes] = {
        "_rels/.rels": _relations(("w", "officeDocument", "xl/workbook.bin")),
        "xl/_rels/workbook.bin.rels": _relations(
            ("r1", "worksheet", "worksheets/sheet1.bin"),
            ("r2", "styles", "styles.bin"),
            ("r3", "sharedStrings", "sharedStrings.bin"),
        ),
        "xl/worksheets/_rels/sheet1.bin.rels": _relations(("c", "comments", "../comments1.bin")),
        "xl/workbook.bin": _record(131)
        + _record(143)
        + _record(156, struct.pack("<II", 0, 1) + _string("r1") + _string("Plan"))
        + _record(144)
        + _record(132),
        "xl/styles.bin": _record(278)
        + _record(615, struct.pack("<I", 2))
        + b"".join(_record(44, struct.pack("<H", n) + _string(code)) for n, code in formats)
        + _record(616)
        + _record(611, struct.pack("<I", 2))
        + b"".join(_record(43, struct.pack("<4H", 220, 0, 400, place)) for place in (0, 1))
        + _record(612)
        + _record(617, struct.pack("<I", 3))
        + b"".join(looks)
        + _record(618)
        + _record(279),
        "xl/sharedStrings.bin": _record(159, struct.pack("<II", 2, 2))
        + b"".join(_record(19, string) for string in _STRINGS)
        + _record(160),
        "xl/worksheets/sheet1.bin": b"".join(sheet),
        "xl/comments1.bin": _record(635, note) + _record(637, b"\0" + _string("Old stock")),
    }
    with zipfile.ZipFile(path, "w") as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return path


def test_a_binary_workbook_reads_as_its_sheets_show_it(tmp_path: Path) -> None:
    document = document_of(_workbook(tmp_path / "a.xlsb"))
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
    path = _workbook(tmp_path / "a.xlsb")
    with zipfile.ZipFile(path) as package:
        members = {name: package.read(name) for name in package.namelist()}
    members[part] = members[part][:9] + b"\xff" * 5
    with zipfile.ZipFile(path, "w") as package:
        for name, data in members.items():
            package.writestr(name, data)
    assert failure_of(path).reason.startswith("not a readable .xlsb file: ")


def test_a_binary_workbook_keeps_numbers_above_the_line(tmp_path: Path) -> None:
    strings = [_cell(7, column, 0, struct.pack("<I", column)) for column in (0, 1)]
    rich = _cell(62, 2, 0, b"\0" + _string("at once"))
    body = document_of(_workbook(tmp_path / "a.xlsb", *strings, rich)).body
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
    document = document_of(_workbook(tmp_path / "a.xlsb", _cell(9, 0, 0, value)))
    assert document.details["formulas"] == 1
    assert document.details.get("formula_cells", []) == (
        [f"Plan!A6 = {written}"] if written else []
    )


def test_a_formula_stands_behind_its_value_of_any_kind(tmp_path: Path) -> None:
    formula = bytes(2) + struct.pack("<I", 3) + b"\x1e\7\0"
    values = {8: _string("ab"), 9: bytes(8), 10: b"\1", 11: b"\7"}
    cells = [_cell(kind, n, 0, value + formula) for n, (kind, value) in enumerate(values.items())]
    details = document_of(_workbook(tmp_path / "a.xlsb", *cells)).details
    assert details["formula_cells"] == [f"Plan!{column}6 = 7" for column in "ABCD"]
