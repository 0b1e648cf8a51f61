"""What the styles of a Hangul document say of its paragraphs and letters."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract.xml_names import name_of

_TINY = 100  # hundredths of a point: Hangul sets nothing smaller
_PALE = 250  # of 255 in each colour
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{2})?([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")
_NO_COLOUR = frozenset(["", "none", "4294967295"])
_DEEPEST = 9
_MOVED = ("supscript", "subscript")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a paragraph is led by: OUTLINE, NUMBER or BULLET, its level from 0, its numbering."""

    kind: str = "NONE"
    level: int = 0
    numbering: str = ""


PLAIN = Head()


@dataclass(frozen=True, slots=True, kw_only=True)
class Styles:
    """The styles of one document, by id.

    `above` and `below` are letters that stand so to their line; `unseen` are letters that cannot be told from white paper; `filled` and `backed` are borders and
    paragraphs with a ground of their own, on which such letters are seen. `digits` has the levels of each
    numbering that count in digits.
    """

    heads: Mapping[str, Head] = field(default_factory=dict)
    by_style: Mapping[str, str] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()
    above: frozenset[str] = frozenset()
    below: frozenset[str] = frozenset()
    filled: frozenset[str] = frozenset()
    backed: frozenset[str] = frozenset()
    digits: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def head(self, paragraph: Any) -> Head:
        """What leads a paragraph: what its own shape says, or else an outline of its style."""
        own = self.heads.get(paragraph.get("paraPrIDRef", ""), PLAIN)
        if own.kind != "NONE":
            return own
        styled = self.heads.get(self.by_style.get(paragraph.get("styleIDRef", ""), ""), PLAIN)
        return styled if styled.kind == "OUTLINE" else PLAIN


def read_styles(elements: Iterable[Any]) -> Styles:
    """The styles that stand below these elements of a header."""
    found: dict[str, dict[str, Any]] = {name: {} for name in _READ}
    for top in elements:
        for element in top.iter(*(f"{{*}}{name}" for name in _READ)):
            name = name_of(element)
            found[name][element.get("id", "")] = _READ[name](element)
    filled = frozenset(key for key, fills in found["borderFill"].items() if fills)
    paragraphs, letters = found["paraPr"].items(), found["charPr"].items()
    return Styles(
        heads={key: head for key, (head, _) in paragraphs},
        by_style=found["style"],
        unseen=frozenset(key for key, (unseen, _) in letters if unseen),
        above=frozenset(key for key, (_, where) in letters if where == "supscript"),
        below=frozenset(key for key, (_, where) in letters if where == "subscript"),
        filled=filled,
        backed=frozenset(key for key, (_, border) in paragraphs if border in filled),
        digits=found["numbering"],
    )


def number(text: str | None) -> int:
    """A whole number of an attribute; 0 where there is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= _DEEPEST else 0


def paints(shape: Any) -> bool:
    """Whether a shape or a border is filled with something that is not white."""
    for brush in shape.iter("{*}winBrush", "{*}gradation", "{*}imgBrush"):
        if name_of(brush) != "winBrush" or _is_dark(brush.get("faceColor", "none")):
            return True
    return False


def _paragraph(shape: Any) -> tuple[Head, str]:
    """What leads paragraphs of a shape, and the border that they stand in."""
    return _head(shape), _border(shape)


def _head(shape: Any) -> Head:
    heading = shape.find("{*}heading")
    if heading is None:
        return PLAIN
    level = min(number(heading.get("level")), _DEEPEST)
    return Head(kind=heading.get("type", "NONE"), level=level, numbering=heading.get("idRef", ""))


def _border(shape: Any) -> str:
    border = shape.find("{*}border")
    return "" if border is None else str(border.get("borderFillIDRef", ""))


def _digit_levels(numbering: Any) -> frozenset[int]:
    heads = numbering.iter("{*}paraHead")
    return frozenset(number(h.get("level")) - 1 for h in heads if h.get("numFormat") == "DIGIT")


def _base(style: Any) -> str:
    return str(style.get("paraPrIDRef", ""))


def _letters(shape: Any) -> tuple[bool, str]:
    """Whether letters of a shape cannot be seen, and what says that they stand above or below the line."""
    moved = (name_of(one) for one in shape)
    return _is_unseen(shape), next((name for name in moved if name in _MOVED), "")


def _is_unseen(letters: Any) -> bool:
    height = number(letters.get("height"))
    if 0 < height <= _TINY:
        return True
    white = not _is_dark(letters.get("textColor", "#000000"), without="#000000")
    return white and not _is_dark(letters.get("shadeColor", "none"))


def _is_dark(colour: str, *, without: str = "#FFFFFF") -> bool:
    """Whether a colour can be told from white; `without` is that of a thing that names none."""
    text = without if colour.lower() in _NO_COLOUR else colour
    match = _COLOUR.fullmatch(text)
    return match is None or any(int(part, 16) < _PALE for part in match.groups())


_READ: Mapping[str, Callable[[Any], Any]] = {
    "paraPr": _paragraph,
    "style": _base,
    "charPr": _letters,
    "borderFill": paints,
    "numbering": _digit_levels,
}
