"""What the styles of an OpenDocument text say: headings, lists, and what nobody can see."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from okf_server.extract.word_numbering import numeral
from okf_server.extract.word_styles import CODE_FONT, CODE_STYLE, Look
from okf_server.extract.xml_names import attribute, name_of, number

_DEEPEST_CHAIN = 32
_LEVELS = 10
_NAMED = {"title": 1, "subtitle": 2}
_TINY_PT = 1.0
_POINTS = {"pt": 1.0, "in": 72.0, "cm": 28.35, "mm": 2.835, "px": 0.75}
_SIZE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(pt|in|cm|mm|px)", re.ASCII)
_NO_COLOUR = frozenset({"", "transparent", "#ffffff"})
_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLevel:
    """How a level of a list is marked; `form` is empty for a bullet."""

    form: str = ""
    before: str = ""
    after: str = ""
    shown: int = 1
    start: int = 1


class TextStyles:
    """The styles of a document by their families and names."""

    def __init__(self, *roots: Any) -> None:
        self._styles: dict[tuple[str, str], Any] = {}
        self._lists: dict[str, Any] = {}
        self._fonts: dict[str, str] = {}
        self._looks: dict[tuple[str, str], dict[str, bool]] = {}
        self.outline: Mapping[int, ListLevel] = {}
        self.coloured_paper = False
        for root in roots:
            for element in root.iter():
                self.learn(element)

    def learn(self, element: Any) -> None:
        """Keep what an element says of styles, if it says anything."""
        match name_of(element):
            case "style":
                self._styles[attribute(element, "family"), attribute(element, "name")] = element
            case "default-style":
                self._styles[attribute(element, "family"), ""] = element
            case "list-style":
                self._lists[attribute(element, "name")] = element
            case "outline-style":
                self.outline = dict(_levels(element))
            case "page-layout-properties":
                colour = attribute(element, "background-color")
                self.coloured_paper |= colour.lower() not in _NO_COLOUR
            case "font-face":
                self._fonts[attribute(element, "name")] = attribute(element, "font-family")
            case _:
                pass

    def look(self, family: str, name: str) -> dict[str, bool]:
        """What a style and those that it follows say of the look."""
        if (family, name) not in self._looks:
            look: dict[str, bool] = {}
            for element in reversed(self._chain(family, name)):
                for one in element:
                    look |= self._properties(one)
            self._looks[family, name] = look
        return self._looks[family, name]

    def level(self, name: str) -> int:
        """The level of a paragraph style as a heading, 0 for text."""
        names = (_words(attribute(one, "name")) for one in self._chain("paragraph", name))
        return next((_NAMED[word] for word in names if word in _NAMED), 0)

    def is_code(self, name: str) -> bool:
        """Whether a paragraph style is made for code."""
        names = (_words(attribute(one, "name")) for one in self._chain("paragraph", name))
        return any(CODE_STYLE.fullmatch(word) for word in names)

    def levels(self, name: str) -> Mapping[int, ListLevel]:
        """The levels of a list style, from 1."""
        element = self._lists.get(name)
        return {} if element is None else dict(_levels(element))

    def _chain(self, family: str, name: str) -> list[Any]:
        """A style and those that it follows, itself first, and the default of its family last."""
        chain: list[Any] = []
        while name and (family, name) in self._styles and len(chain) < _DEEPEST_CHAIN:
            chain.append(self._styles[family, name])
            name = attribute(chain[-1], "parent-style-name")
        default = self._styles.get((family, ""))
        return chain if default is None else [*chain, default]

    def _properties(self, element: Any) -> dict[str, bool]:
        look: dict[str, bool] = {}
        name = name_of(element)
        if not name.endswith("-properties"):
            return look
        back = attribute(element, "background-color") or attribute(element, "text-background-color")
        if back:
            look["shaded" if name == "text-properties" else "behind"] = back not in _NO_COLOUR
        if name == "text-properties":
            look |= self._text_properties(element)
        return look

    def _text_properties(self, element: Any) -> dict[str, bool]:
        look: dict[str, bool] = {}
        if display := attribute(element, "display"):
            look["hidden"] = display == "none"
        if colour := attribute(element, "color"):
            look["white"] = colour.lower() == "#ffffff"
        if (size := _SIZE.fullmatch(attribute(element, "font-size"))) is not None:
            look["tiny"] = float(size[1]) * _POINTS[size[2]] <= _TINY_PT
        if font := attribute(element, "font-name") or attribute(element, "font-family"):
            look["code"] = bool(CODE_FONT.search(f"{font} {self._fonts.get(font, '')}"))
        if place := attribute(element, "text-position"):
            look |= raised_by(place)
        return look


def label_of(levels: Mapping[int, ListLevel], depth: int, counts: Mapping[int, int]) -> str:
    """What stands before an item or heading of a depth, counted from 1; empty for a bullet."""
    own = levels.get(depth, ListLevel())
    if not own.form:
        return ""
    first = max(depth - own.shown + 1, 1)
    numbers = (
        numeral(counts.get(at, 1), _FORMS.get(level.form, "decimal"))
        for at in range(first, depth + 1)
        if (level := levels.get(at, ListLevel(form="1"))).form
    )
    return f"{own.before}{'.'.join(numbers)}{own.after}".strip()


def merged(*looks: Look) -> dict[str, bool]:
    """The looks over each other, the last one on top."""
    return {key: value for look in looks for key, value in look.items()}


def _levels(element: Any) -> Iterator[tuple[int, ListLevel]]:
    for one in element:
        level = number(one, "level")
        if 0 < level <= _LEVELS:
            bullet = name_of(one) in ("list-level-style-bullet", "list-level-style-image")
            yield (
                level,
                ListLevel(
                    form="" if bullet else attribute(one, "num-format"),
                    before=attribute(one, "num-prefix"),
                    after=attribute(one, "num-suffix"),
                    shown=min(max(number(one, "display-levels", 1), 1), _LEVELS),
                    start=number(one, "start-value", 1),
                ),
            )


def _words(name: str) -> str:
    """A style's name as people see it: `_20_` is a blank in it."""
    return re.sub(r"_20_", " ", name).lower()


def raised_by(place: str) -> dict[str, bool]:
    """Whether text stands above or below its line, by its position: `super 58%`, `-33% 58%`."""
    way = place.partition(" ")[0]
    below = way.startswith(("sub", "-"))
    return {"above": not below and bool(way.strip("0.%")), "below": below}


def hides(element: Any) -> bool:
    """Whether a section or a field says that it is not shown."""
    return attribute(element, "display") == "none" or attribute(element, "is-hidden") == "true"
