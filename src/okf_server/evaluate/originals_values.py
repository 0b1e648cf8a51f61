"""What a value shows by its number format, told by xlfmt, which the extractor does not use."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal

Cell = tuple[object, str]
"""A value and its number format."""

Format = Callable[..., str]
"""xlfmt's way of showing a value by a format."""

_LEAST, _MOST = 1e-9, 1e21  # below and above, a power of ten is written

_LONG = 1e15  # from which on a whole number is an identifier, of which every digit counts


def shown(cell: Cell, format_value: Format) -> str:
    """A cell as its format shows it; a moment in ISO 8601 as well, for formats that depend on the reader."""
    value, code = cell
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int) and code.casefold() in ("general", "@", ""):
        return _plain(value)
    return "\n".join(_renderings(value, code, format_value))


def _renderings(value: object, code: str, format_value: Format) -> Iterator[str]:
    try:
        yield str(format_value(value, code))
    except (ValueError, TypeError, OverflowError, ArithmeticError):
        yield str(value)
    if isinstance(value, date | time | timedelta):
        yield iso(value)


def _plain(value: float) -> str:
    """A number as a program's formula bar has it: the cell itself rounds to the width of its column."""
    if isinstance(value, int):
        return str(value)
    if value and not _LEAST <= abs(value) < _MOST:
        return format(value, ".15g").upper()
    digits = repr(value) if value.is_integer() and abs(value) >= _LONG else format(value, ".15g")
    return format(Decimal(digits), "f")


def iso(value: date | time | timedelta) -> str:
    """A moment or a length of time as ISO 8601 writes it."""
    if isinstance(value, timedelta):
        seconds = int(value.total_seconds())
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{value:%Y-%m-%d %H:%M:%S}" if isinstance(value, datetime) else value.isoformat()
