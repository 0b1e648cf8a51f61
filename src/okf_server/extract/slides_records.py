"""The records of a binary PowerPoint file ([MS-PPT] 2.3.1): a tree of headers over one stream."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

_HEADER = struct.Struct("<HHI")
_CONTAINER = 0x0F
_MOST_RECORDS = 2_000_000
_DEEPEST = 64

DOCUMENT, SLIDE, NOTES = 0x03E8, 0x03EE, 0x03F0
SLIDE_ATOM, PERSIST_ATOM, SHOW_INFO = 0x03EF, 0x03F3, 0x03F9
LIST_WITH_TEXT, TEXT_HEADER, TEXT_CHARS, TEXT_BYTES, OUTLINE_TEXT = (
    0x0FF0,
    0x0F9F,
    0x0FA0,
    0x0FA8,
    0x0F9E,
)
TEXT_STYLES = 0x0FA1
USER_EDIT, PERSIST_DIRECTORY = 0x0FF5, 0x1772
FOOTERS, STRING = 0x0FD9, 0x0FBA
DRAWING, GROUP, SHAPE = 0x040C, 0xF003, 0xF004
CHILD_ANCHOR, ANCHOR, TEXT_BOX, MORE_PROPERTIES = 0xF00F, 0xF010, 0xF00D, 0xF122


class Record(NamedTuple):
    """A record; `start` and `end` are those of its content."""

    type: int
    instance: int
    container: bool
    start: int
    end: int


class Records:
    """A stream of records; what is cut short ends where the stream ends."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._left = _MOST_RECORDS

    def at(self, offset: int) -> Record | None:
        """The record that begins at an offset; None where there is none."""
        if not 0 <= offset <= len(self._data) - _HEADER.size:
            return None
        version, kind, length = _HEADER.unpack_from(self._data, offset)
        start = offset + _HEADER.size
        end = min(start + length, len(self._data))
        return Record(kind, version >> 4, version & 0x0F == _CONTAINER, start, end)

    def inside(self, parent: Record) -> Iterator[Record]:
        """The records that a container holds."""
        offset = parent.start
        while offset < parent.end and self._left > 0:
            self._left -= 1
            record = self.at(offset)
            if record is None:
                return
            yield record
            offset = record.end

    def below(self, parent: Record) -> Iterator[Record]:
        """All records under a container, each before its own content."""
        levels = [self.inside(parent)]
        while levels:
            record = next(levels[-1], None)
            if record is None:
                levels.pop()
                continue
            yield record
            if record.container and len(levels) < _DEEPEST:
                levels.append(self.inside(record))

    def child(self, parent: Record, kind: int) -> Record | None:
        """The first record of a type that a container holds."""
        return next((r for r in self.inside(parent) if r.type == kind), None)

    def whole(self) -> Record:
        """The stream as a container."""
        return Record(0, 0, True, 0, len(self._data))

    def numbers(self, record: Record | None, count: int) -> tuple[int, ...]:
        """The first 32-bit numbers of a record; none where it is shorter."""
        if record is None or record.end - record.start < 4 * count:
            return ()
        return struct.unpack_from(f"<{count}I", self._data, record.start)

    def shorts(self, record: Record, count: int) -> tuple[int, ...]:
        """The first 16-bit numbers of a record, signed; none where it is shorter."""
        if record.end - record.start < 2 * count:
            return ()
        return struct.unpack_from(f"<{count}h", self._data, record.start)

    def content(self, record: Record) -> bytes:
        """The bytes of a record."""
        return self._data[record.start : record.end]
