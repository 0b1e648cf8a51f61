"""What a date that somebody is typing may become: `31/03/20`, `31. Mär`, `March 3`."""

import re
from collections.abc import Iterator

from okf_server.index.dates import MONTHS
from okf_server.index.languages import fold

_NUMBERS = re.compile(r"(?<!\S)(\d{1,2})([./-])(\d{1,2})(?:(\2)(\d{0,4}))?$")
_DAY_FIRST = re.compile(
    r"(?<![^\s(])(\d{1,2})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s|del\s)?([^\W\d_]{2,11})\.?(?:,?\s(?:of\s|de\s|del\s)?(\d{1,4}))?$",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    r"(?<!\w)([^\W\d_]{3,11})\.?\s(\d{1,2})(?:(?:st|nd|rd|th)?,?(\s)(\d{1,4}))?$", re.IGNORECASE
)
_BEHIND = 40  # characters at the end of a question that a date may take
_CENTURIES = ("19", "20")
_YEAR = 4  # digits


def begun_dates(question: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """For the date that a question ends in what its name may begin with, and the pattern of the name."""
    typed = question[-_BEHIND:]
    if found := _NUMBERS.search(typed):
        one, sign, other, closed, year = found.groups()
        if closed or sign == "/":
            day, either = _digits(one), _digits(other, whole=bool(closed))
            orders = (f"{either}-{day}",) if sign == "." else (f"{either}-{day}", f"{day}-{either}")
            yield _named(f"(?:{'|'.join(orders)})", year or "")
    elif found := _DAY_FIRST.search(typed):
        day, name, year = found.groups()
        yield from _spelled(name, _digits(day), year or "")
    elif found := _MONTH_FIRST.search(typed):
        name, day, closed, year = found.groups()
        yield from _spelled(name, _digits(day, whole=bool(closed)), year or "")


def _spelled(name: str, day: str, year: str) -> Iterator[tuple[tuple[str, ...], str]]:
    begun = fold(name)
    months = sorted({number for month, number in MONTHS.items() if month.startswith(begun)})
    if months:
        yield _named(f"(?:{'|'.join(f'{month:02}' for month in months)})-{day}", year)


def _named(rest: str, year: str) -> tuple[tuple[str, ...], str]:
    starts = (year,) if year else _CENTURIES
    return starts, f"(?:{'|'.join(starts)})[0-9]{{{_YEAR - len(starts[0])}}}-{rest}"


def _digits(number: str, *, whole: bool = True) -> str:
    """A day or month of two digits; one that is not whole may get a second digit."""
    if whole or len(number) > 1:
        return f"{int(number):02}"
    return f"(?:0{number}|{number}[0-9])" if int(number) else "0[0-9]"
