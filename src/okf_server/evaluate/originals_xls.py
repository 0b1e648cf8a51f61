"""Find the texts over the cells of an .xls workbook again, by the bytes of its stream."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

_ANCHOR = b"\x10\xf0\x12\0\0\0"  # the head of an anchor, before its cells
_RECORD_OF_DRAWING, _TEXT, _MORE, _WORDS, _BEGIN, _END = 0xEC, 0x1B6, 0x3C, 0x100D, 0x809, 0x0A
_SHEETS = (0x0010, 0x0040)  # kinds of streams: sheets, and those of macros
_NOWHERE = (-1, -1)


def texts_over_cells(path: Path) -> list[list[tuple[int, int, str]]]:
    """The texts of each sheet, in the order of the file, at the row and column, from 0, that each begins in.

    What lies nowhere stands at row and column -1.
    """
    import olefile  # noqa: PLC0415 - of the extra `documents`

    if not olefile.isOleFile(str(path)):  # before Excel 5
        return []
    with olefile.OleFileIO(str(path)) as file:
        data = file.openstream("Workbook").read() if file.exists("Workbook") else b""
    sheets: list[list[tuple[int, int, str]]] = []
    place, depth = _NOWHERE, 0
    for (kind, content), (following, more) in pairwise([*_records(data), (0, b"")]):
        depth += (kind == _BEGIN) - (kind == _END)
        if kind == _BEGIN and depth == 1 and _number(content, 2) in _SHEETS:
            sheets.append([])
            place = _NOWHERE
        elif kind == _RECORD_OF_DRAWING and _ANCHOR in content:
            at = content.rindex(_ANCHOR) + len(_ANCHOR)
            place = (_number(content, at + 6), _number(content, at + 2))
        elif kind == _WORDS and sheets:
            sheets[-1].append((*place, _decoded(content[3:])))
        elif following == _MORE and sheets and kind in (_TEXT, _MORE):
            sheets[-1].append((*place, _decoded(more)))
    return [list(_joined(texts)) for texts in sheets]


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 4 <= len(data):
        end = at + 4 + _number(data, at + 2)
        yield _number(data, at), data[at + 4 : end]
        at = end


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def _decoded(data: bytes) -> str:
    """A text behind a byte that says how wide its letters are; what holds no text gives signs that nobody asks for."""
    return data[1:].decode("utf-16-le" if data[:1] == b"\1" else "latin-1", "replace")


def _joined(texts: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """The parts of one text, which may stand in several records, together."""
    places = dict.fromkeys((row, column) for row, column, _ in texts)
    for place in places:
        parts = [text for *where, text in texts if tuple(where) == place]
        yield (*place, "\n".join(["".join(parts), *parts]))
