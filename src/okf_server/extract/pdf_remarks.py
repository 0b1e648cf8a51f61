"""What people remarked on the pages of a PDF: sticky notes, words on what they marked, and typed ones.

What is typed on a page and has an appearance of its own is text of the page, see `pdf_fields`.
"""

import ctypes
from collections.abc import Iterator
from typing import Any

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_page import normalised
from okf_server.model.document import BlockKind
from okf_server.model.locator import Box, PdfLocator

_TYPED = 3
_KINDS = frozenset({1, _TYPED, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15})
"""Text, typed text, line, square, circle, polygon, polyline, highlight, underline, squiggly, strike-out, caret, ink (ISO 32000, 12.5.6)."""

_EMPTY = 2  # bytes that end a string
_UNSEEN = 2 | 32  # flags: hidden, not shown on a screen
_MOST = 2000  # of a page
_LONGEST = 20_000  # letters of one
_DEVICE = 10_000  # a page this many units wide and high


class Remarks:
    """Tells the remarks on pages that are open in pypdfium2."""

    def __init__(self) -> None:
        import pypdfium2  # noqa: PLC0415 - not in a core installation

        self._raw = pypdfium2.raw

    def of_page(self, number: int, page: Any) -> Iterator[Draft]:
        """The remarks on a page, in their order in the file."""
        for at in range(min(self._raw.FPDFPage_GetAnnotCount(page), _MOST)):
            annotation = self._raw.FPDFPage_GetAnnot(page, at)
            try:
                words = self._words(annotation)
                box = self._box(page, annotation) if words else None
            finally:
                self._raw.FPDFPage_CloseAnnot(annotation)
            if box is not None:
                place = PdfLocator(page=number, boxes=(box,))
                block = Block(kind=BlockKind.NOTE, locator=place, text=markup.plain(words))
                yield Draft(block=block, page=number)

    def _words(self, annotation: Any) -> str:
        """What a person remarked, after the name if the file tells it; empty for what is no remark or not seen."""
        kind = self._raw.FPDFAnnot_GetSubtype(annotation)
        normal = self._raw.FPDF_ANNOT_APPEARANCEMODE_NORMAL
        drawn = kind == _TYPED and self._raw.FPDFAnnot_GetAP(annotation, normal, None, 0) > _EMPTY
        if kind not in _KINDS or drawn or self._raw.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
            return ""
        words = self._text(annotation, b"Contents").strip()
        author = " ".join(self._text(annotation, b"T").split())
        return f"{author}: {words}" if author and words else words

    def _text(self, annotation: Any, key: bytes) -> str:
        size = self._raw.FPDFAnnot_GetStringValue(annotation, key, None, 0)
        if not _EMPTY < size <= 2 * _LONGEST:
            return ""
        buffer = ctypes.create_string_buffer(size)
        pointer = ctypes.cast(buffer, ctypes.POINTER(self._raw.FPDF_WCHAR))
        self._raw.FPDFAnnot_GetStringValue(annotation, key, pointer, size)
        return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")

    def _box(self, page: Any, annotation: Any) -> Box | None:
        rect = self._raw.FS_RECTF()
        if not self._raw.FPDFAnnot_GetRect(annotation, rect):
            return None
        ends = [self._shown(page, rect.left, rect.top), self._shown(page, rect.right, rect.bottom)]
        across, down = zip(*ends, strict=True)
        corners = (min(across), min(down), max(across), max(down))
        return normalised(corners, width=_DEVICE, height=_DEVICE)

    def _shown(self, page: Any, x: float, y: float) -> tuple[float, float]:
        """A point of a page as it is shown, turned and cropped."""
        across, down = ctypes.c_int(), ctypes.c_int()
        self._raw.FPDF_PageToDevice(page, 0, 0, _DEVICE, _DEVICE, 0, x, y, across, down)
        return float(across.value), float(down.value)
