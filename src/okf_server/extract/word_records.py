"""Find the text of a binary Word document that is deleted or hidden (MS-DOC), and blank it out.

docling-rs reads it like any other text, so that it must not find it.
"""

import io
import struct
from collections.abc import Iterator
from typing import NamedTuple

_WORD_97 = 0xA5EC
_IN_TABLE_1 = 0x0200
_CLX = 0x1A2  # offsets in the header at the start of the stream (2.5)
_CHARACTERS = 0xFA
_PAGE = 512
_COMPRESSED = 0x40000000
_DELETED, _HIDDEN = 0x0800, 0x083C
_OPERANDS = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}  # bytes by the last three bits
_VARIABLE = 6
_BLANK = 0x7F  # which is left out of every text
_FIRST_SIGN = 0x20
_MAIN_LENGTH = 0x4C  # characters of the main text
_ENDS = "\r\x07\x0c"  # of paragraphs, cells, sections
_FIELD, _RESULT, _FIELD_END = "\x13", "\x14", "\x15"


class Unseen(NamedTuple):
    """A document without what nobody sees: its bytes, the hidden texts, and whether any was deleted.

    `paragraphs` is what is seen of each paragraph of the main text that holds any text, seen or not.
    """

    data: bytes
    hidden: tuple[str, ...]
    deleted: bool
    paragraphs: tuple[str, ...] = ()


class _Piece(NamedTuple):
    """Bytes of the main stream that hold text, one or two to a character."""

    start: int
    end: int
    width: int


def blank_out(data: bytes) -> Unseen:
    """The document without its deleted and hidden text; unchanged before Word 97.

    Raises OSError, ValueError or struct.error where its records are damaged.
    """
    import olefile  # noqa: PLC0415 - not in a core installation

    file = io.BytesIO(data)
    with olefile.OleFileIO(file, write_mode=True) as ole:
        main = bytearray(ole.openstream("WordDocument").read())
        ident, flags = struct.unpack_from("<H8xH", main)
        if ident != _WORD_97:
            return Unseen(data, (), deleted=False)
        table = ole.openstream("1Table" if flags & _IN_TABLE_1 else "0Table").read()
        hidden: list[str] = []
        gone = False
        pieces = list(_pieces(main, table))
        whole = _text(main, pieces)
        for start, end, is_deleted in _runs(main, table):
            text = "".join(_blank(main, piece, start, end) for piece in pieces)
            gone |= is_deleted
            if text.strip() and not is_deleted:
                hidden.append(text)
        if hidden or gone:
            ole.write_stream("WordDocument", bytes(main))
    paragraphs = tuple(_paragraphs(whole, _text(main, pieces)))
    return Unseen(file.getvalue(), tuple(hidden), deleted=gone, paragraphs=paragraphs)


def _text(main: bytes | bytearray, pieces: list[_Piece]) -> str:
    """The main text, a sign for each place of it; notes, headers and boxes stand behind it."""
    (length,) = struct.unpack_from("<i", main, _MAIN_LENGTH)
    parts: list[str] = []
    for piece in pieces:
        data = bytes(main[piece.start : piece.end])
        if piece.width == 1:
            parts.append(data.decode("cp1252", "replace"))
        else:
            signs = struct.unpack(f"<{len(data) // 2}H", data[: len(data) // 2 * 2])
            parts.append("".join(map(chr, signs)))
    return "".join(parts)[: max(length, 0)]


def _paragraphs(whole: str, seen: str) -> Iterator[str]:
    """What is seen of each paragraph that has text; the instructions of fields are no text."""
    fields: list[bool] = []  # of those that are open: whether their result has begun
    written, left = "", ""
    for sign, shown in zip(f"{whole}\r", f"{seen}\r", strict=True):
        if sign in _ENDS:
            if written.strip():
                yield left.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            written, left = "", ""
        elif sign == _FIELD:
            fields.append(False)
        elif sign == _RESULT and fields:
            fields[-1] = True
        elif sign == _FIELD_END and fields:
            fields.pop()
        elif sign >= " " and all(fields):
            written += sign
            left += "" if shown == chr(_BLANK) else shown


def _pieces(main: bytes | bytearray, table: bytes) -> Iterator[_Piece]:
    """The pieces of the text (2.8.35), those of notes and headers too."""
    at, size = struct.unpack_from("<ii", main, _CLX)
    clx = table[at : at + size]
    at = 0
    while clx[at : at + 1] == b"\x01":
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    plc = clx[at + 5 :]
    count = (len(plc) - 4) // 12
    places = struct.unpack_from(f"<{count + 1}i", plc)
    for number in range(count):
        where = struct.unpack_from("<I", plc, 4 * (count + 1) + 8 * number + 2)[0]
        width = 1 if where & _COMPRESSED else 2
        start = (where & ~_COMPRESSED) // 2 if width == 1 else where
        yield _Piece(start, start + (places[number + 1] - places[number]) * width, width)


def _runs(main: bytes | bytearray, table: bytes) -> Iterator[tuple[int, int, bool]]:
    """Where text begins and ends that is not seen, and whether it is deleted (2.8.5, 2.9.33)."""
    at, size = struct.unpack_from("<ii", main, _CHARACTERS)
    count = max((size - 4) // 8, 0)
    for number in range(count):
        page_at = struct.unpack_from("<I", table, at + 4 * (count + 1) + 4 * number)[0] * _PAGE
        page = main[page_at : page_at + _PAGE]
        runs = page[_PAGE - 1]
        bounds = struct.unpack_from(f"<{runs + 1}I", page)
        for run in range(runs):
            where = page[4 * (runs + 1) + run] * 2
            marks = _marks(page[where + 1 : where + 1 + page[where]]) if where else set()
            if marks:
                yield bounds[run], bounds[run + 1], _DELETED in marks


def _marks(properties: bytes | bytearray) -> set[int]:
    """Which of the two marks a run has."""
    found: set[int] = set()
    at = 0
    while at + 2 < len(properties):
        mark = struct.unpack_from("<H", properties, at)[0]
        kind = mark >> 13
        size = 1 + properties[at + 2] if kind == _VARIABLE else _OPERANDS[kind]
        if mark in (_DELETED, _HIDDEN):
            (found.add if properties[at + 2] & 1 else found.discard)(mark)
        at += 2 + size
    return found


def _blank(main: bytearray, piece: _Piece, start: int, end: int) -> str:
    """Blank a run out where a piece holds it; the marks of paragraphs and cells stay. What stood there."""
    text = ""
    for at in range(max(start, piece.start), min(end, piece.end), piece.width):
        code = int.from_bytes(main[at : at + piece.width], "little")
        if code >= _FIRST_SIGN:
            text += bytes([code]).decode("cp1252", "replace") if piece.width == 1 else chr(code)
            main[at : at + piece.width] = _BLANK.to_bytes(piece.width, "little")
    return text
