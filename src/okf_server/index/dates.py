"""One name for a date, quarter or week, however it is written: `2026-03-31`, `2026-q1`, `2026-w14`.

A date in numbers with slashes or dashes whose day comes last but for the year may begin with the day or with the
month; where both can be it has a name for each. Dots are of dates that begin with the day.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from okf_server.index.languages import fold

MONTHS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janner janvier janv enero ene januari gennaio gen janeiro января",
            "february feb februar fevrier fevr febrero februari febbraio fevereiro fev февраля",
            "march mar marz maerz mars marzo maart mrt marco марта",
            "april apr avril avr abril abr aprile апреля",
            "may mai mayo mei maggio mag maio мая",
            "june jun juni juin junio giugno giu junho июня",
            "july jul juli juillet juil julio luglio lug julho июля",
            "august aug aout agosto ago augustus августа",
            "september sep sept septembre septiembre settembre set setembro сентября",
            "october oct oktober okt octobre octubre ottobre ott outubro out октября",
            "november nov novembre noviembre novembro ноября",
            "december dec dezember dez decembre diciembre dic dicembre dezembro декабря",
        ),
        1,
    )
    for name in names.split()
}
"""The months by their names in nine languages, folded."""

_LETTERS = r"(?P<name>[^\W\d_]{3,11})\.?"
_YEAR, _MONTH, _DAY = r"(?P<year>\d{4})", r"(?P<month>\d{1,2})", r"(?P<day>\d{1,2})"
_OF = r"(?:of\s|de\s|del\s)?"
_SHORT = r"['’]?(?P<short>[0-4]\d)"  # of this century
_QUARTER, _WEEK = r"(?P<quarter>[1-4])", r"(?P<week>\d{1,2})"


def _patterns(*texts: str) -> Sequence[re.Pattern[str]]:
    return [re.compile(rf"(?<![\w.]){text}(?![\w])", re.IGNORECASE) for text in texts]


_IN_ONE_WORD = _patterns(
    rf"{_YEAR}([-./])(?P<month>\d{{1,2}})\2(?P<day>\d{{1,2}})",
    rf"{_DAY}\.{_MONTH}\.{_YEAR}",
    rf"(?P<either>\d{{1,2}})([-/])(?P<other>\d{{1,2}})\2{_YEAR}",
    rf"{_DAY}[-./]?{_LETTERS}[-./]?{_YEAR}",
    rf"{_DAY}[-./]{_LETTERS}[-./]{_SHORT}",
    r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)",
    rf"{_QUARTER}q[-/]?(?:{_YEAR}|{_SHORT})",
    rf"q{_QUARTER}[-/]?{_SHORT}",
    rf"{_YEAR}[-/]?q{_QUARTER}",
    rf"q{_QUARTER}[-/]?{_YEAR}",
    rf"{_YEAR}-?(?:w|kw){_WEEK}",
    rf"(?:w|kw|cw){_WEEK}[-/]{_YEAR}",
)
_IN_WORDS = _patterns(
    rf"{_DAY}(?:st|nd|rd|th|er|\.)?\s{{0,2}}{_OF}{_LETTERS},?\s{{1,2}}{_OF}{_YEAR}",
    rf"{_LETTERS}\s{{1,2}}{_DAY}(?:st|nd|rd|th)?,?\s{{1,2}}{_YEAR}",
    rf"{_DAY}\.\s{_MONTH}\.\s{_YEAR}",
    rf"{_YEAR}\.\s{_MONTH}\.\s{_DAY}\.?",
    rf"q{_QUARTER}\s{_OF}{_YEAR}",
    rf"{_YEAR}\sq{_QUARTER}",
    rf"{_QUARTER}\.\s?quartal\s{_YEAR}",
    rf"(?:week|kw)\s{_WEEK}(?:\sof|,|\s/)?\s{_YEAR}",
)
_EAST = (
    re.compile(rf"{_YEAR}\s?[年년]\s?{_MONTH}\s?[月월]\s?{_DAY}\s?[日일]"),
    re.compile(rf"{_YEAR}\s?[年년]\s?第?{_QUARTER}\s?(?:分기|분기|四半期|季度)"),
)
# Of which the engine can tell where it may begin, unlike `\d{4}`.
_ANY_YEAR = re.compile(r"\d\d{3}")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")
_VERSION = re.compile(r"(?<!\w)version\s(\d{1,3})(?![\w.]\w|\w)", re.IGNORECASE)
_LONGEST = 20
_SHORTENED = re.compile(r"\d{1,2}[-./][^\W\d_]|q\d|\dq", re.IGNORECASE)
_WORD = re.compile(r"(?<![\w.])[\dqwk](?:[-./'’]?\w){3,20}(?![\w])", re.IGNORECASE)
_BEFORE, _BEHIND = 26, 20  # characters of a date beside its year
_MOST = 200  # of a text; a list of dates is found by the first ones


def compact_names(word: str) -> tuple[str, ...]:
    """The names of a date, quarter or week that is one word, none for any other word."""
    if len(word) > _LONGEST or not (_ANY_YEAR.search(word) or _SHORTENED.match(word)):
        return ()
    for pattern in _IN_ONE_WORD:
        if match := pattern.fullmatch(word):
            return tuple(dict.fromkeys(_names(match.groupdict())))
    return ()


def spelled_versions(text: str) -> list[str]:
    """The versions of one number that a text writes in two words, as `v2`, each once."""
    if "ersion" not in text and "ERSION" not in text:
        return []
    return list(dict.fromkeys(f"v{int(found[1])}" for found in _VERSION.finditer(text)))


def spelled_names(text: str) -> list[str]:
    """The names of the dates and quarters that a text writes in several words, each once."""
    found: dict[str, None] = {}
    for year in _ANY_YEAR.finditer(text):
        around = text[max(year.start() - _BEFORE, 0) : year.end() + _BEHIND]
        patterns = _IN_WORDS if around.isascii() else (*_EAST, *_IN_WORDS)
        for pattern in patterns:
            for match in pattern.finditer(around):
                found.update(dict.fromkeys(_names(match.groupdict())))
        if len(found) >= _MOST:
            break
    return list(found)


def dates_named(text: str) -> str:
    """A text with the name of each date, quarter and week that can be read in one way alone in its place."""
    if not any(map(str.isdigit, text)):
        return text
    text = text.translate(_FULL_WIDTH)
    for pattern in _IN_WORDS if text.isascii() else (*_EAST, *_IN_WORDS):
        text = pattern.sub(lambda found: _only(found[0], list(_names(found.groupdict()))), text)
    text = _WORD.sub(lambda found: _only(found[0], compact_names(fold(found[0]))), text)
    return " ".join(text.split())


def _only(written: str, names: Sequence[str]) -> str:
    return f" {names[0]} " if len(names) == 1 else written


def _names(parts: Mapping[str, str | None]) -> Iterator[str]:
    """The names of a match: two where either number may be the month."""
    short = parts.get("short")
    year = int(parts.get("year") or 0) or (2000 + int(short) if short else 0)
    if quarter := parts.get("quarter"):
        yield f"{year:04}-q{int(quarter)}"
    elif week := parts.get("week"):
        yield f"{year:04}-w{int(week):02}"
    elif either := parts.get("either"):
        one, other = int(either), int(parts["other"] or 0)
        yield from _day(year, other, one)
        yield from _day(year, one, other)
    else:
        name = parts.get("name")
        month = MONTHS.get(fold(name), 0) if name else int(parts["month"] or 0)
        yield from _day(year, month, int(parts["day"] or 0))


def _day(year: int, month: int, day: int) -> Iterator[str]:
    try:
        yield date(year, month, day).isoformat()
    except ValueError:
        return
