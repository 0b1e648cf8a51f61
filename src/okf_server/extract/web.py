"""Read web pages."""

from collections.abc import Sequence
from pathlib import Path

from okf_server.extract.refusals import MISSING
from okf_server.extract.web_document import document_of
from okf_server.extract.web_flow import Stretch
from okf_server.extract.web_tree import text_of
from okf_server.model.document import Extracted, Outcome
from okf_server.model.locator import SectionLocator


def extract(path: Path) -> Outcome:
    """The document of an .html file."""
    return page_outcome(*text_of(path.read_bytes()))


def page_outcome(text: str, warning: str) -> Outcome:
    """The document of a page's text."""
    try:
        document = document_of(text, section, warnings=[warning] if warning else [])
    except ImportError:
        return MISSING
    return Extracted(document=document)


def section(path: Sequence[str], first: Stretch, last: Stretch) -> SectionLocator | None:
    """The place of a block by its heading path and the numbers of its stretches."""
    if not first.ordinal:
        return None
    to_block = last.ordinal if last.ordinal > first.ordinal else None
    return SectionLocator(path=tuple(path), block=first.ordinal, to_block=to_block)
