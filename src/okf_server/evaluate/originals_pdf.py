"""Read PDF pages with pypdfium2, by boxes."""

import ctypes
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from okf_server.extract.pdf_fields import flatten
from okf_server.extract.pdf_salvage import salvaged
from okf_server.model.locator import Box, Locator, PdfLocator

_DEVICE = 100_000  # a page this many units wide and high: fractions become whole numbers
_LETTERS = 2000  # of a page that tell how its text is turned
_LONGEST = 20_000  # letters of a remark
_NAME = 64  # bytes of a font's name
_MARGIN = 0.002  # of the page, because two readers never agree on a glyph's height

_Area = tuple[Sequence[float], Sequence[float]]


class _Letter(NamedTuple):
    """A letter, and where its middle lies in points of the page."""

    char: str
    across: float
    up: float


class PdfOriginal:
    """A PDF file, page by page."""

    exact = False

    def __init__(self, path: Path) -> None:
        import pypdfium2  # noqa: PLC0415 - of the extra `evaluate`

        self._raw = pypdfium2.raw
        try:
            self._document = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError:
            listed = salvaged(path.read_bytes())
            if not listed:
                raise
            self._document = pypdfium2.PdfDocument(listed)
        self._document.init_forms()
        self._number = 0
        self._remarks: list[tuple[Any, str]] = []
        self._page: Any = None
        self._text: Any = None
        self._letters: list[_Letter] = []

    def text_at(self, locator: Locator) -> str | None:
        """The text inside the boxes, box by box, with what is remarked there."""
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
            self._text = self._upright()
            self._letters = list(self._read())

    def _upright(self) -> Any:
        """The text of the page, its lines in the order of a reader who turns it so that they are upright."""
        shown = self._page.get_rotation()
        self._page.set_rotation(0)
        text = self._page.get_textpage()
        angles = (
            self._raw.FPDFText_GetCharAngle(text, at)
            for at in range(min(text.count_chars(), _LETTERS))
        )
        turns = Counter(round(math.degrees(angle) / 90) * 90 % 360 for angle in angles)
        if turn := max(turns, key=turns.__getitem__, default=0):
            text.close()
            self._page.set_rotation(turn)
            text = self._page.get_textpage()
        self._page.set_rotation(shown)
        return text

    def _read(self) -> Iterator["_Letter"]:
        """The letters of the page in the order of this reader; what it puts between them stands with the one before."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        across = up = math.inf
        for index in range(self._text.count_chars()):
            char = chr(self._raw.FPDFText_GetUnicode(self._text, index))
            if char.strip() and self._raw.FPDFText_GetCharBox(
                self._text, index, left, right, bottom, top
            ):
                across, up = (left.value + right.value) / 2, (bottom.value + top.value) / 2
            yield _Letter("′" if char == "0" and self._is_sign(index) else char, across, up)

    def _is_sign(self, index: int) -> bool:
        """Whether a letter is of a font of signs, which has a prime where others have their 0."""
        name = ctypes.create_string_buffer(_NAME)
        self._raw.FPDFText_GetFontInfo(self._text, index, name, _NAME, ctypes.c_int())
        return b"cmsy" in name.value.lower()

    def _shown(self, index: int) -> Any:
        """A page with what is written into its fields, as a person sees it."""
        page = self._document[index]
        self._remarks = list(self._remarked(page))
        if self._raw.FPDFPage_GetAnnotCount(page):
            flatten(page)
            page.close()
            page = self._document[index]
        return page

    def _remarked(self, page: Any) -> Iterator[tuple[Any, str]]:
        """The annotations of a page: where each lies, and what it says."""
        for at in range(self._raw.FPDFPage_GetAnnotCount(page)):
            annotation = self._raw.FPDFPage_GetAnnot(page, at)
            rect = self._raw.FS_RECTF()
            self._raw.FPDFAnnot_GetRect(annotation, rect)
            yield rect, " ".join(self._said(annotation, key) for key in (b"T", b"Contents"))
            self._raw.FPDFPage_CloseAnnot(annotation)

    def _said(self, annotation: Any, key: bytes) -> str:
        buffer = (self._raw.FPDF_WCHAR * _LONGEST)()
        self._raw.FPDFAnnot_GetStringValue(annotation, key, buffer, 2 * _LONGEST)
        return bytes(buffer).decode("utf-16-le", "replace").partition("\0")[0]

    def following(self, locator: Locator) -> str:
        """The text inside the boxes as it follows each other on the page: their own order is the passage's."""
        if not self._has(locator):
            return ""
        self._turn_to(locator.page)
        areas = [self._area(box) for box in locator.boxes]
        return "".join(
            letter.char for letter in self._letters if any(_lies(letter, area) for area in areas)
        )

    def _inside(self, box: Box) -> str:
        area = self._area(box)
        text = [letter.char for letter in self._letters if _lies(letter, area)]
        said = (words for rect, words in self._remarks if _holds(*area, rect))
        return "\n".join(["".join(text), *said])

    def _area(self, box: Box) -> _Area:
        """From where to where a box reaches; the page's own rotation and crop lie between its fractions and its points."""
        left, top = self._point(box[0] - _MARGIN, box[1] - _MARGIN)
        right, bottom = self._point(box[2] + _MARGIN, box[3] + _MARGIN)
        return sorted((left, right)), sorted((top, bottom))

    def _point(self, across: float, down: float) -> tuple[float, float]:
        x, y = ctypes.c_double(), ctypes.c_double()
        at = (round(across * _DEVICE), round(down * _DEVICE))
        self._raw.FPDF_DeviceToPage(self._page, 0, 0, _DEVICE, _DEVICE, 0, *at, x, y)
        return x.value, y.value


def _lies(letter: _Letter, area: _Area) -> bool:
    across, up = area
    return across[0] <= letter.across <= across[1] and up[0] <= letter.up <= up[1]


def _holds(across: Sequence[float], down: Sequence[float], rect: Any) -> bool:
    """Whether the middle of a rectangle lies between two corners."""
    x, y = (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2
    return bool(min(across) <= x <= max(across) and min(down) <= y <= max(down))
