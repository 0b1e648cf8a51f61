"""Write .xlsb workbooks ([MS-XLSB]), which no library does, for tests."""

import struct
import zipfile
from pathlib import Path

_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def record(kind: int, data: bytes = b"") -> bytes:
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size = len(data)
    length = b""
    while True:
        length += bytes([size & 0x7F | (0x80 if size > 0x7F else 0)])
        size >>= 7
        if not size:
            return head + length + data


def string(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def row(number: int, *, hidden: bool = False) -> bytes:
    flags = bytes([0, 0x10 if hidden else 0])
    return record(0, struct.pack("<IIH", number, 0, 300) + flags + bytes(5))


def cell(kind: int, column: int, style: int, value: bytes) -> bytes:
    return record(kind, struct.pack("<II", column, style) + value)


def _relations(*links: tuple[str, str, str]) -> str:
    parts = (f'<Relationship Id="{i}" Type="{_TYPES}/{k}" Target="{t}"/>' for i, k, t in links)
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{"".join(parts)}</Relationships>'


_STRINGS = (
    b"\1"
    + string("5 · 10⁶ = 106 m2".replace("⁶", "6"))
    + struct.pack("<IHHHHHH", 3, 6, 1, 7, 0, 15, 1),
    b"\0" + string("plain"),
)
"""The shared strings: one with runs in a raised font, one without."""


def workbook(path: Path, *more: bytes) -> Path:
    """A workbook; `more` are cells of its last row, which is the sixth, and what else follows."""
    cells = [
        row(0), cell(6, 0, 0, string("Item")), cell(6, 1, 0, string("Share")),
        row(1), cell(6, 0, 0, string("Desk")), cell(5, 1, 1, struct.pack("<d", 0.125)),
        row(2), cell(6, 0, 0, string("Chair")), cell(5, 1, 2, struct.pack("<d", 7)),
        cell(3, 2, 0, b"\x07"), cell(6, 3, 0, string("cost")),
        row(3, hidden=True), cell(6, 0, 0, string("Gone")),
        *([row(5)] if more else []), *more,
    ]  # fmt: skip
    column = struct.pack("<4IH", 3, 3, 2000, 0, 1)
    sheet = [
        record(129), record(148, struct.pack("<4I", 0, 5, 0, 3)),
        record(390), record(60, column), record(391),
        record(145), *cells, record(146), record(130),
    ]  # fmt: skip
    note = struct.pack("<I4I", 0, 2, 2, 1, 1) + bytes(16)
    looks = (record(47, struct.pack("<4H", 0, code, 0, 0) + bytes(8)) for code in (0, 164, 165))
    formats = ((164, "0.0%"), (165, "00000"))
    parts: dict[str, str | bytes] = {
        "_rels/.rels": _relations(("w", "officeDocument", "xl/workbook.bin")),
        "xl/_rels/workbook.bin.rels": _relations(
            ("r1", "worksheet", "worksheets/sheet1.bin"),
            ("r2", "styles", "styles.bin"),
            ("r3", "sharedStrings", "sharedStrings.bin"),
        ),
        "xl/worksheets/_rels/sheet1.bin.rels": _relations(("c", "comments", "../comments1.bin")),
        "xl/workbook.bin": record(131)
        + record(143)
        + record(156, struct.pack("<II", 0, 1) + string("r1") + string("Plan"))
        + record(144)
        + record(132),
        "xl/styles.bin": record(278)
        + record(615, struct.pack("<I", 2))
        + b"".join(record(44, struct.pack("<H", n) + string(code)) for n, code in formats)
        + record(616)
        + record(611, struct.pack("<I", 2))
        + b"".join(record(43, struct.pack("<4H", 220, 0, 400, place)) for place in (0, 1))
        + record(612)
        + record(617, struct.pack("<I", 3))
        + b"".join(looks)
        + record(618)
        + record(279),
        "xl/sharedStrings.bin": record(159, struct.pack("<II", 2, 2))
        + b"".join(record(19, string) for string in _STRINGS)
        + record(160),
        "xl/worksheets/sheet1.bin": b"".join(sheet),
        "xl/comments1.bin": record(635, note) + record(637, b"\0" + string("Old stock")),
    }
    with zipfile.ZipFile(path, "w") as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return path
