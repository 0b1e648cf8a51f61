"""Read scans again: the cited boxes alone, drawn anew in another size."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from okf_server.evaluate.originals_pdf import PdfOriginal
from okf_server.extract import image, ocr
from okf_server.extract.ocr_upright import Engine, read_upright
from okf_server.extract.pdf_objects import DrawnImage, Objects
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed
from okf_server.model.locator import Box, Locator, PdfLocator

if TYPE_CHECKING:
    from PIL.Image import Image

_DPI = 240  # not that of the extractor
_POINTS = 72
_SHRUNK = 0.9  # of a picture's size: other pixels than the extractor saw
_MARGIN = 0.004  # of the page, around a box
_BORDER = 40  # pixels of white, without which engines miss letters
_TIME_S = 60.0
_COVERED = 0.5  # of a page: what pictures cover of a scan
_STAMP = 20  # letters: a page with fewer of its own is a scan


class EngineMissingError(ImportError):
    """What reads such originals is not installed."""


class ScanOriginal:
    """A picture, page by page."""

    exact = False

    def __init__(self, path: Path, documents: DocumentsConfig) -> None:
        self._path = path
        self._engine = _engine(documents)

    def is_recognised(self, locator: Locator) -> bool:
        """Always: a picture has no text."""
        return isinstance(locator, PdfLocator)

    def text_at(self, locator: Locator) -> str | None:
        """What is read in the boxes."""
        if not isinstance(locator, PdfLocator):
            return None
        with image.opened(self._path) as picture:
            if not 0 < locator.page <= image.count(picture):
                return None
            page = ocr.fitted(image.grey(picture, locator.page))
        smaller = page.resize([max(round(side * _SHRUNK), 1) for side in page.size])
        return _read(self._engine, smaller, locator.boxes)

    def close(self) -> None:
        """Nothing is held."""


class PdfOrScanOriginal(PdfOriginal):
    """A PDF file; pages without text of their own are drawn and read by OCR."""

    def __init__(self, path: Path, documents: DocumentsConfig) -> None:
        super().__init__(path)
        self._documents = documents

    def is_recognised(self, locator: Locator) -> bool:
        """Whether its page is a scan: a picture, with a stamp of text at most; or blank as far as text goes."""
        if not self._has(locator):
            return False
        self._turn_to(locator.page)
        letters = sum(letter.char.isalnum() for letter in self._letters)
        return letters == 0 or (letters < _STAMP and self._is_covered())

    def _is_covered(self) -> bool:
        """Whether pictures cover most of the page."""
        left, bottom, right, top = self._page.get_bbox()
        drawn = (one.bounds for one in Objects().of_page(self._page) if isinstance(one, DrawnImage))
        areas = (
            max(min(x1, right) - max(x0, left), 0) * max(min(y1, top) - max(y0, bottom), 0)
            for x0, y0, x1, y1 in drawn
        )
        return bool(sum(areas) >= (right - left) * (top - bottom) * _COVERED)

    def text_at(self, locator: Locator) -> str | None:
        """The text inside the boxes, or what is read there."""
        if not self._has(locator) or not self.is_recognised(locator):
            return super().text_at(locator)
        drawn: Image = self._page.render(scale=_DPI / _POINTS, grayscale=True).to_pil()
        return _read(_engine(self._documents), ocr.fitted(drawn), locator.boxes)


def _engine(documents: DocumentsConfig) -> Engine:
    engine = ocr.engine_for(documents.ocr)
    if isinstance(engine, Failed):
        raise EngineMissingError(engine.reason)
    return engine


def _read(engine: Engine, page: "Image", boxes: Sequence[Box]) -> str:
    """What is read where the boxes are, with the rest of the page made white."""
    from PIL import Image  # noqa: PLC0415 - of the extra `documents`

    alone = Image.new("L", page.size, 255)
    for box in boxes:
        left, top = (
            int((edge - _MARGIN) * side) for edge, side in zip(box, page.size, strict=False)
        )
        right, bottom = (
            int((edge + _MARGIN) * side) for edge, side in zip(box[2:], page.size, strict=True)
        )
        area = (max(left, 0), max(top, 0), min(right, page.width), min(bottom, page.height))
        alone.paste(page.crop(area), area[:2])
    inked = alone.point([255 * (level < 255) for level in range(256)]).getbbox()  # noqa: PLR2004
    if inked is None:
        return ""
    cut = alone.crop(inked)
    framed = Image.new("L", (cut.width + 2 * _BORDER, cut.height + 2 * _BORDER), 255)
    framed.paste(cut, (_BORDER, _BORDER))
    lines = read_upright(engine, framed, time.monotonic() + _TIME_S)
    return "\n".join(line.text for line in lines)
