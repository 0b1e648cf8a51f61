"""Tell text on a slide that nobody can see: written in the colour of its ground, or off the slide."""

from collections.abc import Mapping, Sequence
from typing import Any

from okf_server.extract.slides_deck import Box
from okf_server.extract.xml_names import below, child, name_of

_SCHEME = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
_FILLS = ("solidFill", "gradFill", "blipFill", "pattFill", "grpFill", "noFill")
_NOT_FOUND = ""


class Palette:
    """The colours that a deck's master gives to the names that shapes use."""

    def __init__(self, theme: Any, master: Any) -> None:
        scheme = next(below(theme, "clrScheme"), None) if theme is not None else None
        self._colors = {} if scheme is None else dict(filter(None, map(_named, scheme)))
        mapping = child(master, "clrMap") if master is not None else None
        self._mapping: Mapping[str, str] = dict(_SCHEME)
        if mapping is not None:
            self._mapping = {str(k): str(v) for k, v in mapping.attrib.items()}

    def fill(self, properties: Any) -> str | None:
        """The colour that a shape or run is filled with; empty for one that is not plain, None without one."""
        given = None
        if properties is not None:
            given = next((e for e in properties if name_of(e) in _FILLS), None)
        if given is None or name_of(given) == "noFill":
            return None
        return self._color(given) if name_of(given) == "solidFill" else _NOT_FOUND

    def _color(self, fill: Any) -> str:
        color = next((e for e in fill if name_of(e)), None)
        if color is None or len(color):  # shades and transparency
            return _NOT_FOUND
        if name_of(color) == "srgbClr":
            return str(color.get("val", "")).upper()
        if name_of(color) == "schemeClr":
            name = str(color.get("val", ""))
            return self._colors.get(self._mapping.get(name, name), _NOT_FOUND)
        return _NOT_FOUND

    def background(self, parts: Sequence[Any]) -> str:
        """The colour behind all shapes: of the slide, its layout or its master; empty where it is not plain."""
        for part in parts:
            ground = child(part, "cSld", "bg") if part is not None else None
            if ground is None:
                continue
            found = self.fill(child(ground, "bgPr"))
            if found is None and child(ground, "bgRef") is not None:
                found = self._color(child(ground, "bgRef"))
            return found or _NOT_FOUND
        return "FFFFFF"


def _named(element: Any) -> tuple[str, str] | None:
    color = next((e for e in element if name_of(e)), None) if name_of(element) else None
    if color is None:
        return None
    value = color.get("lastClr") or color.get("val") or ""
    return name_of(element), str(value).upper()


def is_off(box: Box, width: float, height: float) -> bool:
    """Whether a box lies beside the slide with all that is in it."""
    left, top, right, bottom = box
    return right <= 0 or bottom <= 0 or left >= width or top >= height


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a part of the slide."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
