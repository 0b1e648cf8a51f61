"""Write OLE files ([MS-CFB]) and the messages that Outlook keeps in them, for tests."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Tree = Mapping[str, "bytes | Tree"]

_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
_NONE = 0xFFFFFFFF


@dataclass
class _Entry:
    name: str
    kind: int  # 1 storage, 2 stream, 5 root
    data: bytes = b""
    right: int = _NONE
    child: int = _NONE
    start: int = _END
    size: int = 0


@dataclass
class _Space:
    """Sectors of one size, and the chains that they make."""

    size: int
    data: bytearray = field(default_factory=bytearray)
    chain: list[int] = field(default_factory=list)

    def add(self, data: bytes) -> int:
        count = -(-len(data) // self.size)
        if not count:
            return _END
        first = len(self.chain)
        self.data += data.ljust(count * self.size, b"\0")
        self.chain += [*range(first + 1, first + count), _END]
        return first


def ole_file(tree: Tree) -> bytes:
    """The bytes of an OLE file with these storages and streams."""
    entries = [_Entry("Root Entry", 5)]
    _add(entries, 0, tree)
    mini, space = _Space(_MINI), _Space(_SECTOR)
    for entry in entries[1:]:
        if entry.kind == 2:
            entry.size = len(entry.data)
            entry.start = (mini if entry.size < _CUTOFF else space).add(entry.data)
    entries[0].start, entries[0].size = space.add(bytes(mini.data)), len(mini.data)
    directory = space.add(b"".join(map(_written, entries)))
    table = b"".join(struct.pack("<I", n) for n in mini.chain)
    minis = space.add(table + b"\xff" * (-len(table) % _SECTOR))
    fats = 1
    while len(space.chain) + fats > fats * (_SECTOR // 4):
        fats += 1
    first = len(space.chain)
    chain = [*space.chain, *[_FAT] * fats]
    chain += [_FREE] * (fats * (_SECTOR // 4) - len(chain))
    fat = b"".join(struct.pack("<I", n) for n in chain)
    header = struct.pack(
        "<8s16sHHHHH6sIIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, b"", 0, fats, directory, 0,
        _CUTOFF, minis, -(-len(table) // _SECTOR), _END, 0, 0,
    )[:76]  # fmt: skip
    places = [*range(first, first + fats)]
    header += b"".join(struct.pack("<I", n) for n in [*places, *[_FREE] * (109 - fats)])
    return header + bytes(space.data) + fat


def _add(entries: list[_Entry], parent: int, tree: Tree) -> None:
    names = sorted(tree, key=lambda name: (len(name), name.upper()))
    last = None
    for name in names:
        value = tree[name]
        number = len(entries)
        entries.append(_Entry(name, 2, value) if isinstance(value, bytes) else _Entry(name, 1))
        if last is None:
            entries[parent].child = number
        else:
            entries[last].right = number
        last = number
        if not isinstance(value, bytes):
            _add(entries, number, value)


def _written(entry: _Entry) -> bytes:
    name = entry.name.encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII16sIQQIQ",
        name, len(name) + 2, entry.kind, 1, _NONE, entry.right, entry.child, b"", 0, 0, 0,
        entry.start, entry.size,
    )  # fmt: skip


def outlook(
    texts: Mapping[str, str | bytes],
    numbers: Mapping[str, int] | None = None,
    *,
    stores: Mapping[str, Sequence[Tree]] | None = None,
    header: int = 32,
) -> dict[str, bytes | Tree]:
    """A message or a part of one: its properties by number, and the storages below it by prefix."""
    tree: dict[str, bytes | Tree] = {}
    fixed = b""
    for number, value in texts.items():
        kind = "001F" if isinstance(value, str) and len(number) == 4 else number[4:] or "0102"
        data = value.encode("utf-16-le") if isinstance(value, str) else value
        tree[f"__substg1.0_{number[:4]}{kind}"] = data
        fixed += struct.pack("<HHIQ", int(kind, 16), int(number[:4], 16), 6, len(data))
    fixed += b"".join(
        struct.pack("<HHIQ", 3, int(number, 16), 6, value)
        for number, value in (numbers or {}).items()
    )
    tree["__properties_version1.0"] = bytes(header) + fixed
    for prefix, below in (stores or {}).items():
        tree |= {f"{prefix}#{number:08X}": one for number, one in enumerate(below)}
    return tree
