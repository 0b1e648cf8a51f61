"""Write dates, times and durations, which sheets hold as numbers of days."""

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FIELD = re.compile(r"y+|m+|d+|h+|s+|am/pm|a/p", re.IGNORECASE)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_LANGUAGE = re.compile(r"\[\$[^\]-]*-(?:[0-9A-F]*?([0-9A-F]{1,4})|[^\]]*)[^\]]*\]", re.IGNORECASE)
_SYSTEM = re.compile(r"\[\$-F[48]00\]", re.IGNORECASE)
_ERAS = frozenset("gGeEbB")
_ENGLISH = 0x09
_PRIMARY = 0x3FF  # bits of a language's number that name the language, without its country
_NAMED = 3  # letters from which on a field is a name
_EXACT = Context(prec=60, rounding=ROUND_HALF_UP)
_DAY_S = 86_400
_LAST_DAY = 2_958_465  # the end of the year 9999
_LEAP = 60  # Excel counts the 29th of February 1900, which never was

Literal = Callable[[str], str]


class _Moment(NamedTuple):
    """A number of days, taken apart."""

    year: int
    month: int
    day: int
    weekday: int
    seconds: int  # since midnight
    fraction: str  # decimals of a second
    elapsed: int  # seconds since day zero


def is_moment(pieces: Sequence[str]) -> bool:
    """Whether a section of a format shows a date, a time or a duration."""
    return any(_FIELD.fullmatch(piece) or _ELAPSED.fullmatch(piece) for piece in pieces)


def is_date(pieces: Sequence[str]) -> bool:
    """Whether a section of a format shows a moment, and no duration."""
    return is_moment(pieces) and not any(map(_ELAPSED.fullmatch, pieces))


def moment_section(
    pieces: Sequence[str], literal: Literal, *, from_1904: bool
) -> Callable[[Decimal, str], str]:
    """How a section for dates and times writes a number of days."""
    fields = _without_minutes_for_months(pieces)
    if _depends_on_the_reader(fields):
        fields = _iso(fields)
    places = _places(fields)
    twelve = any(field.casefold() in ("am/pm", "a/p") for field in fields)

    def write(value: Decimal, raw: str) -> str:
        moment = _moment(value, places, from_1904=from_1904)
        if moment is None:
            return raw
        return "".join(_written(field, moment, literal, twelve=twelve) for field in _joined(fields))

    return write


def _moment(days: Decimal, places: int, *, from_1904: bool) -> _Moment | None:
    if days > _LAST_DAY:
        return None
    unit = Decimal(1).scaleb(-places)
    total = (days * _DAY_S).quantize(unit, context=_EXACT)
    elapsed = int(total)
    whole, seconds = divmod(elapsed, _DAY_S)
    fraction = format(total, "f").partition(".")[2]
    year, month, day, weekday = _day(whole, from_1904=from_1904)
    return _Moment(year, month, day, weekday, seconds, fraction, elapsed)


def _day(number: int, *, from_1904: bool) -> tuple[int, int, int, int]:
    if from_1904:
        found = date(1904, 1, 1) + timedelta(days=min(number, _LAST_DAY - 1462))
    elif number in (0, _LEAP):
        return (1900, 1, 0, 5) if number == 0 else (1900, 2, 29, 2)
    else:
        number = min(number, _LAST_DAY)
        found = date(1899, 12, 30 if number > _LEAP else 31) + timedelta(days=number)
        return found.year, found.month, found.day, (number - 2) % 7
    return found.year, found.month, found.day, found.weekday()


def _without_minutes_for_months(pieces: Sequence[str]) -> list[str]:
    """The fields, `n` for minutes: an `m` after hours or before seconds is one."""
    fields = [piece.lower() if _FIELD.fullmatch(piece) else piece for piece in pieces]
    times = [
        (n, field[0] if field[0] != "[" else field[1].lower())
        for n, field in enumerate(fields)
        if _FIELD.fullmatch(field) or _ELAPSED.fullmatch(field)
    ]
    times = [(n, kind) for n, kind in times if kind != "a"]
    for place, (n, kind) in enumerate(times):
        before = times[place - 1][1] if place else ""
        after = times[place + 1][1] if place + 1 < len(times) else ""
        if kind == "m" and fields[n][0] == "m" and len(fields[n]) < _NAMED:
            fields[n] = "n" * len(fields[n]) if before == "h" or after == "s" else fields[n]
    return fields


def _depends_on_the_reader(fields: Sequence[str]) -> bool:
    """Whether names of another language, another era or the reader's own settings are asked for."""
    if any(_SYSTEM.fullmatch(field) or field in _ERAS for field in fields):
        return True
    language = next(filter(None, map(_LANGUAGE.fullmatch, fields)), None)
    if language is None or int(language[1] or "9", 16) & _PRIMARY == _ENGLISH:
        return False
    return any(field[:1] in "md" and len(field) >= _NAMED for field in fields)


def _iso(fields: Sequence[str]) -> list[str]:
    kinds = {field[0] for field in fields if _FIELD.fullmatch(field) or field[:1] == "n"}
    day = ["yyyy", "-", "mm", "-", "dd"] if kinds & {"y", "d"} or "m" in kinds else []
    time = ["hh", ":", "nn", ":", "ss"] if "s" in kinds else ["hh", ":", "nn"]
    if not kinds & {"h", "n", "s"}:
        return day
    return [*day, " ", *time] if day else time


def _places(fields: Sequence[str]) -> int:
    """Decimals of seconds: zeros after a point, which stands after the seconds."""
    text = "".join(field for field in fields if field in (".", "0") or field[:1] == "s")
    found = re.search(r"s\.(0+)", text)
    return len(found[1]) if found else 0


def _joined(fields: Sequence[str]) -> list[str]:
    """The fields with the decimals of seconds as one, which begins with a point."""
    joined: list[str] = []
    for field in fields:
        if field == "0" and joined and joined[-1][:1] == ".":
            joined[-1] += field
        else:
            joined.append(field)
    return joined


def _written(field: str, moment: _Moment, literal: Literal, *, twelve: bool) -> str:
    if field[0] == "." and len(field) > 1:
        return f".{moment.fraction}"
    if _ELAPSED.fullmatch(field):
        return _elapsed(field[1:-1].lower(), moment.elapsed)
    if field.strip("n") == "" or field.strip("hs") == "":
        return _time_field(field, moment.seconds, twelve=twelve)
    if field in ("am/pm", "a/p"):
        half = "AM" if moment.seconds < _DAY_S // 2 else "PM"
        return half if field == "am/pm" else half[0]
    return _date_field(field, moment) if _FIELD.fullmatch(field) else literal(field)


def _date_field(field: str, moment: _Moment) -> str:
    match field[0], len(field):
        case "y", length:
            return f"{moment.year % 100:02d}" if length < _NAMED else str(moment.year)
        case "m", 5:
            return _MONTHS[moment.month - 1][0]
        case "m", length:
            return _number_or_name(moment.month, _MONTHS[moment.month - 1], length)
        case _, length:
            return _number_or_name(moment.day, _DAYS[moment.weekday], length)


def _number_or_name(number: int, name: str, length: int) -> str:
    if length < _NAMED:
        return f"{number:0{length}d}"
    return name[:3] if length == _NAMED else name


def _time_field(field: str, seconds: int, *, twelve: bool) -> str:
    hours = seconds // 3600
    if twelve:
        hours = hours % 12 or 12
    number = {"h": hours, "n": seconds // 60 % 60, "s": seconds % 60}[field[0]]
    return f"{number:0{min(len(field), 2)}d}"


def _elapsed(field: str, seconds: int) -> str:
    unit = {"h": 3600, "m": 60, "s": 1}[field[0]]
    return f"{seconds // unit:0{len(field)}d}"
