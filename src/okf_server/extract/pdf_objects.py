"""The text and image objects of a PDF page, with pypdfium2: how they are drawn, and where."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Matrix = tuple[float, float, float, float, float, float]
Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top in the points of the page."""

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_DEEPEST = 6  # forms within forms
_MOST = 50_000  # objects of a page that are looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnText:
    """A text object; `size` in points as it is drawn, `fill` is red, green, blue, opacity of 0..255."""

    handle: Any
    nested: bool
    bounds: Bounds
    size: float
    mode: int
    fill: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnImage:
    """An image object."""

    bounds: Bounds


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

    def of_page(self, page: Any) -> Iterator[DrawnText | DrawnImage]:
        """What a page draws, forms opened, up to a bound."""
        waiting = [_Group(page, _IDENTITY, 0)]
        left = _MOST
        while waiting:
            group = waiting.pop()
            for handle in self._children(group, left):
                left -= 1
                kind = self._raw.FPDFPageObj_GetType(handle)
                if kind == self._raw.FPDF_PAGEOBJ_TEXT:
                    yield self._text(handle, group)
                elif kind == self._raw.FPDF_PAGEOBJ_IMAGE:
                    yield DrawnImage(bounds=self._bounds(handle, group.matrix))
                elif kind == self._raw.FPDF_PAGEOBJ_FORM and group.depth < _DEEPEST:
                    matrix = _times(self._matrix(handle), group.matrix)
                    waiting.append(_Group(handle, matrix, group.depth + 1))

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
        return DrawnText(
            handle=handle,
            nested=group.depth > 0,
            bounds=self._bounds(handle, group.matrix),
            size=abs(size.value) * scale,
            mode=self._raw.FPDFTextObj_GetTextRenderMode(handle),
            fill=colour if known else (0, 0, 0, 255),
        )

    def _matrix(self, handle: Any) -> Matrix:
        found = self._raw.FS_MATRIX()
        if not self._raw.FPDFPageObj_GetMatrix(handle, found):
            return _IDENTITY
        return (found.a, found.b, found.c, found.d, found.e, found.f)

    def _bounds(self, handle: Any, matrix: Matrix) -> Bounds:
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        self._raw.FPDFPageObj_GetBounds(handle, left, bottom, right, top)
        corners = [(x.value, y.value) for x in (left, right) for y in (bottom, top)]
        a, b, c, d, e, f = matrix
        across = [a * x + c * y + e for x, y in corners]
        down = [b * x + d * y + f for x, y in corners]
        return (min(across), min(down), max(across), max(down))


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
