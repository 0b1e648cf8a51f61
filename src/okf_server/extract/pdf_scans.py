"""The pages of a PDF file that have no text: drawn, read by OCR, and put between the others."""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from okf_server.extract import ocr
from okf_server.extract.limits import MOST_DRAWN
from okf_server.extract.ocr_lines import blocks_of
from okf_server.extract.ocr_tesseract import OcrError
from okf_server.extract.pdf_covered import without
from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_objects import DrawnText, Objects
from okf_server.extract.refusals import first_line
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed
from okf_server.model.install import install_command
from okf_server.model.locator import PdfLocator

if TYPE_CHECKING:
    from PIL.Image import Image

_DPI = 300
_LOOK_DPI = 50
_POINTS = 72
_HALF = 0.5  # of a page's height
_INSTALL = Failed(reason="reader missing", hint=f"Install it: {install_command('documents')}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scans:
    """What became of the pages: their blocks, facts for the frontmatter, what is missing and what is to be checked.

    `failure` is why none could be read, where that is for want of an engine.
    """

    drafts: Sequence[Draft] = ()
    read: Sequence[int] = ()
    details: dict[str, object] = field(default_factory=dict)
    missing: Sequence[str] = ()
    warnings: Sequence[str] = ()
    failure: Failed | None = None


def read_scans(
    data: bytes,
    numbers: Sequence[int],
    documents: DocumentsConfig,
    until: float,
    *,
    stamped: Collection[int] = (),
) -> Scans:
    """Read these pages of a PDF file by OCR until a time (time.monotonic); blank ones are no loss.

    Those that are `stamped` are read without the words that are printed over them.
    """
    if not numbers:
        return Scans()
    if find_spec("pypdfium2") is None:
        return _without_engine(numbers, _INSTALL)
    engine = ocr.engine_for(documents.ocr)
    with _opened(data) as document:
        draw = partial(_drawn, document, stamped)
        numbers = [number for number in numbers if _shows(draw, number, until)]
        if isinstance(engine, Failed):
            return _without_engine(numbers, engine) if numbers else Scans()
        found = ocr.read_pages(numbers, lambda number: draw(number, _DPI), engine, until=until)
    drafts = [
        Draft(block=block, page=number, lines=lines)
        for number, read in found.pages.items()
        for block, lines in blocks_of(read, number)
    ]
    return Scans(
        drafts=drafts,
        read=tuple(found.pages),
        details={"extraction": found.facts()} if found.pages else {},
        missing=tuple(ocr.missing(found)),
        warnings=found.warnings(),
    )


def merged(drafts: Sequence[Draft], scans: Scans, stamped: Collection[int] = ()) -> list[Draft]:
    """The blocks of all pages in their order; a stamp stands before or after the scan that it is printed on."""
    replaced = set(scans.read) - set(stamped)
    own = [draft for draft in drafts if draft.page not in replaced]
    above = [draft for draft in own if draft.page not in scans.read or _is_above(draft)]
    below = [draft for draft in own if draft.page in scans.read and not _is_above(draft)]
    return sorted([*above, *scans.drafts, *below], key=lambda draft: draft.page)


def _is_above(draft: Draft) -> bool:
    """Whether it stands in the upper half of its page."""
    place = draft.block.locator
    return isinstance(place, PdfLocator) and all(box[1] < _HALF for box in place.boxes)


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    """The file; None where it cannot be opened for drawing."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        yield None
        return
    with document:
        yield document


def _shows(draw: "Callable[[int, int], Image]", number: int, until: float) -> bool:
    """Whether a page shows anything, as far as there is time to look; the engine of the text sees not all of it."""
    if time.monotonic() >= until:
        return True
    try:
        return not ocr.is_blank(draw(number, _LOOK_DPI))
    except OcrError:
        return True  # said when it is read


def _drawn(document: Any, stamped: Collection[int], number: int, dpi: int) -> "Image":
    """A page in grey, smaller where it would be too large, a stamp left out; raises OcrError."""
    try:
        page = document[number - 1]
        width, height = page.get_size()
        most = (MOST_DRAWN / max(width * height, 1)) ** 0.5
        drawn = Objects().of_page(page) if number in stamped else ()
        with without(one for one in drawn if isinstance(one, DrawnText)):
            image: Image = page.render(
                scale=min(dpi / _POINTS, most), grayscale=True, may_draw_forms=False
            ).to_pil()
        page.close()
    except Exception as error:  # of the library, of ctypes beneath it, or for want of a document
        raise OcrError(f"it cannot be drawn: {first_line(error)}") from error
    return image


def _without_engine(numbers: Sequence[int], failure: Failed) -> Scans:
    why = f"no text layer on {ocr.named(numbers)} ({failure.reason})"
    return Scans(missing=(why,), failure=failure)
