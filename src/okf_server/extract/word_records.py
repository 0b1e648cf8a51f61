"""Find the text of a binary Word document that is deleted, hidden or raised (MS-DOC), and put another one there.

docling-rs reads it like any other text: what is not seen it must not find, and for what is raised it finds a sign
that stands nowhere else.
"""

import io
import struct
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from okf_server.extract import raised

_WORD_97 = 0xA5EC
_IN_TABLE_1 = 0x0200
_CLX = 0x1A2  # offsets in the header at the start of the stream (2.5)
_CHARACTERS = 0xFA
_PAGE = 512
_COMPRESSED = 0x40000000
_DELETED, _HIDDEN = 0x0800, 0x083C
_RAISED, _RISE = 0x2A48, 0x4845  # 1 above the line and 2 below it; half points that it is moved by
_SIGNS = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"  # one byte each in all pieces
)
_OPERANDS = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}  # bytes by the last three bits
_VARIABLE = 6
_BLANK = 0x7F  # which is left out of every text
_FIRST_SIGN = 0x20
_MAIN_LENGTH = 0x4C  # characters of the main text
_ENDS = "\r\x07\x0c"  # of paragraphs, cells, sections
_FIELD, _RESULT, _FIELD_END = "\x13", "\x14", "\x15"


class Unseen(NamedTuple):
    """A document without what nobody sees: its bytes, the hidden texts, and whether any was deleted.

    `paragraphs` is what is seen of each paragraph of the main text that holds any text, seen or not. `raised` has
    the signs that stand for what is above or below the line, and how that is written.
    """

    data: bytes
    hidden: tuple[str, ...]
    deleted: bool
    paragraphs: tuple[str, ...] = ()
    raised: Mapping[str, str] = {}

    def restored(self, text: str) -> str:
        """A text that was read of the bytes, with what is raised in place of its signs."""
        return text.translate({ord(sign): written for sign, written in self.raised.items()})


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
        runs = list(_runs(main, table))
        for start, end, marks in runs:
            if not marks.keys() & {_DELETED, _HIDDEN}:
                continue
            text = "".join(_blank(main, piece, start, end) for piece in pieces)
            gone |= _DELETED in marks
            if text.strip() and _DELETED not in marks:
                hidden.append(text)
        paragraphs = tuple(_paragraphs(_main(main, whole), _main(main, _text(main, pieces))))
        signs = _Signs(whole)
        for start, end, marks in runs:
            for piece in pieces:
                signs.put(main, piece, range(start, end), marks)
        if hidden or gone or signs.written:
            ole.write_stream("WordDocument", bytes(main))
    return Unseen(file.getvalue(), tuple(hidden), gone, paragraphs, signs.written)


def _main(main: bytes | bytearray, text: str) -> str:
    """The main text; notes, headers and boxes stand behind it."""
    (length,) = struct.unpack_from("<i", main, _MAIN_LENGTH)
    return text[: max(length, 0)]


def _text(main: bytes | bytearray, pieces: list[_Piece]) -> str:
    """All text, a sign for each place of it."""
    parts: list[str] = []
    for piece in pieces:
        data = bytes(main[piece.start : piece.end])
        if piece.width == 1:
            parts.append(data.decode("cp1252", "replace"))
        else:
            signs = struct.unpack(f"<{len(data) // 2}H", data[: len(data) // 2 * 2])
            parts.append("".join(map(chr, signs)))
    return "".join(parts)


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


def _runs(main: bytes | bytearray, table: bytes) -> Iterator[tuple[int, int, dict[int, int]]]:
    """Where text begins and ends that is marked, and its marks (2.8.5, 2.9.33)."""
    at, size = struct.unpack_from("<ii", main, _CHARACTERS)
    count = max((size - 4) // 8, 0)
    for number in range(count):
        page_at = struct.unpack_from("<I", table, at + 4 * (count + 1) + 4 * number)[0] * _PAGE
        page = main[page_at : page_at + _PAGE]
        runs = page[_PAGE - 1]
        bounds = struct.unpack_from(f"<{runs + 1}I", page)
        for run in range(runs):
            where = page[4 * (runs + 1) + run] * 2
            marks = _marks(page[where + 1 : where + 1 + page[where]]) if where else {}
            if marks:
                yield bounds[run], bounds[run + 1], marks


def _marks(properties: bytes | bytearray) -> dict[int, int]:
    """Which of the marks a run has, and what they say."""
    found: dict[int, int] = {}
    at = 0
    while at + 2 < len(properties):
        mark = struct.unpack_from("<H", properties, at)[0]
        kind = mark >> 13
        size = 1 + properties[at + 2] if kind == _VARIABLE else _OPERANDS[kind]
        if mark in (_DELETED, _HIDDEN):
            found[mark] = properties[at + 2] & 1
        elif mark in (_RAISED, _RISE):
            found[mark] = int.from_bytes(properties[at + 2 : at + 2 + size], "little", signed=True)
        at += 2 + size
    return {mark: value for mark, value in found.items() if value}


class _Signs:
    """Signs that stand nowhere in a text, and what each of them is put for."""

    def __init__(self, text: str) -> None:
        self._free = [sign for sign in _SIGNS if sign not in text]
        self._known: dict[str, str] = {}

    @property
    def written(self) -> dict[str, str]:
        """What each sign stands for."""
        return {sign: written for written, sign in self._known.items()}

    def put(self, main: bytearray, piece: _Piece, run: range, marks: Mapping[int, int]) -> None:
        """Put a sign in place of each stretch of a run in a piece that is raised, as long as there are signs."""
        if not marks.keys() & {_RAISED, _RISE}:
            return
        write = raised.above if marks.get(_RAISED) == 1 or marks.get(_RISE, 0) > 0 else raised.below
        places = range(max(run.start, piece.start), min(run.stop, piece.end), piece.width)
        for is_text, stretch in groupby(places, lambda at: _code(main, piece, at) >= _FIRST_SIGN):
            where = list(stretch)
            text = "".join(chr(_code(main, piece, at)) for at in where)
            sign = self._sign_for(text, write(text)) if is_text else ""
            for at in where if sign else ():
                put = ord(sign) if at == where[0] else _BLANK
                main[at : at + piece.width] = put.to_bytes(piece.width, "little")

    def _sign_for(self, text: str, written: str) -> str:
        """A sign for what is written otherwise; empty where nothing is, or no sign is left."""
        if written != text and written not in self._known and self._free:
            self._known[written] = self._free.pop()
        return self._known.get(written, "")


def _code(main: bytes | bytearray, piece: _Piece, at: int) -> int:
    return int.from_bytes(main[at : at + piece.width], "little")


def _blank(main: bytearray, piece: _Piece, start: int, end: int) -> str:
    """Blank a run out where a piece holds it; the marks of paragraphs and cells stay. What stood there."""
    text = ""
    for at in range(max(start, piece.start), min(end, piece.end), piece.width):
        code = _code(main, piece, at)
        if code >= _FIRST_SIGN:
            text += bytes([code]).decode("cp1252", "replace") if piece.width == 1 else chr(code)
            main[at : at + piece.width] = _BLANK.to_bytes(piece.width, "little")
    return text
