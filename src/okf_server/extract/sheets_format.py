"""Show a number as a cell's number format shows it (ECMA-376, part 1, 18.8.31).

A format is parsed once and then applied to the digits that the file holds, so that what has more digits than a
double can tell apart keeps them. Names of months and days are English; where a format asks for those of
another language, and where it leaves a date to the reader's settings, the date is shown in ISO 8601.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation
from functools import lru_cache

from okf_server.extract.sheets_digits import general, number_section
from okf_server.extract.sheets_moments import is_date, is_moment, moment_section

Show = Callable[[str], str]
"""From a number's digits, as a file holds them, to what the cell shows."""

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
    5: "$#,##0_);($#,##0)", 6: "$#,##0_);[Red]($#,##0)",
    7: "$#,##0.00_);($#,##0.00)", 8: "$#,##0.00_);[Red]($#,##0.00)",
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd hh:mm",
    37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""The formats that a file names by number only; 14 and 22 show what the reader's settings say."""

_PIECE = re.compile(
    r'"[^"]*"?|\\.?|[_*].?|\[[^\]]*\]?|General|AM/PM|A/P|E[+-]|y+|m+|d+|h+|s+|.',
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"\[\s*(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d*)?)\s*\]")
_SIXTEEN = Context(prec=16)
_MOST_SECTIONS = 4
_PLAIN = ("", "general", "@")
_LONGEST = 255  # characters that Excel takes

Test = Callable[[Decimal], bool]

_TESTS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
    "=": lambda value, limit: value == limit,
    "<>": lambda value, limit: value != limit,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """One of the formats between semicolons, and the numbers that it is for."""

    admits: Test
    signed: bool  # whether a minus is shown before negative numbers
    show: Callable[[Decimal, str], str]
    date: bool


@lru_cache(maxsize=4096)
def shower(code: str, *, from_1904: bool = False) -> Show:
    """How a format shows numbers; `from_1904` is the workbook's own day zero."""
    sections = _split(code) if len(code) <= _LONGEST else []
    numeric = sections[: _MOST_SECTIONS - 1]
    if not numeric or (len(sections) == 1 and "".join(sections[0]).casefold() in _PLAIN):
        return general
    made = [_section(n, numeric, from_1904=from_1904) for n in range(len(numeric))]

    def show(raw: str) -> str:
        value = _value(raw)
        found = None if value is None else next((s for s in made if s.admits(value)), None)
        if value is None or found is None:
            return general(raw)
        if value < 0 and found.date:
            return general(raw)  # no day is before day zero
        text = found.show(abs(value), raw.lstrip("-"))
        minus = "-" if value < 0 and found.signed and re.search(r"[1-9]", text) else ""
        return minus + text.strip()

    return show


def shown_text(code: str, text: str) -> str:
    """A text as the format's section for texts shows it."""
    sections = _split(code) if ";" in code or "@" in code else []
    last = sections[-1] if sections else []
    if len(sections) != _MOST_SECTIONS and "@" not in last:
        return text
    return "".join(text if piece == "@" else literal(piece) for piece in last).strip()


def literal(piece: str) -> str:
    """What stands in a cell for a piece of a format that is no number."""
    match piece[:1]:
        case '"':
            text = piece[1:].removesuffix('"')
        case "\\":
            text = piece[1:]
        case "_":
            text = " "  # as wide as the letter after it
        case "*":
            text = ""  # the letter after it fills the cell
        case "[":
            text = piece[2:].rstrip("]").split("-")[0] if piece.startswith("[$") else ""
        case _:
            text = piece
    return text


def _value(raw: str) -> Decimal | None:
    """The number, to the digits that programs keep; None for what is none."""
    try:
        value = Decimal(raw)
    except InvalidOperation:
        return None
    if not value.is_finite() or abs(value.adjusted()) > 320:  # noqa: PLR2004 - beyond any double
        return None
    return value if len(raw) <= 16 else _SIXTEEN.create_decimal(repr(float(raw)))  # noqa: PLR2004 - no double has more


def _split(code: str) -> list[list[str]]:
    sections: list[list[str]] = [[]]
    for piece in _PIECE.findall(code):
        if piece == ";":
            sections.append([])
        else:
            sections[-1].append(piece)
    return sections


def _section(number: int, sections: list[list[str]], *, from_1904: bool) -> _Section:
    conditions = [_condition(pieces) for pieces in sections]
    own = conditions[number]
    if own is not None:
        admits = own
    elif any(conditions):
        admits = _everything if number == len(sections) - 1 else _negative
    else:
        admits = _by_place(number, len(sections))
    return _Section(
        admits=admits,
        signed=any(conditions) or number == 0,
        show=_shown(sections[number], from_1904=from_1904),
        date=is_date(sections[number]),
    )


def _condition(pieces: list[str]) -> Test | None:
    found = next(filter(None, map(_CONDITION.fullmatch, pieces)), None)
    if found is None:
        return None
    test, limit = _TESTS[found[1]], Decimal(found[2])
    return lambda value: test(value, limit)


def _by_place(number: int, count: int) -> Test:
    """Positive, negative, zero; zero is with the positive where it has no section of its own."""
    if number == 0 and count > 1:
        with_zero = count == 2  # noqa: PLR2004 - positive and negative
        return lambda value: value > 0 or (with_zero and value == 0)
    return _negative if number == 1 else _everything


def _everything(_value: Decimal) -> bool:
    return True


def _negative(value: Decimal) -> bool:
    return value < 0


def _shown(pieces: list[str], *, from_1904: bool) -> Callable[[Decimal, str], str]:
    if any(piece.casefold() == "general" for piece in pieces):
        return lambda value, _: "".join(
            general(str(value)) if piece.casefold() == "general" else literal(piece)
            for piece in pieces
        )
    if is_moment(pieces):
        return moment_section(pieces, literal, from_1904=from_1904)
    return number_section(pieces, literal)
