"""Look at a PDF with pypdfium2, a second engine: for what liteparse does not tell or does not find."""

import ctypes
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_letters import typeset_words
from okf_server.extract.pdf_objects import Bounds
from okf_server.extract.pdf_page import BarePage, Rect, TextRun
from okf_server.extract.pdf_raised import NOTHING, Raised, raised_in, suspects

_ARABIC = re.compile("[\u0600-\u06ff]")
_WORD = 3  # letters of one glyph: so many are a word, fewer a ligature
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

        It writes the letters of a glyph from its end: a lam-alef as alef and lam. They share one box: that is how
        they are told from an article.
        """
        textpage = self._text_of(self.page(number))
        if textpage is None:
            return Spellings({}, {}, NOTHING)
        shown = textpage.get_text_range()
        known = list(items)
        swapped = self._swapped(textpage, known) if _ARABIC.search(shown) else {}
        odd = suspects(known)
        raised = raised_in(self._raw, textpage, shown, odd) if odd else NOTHING
        return Spellings(typeset_words(shown), swapped, raised)

    def _swapped(self, textpage: Any, items: Sequence[Any]) -> dict[str, str]:
        """How words read in which a glyph stands for several letters, by how the engines write them.

        One engine writes the letters of a glyph from its end; the other one may put a word that is one glyph in
        an order of its own.
        """
        swapped: dict[str, str] = {}
        glyphs: dict[str, str] = {}
        for letters, pairs in self._words(textpage):
            if pairs:
                swapped["".join(letters)] = _swap(letters, pairs)
            if len(pairs) == len(letters) - 1 and len(letters) >= _WORD:
                glyphs["".join(sorted(letters))] = "".join(reversed(letters))
        words = {word.text for item in items for word in item.words} if glyphs else ()
        return swapped | {
            word: glyphs[key] for word in words if (key := "".join(sorted(word))) in glyphs
        }

    def _words(self, textpage: Any) -> Iterator[tuple[list[str], list[int]]]:
        """The words of a page, and where in them a letter shares its glyph with the next one."""
        letters: list[str] = []
        pairs: list[int] = []
        for index in range(min(textpage.count_chars(), _MOST_LETTERS)):
            char = chr(self._raw.FPDFText_GetUnicode(textpage, index))
            if not _ARABIC.match(char):
                yield letters, pairs
                letters, pairs = [], []
                continue
            if letters and textpage.get_charbox(index) == textpage.get_charbox(index - 1):
                pairs.append(len(letters) - 1)
            letters.append(char)
        yield letters, pairs


def _swap(letters: Sequence[str], pairs: Sequence[int]) -> str:
    """The word with the letters of each glyph from their beginning."""
    glyphs: list[list[str]] = []
    for at, letter in enumerate(letters):
        if glyphs and at - 1 in pairs:
            glyphs[-1].insert(0, letter)
        else:
            glyphs.append([letter])
    return "".join(letter for glyph in glyphs for letter in glyph)
