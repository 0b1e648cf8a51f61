"""Read dates, versions and revisions in titles, names of files and questions.

What stands for an edition is cut out of the text; the words that are left name the subject.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

Number = tuple[int, ...]

_STARTS_OF_MONTHS = (
    ("jan", "jän"), ("feb",), ("mar", "mär", "mae"), ("apr",), ("may", "mai"), ("jun",),
    ("jul",), ("aug",), ("sep",), ("oct", "okt"), ("nov",), ("dec", "dez"),
)  # fmt: skip
_MONTHS = {start: number for number, starts in enumerate(_STARTS_OF_MONTHS, 1) for start in starts}
_NAME = (
    r"(?P<name>jan(?:uary?)?|jänner|feb(?:ruary?)?|mar(?:ch)?|märz?|maerz|apr(?:il)?|may|mai|jun[ei]?|jul[yi]?"
    r"|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0[1-9]|[12]\d|3[01])"
_SHORT_MONTH = r"(?P<month>1[0-2]|0?[1-9])"
_SHORT_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])"
_ISSUED = r"(?:(?:ausgabe|edition|fassung|stand|version|rev|revision)[\s:.]+)?"
_NUMBER = r"(?P<number>\d{1,3}(?:\.\d{1,3})*)"
_PLAIN = r"(?:0|[1-9]\d?)"
_STARTS, _ENDS = r"(?<!\w)(?<!\d\.)", r"(?!\.?\d|\w)"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(_STARTS + text + _ENDS)


_KINDS = (
    ("date", _pattern(rf"{_ISSUED}{_YEAR}([-./ ]?){_MONTH}\2{_DAY}")),
    ("date", _pattern(rf"{_ISSUED}{_SHORT_DAY}\.\s?{_SHORT_MONTH}\.\s?{_YEAR}")),
    ("date", _pattern(rf"{_ISSUED}(?:{_SHORT_DAY}\.?\s+)?{_NAME}\.?\s+{_YEAR}")),
    ("date", _pattern(rf"{_ISSUED}{_NAME}\.?\s+{_SHORT_DAY},?\s+{_YEAR}")),
    ("date", _pattern(rf"{_ISSUED}{_YEAR}[-./]{_MONTH}")),
    ("date", _pattern(r"fy[\s']?(?P<year>(?:19|20)?\d\d)(?:[-/–](?:20)?\d\d)?")),
    ("date", _pattern(rf"{_ISSUED}{_YEAR}")),
    ("version", _pattern(rf"(?:v\.?|(?:ver|version|edition|ausgabe|auflage|fassung)[\s.]*){_NUMBER}")),
    ("revision", _pattern(rf"(?:rev|revision)[\s.]*{_NUMBER}")),
    ("letter", _pattern(r"(?:rev|revision)[\s.]+(?P<letter>[a-z])")),
)  # fmt: skip
"""The longer forms first: each takes its text from those after it."""

_BEHIND_NAME = re.compile(
    rf"(?P<word>[^\W\d]\w*)[\s(\[]+(?P<number>{_PLAIN}(?:\.{_PLAIN}){{1,2}})(?=[\s)\]|(]*(?:final|draft|entwurf)?[\s)\]|]*$)"
)
_NUMBERED = frozenset({
    "abschnitt", "anhang", "annex", "appendix", "article", "artikel", "chapter", "clause", "figure",
    "floor", "kapitel", "level", "meeting", "minutes", "paragraph", "part", "protokoll", "raum",
    "room", "section", "sitzung", "sprint", "step", "table", "teil", "week", "woche",
})  # fmt: skip
"""A number behind these is no version: `Chapter 1.2`."""


class Mark(NamedTuple):
    """What a text says of its edition at one place."""

    kind: str
    value: Number
    names: frozenset[str]
    """How a question may call it."""


def cut_marks(text: str) -> tuple[list[Mark], str]:
    """The dates, versions and revisions of a text in lower case, and the text without them."""
    marks: list[Mark] = []

    def taken(kind: str) -> Callable[[re.Match[str]], str]:
        def take(match: re.Match[str]) -> str:
            marks.append(_mark(kind, match.groupdict()))
            return " | "

        return take

    for kind, pattern in _KINDS:
        text = pattern.sub(taken(kind), text)
    found = _BEHIND_NAME.search(text)
    if found and found["word"] not in _NUMBERED:
        marks.append(_mark("version", found.groupdict()))
        text = f"{text[: found.start('number')]} | {text[found.end() :]}"
    return marks, text


def _mark(kind: str, parts: Mapping[str, str | None]) -> Mark:
    if kind == "date":
        return _date(parts)
    if kind == "letter":
        letter = parts["letter"] or ""
        return Mark(kind, (ord(letter),), frozenset({f"rev {letter}"}))
    number = parts["number"] or ""
    value = _without_zeros(tuple(map(int, number.split("."))))
    names = {f"{kind} {'.'.join(map(str, value))}"} | ({number} if "." in number else set())
    return Mark(kind, value, frozenset(names))


def _date(parts: Mapping[str, str | None]) -> Mark:
    year = int(f"20{parts['year']}"[-4:])
    name = parts.get("name") or ""
    month = _MONTHS[name[:3]] if name else int(parts.get("month") or 0)
    value = _without_zeros((year, month, int(parts.get("day") or 0)))
    names = {str(year), "-".join(map(str, value)), name} - {""}
    return Mark("date", value, frozenset(names))


def _without_zeros(number: Number) -> Number:
    """An absent part counts as nought: 2 and 2.0 are one."""
    while number and not number[-1]:
        number = number[:-1]
    return number
