"""Colours as style sheets write them, and whether text of one can be seen on another."""

import re

Colour = tuple[int, int, int]

_NAMED: dict[str, Colour] = {
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "red": (255, 0, 0),
    "lime": (0, 255, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "cyan": (0, 255, 255),
    "aqua": (0, 255, 255),
    "magenta": (255, 0, 255),
    "fuchsia": (255, 0, 255),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "maroon": (128, 0, 0),
    "navy": (0, 0, 128),
    "olive": (128, 128, 0),
    "purple": (128, 0, 128),
    "teal": (0, 128, 128),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "ghostwhite": (248, 248, 255),
    "floralwhite": (255, 250, 240),
}
_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.ASCII)
_FUNCTION = re.compile(r"rgba?\(\s*([^()]{1,60})\)", re.ASCII)
_NEAR = 12  # of 255: no eye tells two colours that are closer in every part
_SHORT = 4


def colour_of(value: str) -> tuple[Colour, float] | None:
    """A colour and how opaque it is, 0..1; None for what is none or is not known."""
    text = value.strip().lower()
    if text == "transparent":
        return (0, 0, 0), 0.0
    if text in _NAMED:
        return _NAMED[text], 1.0
    digits = _HEX.fullmatch(text)
    if digits:
        return _of_digits(digits[1])
    function = _FUNCTION.fullmatch(text)
    return _of_parts(re.split(r"[\s,/]+", function[1].strip())) if function else None


def _of_digits(digits: str) -> tuple[Colour, float]:
    if len(digits) <= _SHORT:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, alpha = (int((digits + "ff")[at : at + 2], 16) for at in (0, 2, 4, 6))
    return (red, green, blue), alpha / 255


def _of_parts(parts: list[str]) -> tuple[Colour, float] | None:
    try:
        red, green, blue = (_part(part) for part in parts[:3])
        alpha = _share(parts[3]) if len(parts) > len((red, green, blue)) else 1.0
    except ValueError:
        return None
    return (red, green, blue), alpha


def _part(text: str) -> int:
    value = float(text[:-1]) * 2.55 if text.endswith("%") else float(text)
    return round(min(max(value, 0), 255))


def _share(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def alike(one: Colour, other: Colour) -> bool:
    """Whether nobody can tell them apart."""
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))
