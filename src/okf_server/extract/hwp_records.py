"""Take a Hangul 5 file apart: its streams, their records, and which record belongs to which.

The layout is that of "Hangul Document File Format 5.0", published by Hancom.
"""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

_SECTION = re.compile(r"Section(\d{1,9})")
_FIRST_TAG = 16
_LONG = 0xFFF  # the size stands behind the header
_DEEPEST = 200

LARGEST_INFLATED = 2**28
"""Bytes that a stream may inflate to."""


MOST_RECORDS = 2_000_000
"""Records that a stream may have."""


class Tag(IntEnum):
    """The records that are read."""

    BORDER_FILL = _FIRST_TAG + 4
    CHAR_SHAPE = _FIRST_TAG + 5
    PARA_SHAPE = _FIRST_TAG + 9
    STYLE = _FIRST_TAG + 10
    PARA_HEADER = _FIRST_TAG + 50
    PARA_TEXT = _FIRST_TAG + 51
    PARA_CHAR_SHAPE = _FIRST_TAG + 52
    CTRL_HEADER = _FIRST_TAG + 55
    LIST_HEADER = _FIRST_TAG + 56
    TABLE = _FIRST_TAG + 61
    EQEDIT = _FIRST_TAG + 72
    TEXTART = _FIRST_TAG + 74
    FORM_OBJECT = _FIRST_TAG + 75
    MEMO_LIST = _FIRST_TAG + 77


@dataclass(slots=True)
class Record:
    """A record and those that hang below it."""

    tag: int
    data: bytes
    below: list["Record"] = field(default_factory=list)

    def all(self, unless: frozenset[int] = frozenset()) -> Iterator["Record"]:
        """Itself and all below it in order; what hangs below the tags of `unless` is left out."""
        waiting = [self]
        while waiting:
            record = waiting.pop()
            yield record
            if record.tag not in unless:
                waiting += reversed(record.below)

    def number(self, offset: int, size: int) -> int:
        """An unsigned number in it; 0 where it is too short."""
        piece = self.data[offset : offset + size]
        return int.from_bytes(piece, "little") if len(piece) == size else 0

    def string(self, offset: int) -> tuple[str, int]:
        """A string behind its length in it, and where that ends."""
        end = offset + 2 + 2 * self.number(offset, 2)
        return wide(self.data[offset + 2 : end]), end


class BadStreamError(ValueError):
    """A stream breaks off, or holds more than is allowed."""


@dataclass(frozen=True, slots=True)
class Container:
    """An open file."""

    ole: Any
    flags: int

    @property
    def _packed(self) -> bool:
        return bool(self.flags & 1)

    def sections(self) -> list[str]:
        """The streams that hold the text, in the order of their numbers."""
        found: dict[int, str] = {}
        for path in self.ole.listdir():
            match = _SECTION.fullmatch(path[-1])
            if match and path[:-1] == ["BodyText"]:
                found[int(match[1])] = "/".join(path)
        return [found[number] for number in sorted(found)]

    def records(self, name: str) -> Iterator[Record]:
        """The records of a stream that hang below no other."""
        if not self.ole.exists(name):
            return iter(())
        data = self.ole.openstream(name).read()
        return _trees(_inflated(data) if self._packed else data)


@contextmanager
def opened(path: Path) -> Iterator[Container]:
    """An open file; raises OSError where it is none of this kind."""
    import olefile  # noqa: PLC0415 - not in a core installation

    with olefile.OleFileIO(str(path)) as ole:
        header = ole.openstream("FileHeader").read(256)
        if not header.startswith(b"HWP Document File"):
            raise OSError("its header is not Hangul's")
        yield Container(ole, int.from_bytes(header[36:40], "little"))


def wide(data: bytes) -> str:
    """UTF-16 text; half characters are replaced."""
    return data.decode("utf-16-le", "replace")


def _inflated(data: bytes) -> bytes:
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    found = inflate.decompress(data, LARGEST_INFLATED)
    if inflate.unconsumed_tail:
        raise BadStreamError(f"a stream of more than {LARGEST_INFLATED >> 20} MB")
    return found


def _trees(data: bytes) -> Iterator[Record]:
    """The topmost records, each once it is whole; a deeper level hangs below the record before it."""
    path: list[Record] = []
    damage: BadStreamError | None = None
    records = _flat(data)
    while True:
        try:
            level, record = next(records)
        except StopIteration:
            break
        except BadStreamError as error:
            damage = error
            break
        depth = min(level, len(path), _DEEPEST)
        if depth == 0 and path:
            yield path[0]
        del path[depth:]
        if path:
            path[-1].below.append(record)
        path.append(record)
    if path:
        yield path[0]
    if damage is not None:
        raise damage


def _flat(data: bytes) -> Iterator[tuple[int, Record]]:
    """Level and record, as they stand."""
    at = count = 0
    while at + 4 <= len(data):
        count += 1
        if count > MOST_RECORDS:
            raise BadStreamError(f"a stream of more than {MOST_RECORDS} records")
        header = int.from_bytes(data[at : at + 4], "little")
        at += 4
        size = header >> 20
        if size == _LONG:
            size = int.from_bytes(data[at : at + 4], "little")
            at += 4
        if header == 0:
            return
        if at + size > len(data):
            raise BadStreamError("a record breaks off")
        yield (header >> 10) & 0x3FF, Record(header & 0x3FF, data[at : at + size])
        at += size
