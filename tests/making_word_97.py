"""Write binary Word documents ([MS-DOC]) for tests."""

import struct
from pathlib import Path

_SECTOR = 512
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def ole(path: Path, streams: dict[str, bytes]) -> Path:
    """An OLE file (MS-CFB) of streams in whole sectors, none of them small; the shorter names come first."""
    chains: list[int] = [_FAT]
    data = bytearray()
    starts: list[tuple[str, int, int]] = []
    for name, content in streams.items():
        sectors = max(-(-len(content) // _SECTOR), 9)  # below 4096 bytes lie in another place
        starts.append((name, len(chains), sectors * _SECTOR))
        chains += [*range(len(chains) + 1, len(chains) + sectors), _END]
        data += content.ljust(sectors * _SECTOR, b"\0")
    directory = len(chains)
    chains += [_END]
    entries = _entry("Root Entry", 5, child=1, start=_END, size=0)
    for number, (name, start, size) in enumerate(starts, 1):
        beside = number + 1 if number < len(starts) else _FREE
        entries += _entry(name, 2, beside=beside, start=start, size=size)
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<HHHHHH", 0x3E, 3, 0xFFFE, 9, 6, 0)
    head += struct.pack("<IIIIIIIIII", 0, 0, 1, directory, 0, 4096, _END, 0, _END, 0)
    head += struct.pack("<I", 0) + struct.pack("<I", _FREE) * 108
    fat = b"".join(struct.pack("<I", one) for one in chains).ljust(_SECTOR, b"\xff")
    path.write_bytes(head + fat + bytes(data) + entries.ljust(_SECTOR, b"\0"))
    return path


def _entry(
    name: str, kind: int, *, beside: int = _FREE, child: int = _FREE, start: int, size: int
) -> bytes:
    written = name.encode("utf-16-le") + b"\0\0"
    return (
        written.ljust(64, b"\0")
        + struct.pack("<HBBIII", len(written), kind, 1, _FREE, beside, child)
        + bytes(36)
        + struct.pack("<IQ", start, size)
    )


Marked = tuple[tuple[str, int] | tuple[str, int, int], ...]


def word_97(path: Path, text: str, marked: Marked = (), *, narrow: bool = False) -> Path:
    """A Word 97 document of one run of text (MS-DOC), words of it `marked` by a property and its value.

    `narrow` text has one byte to a letter.
    """
    width = 1 if narrow else 2
    head = bytearray(0x600)
    struct.pack_into("<HH", head, 0, 0xA5EC, 0xC1)
    struct.pack_into("<H", head, 0x0A, 0x0200)  # the tables are in 1Table
    struct.pack_into("<H", head, 0x20, 0x0E)
    struct.pack_into("<H", head, 0x3E, 0x16)
    struct.pack_into("<i", head, 0x4C, len(text))
    struct.pack_into("<H", head, 0x98, 0x5D)
    pieces = struct.pack("<ii", 0, len(text)) + struct.pack(
        "<HIH", 0, 0x40000000 | 2 * 0x600 if narrow else 0x600, 0
    )
    table = b"\x02" + struct.pack("<i", len(pieces)) + pieces
    main = bytes(head) + text.encode("cp1252" if narrow else "utf-16-le")
    struct.pack_into("<ii", head, 0x1A2, 0, len(table))
    page, end = -(-len(main) // _SECTOR), 0x600 + width * len(text)
    properties = struct.pack("<III", 0x600, end, page)
    struct.pack_into("<ii", head, 0xFA, len(table), len(properties))
    main = (bytes(head) + main[0x600:]).ljust(page * _SECTOR, b"\0") + _properties(
        text, marked, width
    )
    return ole(path, {"1Table": table + properties, "WordDocument": main})


def _properties(text: str, marked: Marked, width: int) -> bytes:
    """A page of the properties of runs (MS-DOC 2.9.33)."""
    runs: list[tuple[int, bytes]] = [(0, b"")]
    for word, mark, *value in marked:
        start = text.index(word)
        size = "b" if mark >> 13 < 2 else "h"
        operand = struct.pack(f"<{size}", *(value or [1]))
        runs += [(start, struct.pack("<H", mark) + operand), (start + len(word), b"")]
    page = bytearray(_SECTOR)
    bounds = [0x600 + width * start for start, _ in [*runs, (len(text), b"")]]
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    for number, (_, properties) in enumerate(runs):
        if properties:
            where = 300 + 10 * number
            page[4 * len(bounds) + number] = where // 2
            page[where : where + 1 + len(properties)] = bytes([len(properties)]) + properties
    page[-1] = len(runs)
    return bytes(page)
