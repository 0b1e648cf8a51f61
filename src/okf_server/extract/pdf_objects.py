"""What a PDF page draws, with pypdfium2, in the order in which it does: text, pictures, filled shapes."""

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

Matrix = tuple[float, float, float, float, float, float]
Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top in the points of the page."""

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_DEEPEST = 6  # forms within forms
_MOST = 50_000  # objects of a page that are looked at
_CORNERS = 12  # points of a path that clips: one with more is a picture's outline


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnText:
    """A text object; `size` in points as it is drawn, `fill` is red, green, blue, opacity of 0..255.

    `clip` is what the page lets it draw in, where that is not all of it.
    """

    handle: Any
    nested: bool
    bounds: Bounds
    size: float
    mode: int
    fill: tuple[int, int, int, int]
    clip: Bounds | None = None

    @property
    def clipped(self) -> bool:
        """Whether nothing of it lies in what the page lets it draw in."""
        return self.clip is not None and not meet(self.clip, self.bounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnImage:
    """An image object; what is below an opaque one is not seen."""

    bounds: Bounds
    opaque: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnShape:
    """A filled, opaque shape."""

    bounds: Bounds


Drawn = DrawnText | DrawnImage | DrawnShape


@dataclass(frozen=True, slots=True)
class _Group:
    """A page or a form, the matrix of what it holds, and how deep it lies."""

    handle: Any
    matrix: Matrix
    depth: int


class Objects:
    """Access to the objects of pages."""

    def __init__(self) -> None:
        import pypdfium2  # noqa: PLC0415 - not in a core installation

        self._raw = pypdfium2.raw

    def of_page(self, page: Any) -> Iterator[Drawn]:
        """What a page draws, what comes later above it, forms opened, up to a bound."""
        return islice(self._of_group(_Group(page, _IDENTITY, 0)), _MOST)

    def _of_group(self, group: _Group) -> Iterator[Drawn]:
        raw = self._raw
        for handle in self._children(group, _MOST):
            kind = raw.FPDFPageObj_GetType(handle)
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                yield self._text(handle, group)
            elif kind == raw.FPDF_PAGEOBJ_IMAGE:
                opaque = not raw.FPDFPageObj_HasTransparency(handle)
                yield DrawnImage(bounds=self._bounds(handle, group.matrix), opaque=opaque)
            elif kind == raw.FPDF_PAGEOBJ_FORM and group.depth < _DEEPEST:
                matrix = _times(self._matrix(handle), group.matrix)
                yield from self._of_group(_Group(handle, matrix, group.depth + 1))
            elif self._is_filled(handle, kind):
                yield DrawnShape(bounds=self._bounds(handle, group.matrix))

    def _is_filled(self, handle: Any, kind: int) -> bool:
        """Whether it is an opaque shape that is filled."""
        raw = self._raw
        mode, stroke = ctypes.c_int(), ctypes.c_int()
        filled = kind == raw.FPDF_PAGEOBJ_SHADING or (
            kind == raw.FPDF_PAGEOBJ_PATH
            and raw.FPDFPath_GetDrawMode(handle, mode, stroke)
            and mode.value != raw.FPDF_FILLMODE_NONE
        )
        return bool(filled) and not raw.FPDFPageObj_HasTransparency(handle)

    def _children(self, group: _Group, most: int) -> Iterator[Any]:
        raw = self._raw
        if group.depth:
            for number in range(min(raw.FPDFFormObj_CountObjects(group.handle), most)):
                yield raw.FPDFFormObj_GetObject(group.handle, number)
            return
        for number in range(min(raw.FPDFPage_CountObjects(group.handle), most)):
            yield raw.FPDFPage_GetObject(group.handle, number)

    def _text(self, handle: Any, group: _Group) -> DrawnText:
        size = ctypes.c_float()
        self._raw.FPDFTextObj_GetFontSize(handle, size)
        matrix = _times(self._matrix(handle), group.matrix)
        scale = (abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) ** 0.5
        red, green, blue, opacity = (ctypes.c_uint() for _ in range(4))
        known = self._raw.FPDFPageObj_GetFillColor(handle, red, green, blue, opacity)
        colour = (red.value, green.value, blue.value, opacity.value)
        bounds = self._bounds(handle, group.matrix)
        return DrawnText(
            handle=handle,
            nested=group.depth > 0,
            bounds=bounds,
            size=abs(size.value) * scale,
            mode=self._raw.FPDFTextObj_GetTextRenderMode(handle),
            fill=colour if known else (0, 0, 0, 255),
            clip=self._clip(handle, group.matrix),
        )

    def _clip(self, handle: Any, matrix: Matrix) -> Bounds | None:
        """What the paths that clip it leave, each by the rectangle around it; None where none does."""
        raw = self._raw
        clip = raw.FPDFPageObj_GetClipPath(handle)
        left: Bounds | None = None
        for path in range(raw.FPDFClipPath_CountPaths(clip) if clip else 0):
            points = [
                self._point(raw.FPDFClipPath_GetPathSegment(clip, path, number))
                for number in range(min(raw.FPDFClipPath_CountPathSegments(clip, path), _CORNERS))
            ]
            if points and len(points) < _CORNERS:
                around = _around(points, matrix)
                left = _common(left, around) if left else around
        return left

    def _point(self, segment: Any) -> tuple[float, float]:
        x, y = ctypes.c_float(), ctypes.c_float()
        self._raw.FPDFPathSegment_GetPoint(segment, x, y)
        return x.value, y.value

    def _matrix(self, handle: Any) -> Matrix:
        found = self._raw.FS_MATRIX()
        if not self._raw.FPDFPageObj_GetMatrix(handle, found):
            return _IDENTITY
        return (found.a, found.b, found.c, found.d, found.e, found.f)

    def _bounds(self, handle: Any, matrix: Matrix) -> Bounds:
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        self._raw.FPDFPageObj_GetBounds(handle, left, bottom, right, top)
        corners = [(x.value, y.value) for x in (left, right) for y in (bottom, top)]
        return _around(corners, matrix)


def meet(one: Bounds, other: Bounds) -> bool:
    """Whether two rectangles have a part in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def holds(one: Bounds, other: Bounds) -> bool:
    """Whether the middle of another rectangle lies in the first."""
    across, up = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return one[0] <= across <= one[2] and one[1] <= up <= one[3]


def area(bounds: Bounds) -> float:
    """In square points."""
    return (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])


def _common(one: Bounds, other: Bounds) -> Bounds:
    """The part that two rectangles have in common; one without an area where there is none."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    return (left, bottom, max(left, min(one[2], other[2])), max(bottom, min(one[3], other[3])))


def _around(points: Sequence[tuple[float, float]], matrix: Matrix) -> Bounds:
    """The rectangle around points that a matrix moves."""
    a, b, c, d, e, f = matrix
    across = [a * x + c * y + e for x, y in points]
    up = [b * x + d * y + f for x, y in points]
    return (min(across), min(up), max(across), max(up))


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    m, n, o, p, q, r = outer
    return (
        a * m + b * o,
        a * n + b * p,
        c * m + d * o,
        c * n + d * p,
        e * m + f * o + q,
        e * n + f * p + r,
    )
