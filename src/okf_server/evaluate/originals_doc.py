"""Read the text of a binary Word document again, straight from its stream, by the ordinal of the paragraph."""

import re
from collections.abc import Iterator
from pathlib import Path

from okf_server.evaluate.originals_blocks import BlockOriginal

_INSTRUCTION = re.compile(r"\x13[^\x13\x14\x15]*(\x14[^\x13\x14\x15]*)?\x15|\x13[^\x13-\x15]*\Z")
_END = re.compile(r"[\r\x07\x0c]")
_CONTROL = re.compile(r"[\x00-\x1f]")
_NARROW = 1 << 30  # the bit of a piece with one byte to a sign


class DocOriginal(BlockOriginal):
    """The paragraphs of the main text that have any, seen or not, those in the cells of tables too."""

    def __init__(self, path: Path) -> None:
        import olefile  # noqa: PLC0415 - of the extra `documents`

        with olefile.OleFileIO(str(path)) as file:
            main = file.openstream("WordDocument").read()
            table = file.openstream(f"{int(main[0x0B]) >> 1 & 1}Table").read()
        text = "".join(_pieces(main, table))[: _number(main, 0x4C)]
        super().__init__(_paragraphs(text))


def _number(data: bytes, at: int, size: int = 4) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _pieces(main: bytes, table: bytes) -> Iterator[str]:
    """The text of each piece, by the table of pieces ([MS-DOC], Clx)."""
    start, size = _number(main, 0x1A2), _number(main, 0x1A6)
    clx = table[start : start + size]
    while clx and clx[0] == 1:
        clx = clx[3 + _number(clx, 1, 2) :]
    plan = clx[5:]
    count = (_number(clx, 1) - 4) // 12
    for piece in range(count):
        first, end = _number(plan, 4 * piece), _number(plan, 4 * piece + 4)
        where = _number(plan, 4 * (count + 1) + 8 * piece + 2)
        if where & _NARROW:
            at = (where - _NARROW) // 2
            yield main[at : at + end - first].decode("cp1252", "replace")
        else:
            data = main[where : where + 2 * (end - first)]
            # a sign for each two bytes, so that the length of the main text counts right
            yield "".join(chr(_number(data, at, 2)) for at in range(0, len(data), 2))


def _paragraphs(text: str) -> Iterator[str]:
    before = ""
    while before != text:  # fields stand within each other
        before, text = text, _INSTRUCTION.sub(_result, text)
    for paragraph in _END.split(text):
        words = _CONTROL.sub("", paragraph)
        yield words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _result(field: re.Match[str]) -> str:
    return (field[1] or "").removeprefix("\x14")
