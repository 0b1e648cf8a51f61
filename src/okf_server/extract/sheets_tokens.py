"""Write the formulas of .xlsb cells as people do ([MS-XLSB] 2.2.2): they are kept as tokens, operands first."""

import struct
from collections.abc import Callable

from okf_server.extract.sheets_grid import letters
from okf_server.extract.sheets_looks import error_of

_SIGNS = ("+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>", " ", ",", ":")
_BINARY = dict(enumerate(_SIGNS, 0x03))
_RANKS = {"&": 1, "+": 2, "-": 2, "*": 3, "/": 3, "^": 4, " ": 5, ",": 5, ":": 5}  # 0 to compare
_HIGHEST = 9
_BEFORE, _AFTER = {0x12: "+", 0x13: "-"}, {0x14: "%"}
_CLASSES, _FIRST_OF_CLASS = 0x1F, 0x20
_ANY_NUMBER = 255  # the function that is named by its first argument
_MOST_TOKENS = 10_000

_Operand = tuple[str, int]
"""What was written, and how tightly its parts hold together."""


class _UnknownError(Exception):
    """A token that needs more than the formula: names and other sheets."""


def written(tokens: bytes) -> str:
    """A formula; empty where a token of it is not known or it is damaged."""
    try:
        return _Formula(tokens).read()
    except (_UnknownError, struct.error, IndexError, KeyError):
        return ""


class _Formula:
    """A stack of operands."""

    def __init__(self, tokens: bytes) -> None:
        self._tokens = tokens
        self._at = 0
        self._stack: list[_Operand] = []
        self._reads: dict[int, Callable[[], None]] = {
            0x15: self._parenthesis,
            0x16: lambda: self._push(""),
            0x17: self._string,
            0x19: self._attribute,
            0x1C: lambda: self._push(error_of(*self._take("B"))),
            0x1D: lambda: self._push("TRUE" if self._take("B")[0] else "FALSE"),
            0x1E: lambda: self._push(str(*self._take("H"))),
            0x1F: lambda: self._push(f"{self._take('d')[0]:.15g}"),
            0x21: self._fixed,
            0x22: lambda: self._call(*self._take("BH")),
            0x24: lambda: self._push(_cell(*self._take("IH"))),
            0x25: self._area,
        }

    def read(self) -> str:
        """All of it."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token in _BINARY:
                self._join(_BINARY[token])
            elif token in _BEFORE or token in _AFTER:
                text = self._within(_HIGHEST - 1)
                self._push(f"{_BEFORE.get(token, '')}{text}{_AFTER.get(token, '')}", _HIGHEST - 1)
            else:
                self._reads[_of_class(token)]()
        ((text, _),) = self._stack[:1] if len(self._stack) == 1 else [("", 0)]
        return text

    def _take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(f"<{form}", self._tokens, self._at)
        self._at += struct.calcsize(f"<{form}")
        return values

    def _push(self, text: str, rank: int = _HIGHEST) -> None:
        self._stack.append((text, rank))

    def _within(self, rank: int) -> str:
        text, own = self._stack.pop()
        return f"({text})" if own < rank else text

    def _join(self, sign: str) -> None:
        rank = _RANKS.get(sign, 0)
        right, left = self._within(rank + 1), self._within(rank)
        self._push(f"{left}{sign}{right}", rank)

    def _parenthesis(self) -> None:
        self._push(f"({self._stack.pop()[0]})")

    def _string(self) -> None:
        (count,) = self._take("H")
        data = self._tokens[self._at : self._at + 2 * count]
        self._at += 2 * count
        text = data.decode("utf-16-le", "replace").replace('"', '""')
        self._push(f'"{text}"')

    def _attribute(self) -> None:
        """What helps programs to reckon: jumps, blanks, and a sum of one operand."""
        kind, value = self._take("BH")
        if kind & 0x04:  # a choice, with a jump for each
            self._at += 2 * (value + 1)
        elif kind & 0x10:
            self._push(f"SUM({self._stack.pop()[0]})")

    def _fixed(self) -> None:
        (number,) = self._take("H")
        self._call(_functions()[number][1], number)

    def _call(self, count: int, number: int) -> None:
        count &= 0x7F
        texts = [text for text, _ in self._stack[len(self._stack) - count :]] if count else []
        if len(texts) != count or number == _ANY_NUMBER:
            raise _UnknownError
        del self._stack[len(self._stack) - count :]
        self._push(f"{_functions()[number][0]}({','.join(texts)})")

    def _area(self) -> None:
        top, bottom, left, right = self._take("IIHH")
        self._push(f"{_cell(top, left)}:{_cell(bottom, right)}")


def _of_class(token: int) -> int:
    """A token without its class: reference, value or array."""
    return token if token < _FIRST_OF_CLASS else token & _CLASSES | _FIRST_OF_CLASS


def _cell(row: int, column: int) -> str:
    across = "" if column & 0x4000 else "$"
    down = "" if column & 0x8000 else "$"
    return f"{across}{letters(column & 0x3FFF)}{down}{row + 1}"


def _functions() -> dict[int, tuple[str, int]]:
    """The functions by their numbers: their names, and how many operands they have at least."""
    from xlrd import formula  # noqa: PLC0415 - not in a core installation

    return formula.func_defs  # type: ignore[no-any-return] # xlrd says nothing of types
