"""Hangul 5 files (HWP) made for one test: records, and the compound file around them."""

import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

_SECTOR = 512
_LEAST = 4096  # smaller streams would lie in a stream of their own
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD

COMPRESSED, LOCKED, DISTRIBUTED, RIGHTS = 1, 2, 4, 16

OUTLINE, BULLET = 1, 2
"""Paragraph shapes of the styles that `document` writes; 0 is plain."""

WHITE = 1
"""The character shape of those styles that nobody sees."""


def record(tag: int, level: int, data: bytes) -> bytes:
    if len(data) < 0xFFF:
        return struct.pack("<I", tag | level << 10 | len(data) << 20) + data
    return struct.pack("<II", tag | level << 10 | 0xFFF << 20, len(data)) + data


def control(name: str, data: bytes, level: int, *below: bytes) -> bytes:
    return record(71, level, name.encode()[::-1] + data) + b"".join(below)


def anchor(code: int, name: str) -> bytes:
    """The place of a control in a text."""
    mark = struct.pack("<H", code)
    return mark + name.encode()[::-1] + bytes(8) + mark


def text(string: str) -> bytes:
    return string.encode("utf-16-le")


def paragraph(
    *pieces: bytes, controls: Sequence[bytes] = (), level: int = 0, shape: int = 0, letters: int = 0
) -> bytes:
    """A paragraph of pieces of text and anchors, and the controls in their order."""
    data = b"".join(pieces) + text("\r")
    header = struct.pack("<IIHBBHHHIH", len(data) // 2, 0, shape, 0, 0, 1, 0, 0, 0, 0)
    return b"".join(
        [
            record(66, level, header),
            record(67, level + 1, data),
            record(68, level + 1, struct.pack("<II", 0, letters)),
            *controls,
        ]
    )


def listed(*paragraphs: bytes, level: int, data: bytes = b"") -> bytes:
    """A list: its head, and its paragraphs on the same level behind it."""
    head = struct.pack("<HIH", len(paragraphs), 0, 0) + data
    return record(72, level, head) + b"".join(paragraphs)


def cell(
    string: str, row: int, column: int, *, span: tuple[int, int] = (1, 1), level: int = 2
) -> bytes:
    place = struct.pack("<HHHHIIHHHHH", column, row, span[1], span[0], 0, 0, 0, 0, 0, 0, 1)
    return listed(paragraph(text(string), level=level), level=level, data=place)


def table(*cells: bytes, level: int = 1, caption: bytes = b"") -> bytes:
    return control("tbl ", bytes(40), level, caption, record(77, level + 1, bytes(30)), *cells)


def note(string: str, number: int, *, kind: str = "fn  ", form: int = 0, level: int = 1) -> bytes:
    data = struct.pack("<IHHII", number, 0, 0, form, 0)
    inner = paragraph(text(string), level=level + 1)
    return control(kind, data, level, listed(inner, level=level + 1))


def box(*paragraphs: bytes, level: int = 1) -> bytes:
    """A drawing with text in it; its paragraphs stand two levels below it."""
    inner = record(76, level + 1, bytes(40)) + listed(*paragraphs, level=level + 2)
    return control("gso ", bytes(40), level, inner)


def equation(script: str, level: int = 1) -> bytes:
    data = struct.pack("<IH", 0, len(script)) + text(script)
    return control("eqed", bytes(40), level, record(88, level + 1, data))


def styles() -> bytes:
    """DocInfo with the shapes that this module names."""
    letters = [
        bytes(42) + struct.pack("<IIHIIII", 1000, 0, 0, colour, 0, _FREE, 0)
        for colour in (0, 0xFFFFFF)
    ]
    shapes = [
        struct.pack("<I", kind << 23 | level << 25) + bytes(50)
        for kind, level in ((0, 0), (1, 0), (3, 1))
    ]
    return b"".join(
        [*(record(21, 1, one) for one in letters), *(record(25, 1, one) for one in shapes)]
    )


def document(path: Path, *sections: bytes, flags: int = COMPRESSED) -> Path:
    """Write a file of these sections."""
    header = b"HWP Document File".ljust(32, b"\0") + struct.pack("<II", 0x05000300, flags)
    packed = bool(flags & COMPRESSED)
    streams = {"FileHeader": header, "DocInfo": _packed(styles()) if packed else styles()}
    for number, data in enumerate(sections):
        streams[f"BodyText/Section{number}"] = _packed(data) if packed else data
    path.write_bytes(compound(streams))
    return path


def _packed(data: bytes) -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return squeeze.compress(data) + squeeze.flush()


def compound(streams: dict[str, bytes]) -> bytes:
    """A compound file (MS-CFB) of streams, each filled up with zeros; one folder deep."""
    folders = sorted({name.partition("/")[0] for name in streams if "/" in name})
    names = ["Root Entry", *folders, *streams]
    sectors: list[int] = []
    body = b""
    places = {}
    for name, data in streams.items():
        filled = data.ljust(max(_LEAST, -len(data) % _SECTOR + len(data)), b"\0")
        places[name] = (len(sectors), len(filled))
        count = len(filled) // _SECTOR
        sectors += [len(sectors) + n + 1 for n in range(count - 1)] + [_END]
        body += filled
    directory = _directory(names, folders, places)
    count, first = len(directory) // _SECTOR, len(sectors)
    sectors += [first + n + 1 for n in range(count - 1)] + [_END]
    body += directory
    tables = 1
    while (len(sectors) + tables) * 4 > tables * _SECTOR:
        tables += 1
    where = [len(sectors) + n for n in range(tables)]
    sectors += [_TABLE] * tables
    allocation = b"".join(struct.pack("<I", one) for one in sectors).ljust(
        tables * _SECTOR, b"\xff"
    )
    head = struct.pack("<8s16sHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 62, 3, 0xFFFE, 9, 6,
        0, tables, first, 0, _LEAST, _END, 0, _END, 0)  # fmt: skip
    head += b"".join(struct.pack("<I", one) for one in where)
    return head.ljust(_SECTOR, b"\xff") + body + allocation


def _directory(names: list[str], folders: list[str], places: dict[str, tuple[int, int]]) -> bytes:
    """The entries: brothers hang to the right of each other, in the order that the format asks for."""
    index = {name: number for number, name in enumerate(names)}

    def brothers(parent: str) -> list[str]:
        inside = [n for n in names[1:] if (n.rpartition("/")[0] or "Root Entry") == parent]
        return sorted(inside, key=lambda name: (len(name.rpartition("/")[2]), name.upper()))

    follows: dict[str, str] = {}
    for parent in ("Root Entry", *folders):
        order = brothers(parent)
        follows.update(pairwise(order))
    entries = b""
    for name in names:
        label = (name.rpartition("/")[2]).encode("utf-16-le")
        kind = 5 if name == "Root Entry" else 1 if name in folders else 2
        inner = brothers(name)[:1] if kind != 2 else []
        right = index[follows[name]] if name in follows else _FREE
        child = index[inner[0]] if inner else _FREE
        start, size = places.get(name, (_END if kind == 5 else 0, 0))
        entries += struct.pack(
            "<64sHBBIII16sIQQIQ", label, len(label) + 2, kind, 1, _FREE, right, child, b"", 0, 0, 0, start, size
        )  # fmt: skip
    blank = struct.pack("<64sHBBIII16sIQQIQ", b"", 0, 0, 0, _FREE, _FREE, _FREE, b"", 0, 0, 0, 0, 0)
    return entries + blank * (-len(names) % (_SECTOR // 128))
