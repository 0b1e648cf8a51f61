"""Write .xls workbooks ([MS-XLS]) with what no library writes: text boxes and charts' words, for tests."""

import struct
from pathlib import Path

import xlwt
from xlwt.CompoundDoc import XlsDoc

_TEXT_BOX, _CHART = 6, 5  # kinds of objects


def with_records(workbook: xlwt.Workbook, path: Path, *records: bytes) -> Path:
    """A workbook of one sheet with records put at its end."""
    data = workbook.get_biff_data()
    end = _record(0x0A)
    assert data.endswith(end)
    XlsDoc().save(str(path), data[: -len(end)] + b"".join(records) + end)
    return path


def box(text: str, row: int, column: int, *, hidden: bool = False, runs: bytes = b"") -> bytes:
    """A text box that begins in a cell; `runs` are pairs of a place and a font."""
    half = len(text) // 2  # in two records, the first with one byte to a letter
    letters = _record(0x3C, b"\0" + text[:half].encode("latin-1"))
    letters += _record(0x3C, b"\1" + text[half:].encode("utf-16-le"))
    padded = b"".join(runs[at : at + 4] + bytes(4) for at in range(0, len(runs), 4))
    sizes = struct.pack("<HH", len(text), len(padded))
    head = _record(0x1B6, bytes(10) + sizes + bytes(4))
    shape = _shape(row, column, _TEXT_BOX, hidden=hidden)
    return shape + head + letters + (_record(0x3C, padded) if padded else b"")


def shortened(records: bytes, most: int) -> bytes:
    """Records whose contents have so many bytes at most."""
    if not records:
        return b""
    kind, size = struct.unpack_from("<HH", records)
    content = records[4 : 4 + size]
    return _record(kind, content[:most]) + shortened(records[4 + size :], most)


def chart(row: int, column: int, *words: str) -> bytes:
    """A chart with titles of its own."""
    begin = _record(0x809, struct.pack("<4H", 0x600, 0x20, 0, 0) + bytes(8))
    texts = (struct.pack("<HBB", 0, len(word), 0) + word.encode("latin-1") for word in words)
    parts = b"".join(_record(0x100D, text) for text in texts)
    return _shape(row, column, _CHART) + begin + parts + _record(0x0A)


def _shape(row: int, column: int, kind: int, *, hidden: bool = False) -> bytes:
    look = struct.pack("<HI", 0x3BF, 0x20002 if hidden else 0x20000)
    anchor = struct.pack("<9H", 0, column, 0, row, 0, column + 2, 0, row + 3, 0)
    parts = struct.pack("<HHI", 1 << 4 | 3, 0xF00B, len(look)) + look
    parts += struct.pack("<HHI", 0, 0xF010, len(anchor)) + anchor
    drawing = struct.pack("<HHI", 0xF, 0xF004, len(parts)) + parts
    object_ = struct.pack("<HHHHH", 0x15, 0x12, kind, 1, 0) + bytes(12) + bytes(4)
    return _record(0xEC, drawing) + _record(0x5D, object_)


def _record(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(data)) + data
