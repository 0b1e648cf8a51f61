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


def _workbook(path: Path) -> Path:
    cells = [
        _row(0), _cell(6, 0, 0, _string("Item")), _cell(6, 1, 0, _string("Share")),
        _row(1), _cell(6, 0, 0, _string("Desk")), _cell(5, 1, 1, struct.pack("<d", 0.125)),
        _row(2), _cell(6, 0, 0, _string("Chair")), _cell(5, 1, 2, struct.pack("<d", 7)),
        _cell(3, 2, 0, b"\x07"), _cell(6, 3, 0, _string("cost")),
        _row(3, hidden=True), _cell(6, 0, 0, _string("Gone")),
    ]  # fmt: skip
    column = struct.pack("<4IH", 3, 3, 2000, 0, 1)
    sheet = [
        _record(129), _record(148, struct.pack("<4I", 0, 3, 0, 3)),
        _record(390), _record(60, column), _record(391),
        _record(145), *cells, _record(146), _record(130),
    ]  # fmt: skip
    note = struct.pack("<I4I", 0, 2, 2, 1, 1) + bytes(16)
    looks = (_record(47, struct.pack("<4H", 0, code, 0, 0) + bytes(8)) for code in (0, 164, 165))
    formats = ((164, "0.0%"), (165, "00000"))
    parts: dict[str, str | bytes] = {
        "_rels/.rels": _relations(("w", "officeDocument", "xl/workbook.bin")),
        "xl/_rels/workbook.bin.rels": _relations(
            ("r1", "worksheet", "worksheets/sheet1.bin"), ("r2", "styles", "styles.bin")
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
        + _record(617, struct.pack("<I", 3))
        + b"".join(looks)
        + _record(618)
        + _record(279),
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
