"""Read pictures with RapidOCR, whose models for Chinese, Japanese and Latin letters are in its package."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from okf_server.extract.ocr_lines import READABLE, Line
from okf_server.extract.ocr_tesseract import OcrError, OutOfTimeError
from okf_server.model.locator import Box

if TYPE_CHECKING:
    from PIL.Image import Image

_LONGEST_SIDE = (
    1800  # pixels: with more the engine needs nearly all the memory that a reader may take
)
_GAP = 0.9  # of a line's height: more between two lines parts paragraphs


@dataclass(frozen=True, slots=True, kw_only=True)
class RapidOcr:
    """The engine; its one model reads all of its languages."""

    version: str
    languages: tuple[str, ...]

    @property
    def name(self) -> str:
        """Engine and version."""
        return f"rapidocr/{self.version}"

    def read(self, image: "Image", until: float) -> Sequence[Line]:
        """The lines of a grey picture; raises OcrError, or OutOfTimeError where no time is left."""
        import numpy as np  # noqa: PLC0415 - only where it is used

        if time.monotonic() >= until:
            raise OutOfTimeError
        scale = min(_LONGEST_SIDE / max(image.size), 1.0)
        small = image.resize([max(round(side * scale), 1) for side in image.size])
        try:
            found = _engine()(np.asarray(small.convert("RGB")))
        except Exception as error:
            raise OcrError(str(error)) from error
        return list(_lines(found, scale))

    def turn(self, image: "Image", until: float) -> int | None:  # noqa: ARG002 - the seam's
        """Always None: it cannot tell."""
        return None


@cache
def version() -> str:
    """The version that is installed; empty where it is not."""
    try:
        return metadata.version("rapidocr")
    except metadata.PackageNotFoundError:
        return ""


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR  # noqa: PLC0415 - of the extra `ocr-cjk`

    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.text_score": 0.0,  # what it is unsure of tells that there is something to read
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def _lines(found: Any, scale: float) -> Iterator[Line]:
    """What could be read; where that is nothing, what could not."""
    read = (
        [] if found.boxes is None else list(zip(found.boxes, found.txts, found.scores, strict=True))
    )
    sure = [one for one in read if one[2] >= READABLE and any(map(str.isalnum, one[1]))]
    paragraph, above = 0, None
    for quad, text, confidence in sure or read:
        box = _box(quad, scale)
        if above is not None and not _goes_on(above, box):
            paragraph += 1
        above = box
        yield Line(
            text=text.strip(),
            confidence=float(confidence),
            box=box,
            size=min(box[2] - box[0], box[3] - box[1]),
            paragraph=paragraph,
        )


def _box(quad: Any, scale: float) -> Box:
    across, down = [float(x) / scale for x, _ in quad], [float(y) / scale for _, y in quad]
    return min(across), min(down), max(across), max(down)


def _goes_on(above: Box, box: Box) -> bool:
    """Whether a line belongs to the paragraph of the one before."""
    height = min(above[3] - above[1], box[3] - box[1])
    overlap = min(above[2], box[2]) - max(above[0], box[0])
    return overlap > 0 and -height < box[1] - above[3] < height * _GAP
