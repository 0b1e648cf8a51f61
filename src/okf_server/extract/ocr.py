"""Read pages that have no text: choose the engine by the languages, keep to the time there is.

Tesseract reads every language that it has data for; RapidOCR, the extra `ocr-cjk`, reads Chinese and
Japanese better. Hangul is read by Tesseract alone.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from okf_server.extract import ocr_rapid, ocr_tesseract
from okf_server.extract.limits import MOST_DRAWN
from okf_server.extract.ocr_lines import Line, confidence_of, is_readable
from okf_server.extract.ocr_tesseract import OcrError, OutOfTimeError
from okf_server.extract.ocr_upright import Engine, read_upright
from okf_server.extract.refusals import first_line
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed
from okf_server.model.install import install_command

if TYPE_CHECKING:
    from PIL.Image import Image

SHARE = 0.8
"""Of the time for a file: then reading ends, and what there is of it is kept."""

UNSURE = 0.7
"""Mean confidence of a page below which people are told to look at it."""

_NAMED = 10  # pages that a reason names one by one
INSTALL_RAPIDOCR = install_command("ocr-cjk")
INSTALL_TESSERACT = (
    "Install Tesseract (Debian, Ubuntu: apt install tesseract-ocr), and build again."
)

SCAN_AGAIN = "Name its languages in documents.ocr, scan it again, or leave it out of the source."

_CJK = frozenset(["cjk", "chi_sim", "chi_tra", "jpn"])
_HANGUL = "kor"
_LANGUAGE = re.compile(r"[A-Za-z]\w*(?:/[A-Za-z]\w*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """What became of the pages that were to be read.

    `pages` are those with text, their boxes in fractions; `poor` those whose text could not be made out,
    with how sure the engine was; `broken` those that the engine failed with, and why; `left` those that
    time did not allow. A page in none of them has no text.
    """

    engine: Engine
    pages: Mapping[int, Sequence[Line]] = field(default_factory=dict)
    poor: Mapping[int, float] = field(default_factory=dict)
    broken: Mapping[int, str] = field(default_factory=dict)
    left: Sequence[int] = ()

    def warnings(self) -> tuple[str, ...]:
        """A remark on pages whose text is to be checked."""
        unsure = [n for n, lines in self.pages.items() if confidence_of(lines) < UNSURE]
        return (f"{named(unsure)} read with little confidence",) if unsure else ()

    def facts(self) -> dict[str, object]:
        """What the frontmatter says of it: engine, languages, confidence of the whole and of each page."""
        means = {number: confidence_of(lines) for number, lines in self.pages.items()}
        return {
            "method": "ocr",
            "engine": self.engine.name,
            "languages": list(self.engine.languages),
            "confidence": round(confidence_of(chain(*self.pages.values())), 2),
            "pages": {str(number): round(mean, 2) for number, mean in means.items()},
        }


def engine_for(languages: str) -> Engine | Failed:
    """The engine that reads these languages (`kor+eng`), or what is missing."""
    wanted = tuple(dict.fromkeys(language for language in languages.split("+") if language))
    if not wanted or not all(map(_LANGUAGE.fullmatch, wanted)):
        hint = "Name Tesseract's languages in documents.ocr, for example eng or kor+eng."
        return Failed(reason=f"documents.ocr: {languages!r} names no languages", hint=hint)
    if not _CJK.isdisjoint(wanted) and _HANGUL not in wanted and ocr_rapid.version():
        return ocr_rapid.RapidOcr(version=ocr_rapid.version(), languages=wanted)
    return _tesseract(wanted)


def _tesseract(wanted: tuple[str, ...]) -> Engine | Failed:
    installed = ocr_tesseract.installed_languages()
    absent = [language for language in wanted if language not in installed]
    rapid = not _CJK.isdisjoint(absent) and _HANGUL not in wanted
    if not ocr_tesseract.version():
        hint = (
            f"Install RapidOCR: {INSTALL_RAPIDOCR}, and build again."
            if rapid
            else INSTALL_TESSERACT
        )
        return Failed(reason="ocr engine missing", hint=hint)
    if not absent:
        return ocr_tesseract.Tesseract(version=ocr_tesseract.version(), languages=wanted)
    packages = " ".join(f"tesseract-ocr-{each.lower().replace('_', '-')}" for each in absent)
    hint = f"Debian, Ubuntu: apt install {packages}. Or choose others in documents.ocr."
    if rapid:
        hint = (
            f"Install RapidOCR: {INSTALL_RAPIDOCR}. {hint if 'cjk' not in absent else ''}".rstrip()
        )
    return Failed(reason=f"ocr language missing: {', '.join(absent)}", hint=hint)


def identity(documents: DocumentsConfig) -> str:
    """What a reading depends on beside the picture, for the identity of readers."""
    engine = engine_for(documents.ocr)
    name = "missing" if isinstance(engine, Failed) else engine.name
    return f"ocr {documents.ocr} {name}, {documents.timeout_s} s"


def read_pages(
    numbers: Iterable[int],
    picture: Callable[[int], "Image"],
    engine: Engine,
    *,
    until: float,
) -> Recognised:
    """Read pages, given as grey pictures, in their order until `until` (time.monotonic)."""
    waiting = list(numbers)
    pages: dict[int, Sequence[Line]] = {}
    poor: dict[int, float] = {}
    broken: dict[int, str] = {}
    while waiting:
        try:
            image = fitted(picture(waiting[0]))
            lines = [] if is_blank(image) else read_upright(engine, image, until)
        except OutOfTimeError:
            break
        except OcrError as error:
            broken[waiting.pop(0)] = first_line(error)
            continue
        number = waiting.pop(0)
        if lines and is_readable(lines):
            pages[number] = lines
        elif lines:
            poor[number] = confidence_of(lines)
    return Recognised(engine=engine, pages=pages, poor=poor, broken=broken, left=waiting)


def missing(found: Recognised) -> Iterator[str]:
    """What was not read, in words."""
    if found.poor:
        best = max(found.poor.values())
        yield f"the text of {named(list(found.poor))} cannot be made out (confidence {best:.2f})"
    if found.broken:
        yield f"{named(list(found.broken))} could not be read: {next(iter(found.broken.values()))}"
    if found.left:
        yield f"no time was left for {named(found.left)}: raise documents.timeout_s"


def named(numbers: Sequence[int]) -> str:
    """Pages in words: `page 3`, `pages 3, 4 and 12 more`."""
    first = ", ".join(map(str, numbers[:_NAMED]))
    more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
    return f"page {first}" if len(numbers) == 1 else f"pages {first}{more}"


def deadline(documents: DocumentsConfig) -> float:
    """When reading has to end so that a file is done in its time."""
    return time.monotonic() + documents.timeout_s * SHARE


def is_blank(image: "Image") -> bool:
    """Whether a grey picture has one shade only."""
    darkest, lightest = image.getextrema()
    return darkest == lightest


def fitted(image: "Image") -> "Image":
    """A picture of at most MOST_DRAWN."""
    scale = (MOST_DRAWN / (image.width * image.height)) ** 0.5
    if scale >= 1:
        return image
    return image.resize([max(int(side * scale), 1) for side in image.size])
