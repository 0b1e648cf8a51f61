"""The shapes of a slide in reading order, with where they lie and what they take from layout and master."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from okf_server.extract.described import description
from okf_server.extract.slides_deck import Box, reading_order
from okf_server.extract.xml_names import attribute, child, name_of

_SHAPES = ("sp", "grpSp", "graphicFrame", "pic", "cxnSp")
_TITLES = ("title", "ctrTitle")
_FURNITURE = ("sldNum", "dt", "ftr", "hdr")
_DEEPEST = 32
_BODY = "body"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A shape that holds text or data; `role` is its placeholder's type, `index` its number in the layout."""

    element: Any
    box: Box | None
    role: str = ""
    index: str = ""
    hidden: bool = False

    @property
    def kind(self) -> str:
        """The name of its element."""
        return name_of(self.element)

    @property
    def title(self) -> bool:
        """Whether it is the title of its slide."""
        return self.role in _TITLES

    @property
    def description(self) -> str:
        """What people wrote to describe it."""
        return description(attribute(child(_properties(self.element), "cNvPr"), "descr"))

    @property
    def furniture(self) -> bool:
        """Whether it is a header, a footer, a date or a number, which every slide repeats."""
        return self.role in _FURNITURE


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """How the coordinates inside a group become those of the slide."""

    scale: tuple[float, float] = (1.0, 1.0)
    offset: tuple[float, float] = (0.0, 0.0)

    def place(self, box: Box) -> Box:
        (wide, high), (right, down) = self.scale, self.offset
        left, top, far, low = box
        return (left * wide + right, top * high + down, far * wide + right, low * high + down)


class Tree:
    """The shapes of a slide; `parents` are the trees of its layout and its master."""

    def __init__(self, root: Any, parents: Sequence["Tree"] = ()) -> None:
        self._tree = child(root, "cSld", "spTree") if root is not None else None
        self._parents = parents
        found = [(_placeholder(e), e) for e in self._tree] if self._tree is not None else []
        self._placeholders = {
            (mark.get("type", _BODY), mark.get("idx", "0")): element
            for mark, element in found
            if mark is not None
        }

    def shapes(self) -> list[Shape]:
        """All shapes, the title first, then from the top and the left; groups stay together.

        Where placeholders alone make up the slide, they come in the order of the layout.
        """
        if self._tree is None:
            return []
        ordered = self._ordered(self._tree, _Frame(), hidden=False, depth=0)
        return sorted(ordered, key=lambda shape: not shape.title)

    def inherited(self, shape: Shape) -> list[Any]:
        """The placeholders that a shape takes after, the nearest first."""
        found = (parent.named(shape.role, shape.index) for parent in self._parents)
        return [element for element in found if element is not None]

    def named(self, role: str, index: str) -> Any:
        """The placeholder that one of this role and number takes after; None where there is none."""
        known = self._placeholders
        if (role, index) in known:
            return known[role, index]
        by_index = (e for (_, n), e in known.items() if n == index and index != "0")
        by_role = (e for (kind, _), e in known.items() if _alike(kind, role))
        return next(chain(by_index, by_role), None)

    def _ordered(self, parent: Any, frame: _Frame, *, hidden: bool, depth: int) -> list[Shape]:
        units: list[tuple[Box | None, list[Shape]]] = []
        for element in _elements(parent):
            hide = hidden or _hidden(element)
            if name_of(element) == "grpSp":
                if depth < _DEEPEST:
                    inner = _inside(element, frame)
                    units.append(
                        (
                            _box(element, frame),
                            self._ordered(element, inner, hidden=hide, depth=depth + 1),
                        )
                    )
                continue
            shape = self._shape(element, frame, hidden=hide)
            units.append((shape.box, [shape]))
        return [shape for unit in _in_order(units) for shape in unit]

    def _shape(self, element: Any, frame: _Frame, *, hidden: bool) -> Shape:
        mark = _placeholder(element)
        if mark is None:
            return Shape(element=element, box=_box(element, frame), hidden=hidden)
        role, index = mark.get("type", _BODY), mark.get("idx", "0")
        shape = Shape(element=element, box=None, role=role, index=index, hidden=hidden)
        boxes = (_box(e, frame) for e in (element, *self.inherited(shape)))
        box = next((box for box in boxes if box is not None), None)
        return Shape(element=element, box=box, role=role, index=index, hidden=hidden)


def _in_order(units: list[tuple[Box | None, list[Shape]]]) -> list[list[Shape]]:
    shapes = [shape for _, unit in units for shape in unit]
    if all(shape.role for shape in shapes) or any(box is None for box, _ in units):
        return [unit for _, unit in units]
    return reading_order([(box, unit) for box, unit in units if box is not None])


def _elements(parent: Any) -> Iterator[Any]:
    """The shapes of a tree or group; of alternatives the one for new programs."""
    for element in parent:
        if name_of(element) == "AlternateContent":
            choice = next((e for e in element if name_of(e) == "Choice"), None)
            if choice is not None:
                yield from (e for e in choice if name_of(e) in _SHAPES)
        elif name_of(element) in _SHAPES:
            yield element


def _alike(kind: str, role: str) -> bool:
    titles = kind in _TITLES and role in _TITLES
    bodies = kind in (_BODY, "obj") and role in (_BODY, "obj", "subTitle")
    return kind == role or titles or bodies


def _properties(element: Any) -> Any:
    """The element of a shape that holds its name and whether it is hidden."""
    return next((e for e in element if name_of(e).startswith("nv")), None)


def _placeholder(element: Any) -> Any:
    given = _properties(element)
    own = child(given, "nvPr") if given is not None else None
    return child(own, "ph") if own is not None else None


def _hidden(element: Any) -> bool:
    given = _properties(element)
    own = child(given, "cNvPr") if given is not None else None
    return own is not None and own.get("hidden") in ("1", "true")


def _transform(element: Any) -> Any:
    if name_of(element) == "graphicFrame":
        return child(element, "xfrm")
    holder = child(element, "grpSpPr" if name_of(element) == "grpSp" else "spPr")
    return child(holder, "xfrm") if holder is not None else None


def _box(element: Any, frame: _Frame) -> Box | None:
    given = _transform(element)
    found = None if given is None else _corners(given, "off", "ext")
    return None if found is None else frame.place(found)


def _inside(group: Any, frame: _Frame) -> _Frame:
    given = _transform(group)
    outer = None if given is None else _corners(given, "off", "ext")
    inner = None if given is None else _corners(given, "chOff", "chExt")
    if outer is None or inner is None or inner[2] == inner[0] or inner[3] == inner[1]:
        return frame
    outer = frame.place(outer)
    wide = (outer[2] - outer[0]) / (inner[2] - inner[0])
    high = (outer[3] - outer[1]) / (inner[3] - inner[1])
    return _Frame(
        scale=(wide, high), offset=(outer[0] - inner[0] * wide, outer[1] - inner[1] * high)
    )


def _corners(given: Any, offset: str, extent: str) -> Box | None:
    off, ext = child(given, offset), child(given, extent)
    if off is None or ext is None:
        return None
    try:
        left, top = float(off.get("x", 0)), float(off.get("y", 0))
        return (left, top, left + float(ext.get("cx", 0)), top + float(ext.get("cy", 0)))
    except ValueError:
        return None
