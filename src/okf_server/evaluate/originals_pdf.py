"""Read PDF pages with pypdfium2, by boxes."""

import ctypes
from pathlib import Path
from typing import Any, TypeGuard

from okf_server.model.locator import Box, Locator, PdfLocator

_DEVICE = 100_000  # a page this many units wide and high: fractions become whole numbers
_MARGIN = 0.002  # of the page, because two readers never agree on a glyph's height


class PdfOriginal:
    """A PDF file, page by page."""

    exact = False

    def __init__(self, path: Path) -> None:
        import pypdfium2  # noqa: PLC0415 - of the extra `evaluate`

        self._raw = pypdfium2.raw
        self._document = pypdfium2.PdfDocument(path)
        self._document.init_forms()
        self._number = 0
        self._page: Any = None
        self._text: Any = None

    def text_at(self, locator: Locator) -> str | None:
        """The text inside the boxes, box by box."""
        if not self._has(locator):
            return None
        self._turn_to(locator.page)
        return "\n".join(self._inside(box) for box in locator.boxes)

    def _has(self, locator: Locator) -> TypeGuard[PdfLocator]:
        return isinstance(locator, PdfLocator) and 0 < locator.page <= len(self._document)

    def close(self) -> None:
        """Close the page and the file."""
        self._turn_to(0)
        self._document.close()

    def _turn_to(self, number: int) -> None:
        if number == self._number:
            return
        for opened in (self._text, self._page):
            if opened is not None:
                opened.close()
        self._page = self._text = None
        self._number = number
        if number:
            self._page = self._shown(number - 1)
            self._text = self._page.get_textpage()

    def _shown(self, index: int) -> Any:
        """A page with what is written into its fields, as a person sees it."""
        page = self._document[index]
        if self._raw.FPDFPage_GetAnnotCount(page):
            self._raw.FPDFPage_Flatten(page, self._raw.FLAT_NORMALDISPLAY)
            page.close()
            page = self._document[index]
        return page

    def _inside(self, box: Box) -> str:
        """The text of a box; the page's own rotation and crop lie between its fractions and its points."""
        left, top = self._point(box[0] - _MARGIN, box[1] - _MARGIN)
        right, bottom = self._point(box[2] + _MARGIN, box[3] + _MARGIN)
        text: str = self._text.get_text_bounded(
            left=min(left, right),
            bottom=min(top, bottom),
            right=max(left, right),
            top=max(top, bottom),
        )
        return text

    def _point(self, across: float, down: float) -> tuple[float, float]:
        x, y = ctypes.c_double(), ctypes.c_double()
        at = (round(across * _DEVICE), round(down * _DEVICE))
        self._raw.FPDF_DeviceToPage(self._page, 0, 0, _DEVICE, _DEVICE, 0, *at, x, y)
        return x.value, y.value
