"""Read originals again, independently of the extractors, to see what stands at a place.

Each format has a module of its own, which uses another library than the extractor of that format.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from okf_server.evaluate.originals_hwpx import HwpxOriginal
from okf_server.evaluate.originals_pdf import PdfOriginal
from okf_server.evaluate.originals_sheets import SheetOriginal
from okf_server.evaluate.originals_slides import SlideOriginal
from okf_server.evaluate.originals_text import TextOriginal
from okf_server.evaluate.originals_web import WebOriginal
from okf_server.evaluate.originals_word import WordOriginal
from okf_server.model.locator import Locator


class Original(Protocol):
    """An original that is open."""

    @property
    def exact(self) -> bool:
        """Whether its text is the characters that the extractor saw, and no reading of shapes."""
        ...

    def text_at(self, locator: Locator) -> str | None:
        """The text at a place, in any order of its lines; None where there is no such place."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


OPENERS: dict[str, Callable[[Path], Original]] = {
    ".csv": TextOriginal,
    ".docx": WordOriginal,
    ".htm": WebOriginal,
    ".html": WebOriginal,
    ".hwpx": HwpxOriginal,
    ".markdown": TextOriginal,
    ".md": TextOriginal,
    ".pdf": PdfOriginal,
    ".pptx": SlideOriginal,
    ".txt": TextOriginal,
    ".xlsx": SheetOriginal,
}
"""How an original of each suffix is opened; an opener raises ImportError where its library is missing."""
