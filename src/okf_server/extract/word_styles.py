"""What the styles of a Word document say: headings, numbering, code, and what nobody can see."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract.xml_names import attribute, child, name_of, number, switched_on

_HEADING = re.compile(r"heading ?(\d)", re.IGNORECASE)
CODE_STYLE = re.compile(
    r"(?:source ?|program )?code(?: ?(?:block|text|listing))?|(?:html )?preformatted(?: text)?"
    r"|program listing|verbatim(?: char)?|html code",
    re.IGNORECASE,
)
CODE_FONT = re.compile(
    r"courier|consolas|menlo|monaco|lucida console|andale mono|d2coding|monospace|fixed|inconsolata"
    r"|cascadia|(?:fira|source) code|\bmono\b",
    re.IGNORECASE,
)
_DEEPEST_CHAIN = 32
_DEEPEST_HEADING = 9
_TINY = 2  # half points
_WHITE = 0xFA  # of each colour, from which on nobody tells it from paper
_NO_FILL = frozenset({"", "auto", "ffffff", "white"})
_PAPER = frozenset({"", "background1", "light1", "bg1", "lt1"})

Look = Mapping[str, bool]
"""What is known of `hidden`, `white`, `tiny`, `shaded` and `code` (a font of even width) text.

`above` and `below` tell of text that stands so to its line.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A paragraph or character style with all that it inherits.

    `level` is 1 for a title and 2 and more for headings, as for blocks; 0 for text. `numbering` is the
    numbering and its level, where it has one.
    """

    level: int = 0
    code: bool = False
    look: Look = field(default_factory=dict)
    numbering: tuple[str, int | None] | None = None


class Styles:
    """The styles of a document by their ids."""

    def __init__(self, root: Any | None) -> None:
        self._elements = {
            key: one
            for one in (root if root is not None else ())
            if name_of(one) == "style" and (key := attribute(one, "styleId"))
        }
        defaults = None if root is None else child(root, "docDefaults", "rPrDefault", "rPr")
        self._defaults = look_of(defaults)
        self._known: dict[str, Style] = {}
        self._paragraph = self._default_paragraph()

    def of_paragraph(self, style: str) -> Style:
        """The style of a paragraph; that of plain text where it names none."""
        return self._style(style or self._paragraph)

    def of_run(self, style: str) -> Look:
        """What a character style says of the look."""
        return self._style(style).look if style else {}

    @property
    def defaults(self) -> Look:
        """The look of text that nothing is said of."""
        return self._defaults

    def shades(self, table_style: str) -> bool:
        """Whether a table style shades any of its cells."""
        return any(
            name_of(below) == "shd" and is_shaded(below)
            for element in self._chain(table_style)
            for below in element.iter()
        )

    def _default_paragraph(self) -> str:
        for key, element in self._elements.items():
            if attribute(element, "type") == "paragraph" and switched_on_attribute(element):
                return key
        return ""

    def _style(self, key: str) -> Style:
        if key not in self._known:
            self._known[key] = self._made(key)
        return self._known[key]

    def _chain(self, key: str) -> list[Any]:
        """A style and those that it is based on, itself first."""
        chain: list[Any] = []
        while key in self._elements and len(chain) < _DEEPEST_CHAIN:
            chain.append(self._elements[key])
            key = attribute(child(self._elements[key], "basedOn"), "val")
        return chain

    def _made(self, key: str) -> Style:
        chain = self._chain(key)
        look: dict[str, bool] = {}
        for element in reversed(chain):
            look |= paragraph_look(child(element, "pPr")) | look_of(child(element, "rPr"))
        numbered = (numbering_of(child(element, "pPr")) for element in chain)
        return Style(
            level=next((level for e in chain if (level := _level(e)) is not None), 0),
            code=any(CODE_STYLE.fullmatch(_name(element)) for element in chain[:1]),
            look=look,
            numbering=next((found for found in numbered if found is not None), None),
        )


def switched_on_attribute(style: Any) -> bool:
    """Whether a style is the default of its type."""
    return attribute(style, "default") in ("1", "true", "on")


def heading_level(properties: Any | None) -> int | None:
    """The level that a paragraph's own outline level gives it; 0 for text, None where it says nothing."""
    outline = None if properties is None else child(properties, "outlineLvl")
    if outline is None:
        return None
    level = number(outline, otherwise=_DEEPEST_HEADING)
    return level + 2 if 0 <= level < _DEEPEST_HEADING else 0


def numbering_of(properties: Any | None) -> tuple[str, int | None] | None:
    """The numbering that paragraph properties name, and its level."""
    found = None if properties is None else child(properties, "numPr")
    if found is None:
        return None
    level = child(found, "ilvl")
    key = child(found, "numId")
    if key is None and level is None:
        return None
    return attribute(key, "val"), None if level is None else number(level)


def look_of(properties: Any | None) -> dict[str, bool]:
    """What run properties say of the look."""
    look: dict[str, bool] = {}
    for one in () if properties is None else properties:
        match name_of(one):
            case "vanish":
                look["hidden"] = bool(switched_on(one))
            case "color":
                look["white"] = _is_white(attribute(one, "val"))
            case "sz":
                look["tiny"] = number(one, otherwise=_TINY + 1) <= _TINY
            case "shd":
                look["shaded"] = is_shaded(one)
            case "highlight":
                look["lit"] = attribute(one, "val") not in ("none", "white", "")
            case "rFonts":
                font = attribute(one, "ascii") or attribute(one, "hAnsi") or attribute(one, "cs")
                look["code"] = bool(CODE_FONT.search(font))
            case _:
                pass
    return look | _raised(properties)


def _raised(properties: Any | None) -> dict[str, bool]:
    """What run properties say of text above or below its line; nothing where they do not speak of it."""
    aligned = None if properties is None else child(properties, "vertAlign")
    where = attribute(aligned, "val")
    return {"above": where == "superscript", "below": where == "subscript"} if where else {}


def paragraph_look(properties: Any | None) -> dict[str, bool]:
    """What paragraph properties say of the look: the shading behind all of it."""
    shade = None if properties is None else child(properties, "shd")
    return {} if shade is None else {"behind": is_shaded(shade)}


def is_shaded(shade: Any) -> bool:
    """Whether there is another colour than paper behind the text (17.3.5)."""
    if attribute(shade, "themeFill") not in _PAPER:
        return True
    pattern = attribute(shade, "val")
    filled = attribute(shade, "fill").lower() not in _NO_FILL
    return filled or pattern not in ("", "clear", "nil")


def is_unseen(look: Look, *, behind: bool) -> bool:
    """Whether text of that look cannot be seen; `behind` tells of a colour behind it."""
    coloured = behind or any(look.get(key) for key in ("shaded", "lit", "behind"))
    return bool(look.get("hidden") or look.get("tiny") or (look.get("white") and not coloured))


def _is_white(colour: str) -> bool:
    if not re.fullmatch(r"[0-9A-Fa-f]{6}", colour):
        return colour.lower() == "white"
    return all(int(colour[at : at + 2], 16) >= _WHITE for at in (0, 2, 4))


def _name(style: Any) -> str:
    return attribute(child(style, "name"), "val")


def _level(style: Any) -> int | None:
    name = _name(style)
    if name.lower() == "title":
        return 1
    found = _HEADING.fullmatch(name)
    if found is not None:
        return int(found[1]) + 1
    return heading_level(child(style, "pPr"))
