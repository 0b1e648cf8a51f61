"""Read pictures of text by OCR; each frame of a TIFF is a page."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from okf_server.extract import ocr
from okf_server.extract.compose import compose
from okf_server.extract.limits import MOST_FRAMES, MOST_PIXELS
from okf_server.extract.ocr_lines import blocks_of
from okf_server.extract.ocr_tesseract import OcrError
from okf_server.extract.refusals import MISSING, first_line, unreadable
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome, Partial, Skipped

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP")
_SMALL = 1_000  # pixels of the shorter side below which letters are too small for the engines
_ENLARGED = 2
_DAMAGES = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    ArithmeticError,
)  # what Pillow raises for them
NO_TEXT = Skipped(reason="no text found in the image")


class _TooLargeError(Exception):
    pass


def extract(path: Path, documents: DocumentsConfig) -> Outcome:
    """The document of a picture; skipped where it shows no text, as photographs do."""
    until = ocr.deadline(documents)
    if find_spec("PIL") is None:
        return MISSING
    engine = ocr.engine_for(documents.ocr)
    if isinstance(engine, Failed):
        return engine
    try:
        with opened(path) as image:
            numbers = range(1, min(count(image), MOST_FRAMES) + 1)
            found = ocr.read_pages(numbers, lambda n: _shown(image, n), engine, until=until)
            return _outcome(found, count(image), path.suffix)
    except _TooLargeError as error:
        return Failed(reason=f"too many pixels: {error}", hint="Save it smaller, and build again.")
    except _DAMAGES as error:
        return unreadable(path.suffix or "picture", error)


@contextmanager
def opened(path: Path) -> "Iterator[Image]":
    """A picture of a kind that is read, nothing of it decoded yet; raises what Pillow raises."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - not in a core installation

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of strange metadata; sizes are looked at below
        try:
            image = Image.open(path, formats=_FORMATS)
        except Image.DecompressionBombError as error:
            raise _TooLargeError(first_line(error)) from error
        except UnidentifiedImageError as error:
            raise ValueError("it is damaged") from error
        with image:
            yield image


def count(image: "Image") -> int:
    """The pages of a picture: the frames of a TIFF; an animation has one."""
    return int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1


def grey(image: "Image", number: int) -> "Image":
    """A page as people see it, in grey on white, upright by its metadata, large enough to be read."""
    from PIL import Image, ImageOps  # noqa: PLC0415 - not in a core installation

    image.seek(number - 1)
    if image.width * image.height > MOST_PIXELS:
        raise _TooLargeError(f"{image.width} x {image.height}")
    page = ImageOps.exif_transpose(image)
    if page.mode.startswith(("I", "F")):
        page = _in_eight_bits(page)
    if page.has_transparency_data:
        page = page if page.mode in ("LA", "RGBA") else page.convert("RGBA")
        paper = Image.new("L", page.size, 255)
        paper.paste(page.convert("L"), mask=page.getchannel("A"))
        page = paper
    page = page.convert("L")
    if min(page.size) < _SMALL:
        page = page.resize([side * _ENLARGED for side in page.size], Image.Resampling.LANCZOS)
    return page


def _shown(image: "Image", number: int) -> "Image":
    """A page as `grey` makes it; a damaged one raises OcrError, so that the others are read."""
    try:
        return grey(image, number)
    except _DAMAGES as error:
        raise OcrError(first_line(error)) from error


def _in_eight_bits(page: "Image") -> "Image":
    """Its levels from the darkest to the lightest, whatever their unit is."""
    page = page.convert("F")
    low, high = page.getextrema()
    assert isinstance(low, float)
    assert isinstance(high, float)
    step = 255 / (high - low) if high > low else 0.0
    return page.point(lambda level: (level - low) * step)


def _outcome(found: ocr.Recognised, pages: int, suffix: str) -> Outcome:
    missing = list(_missing(found, pages))
    if not found.pages:
        return _nothing(found, missing, suffix)
    blocks = [block for number, read in found.pages.items() for block, _ in blocks_of(read, number)]
    details = {"pages": pages, "extraction": found.facts()}
    document = compose(blocks, details=details, warnings=found.warnings())
    return (
        Partial(document=document, reason="; ".join(missing))
        if missing
        else Extracted(document=document)
    )


def _nothing(found: ocr.Recognised, missing: Sequence[str], suffix: str) -> Outcome:
    if found.broken:
        return unreadable(suffix or "picture", next(iter(found.broken.values())))
    if found.left:
        return Failed(reason=missing[-1], hint=ocr.SCAN_AGAIN)
    if found.poor:
        best = max(found.poor.values())
        return Skipped(
            reason=f"no readable text found in the image (confidence {best:.2f}): "
            "are its languages in documents.ocr?"
        )
    return NO_TEXT


def _missing(found: ocr.Recognised, pages: int) -> Iterator[str]:
    yield from ocr.missing(found)
    if pages > MOST_FRAMES:
        yield f"only the first {MOST_FRAMES:,} of {pages:,} pages were read"
