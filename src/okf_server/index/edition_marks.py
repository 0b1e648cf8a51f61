"""Read dates, versions and revisions in titles, names of files and questions.

What stands for an edition is cut out of the text; the words that are left name the subject.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from okf_server.index.dates import MONTHS
from okf_server.index.languages import fold

Number = tuple[int, ...]

_NAME = r"(?P<name>[^\W\d_]{3,11})"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0[1-9]|[12]\d|3[01])"
_SHORT_MONTH = r"(?P<month>1[0-2]|0?[1-9])"
_SHORT_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])"
_ISSUED = r"(?:(?:ausgabe|edition|fassung|stand|version|rev|revision)[\s:.]+)?"
_NUMBER = r"(?P<number>\d{1,3}(?:\.\d{1,3})*)"
_PLAIN = r"(?:0|[1-9]\d?)"
_EAST = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
"""Scripts that write a number without a space before or behind it."""

_STARTS, _ENDS = rf"(?<![^\W{_EAST}])(?<!\d\.)", rf"(?!\.?\d|[^\W{_EAST}])"
_VERSION = (
    "ver|version|edition|ausgabe|auflage|fassung|édition|versión|edición|versione|edizione|versão|edição|versie"
    "|версия|버전|版本|バージョン|الإصدار|संस्करण"
)
_REVISION = "rev|revision|révision|revisión|revisione|revisão|revisie|ред"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(_STARTS + text + _ENDS)


_KINDS = (
    ("date", _pattern(rf"{_YEAR}\s?[年년](?:도|度)?(?:\s?{_SHORT_MONTH}\s?[月월](?:\s?{_SHORT_DAY}\s?[日일])?)?[版판]?")),
    ("date", _pattern(rf"{_ISSUED}{_YEAR}([-./ ]?){_MONTH}\2{_DAY}")),
    ("date", _pattern(rf"{_YEAR}\.\s{_SHORT_MONTH}\.\s{_SHORT_DAY}\.?")),
    ("date", _pattern(rf"{_ISSUED}{_SHORT_DAY}\.\s?{_SHORT_MONTH}\.\s?{_YEAR}")),
    ("date", _pattern(rf"{_ISSUED}(?:{_SHORT_DAY}\.?\s+)?(?:de\s+)?{_NAME}\.?\s+(?:de\s+)?{_YEAR}")),
    ("date", _pattern(rf"{_ISSUED}{_NAME}\.?\s+{_SHORT_DAY},?\s+{_YEAR}")),
    ("date", _pattern(rf"{_ISSUED}{_YEAR}[-./]{_MONTH}")),
    ("date", _pattern(r"fy[\s']?(?P<year>(?:19|20)?\d\d)(?:[-/–](?:20)?\d\d)?")),
    ("date", _pattern(rf"{_ISSUED}{_YEAR}[版판]?")),
    ("version", _pattern(rf"(?:v\.?|(?:{_VERSION})[\s.]*){_NUMBER}[版판]?")),
    ("version", _pattern(rf"{_NUMBER}(?:\.|e|ª|a|nd|rd|st|th)\s+(?:auflage|édition|edición|edizione|edição|edition)")),
    ("version", _pattern(r"(?:第\s?|제\s?|改訂第?)?(?P<number>\d{1,3}(?:\.\d{1,3})*|[一二三四五六七八九])\s?[版판]")),
    ("version", _pattern("(?P<number>初)版")),
    ("revision", _pattern(rf"(?:{_REVISION})[\s.]*{_NUMBER}")),
    ("letter", _pattern(r"(?:rev|revision)[\s.]+(?P<letter>[a-z])")),
)  # fmt: skip
"""The longer forms first: each takes its text from those after it."""

_UNDATED = tuple(kind for kind in _KINDS if kind[0] != "date")
_ANY_YEAR = re.compile(r"(?:19|20)\d\d|fy")
_ANY_NUMBER = re.compile(r"\d|rev|版")
_HAN = {sign: str(number) for number, sign in enumerate("一二三四五六七八九", 1)} | {"初": "1"}

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
            parts = match.groupdict()
            if parts.get("name") and fold(parts["name"]) not in MONTHS:
                return match[0]
            marks.append(_mark(kind, parts))
            return " | "

        return take

    for kind, pattern in _kinds_in(text):
        text = pattern.sub(taken(kind), text)
    found = _BEHIND_NAME.search(text)
    if found and found["word"] not in _NUMBERED:
        marks.append(_mark("version", found.groupdict()))
        text = f"{text[: found.start('number')]} | {text[found.end() :]}"
    return marks, text


def _kinds_in(text: str) -> Sequence[tuple[str, re.Pattern[str]]]:
    """The patterns that a text may have: most names have no year, and many no number."""
    if not _ANY_NUMBER.search(text):
        return ()
    return _KINDS if _ANY_YEAR.search(text) else _UNDATED


def _mark(kind: str, parts: Mapping[str, str | None]) -> Mark:
    if kind == "date":
        return _date(parts)
    if kind == "letter":
        letter = parts["letter"] or ""
        return Mark(kind, (ord(letter),), frozenset({f"rev {letter}"}))
    written = parts["number"] or ""
    number = _HAN.get(written, written)
    value = _without_zeros(tuple(map(int, number.split("."))))
    names = {f"{kind} {'.'.join(map(str, value))}"} | ({number} if "." in number else set())
    return Mark(kind, value, frozenset(names))


def _date(parts: Mapping[str, str | None]) -> Mark:
    year = int(f"20{parts['year']}"[-4:])
    name = parts.get("name") or ""
    month = MONTHS[fold(name)] if name else int(parts.get("month") or 0)
    value = _without_zeros((year, month, int(parts.get("day") or 0)))
    names = {str(year), "-".join(map(str, value)), name} - {""}
    return Mark("date", value, frozenset(names))


def _without_zeros(number: Number) -> Number:
    """An absent part counts as nought: 2 and 2.0 are one."""
    while number and not number[-1]:
        number = number[:-1]
    return number
