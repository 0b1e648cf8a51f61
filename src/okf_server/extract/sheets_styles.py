"""The styles of a workbook: how a cell's number is shown, and whether it can be seen."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from okf_server.extract.sheets_digits import general
from okf_server.extract.sheets_format import BUILT_IN, Show, shower
from okf_server.extract.xml_names import child, name_of

_SMALLEST = 1.0  # points; what is no larger cannot be read
_WHITE = {
    ("rgb", "FFFFFFFF"),
    ("rgb", "00FFFFFF"),
    ("theme", "0"),
    ("indexed", "1"),
    ("indexed", "9"),
}


class Style(NamedTuple):
    """How cells of a style show numbers and texts; `text` is a format with a section for texts, or empty."""

    show: Show = general
    text: str = ""
    unseen: bool = False  # written in the colour of its ground, or far too small


PLAIN = Style()


def styles_of(root: Any, *, from_1904: bool) -> list[Style]:
    """The styles of a workbook by their number, as its `styles.xml` has them."""
    if root is None:
        return []
    codes = dict(BUILT_IN) | dict(_codes(root))
    fonts = [_Font(font) for font in _children(root, "fonts")]
    fills = [_ground(fill) for fill in _children(root, "fills")]
    return [
        _style(format_, codes, fonts, fills, from_1904=from_1904)
        for format_ in _children(root, "cellXfs")
    ]


def style_of(code: str, *, from_1904: bool, unseen: bool = False) -> Style:
    """The style of a number format."""
    return Style(
        show=shower(code, from_1904=from_1904),
        text=code if ";" in code or "@" in code.removeprefix("@") else "",
        unseen=unseen,
    )


class _Font:
    """A font's colour and whether it can be read at all."""

    def __init__(self, element: Any) -> None:
        self.color = _color(child(element, "color"))
        size = child(element, "sz")
        self.tiny = size is not None and _number(size.get("val"), 11.0) <= _SMALLEST


def _style(
    format_: Any,
    codes: Mapping[int, str],
    fonts: list[_Font],
    fills: list[tuple[str, str]],
    *,
    from_1904: bool,
) -> Style:
    code = codes.get(int(_number(format_.get("numFmtId"), 0)), "General")
    font, fill = int(_number(format_.get("fontId"), 0)), int(_number(format_.get("fillId"), 0))
    unseen = False
    if 0 <= font < len(fonts):
        ground = fills[fill] if 0 <= fill < len(fills) else ("rgb", "FFFFFFFF")
        alike = fonts[font].color == ground or {fonts[font].color, ground} <= _WHITE
        unseen = fonts[font].tiny or alike
    return style_of(code, from_1904=from_1904, unseen=unseen)


def _codes(root: Any) -> Iterator[tuple[int, str]]:
    for element in _children(root, "numFmts"):
        code = element.get("formatCode")
        if code:
            yield int(_number(element.get("numFmtId"), -1)), str(code)


def _ground(fill: Any) -> tuple[str, str]:
    """The colour that a cell is filled with; white where it is not, unknown for patterns and gradients."""
    pattern = child(fill, "patternFill")
    if pattern is None:
        return ("unknown", "")
    kind = pattern.get("patternType", "none")
    if kind == "none":
        return ("rgb", "FFFFFFFF")
    return (
        _color(child(pattern, "fgColor"), otherwise="unknown")
        if kind == "solid"
        else ("unknown", "")
    )


def _color(element: Any, otherwise: str = "automatic") -> tuple[str, str]:
    if element is None or _number(element.get("tint"), 0.0):
        return (otherwise, "")
    for kind in ("rgb", "theme", "indexed"):
        if element.get(kind) is not None:
            return (kind, str(element.get(kind)).upper())
    return (otherwise, "")


def _children(root: Any, name: str) -> list[Any]:
    parent = child(root, name)
    return [] if parent is None else [e for e in parent if name_of(e)]


def _number(text: str | None, otherwise: float) -> float:
    try:
        return float(text) if text else otherwise
    except ValueError:
        return otherwise
