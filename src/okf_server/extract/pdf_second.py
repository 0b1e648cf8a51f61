"""Look at a PDF with pypdfium2, a second engine: for what liteparse does not tell or does not find."""

import ctypes
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_letters import typeset_words
from okf_server.extract.pdf_objects import Bounds
from okf_server.extract.pdf_page import BarePage, Rect, TextRun
from okf_server.extract.pdf_raised import NOTHING, Raised, raised_in, suspects

_ARABIC = re.compile("[\u0600-\u06ff]")
_LAM = "\u0644"
_ALEFS = frozenset("\u0622\u0623\u0625\u0627")
_LINE_HYPHEN = "\x02"  # how the engine marks a hyphen that a line's end made
_DEVICE = 10_000  # a page this many units wide and high
_MOST_LETTERS = 200_000  # of a page


class Spellings(NamedTuple):
    """Words that the other engine writes with plain dashes, with letters swapped, with all digits in line."""

    typeset: dict[str, str]
    swapped: dict[str, str]
    raised: Raised


@contextmanager
def second_look(data: bytes) -> Iterator["SecondLook | None"]:
    """The file opened by the second engine; None where it cannot open it."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        yield None
        return
    try:
        yield SecondLook(document)
    finally:
        document.close()


class SecondLook:
    """A PDF that is open in the second engine."""

    def __init__(self, document: Any) -> None:
        import pypdfium2  # noqa: PLC0415 - not in a core installation

        self._raw = pypdfium2.raw
        self._error = pypdfium2.PdfiumError
        self.document = document
        self._turned_to: tuple[int, Any] = (0, None)

    def page(self, number: int) -> Any:
        """A page, kept until another is asked for; None where it cannot be opened."""
        if self._turned_to[0] != number:
            try:
                self._turned_to = (number, self.document[number - 1])
            except (self._error, IndexError):
                self._turned_to = (number, None)
        return self._turned_to[1]

    @property
    def total(self) -> int:
        """How many pages it says that it has."""
        return len(self.document)

    def pages(self) -> Iterator[BarePage]:
        """All pages, with their size as they are shown."""
        for index in range(len(self.document)):
            yield BarePage(index + 1, *self.document.get_page_size(index))

    def lines(self, number: int, width: float, height: float) -> list[TextRun]:
        """The lines of text of a page, in points of a page of that size as it is shown."""
        page = self.page(number)
        textpage = self._text_of(page)
        if textpage is None:
            return []
        runs: list[TextRun] = []
        for letters in self._letters(textpage):
            text = " ".join("".join(char for char, _ in letters).split())
            corners = [
                self._shown(page, x, y)
                for char, (left, bottom, right, top) in letters
                if char.strip()
                for x, y in ((left, top), (right, bottom))
            ]
            if text and corners:
                across = [x * width for x, _ in corners]
                down = [y * height for _, y in corners]
                rect = Rect(min(across), min(down), max(across), max(down))
                runs.append(TextRun(text, squeeze(text), rect))
        shown = Rect(0, 0, width, height)
        return [run for run in runs if shown.meets(run.rect)]

    def _text_of(self, page: Any) -> Any:
        try:
            return None if page is None else page.get_textpage()
        except self._error:
            return None

    def _letters(self, textpage: Any) -> Iterator[list[tuple[str, Bounds]]]:
        """The letters of a page with their boxes, line by line as the engine tells them apart."""
        line: list[tuple[str, Bounds]] = []
        for index in range(min(textpage.count_chars(), _MOST_LETTERS)):
            char = chr(self._raw.FPDFText_GetUnicode(textpage, index))
            char = "-" if char == _LINE_HYPHEN else char
            if char in "\r\n":
                yield line
                line = []
            else:
                line.append((char, textpage.get_charbox(index)))
        yield line

    def _shown(self, page: Any, x: float, y: float) -> tuple[float, float]:
        """A point of a page as fractions of it as it is shown, turned and cropped."""
        across, down = ctypes.c_int(), ctypes.c_int()
        self._raw.FPDF_PageToDevice(page, 0, 0, _DEVICE, _DEVICE, 0, x, y, across, down)
        return across.value / _DEVICE, down.value / _DEVICE

    def spellings(self, number: int, items: Iterable[Any]) -> Spellings:
        """How words of a page read of which the other engine reads the text `items`.

        It writes a lam-alef as alef and lam. The two letters share one glyph, and so one box: that is how
        they are told from an article.
        """
        textpage = self._text_of(self.page(number))
        if textpage is None:
            return Spellings({}, {}, NOTHING)
        shown = textpage.get_text_range()
        swapped = {
            "".join(letters): _swap(letters, pairs)
            for letters, pairs in (self._words(textpage) if _ARABIC.search(shown) else ())
            if pairs
        }
        odd = suspects(items)
        raised = raised_in(self._raw, textpage, shown, odd) if odd else NOTHING
        return Spellings(typeset_words(shown), swapped, raised)

    def _words(self, textpage: Any) -> Iterator[tuple[list[str], list[int]]]:
        """The words of a page, and where in them an alef and a lam share a glyph."""
        letters: list[str] = []
        pairs: list[int] = []
        for index in range(min(textpage.count_chars(), _MOST_LETTERS)):
            char = chr(self._raw.FPDFText_GetUnicode(textpage, index))
            if not _ARABIC.match(char):
                yield letters, pairs
                letters, pairs = [], []
                continue
            after_alef = char == _LAM and letters and letters[-1] in _ALEFS
            if after_alef and textpage.get_charbox(index) == textpage.get_charbox(index - 1):
                pairs.append(len(letters) - 1)
            letters.append(char)
        yield letters, pairs


def _swap(letters: list[str], pairs: list[int]) -> str:
    swapped = list(letters)
    for at in pairs:
        swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
    return "".join(swapped)
