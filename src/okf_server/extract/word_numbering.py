"""Count the numbered paragraphs of a Word document as Word shows them (17.9)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract.xml_names import attribute, child, name_of, number, switched_on

_LEVELS = 9
_LARGEST = 32_766
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_SYLLABLES = "가나다라마바사아자차카타파하"
_CONSONANTS = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_ALPHABETS = {
    "lowerLetter": "abcdefghijklmnopqrstuvwxyz",
    "upperLetter": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ganada": _SYLLABLES,
    "chosung": _CONSONANTS,
}
_PLACEHOLDER = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How one level counts and writes its number; `text` holds `%1` to `%9` for those of the levels."""

    form: str = "decimal"
    text: str = ""
    start: int = 1
    legal: bool = False


@dataclass(slots=True)
class _Counting:
    """The numbers of the levels of one list, and which of its instances have begun."""

    numbers: dict[int, int] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)


class Numbering:
    """The lists of a document. Paragraphs must be asked for in their order."""

    def __init__(self, root: Any | None, style_numbers: Mapping[str, str]) -> None:
        """`style_numbers` is the numbering that each numbering style names."""
        children = list(root) if root is not None else []
        self._abstract = {
            attribute(one, "abstractNumId"): one
            for one in children
            if name_of(one) == "abstractNum"
        }
        self._instances = {
            attribute(one, "numId"): one for one in children if name_of(one) == "num"
        }
        self._style_numbers = style_numbers
        self._counting: dict[str, _Counting] = {}
        self._levels: dict[tuple[str, int], Level] = {}

    def level_of_style(self, key: str, style: str) -> int:
        """The level of a list that belongs to a paragraph style."""
        for one in self._abstract.get(self._abstract_key(key), ()):
            if name_of(one) == "lvl" and attribute(child(one, "pStyle"), "val") == style:
                return number(one, "ilvl")
        return 0

    def has(self, key: str) -> bool:
        """Whether there is such a list; `0` takes a paragraph out of all."""
        return key in self._instances

    def next_label(self, key: str, level: int) -> str:
        """What stands before the next paragraph of a list on that level; empty for a bullet."""
        level = min(max(level, 0), _LEVELS - 1)
        counting = self._counting.setdefault(self._abstract_key(key), _Counting())
        if key not in counting.begun:
            counting.begun.add(key)
            for at, start in self._restarts(key):
                counting.numbers[at] = start - 1
        numbers = counting.numbers
        for at in range(level):
            numbers.setdefault(at, self._level(key, at).start)
        numbers[level] = min(numbers.get(level, self._level(key, level).start - 1) + 1, _LARGEST)
        for at in [at for at in numbers if at > level]:
            del numbers[at]
        return self._label(key, level, numbers)

    def _label(self, key: str, level: int, numbers: Mapping[int, int]) -> str:
        own = self._level(key, level)
        if own.form in ("bullet", "none"):
            return ""

        def written(found: re.Match[str]) -> str:
            at = int(found[1]) - 1
            form = "decimal" if own.legal else self._level(key, at).form
            return numeral(numbers.get(at, self._level(key, at).start), form)

        return " ".join(_PLACEHOLDER.sub(written, own.text).split())

    def _abstract_key(self, key: str) -> str:
        """The definition that a list follows, through a numbering style where it names one."""
        found = attribute(child(self._instances.get(key, ()), "abstractNumId"), "val")
        style = attribute(child(self._abstract.get(found, ()), "numStyleLink"), "val")
        other = self._instances.get(self._style_numbers.get(style, ""))
        return found if other is None else attribute(child(other, "abstractNumId"), "val", found)

    def _restarts(self, key: str) -> list[tuple[int, int]]:
        return [
            (number(one, "ilvl"), number(start, otherwise=1))
            for one in self._instances.get(key, ())
            if name_of(one) == "lvlOverride" and (start := child(one, "startOverride")) is not None
        ]

    def _level(self, key: str, level: int) -> Level:
        if (key, level) not in self._levels:
            self._levels[key, level] = self._read(key, level)
        return self._levels[key, level]

    def _read(self, key: str, level: int) -> Level:
        own = [
            child(one, "lvl")
            for one in self._instances.get(key, ())
            if name_of(one) == "lvlOverride" and number(one, "ilvl") == level
        ]
        shared = [
            one
            for one in self._abstract.get(self._abstract_key(key), ())
            if name_of(one) == "lvl" and number(one, "ilvl") == level
        ]
        found = next((one for one in [*own, *shared] if one is not None), None)
        if found is None:
            return Level(text=f"%{level + 1}.")
        start = child(found, "start")
        return Level(
            form=attribute(child(found, "numFmt"), "val", "decimal"),
            text=attribute(child(found, "lvlText"), "val"),
            start=number(start, otherwise=1) if start is not None else 0,
            legal=bool(switched_on(child(found, "isLgl"))),
        )


def numeral(value: int, form: str) -> str:
    """A number in one of Word's forms; those that we do not know are written in digits."""
    if form in _ALPHABETS and value > 0:
        letters = _ALPHABETS[form]
        return letters[(value - 1) % len(letters)] * ((value - 1) // len(letters) + 1)
    if form in ("lowerRoman", "upperRoman") and value > 0:
        return roman(value) if form == "lowerRoman" else roman(value).upper()
    if form == "decimalZero":
        return f"{value:02}"
    if form.startswith("decimalEnclosedCircle") and 0 < value <= len(_CIRCLED):
        return _CIRCLED[value - 1]
    return str(value)


def roman(value: int) -> str:
    """A positive number in small Roman numerals."""
    written = ""
    for worth, letters in _ROMAN:
        written += letters * (value // worth)
        value %= worth
    return written
