"""Read originals again, independently of the extractors, to see what stands at a place.

Each format has a module of its own, which uses another library than the extractor of that format.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, runtime_checkable

from okf_server.evaluate.originals_audio import SoundOriginal
from okf_server.evaluate.originals_calendar import CalendarOriginal
from okf_server.evaluate.originals_doc import DocOriginal
from okf_server.evaluate.originals_epub import EpubOriginal
from okf_server.evaluate.originals_hml import HmlOriginal
from okf_server.evaluate.originals_hwp import HwpOriginal
from okf_server.evaluate.originals_hwpx import HwpxOriginal
from okf_server.evaluate.originals_mail import ArchiveOriginal, MailOriginal, OutlookOriginal
from okf_server.evaluate.originals_markup import (
    AdocOriginal,
    JsonOriginal,
    MarkdownOriginal,
    RstOriginal,
    TexOriginal,
    XmlOriginal,
)
from okf_server.evaluate.originals_notebook import NotebookOriginal
from okf_server.evaluate.originals_odt import OdtOriginal
from okf_server.evaluate.originals_open import OpenSheetOriginal, OpenSlideOriginal
from okf_server.evaluate.originals_pdf import PdfOriginal
from okf_server.evaluate.originals_ppt import OldSlideOriginal
from okf_server.evaluate.originals_rtf import RtfOriginal
from okf_server.evaluate.originals_scans import PdfOrScanOriginal, ScanOriginal
from okf_server.evaluate.originals_sheets import OldSheetOriginal, SheetOriginal
from okf_server.evaluate.originals_slides import SlideOriginal
from okf_server.evaluate.originals_subtitles import SubtitleOriginal
from okf_server.evaluate.originals_text import TextOriginal
from okf_server.evaluate.originals_web import WebOriginal
from okf_server.evaluate.originals_word import WordOriginal
from okf_server.evaluate.originals_xlsb import BinarySheetOriginal
from okf_server.extract.registry import PICTURES, RECORDINGS
from okf_server.model.config import DocumentsConfig
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


@runtime_checkable
class RecognisedOriginal(Original, Protocol):
    """An original whose text, or some of it, is recognised in pictures or sound."""

    def is_recognised(self, locator: Locator) -> bool:
        """Whether the text at a place is."""
        ...


@runtime_checkable
class OrderedOriginal(Original, Protocol):
    """An original whose places may lie beside each other, as columns do, and have an order of their own."""

    def following(self, locator: Locator) -> str:
        """The text of a place in the order of the original; empty where there is no such place."""
        ...


OPENERS: dict[str, Callable[[Path], Original]] = {
    ".adoc": AdocOriginal,
    ".csv": TextOriginal,
    ".doc": DocOriginal,
    ".docm": WordOriginal,
    ".docx": WordOriginal,
    ".dotx": WordOriginal,
    ".eml": MailOriginal,
    ".epub": EpubOriginal,
    ".hml": HmlOriginal,
    ".htm": WebOriginal,
    ".html": WebOriginal,
    ".hwp": HwpOriginal,
    ".hwpx": HwpxOriginal,
    ".ics": CalendarOriginal,
    ".ipynb": NotebookOriginal,
    ".json": JsonOriginal,
    ".markdown": MarkdownOriginal,
    ".md": MarkdownOriginal,
    ".mht": ArchiveOriginal,
    ".mhtml": ArchiveOriginal,
    ".msg": OutlookOriginal,
    ".odp": OpenSlideOriginal,
    ".ods": OpenSheetOriginal,
    ".odt": OdtOriginal,
    ".pdf": PdfOriginal,
    ".ppt": OldSlideOriginal,
    ".ppsx": SlideOriginal,
    ".pptm": SlideOriginal,
    ".pptx": SlideOriginal,
    ".rst": RstOriginal,
    ".rtf": RtfOriginal,
    ".srt": SubtitleOriginal,
    ".tex": TexOriginal,
    ".tsv": TextOriginal,
    ".txt": TextOriginal,
    ".vtt": SubtitleOriginal,
    ".xhtml": WebOriginal,
    ".xls": OldSheetOriginal,
    ".xlsb": BinarySheetOriginal,
    ".xlsm": SheetOriginal,
    ".xlsx": SheetOriginal,
    ".xml": XmlOriginal,
}
"""How an original of each suffix is opened; an opener raises ImportError where its library is missing."""

RECOGNISERS: dict[str, Callable[[Path, DocumentsConfig], RecognisedOriginal]] = {
    ".pdf": PdfOrScanOriginal,
    **dict.fromkeys(PICTURES, ScanOriginal),
    **dict.fromkeys(RECORDINGS, SoundOriginal),
}
"""How an original is opened whose text may have to be recognised; the settings name languages and models."""
