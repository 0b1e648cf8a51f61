"""What holds at one place of an RTF text, and the tables that its numbers point into."""

import re
from dataclasses import dataclass, field
from enum import Enum

from okf_server.extract.word_styles import CODE_FONT

_PAGES = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
"""Code pages of fonts by their `fcharset`."""

_KNOWN_PAGE = {65001: "utf-8", 10000: "mac_roman", 708: "iso8859_6", 1361: "johab", 936: "gbk"}
_HEADING = re.compile(r"heading (\d)|title", re.IGNORECASE)
_DEEPEST_HEADING = 9
_WHITE = (255, 255, 255)
_MOST_ENTRIES = 4096


class Mode(Enum):
    """Where the text of a group goes."""

    TEXT = "text"
    SKIP = "skip"
    FONTS = "fonts"
    COLOURS = "colours"
    STYLES = "styles"
    FIELD = "field"
    LABEL = "label"
    AUTHOR = "author"
    DATE = "date"


@dataclass(slots=True)
class State:
    """What a group takes over from the one around it; `begins_note` is set where it is a note's own."""

    mode: Mode = Mode.TEXT
    fallback: int = 1  # signs after a Unicode one that stand for it in old programs
    font: int | None = None
    hidden: bool = False
    deleted: bool = False
    tiny: bool = False
    above: bool = False
    below: bool = False
    colour: int = 0
    shaded: bool = False
    behind: bool = False
    target: str = ""
    style: int = 0
    outline: int | None = None
    in_table: bool = False
    depth: int = 0
    begins_note: bool = False


@dataclass(slots=True)
class Font:
    """A font's code page, empty where it has none of its own, and whether it is of even width."""

    page: str = ""
    code: bool = False


@dataclass(slots=True)
class Tables:
    """Fonts, colours and styles of a text, and its code page."""

    page: str = "cp1252"
    default_font: int = 0
    fonts: dict[int, Font] = field(default_factory=dict)
    colours: list[tuple[int, int, int]] = field(default_factory=list)
    levels: dict[int, int] = field(default_factory=dict)
    colour: dict[str, int] = field(default_factory=dict)
    name: str = ""

    def font(self, number: int | None) -> Font:
        """A font; the default one for None."""
        key = self.default_font if number is None else number
        found = self.fonts.get(key)
        if found is None:
            found = Font()
            if len(self.fonts) < _MOST_ENTRIES:
                self.fonts[key] = found
        return found

    def page_of(self, number: int | None) -> str:
        """The code page that bytes in a font are in."""
        return self.font(number).page or self.page

    def is_white(self, number: int) -> bool:
        """Whether a colour is that of paper."""
        return 0 < number < len(self.colours) and self.colours[number] == _WHITE

    def end_colour(self) -> None:
        """Close an entry of the table of colours."""
        if len(self.colours) < _MOST_ENTRIES:
            red, green, blue = (self.colour.get(key, 0) for key in ("red", "green", "blue"))
            self.colours.append((red, green, blue) if self.colour else (0, 0, 0))
        self.colour = {}

    def end_font(self, number: int | None) -> None:
        """Close an entry of the table of fonts."""
        if number is not None and self.name:
            self.font(number).code = bool(CODE_FONT.search(self.name))
        self.name = ""

    def end_style(self, state: State) -> None:
        """Close an entry of the stylesheet."""
        found = _HEADING.fullmatch(self.name.strip(" ;"))
        if found is not None:
            self.levels[state.style] = int(found[1]) + 1 if found[1] else 1
        elif state.outline is not None and self.name:
            self.levels[state.style] = level_of_outline(state.outline)
        self.name = ""


def level_of_outline(outline: int) -> int:
    """A block's level by an outline level, which counts from 0; 9 is text."""
    return outline + 2 if 0 <= outline < _DEEPEST_HEADING else 0


def code_page(number: int) -> str:
    """The codec of a Windows code page; Western where there is none."""
    name = _KNOWN_PAGE.get(number, f"cp{number}")
    try:
        b"".decode(name)
    except LookupError:
        return "cp1252"
    return name


def page_of_charset(charset: int) -> str:
    """The codec of a font's character set; empty for that of the text."""
    return _PAGES.get(charset, "")
