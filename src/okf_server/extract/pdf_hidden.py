"""Find the text of a PDF that nobody sees who opens it, and take it out before the file is read.

Hidden is text in the colour of what lies around it, without opacity, smaller than a point, outside of the
page, or drawn without a mark (render mode 3). Text without a mark on a scanned page is its OCR layer, and
stays.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract.pdf_objects import Bounds, DrawnImage, DrawnText, Objects

_INVISIBLE = 3  # render mode: neither filled nor stroked
_FILLED = (0, 2, 4, 6)
_SMALLEST = 1.0  # points
_PALE = 150  # of 255: a fill this light may be that of the paper
_FAINT = 12  # of 255: opacity below which nothing shows
_RIM = 0.2  # of a text's width and height
_CONTRAST = 8  # of 255: the least difference that an eye may see
_SCANNED = 0.5  # of the page: images that cover more are a scan
_LARGEST = 2000  # pixels of a page's picture on its longer side
_LONGEST = 2000  # letters that are kept of what a page hides
_MOST = 2000  # objects of a page whose text is looked up
_MOST_TEXTS = 500


@dataclass(slots=True)
class Hidden:
    """What was found: the texts and their pages, what of them stays in `data`, and from where none was sought."""

    data: bytes
    texts: list[str] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    left: list[tuple[int, str]] = field(default_factory=list)
    unchecked_from: int = 0
    _keys: set[str] = field(default_factory=set)

    def note(self, page: int, texts: Sequence[str]) -> None:
        """Keep what a page hides; what differs from another page by its numbers alone is kept once."""
        self.pages.append(page)
        text = " ".join(" ".join(texts).split())[:_LONGEST]
        key = re.sub(r"\d+", "#", text)
        if key not in self._keys and len(self.texts) < _MOST_TEXTS:
            self._keys.add(key)
            self.texts.append(text)


def find_hidden(document: Any, data: bytes, in_time: Callable[[], bool]) -> Hidden:
    """The hidden text of an open document and its bytes without it; the document itself is changed.

    The text outside of a page is left where it is, because no reader takes it for a part of the page.
    """
    found = Hidden(data=data)
    objects = Objects()
    changed = False
    for number in range(1, len(document) + 1):
        if not in_time():
            found.unchecked_from = number
            break
        page = _page(document, number)
        if page is not None:
            changed |= _look_at(page, number, found, objects)
            page.close()
    if changed:
        file = io.BytesIO()
        document.save(file)
        found.data = file.getvalue()
    return found


def _page(document: Any, number: int) -> Any | None:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    try:
        return document[number - 1]
    except pypdfium2.PdfiumError:
        return None  # the engine that reads the page says what is wrong with it


def _look_at(page: Any, number: int, found: Hidden, objects: Objects) -> bool:
    """Note the hidden text of a page, take out what can be; whether the page has changed."""
    drawn = list(objects.of_page(page))
    texts = [one for one in drawn if isinstance(one, DrawnText)]
    images = [one.bounds for one in drawn if isinstance(one, DrawnImage)]
    view = _View(page)
    hidden = list(_hidden(view, texts, images))
    if not hidden:
        return False
    textpage = page.get_textpage()
    written = [(one, _text(one, textpage)) for one in hidden[:_MOST]]
    textpage.close()
    told = [(one, text) for one, text in written if any(map(str.isalnum, text))]
    if not told:
        return False
    found.note(number, [text for _, text in told])
    inside = [(one, text) for one, text in told if not view.is_outside(one.bounds)]
    found.left += [(number, text) for one, text in inside if one.nested]
    return _remove(page, [one for one, _ in inside if not one.nested])


def _text(one: DrawnText, textpage: Any) -> str:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    raw = pypdfium2.raw
    size = raw.FPDFTextObj_GetText(one.handle, textpage, None, 0)
    buffer = (raw.FPDF_WCHAR * (size // 2 + 1))()
    raw.FPDFTextObj_GetText(one.handle, textpage, buffer, size)
    return bytes(buffer)[:size].decode("utf-16-le", "ignore").strip("\0")


def _remove(page: Any, hidden: Sequence[DrawnText]) -> bool:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    raw = pypdfium2.raw
    removed = [one for one in hidden if raw.FPDFPage_RemoveObject(page, one.handle)]
    for one in removed:
        raw.FPDFPageObj_Destroy(one.handle)
    return bool(removed) and bool(raw.FPDFPage_GenerateContent(page))


def _hidden(
    view: "_View", texts: Sequence[DrawnText], images: Sequence[Bounds]
) -> Iterator[DrawnText]:
    scanned = sum(view.share(bounds) for bounds in images) >= _SCANNED
    for one in texts:
        if one.mode == _INVISIBLE:
            shown = scanned and any(_meet(one.bounds, image) for image in images)
        else:
            shown = not (_is_tiny(one) or view.is_outside(one.bounds) or _is_pale(one, view))
        if not shown:
            yield one


def _is_tiny(one: DrawnText) -> bool:
    left, bottom, right, top = one.bounds
    return one.size < _SMALLEST and min(right - left, top - bottom) < 2 * _SMALLEST


def _is_pale(one: DrawnText, view: "_View") -> bool:
    """Whether its fill does not stand out from what lies around it."""
    if one.mode not in _FILLED or one.mode == _FILLED[1]:
        return False
    *colour, opacity = one.fill
    return (opacity < _FAINT or min(colour) > _PALE) and view.is_even(one.bounds)


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inner(bounds: Bounds) -> Bounds:
    across, up = (bounds[2] - bounds[0]) * _RIM, (bounds[3] - bounds[1]) * _RIM
    return (bounds[0] + across, bounds[1] + up, bounds[2] - across, bounds[3] - up)


class _View:
    """A page as it is shown: its visible part, and its picture where that is asked for."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._box: Bounds = page.get_bbox()
        self._picture: Any = None

    def share(self, bounds: Bounds) -> float:
        """How much of the page a rectangle covers, 0..1."""
        box = self._box
        width = min(bounds[2], box[2]) - max(bounds[0], box[0])
        height = min(bounds[3], box[3]) - max(bounds[1], box[1])
        area = max((box[2] - box[0]) * (box[3] - box[1]), 1.0)
        return max(width, 0.0) * max(height, 0.0) / area

    def is_outside(self, bounds: Bounds) -> bool:
        """Whether no part of it is on the page; a rectangle without an area is nowhere."""
        empty = bounds[2] <= bounds[0] or bounds[3] <= bounds[1]
        return not empty and not _meet(bounds, self._box)

    def is_even(self, bounds: Bounds) -> bool:
        """Whether the picture of the page has one colour there, as far as an eye can tell.

        The edges are left out, where a neighbour may reach in.
        """
        if self._picture is None:
            scale = min(_LARGEST / max(*self._page.get_size(), 1.0), 2.0)
            self._picture = (self._page.render(scale=scale, grayscale=True), scale)
        picture, scale = self._picture
        left, top, right, bottom = self._pixels(_inner(bounds), scale)
        left, top = max(left, 0), max(top, 0)
        right, bottom = min(right, picture.width), min(bottom, picture.height)
        if left >= right or top >= bottom:
            return False
        pixels = memoryview(picture.buffer).cast("B")
        rows = [
            pixels[row * picture.stride + left : row * picture.stride + right].tobytes()
            for row in range(top, bottom)
        ]
        return max(map(max, rows)) - min(map(min, rows)) < _CONTRAST

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
