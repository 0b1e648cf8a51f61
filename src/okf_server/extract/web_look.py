"""Whether a reader of a page can see the text of an element."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from okf_server.extract.web_colour import Colour, alike, colour_of

_LENGTH = re.compile(r"(-?\d{0,9}\.?\d{1,9})\s*(px|pt|em|rem|ex|ch|vw|vh|in|cm|mm|%)?", re.ASCII)
_POINTS = {"em": 16, "rem": 16, "ex": 8, "ch": 8, "vw": 12, "vh": 8, "in": 96, "cm": 38, "mm": 4}
_OFF_PAGE = -500  # pixels from which on nothing reaches into the page again
_LEAST_FONT = 2.0  # pixels; what is no larger cannot be read
_ROOT_FONT = 16.0
_TIGHT = -0.5  # of the size of letters, which are about half as wide: they lie upon one another
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "initial": 16.0,
          "large": 18.0, "x-large": 24.0, "xx-large": 32.0}  # fmt: skip
_RELATIVE = {"em": 1.0, "ex": 0.5, "ch": 0.5, "%": 0.01}  # of the size of letters around
_LEAST_OPACITY = 0.05
_FILTERED = re.compile(r"opacity\(\s*([\d.]{1,12})\s*(%?)\s*\)")
_RECT = re.compile(r"rect\(\s*([^()]*)\)")
_AWAY = re.compile(
    r"(?:translate[xy3d]*)\(\s*-(?:\d{4,}px|\d{3,}v[wh]|\d{3,}%)|scale[xy3d]*\(\s*0(?![\d.]*[1-9])"
)
_NOTHING_LEFT = re.compile(
    r"inset\(\s*(?:100|[5-9]\d)%|circle\(\s*0(?![\d.]*[1-9])|polygon\([\s,0a-z%]*\)"
)
_DIRECTIONS = ("left", "top", "text-indent", "margin-left", "margin-top")
_WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How an element is shown; it is passed on to what the element holds.

    `gone` can never be undone by what is inside, `invisible` can; `tight` letters lie upon one another.
    `background` is None where a picture or an unknown colour lies behind the text.
    """

    gone: bool = False
    invisible: bool = False
    font: float = _ROOT_FONT  # pixels
    tight: bool = False
    ink: Colour | None = (0, 0, 0)
    background: Colour | None = _WHITE

    @property
    def seen(self) -> bool:
        """Whether text in it can be seen."""
        if self.gone or self.invisible or self.tight or self.font < _LEAST_FONT:
            return False
        return self.ink is None or self.background is None or not alike(self.ink, self.background)


PLAIN = Look()
"""Black on white, as a page is shown that says nothing of its look."""


def look_of(tag: str, attributes: Mapping[str, str], style: Mapping[str, str], above: Look) -> Look:
    """The look of an element inside another."""
    style = {**_of_attributes(tag, attributes), **style}
    gone = above.gone or _is_closed(tag, attributes, style)
    if not style:
        return replace(above, gone=gone) if gone != above.gone else above
    ink, background = _ink(style, above), _background(style, above)
    if ink == ():
        ink = background
    font = _font(style, above.font)
    return Look(
        gone=gone or _is_away(style),
        invisible=_is_invisible(style, above),
        font=font,
        tight=_is_tight(style.get("letter-spacing", ""), font, above),
        ink=ink or None,
        background=background,
    )


def _of_attributes(tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """What old attributes say of colours."""
    ink = (
        attributes.get("color" if tag == "font" else "text", "") if tag in ("font", "body") else ""
    )
    said = {"color": ink, "background": attributes.get("bgcolor", "")}
    if attributes.get("background"):
        said["background"] = "url()"
    return {name: value.lower() for name, value in said.items() if value}


def _is_closed(tag: str, attributes: Mapping[str, str], style: Mapping[str, str]) -> bool:
    display = style.get("display", "")
    if display:
        return display == "none"
    if "hidden" in attributes or "popover" in attributes:
        return True
    return tag == "dialog" and "open" not in attributes


def _is_invisible(style: Mapping[str, str], above: Look) -> bool:
    value = style.get("visibility", "")
    if value in ("visible", "initial"):
        return False
    return value in ("hidden", "collapse") or above.invisible


def _font(style: Mapping[str, str], above: float) -> float:
    """The size of letters in pixels; that of those around where it is not said, or not to be told."""
    size = style.get("font-size") or _font_size(style.get("font", ""))
    found = _LENGTH.fullmatch(size)
    if not found:
        return _SIZES.get(size, above)
    relative = _RELATIVE.get(found[2] or "")
    return _pixels(size, above) if relative is None else float(found[1]) * relative * above


def _is_tight(spacing: str, font: float, above: Look) -> bool:
    found = _LENGTH.fullmatch(spacing)
    if not found:
        return above.tight and spacing in ("", "inherit")
    relative = _RELATIVE.get(found[2] or "")
    pixels = _pixels(spacing, 0) if relative is None else float(found[1]) * relative * font
    return pixels <= _TIGHT * font


def _font_size(font: str) -> str:
    """The size in a shorthand such as `bold 12px/1.5 serif`; a number alone is a weight, but for 0."""
    sizes = (word.split("/")[0] for word in font.split())
    return next(
        (size for size in sizes if (f := _LENGTH.fullmatch(size)) and (f[2] or size == "0")), ""
    )


def _is_away(style: Mapping[str, str]) -> bool:
    """Whether it is made transparent, cut to nothing, folded up or put off the page."""
    if style.get("content-visibility") == "hidden" or _is_transparent(style):
        return True
    return _is_clipped(style) or _is_folded(style) or _is_off_page(style)


def _is_transparent(style: Mapping[str, str]) -> bool:
    said = [style.get("opacity", "")]
    for name in ("filter", "-webkit-filter"):
        said += ["".join(found) for found in _FILTERED.findall(style.get(name, ""))]
    found = filter(None, map(_LENGTH.fullmatch, said))
    shares = (float(one[1]) * (0.01 if one[2] == "%" else 1) for one in found)
    return any(share < _LEAST_OPACITY for share in shares)


def _is_clipped(style: Mapping[str, str]) -> bool:
    rect = _RECT.match(style.get("clip", ""))
    if rect and style.get("position") in ("absolute", "fixed"):
        edges = [
            _pixels(part, 0) for part in re.split(r"[\s,]+", rect[1].strip()) if part != "auto"
        ]
        return len(edges) == len("trbl") and (edges[2] - edges[0] <= 1 or edges[1] - edges[3] <= 1)
    path = style.get("clip-path", "")
    return bool(_NOTHING_LEFT.match(path))


def _is_folded(style: Mapping[str, str]) -> bool:
    if not style.get("overflow", "").startswith(("hidden", "clip")):
        return False
    sizes = [
        style.get(f"{limit}{side}", "") for limit in ("", "max-") for side in ("width", "height")
    ]
    return any(_LENGTH.fullmatch(size) and abs(_pixels(size, 0)) <= 1 for size in sizes if size)


def _is_off_page(style: Mapping[str, str]) -> bool:
    placed = style.get("position") in ("absolute", "fixed", "relative")
    for name in _DIRECTIONS:
        value = style.get(name, "")
        if value and (placed or name not in ("left", "top")) and _pixels(value, 0) <= _OFF_PAGE:
            return True
    right = style.get("right", "")
    if placed and right and _pixels(right, 0) <= _OFF_PAGE:
        return True
    moves = [f"{name}({style[name]})" for name in ("scale", "translate") if name in style]
    return bool(_AWAY.search(" ".join([style.get("transform", ""), *moves])))


def _pixels(value: str, default: float) -> float:
    found = _LENGTH.fullmatch(value)
    return float(found[1]) * _POINTS.get(found[2] or "px", 1) if found else default


def _ink(style: Mapping[str, str], above: Look) -> Colour | tuple[()] | None:
    """The colour of text; empty where it is transparent, None where it is not known."""
    value = style.get("-webkit-text-fill-color") or style.get("color", "")
    if value in ("", "inherit", "currentcolor"):
        return above.ink
    found = colour_of(value)
    if found is None:
        return None
    return found[0] if found[1] > _LEAST_OPACITY else ()


def _background(style: Mapping[str, str], above: Look) -> Colour | None:
    for name in ("background-image", "background"):
        if "url(" in style.get(name, "") or "gradient(" in style.get(name, ""):
            return None
    value = style.get("background-color") or style.get("background", "")
    if value in ("", "none", "inherit", "initial", "unset"):
        return above.background
    known = [found for word in _words(value) if (found := colour_of(word))]
    if not known:
        return None
    colour, opaque = known[0]
    if opaque <= _LEAST_OPACITY:
        return above.background
    return colour if opaque == 1 else None


def _words(value: str) -> list[str]:
    return re.findall(r"[a-z-]+\([^()]*\)|\S+", value)
