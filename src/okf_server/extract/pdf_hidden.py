"""Find the text of a PDF that nobody sees who opens it, and take it out before the file is read.

Hidden is text in the colour of what lies around it, without opacity, smaller than a point, outside of the
page or of what clips it, below something painted over it, or drawn without a mark (render mode 3). Text without a
mark on a scanned page is its OCR layer, and stays. Where nearly all text of a page is hidden, and something else is
seen in its place, the page is one for OCR.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract.pdf_covered import find_covered, find_cut_off
from okf_server.extract.pdf_letters import Cut
from okf_server.extract.pdf_objects import Bounds, DrawnImage, DrawnText, Objects, area, holds, meet
from okf_server.extract.pdf_sight import View

_INVISIBLE = 3  # render mode: neither filled nor stroked
_FILLED = (0, 2, 4, 6)
_SMALLEST = 1.0  # points
_PALE = 150  # of 255: a fill this light may be that of the paper
_FAINT = 12  # of 255: opacity below which nothing shows
_SCANNED = 0.5  # of the page: images that cover more are a scan
_NEARLY = 0.8  # of the text of a page, by its area: all of it, but for a stamp or a number
_MOSTLY = 0.5  # of the hidden text of a page
_LONGEST = 2000  # letters that are kept of what a page hides
_MOST = 2000  # objects of a page whose text is looked up
_MOST_TEXTS = 500


@dataclass(slots=True)
class Hidden:
    """What was found: the texts and their pages, what of them stays in `data`, and from where none was sought.

    `obscured` are the pages that show something else in the place of nearly all their text.
    """

    data: bytes
    texts: list[str] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    left: list[tuple[int, Cut]] = field(default_factory=list)
    obscured: set[int] = field(default_factory=set)
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
    view = View(page)
    scanned = view.share(images) >= _SCANNED or _is_layer(view, texts, images)
    hidden = list(_hidden(view, texts, images if scanned else ()))
    known = {id(one) for one in hidden}
    rest = [one for one in drawn if id(one) not in known]
    covered = list(find_covered(page, view, rest, scanned=scanned))
    if _is_obscured(view, texts, [*hidden, *(one.text for one in covered)]):
        found.obscured.add(number)
    found_already = {*known, *(id(one.text) for one in covered)}
    covered += find_cut_off(page, [one for one in texts if id(one) not in found_already])
    hidden += [one.text for one in covered if one.cut is None]
    cuts = [one.cut for one in covered if one.cut is not None]
    if not hidden and not cuts:
        return False
    textpage = page.get_textpage()
    written = [(one, _text(one, textpage)) for one in hidden[:_MOST]]
    textpage.close()
    told = [(one, text) for one, text in written if any(map(str.isalnum, text))]
    parts = [part for cut in cuts for part in cut.parts]
    if not told and not parts:
        return False
    found.note(number, [*(text for _, text in told), *parts])
    inside = [(one, text) for one, text in told if not view.is_outside(one.bounds)]
    found.left += [(number, Cut(text, "", (text,))) for one, text in inside if one.nested]
    found.left += [(number, cut) for cut in cuts]
    return _remove(page, [one for one, _ in inside if not one.nested])


def _is_layer(view: View, texts: Sequence[DrawnText], images: Sequence[Bounds]) -> bool:
    """Whether nearly all text of a page is without a mark, on pictures that show something there."""
    layer = [
        one
        for one in texts
        if one.mode == _INVISIBLE and any(holds(image, one.bounds) for image in images)
    ]
    if _share(layer, texts) < _NEARLY:
        return False
    return _share([one for one in layer if view.shows(one.bounds)], layer) >= _NEARLY


def _is_obscured(view: View, texts: Sequence[DrawnText], lost: Sequence[DrawnText]) -> bool:
    """Whether nearly all text of a page is hidden, and something else is seen in the place of most of it."""
    texts, lost = (
        [one for one in some if not view.is_outside(one.bounds)] for some in (texts, lost)
    )
    if _share(lost, texts) < _NEARLY:
        return False
    return _share([one for one in lost if view.shows(one.bounds)], lost) >= _MOSTLY


def _share(some: Sequence[DrawnText], texts: Sequence[DrawnText]) -> float:
    """How much of the area of texts some of them take."""
    return sum(area(one.bounds) for one in some) / max(sum(area(one.bounds) for one in texts), 1.0)


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


def _hidden(view: View, texts: Sequence[DrawnText], scans: Sequence[Bounds]) -> Iterator[DrawnText]:
    """The texts that show nothing by themselves; those on `scans` without a mark are what is read in these."""
    for one in texts:
        if one.mode == _INVISIBLE:
            shown = any(meet(one.bounds, scan) for scan in scans)
        else:
            shown = not (
                one.clipped or _is_tiny(one) or view.is_outside(one.bounds) or _is_pale(one, view)
            )
        if not shown:
            yield one


def _is_tiny(one: DrawnText) -> bool:
    left, bottom, right, top = one.bounds
    return one.size < _SMALLEST and min(right - left, top - bottom) < 2 * _SMALLEST


def _is_pale(one: DrawnText, view: View) -> bool:
    """Whether its fill does not stand out from what lies around it."""
    if one.mode not in _FILLED or one.mode == _FILLED[1]:
        return False
    *colour, opacity = one.fill
    return (opacity < _FAINT or min(colour) > _PALE) and view.is_even(one.bounds)
