"""Look at the picture of a PDF page: what an eye can tell apart on it."""

import math
from collections.abc import Iterable
from itertools import product
from typing import Any

from okf_server.extract.pdf_objects import Bounds, meet

_RIM = 0.2  # of a text's width and height
_CONTRAST = 8  # of 255: the least difference that an eye may see
_STEPS = 50  # across a page, and up: where it is looked whether rectangles cover it
_LARGEST = 2000  # pixels of a page's picture on its longer side


class View:
    """A page as it is shown: its visible part, and its picture where that is asked for."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._box: Bounds = page.get_bbox()
        self._picture: Any = None

    def share(self, parts: Iterable[Bounds]) -> float:
        """How much of the page rectangles cover together, 0..1."""
        left, bottom, right, top = self._box
        covered: set[tuple[int, int]] = set()
        for part in parts:
            across = _steps(part[0] - left, part[2] - left, right - left)
            up = _steps(part[1] - bottom, part[3] - bottom, top - bottom)
            covered.update(product(across, up))
        return len(covered) / _STEPS**2

    def is_outside(self, bounds: Bounds) -> bool:
        """Whether no part of it is on the page; a rectangle without an area is nowhere."""
        empty = bounds[2] <= bounds[0] or bounds[3] <= bounds[1]
        return not empty and not meet(bounds, self._box)

    def is_even(self, bounds: Bounds) -> bool:
        """Whether the picture of the page has one colour there, as far as an eye can tell.

        The edges are left out, where a neighbour may reach in.
        """
        rows = self.pixels(_inner(bounds))
        return bool(rows) and max(map(max, rows)) - min(map(min, rows)) < _CONTRAST

    def shows(self, bounds: Bounds) -> bool:
        """Whether anything is seen there."""
        return meet(bounds, self._box) and not self.is_even(bounds)

    def look(self) -> Any:
        """The picture of the page as it is when it is first asked for, and its scale."""
        if self._picture is None:
            scale = min(_LARGEST / max(*self._page.get_size(), 1.0), 2.0)
            self._picture = (self._page.render(scale=scale, grayscale=True), scale)
        return self._picture

    def pixels(self, bounds: Bounds) -> list[bytes]:
        """The rows of the picture in a rectangle; none where it is not on the page."""
        picture, scale = self.look()
        left, top, right, bottom = self._pixels(bounds, scale)
        left, top = max(left, 0), max(top, 0)
        right, bottom = min(right, picture.width), min(bottom, picture.height)
        if left >= right:
            return []
        shown = memoryview(picture.buffer).cast("B")
        return [
            shown[row * picture.stride + left : row * picture.stride + right].tobytes()
            for row in range(top, bottom)
        ]

    def is_as(self, other: "View", bounds: Bounds) -> bool:
        """Whether two pictures of the page are the same in a rectangle that is on it."""
        rows = self.pixels(bounds)
        return bool(rows) and rows == other.pixels(bounds)

    def _pixels(self, bounds: Bounds, scale: float) -> tuple[int, int, int, int]:
        """Where a rectangle lies in the picture; the page may be turned."""
        box, turned = self._box, self._page.get_rotation()
        left, right = bounds[0] - box[0], bounds[2] - box[0]
        bottom, top = bounds[1] - box[1], bounds[3] - box[1]
        width, height = box[2] - box[0], box[3] - box[1]
        shown = {
            0: (left, height - top, right, height - bottom),
            90: (bottom, left, top, right),
            180: (width - right, bottom, width - left, top),
            270: (height - top, width - right, height - bottom, width - left),
        }.get(turned, (left, height - top, right, height - bottom))
        return (
            int(shown[0] * scale),
            int(shown[1] * scale),
            int(shown[2] * scale) + 1,
            int(shown[3] * scale) + 1,
        )


def _steps(start: float, end: float, size: float) -> range:
    """The steps of a side of the page whose middles lie in a stretch."""
    first, last = (math.ceil(at / max(size, 1.0) * _STEPS - 0.5) for at in (start, end))
    return range(max(first, 0), min(last, _STEPS))


def _inner(bounds: Bounds) -> Bounds:
    """A rectangle without its rim."""
    across, up = (bounds[2] - bounds[0]) * _RIM, (bounds[3] - bounds[1]) * _RIM
    return (bounds[0] + across, bounds[1] + up, bounds[2] - across, bounds[3] - up)
