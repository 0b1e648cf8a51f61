"""Write a value in one notation, so that two programs may show it differently and still agree."""

import re
import unicodedata
from decimal import Decimal, InvalidOperation

_MOMENT = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.0+)?)?", re.ASCII
)
_NUMBER = re.compile(
    r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,2})?(%?)", re.ASCII
)
_WORD = re.compile(r"\w+")


def one_notation(text: str) -> str:
    """A date or moment in ISO 8601, a number without zeros at its end, else the words; midnight is its date."""
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    moment = _MOMENT.fullmatch(plain)
    if moment is not None:
        year, month, day, *clock = (int(part or 0) for part in moment.groups())
        date = f"{year:04}-{month:02}-{day:02}"
        return f"{date} {clock[0]:02}:{clock[1]:02}:{clock[2]:02}" if any(clock) else date
    number = _NUMBER.fullmatch(plain)
    if number is not None:
        return _number(plain.rstrip("%").replace(",", ""), percent=bool(number[1]))
    return "".join(_WORD.findall(plain.casefold()))


def _number(digits: str, *, percent: bool) -> str:
    try:
        value = Decimal(digits) / (100 if percent else 1)
    except InvalidOperation:
        return digits
    return format(value.normalize(), "f")
