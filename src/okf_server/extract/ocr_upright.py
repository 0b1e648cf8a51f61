"""Read a picture whichever way it lies: turned by quarters, or skewed by some degrees."""

import math
import statistics
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from okf_server.extract.ocr_lines import Line, confidence_of, score
from okf_server.model.locator import Box

if TYPE_CHECKING:
    from PIL.Image import Image

_SURE = 0.6  # mean confidence below which a picture may lie the wrong way
_QUARTERS = (180, 90, 270)
_STEEPEST = 12  # degrees of skew that are looked for
_FINE = 10  # steps of a degree
_LEAST_SKEW = 0.3  # degrees that are worth a rotation
_SHARPER = 1.2  # times as sharp must the lines be as they are in the picture as it lies
_LINES = (
    2  # times as sharp as at most angles: a text's lines are 10 times, noise is up to 1.5 times
)
_LOOKED_AT = 700  # pixels of the shorter side, which show lines well enough
_INK = 128

Place = Callable[[float, float], tuple[float, float]]
"""Leads from a point of a rotated picture to that point of the picture itself, in pixels."""


class Engine(Protocol):
    """Reads pictures."""

    @property
    def name(self) -> str:
        """Engine and version."""
        ...

    @property
    def languages(self) -> tuple[str, ...]:
        """What it was told to read."""
        ...

    def read(self, image: "Image", until: float) -> Sequence[Line]:
        """The lines of a grey picture, boxes in pixels; raises OcrError, OutOfTimeError at `until`."""
        ...

    def turn(self, image: "Image", until: float) -> int | None:
        """Degrees clockwise that make a picture upright, None where the engine cannot tell."""
        ...


def read_upright(engine: Engine, image: "Image", until: float) -> Sequence[Line]:
    """The lines of a grey picture, boxes in fractions of the picture as it was given."""
    lines = _read_turned(engine, image, 0, until)
    if not lines or not _is_askew(lines, image):
        return lines
    turn = engine.turn(image, until)
    for quarter in _QUARTERS if turn is None else {turn} - {0}:
        other = _read_turned(engine, image, quarter, until)
        lines = max(lines, other, key=score)
    return lines


def _is_askew(lines: Sequence[Line], image: "Image") -> bool:
    """Whether so little was understood, or so much goes up and down, that it may lie the wrong way."""
    standing = sum(
        line.letters
        for line in lines
        if (line.box[3] - line.box[1]) * image.height > (line.box[2] - line.box[0]) * image.width
    )
    return confidence_of(lines) < _SURE or standing * 2 > sum(line.letters for line in lines)


def _read_turned(engine: Engine, image: "Image", turn: int, until: float) -> Sequence[Line]:
    """The lines of a picture turned clockwise by quarters and then righted."""
    turned, back = _rotated(image, -turn)
    righted, back_to_turned = _rotated(turned, skew(turned))
    return [
        replace(line, box=_placed(line.box, image, lambda x, y: back(*back_to_turned(x, y))))
        for line in engine.read(righted, until)
    ]


def skew(image: "Image") -> float:
    """Degrees to rotate a grey picture, counter-clockwise, so that its lines are level; 0 where unsure.

    Rows of a level text are either full or empty: the right angle is the one with the largest steps from
    row to row, which stand out from those of the other angles wherever there are lines at all.
    """
    scale = _LOOKED_AT / min(image.size)
    small = (
        image if scale >= 1 else image.resize([max(round(side * scale), 1) for side in image.size])
    )
    ink = small.point([255 * (level < _INK) for level in range(256)])
    rough = {angle: _sharpness(ink, angle) for angle in range(-_STEEPEST, _STEEPEST + 1)}
    coarse = max(rough, key=rough.__getitem__)
    near = [coarse + step / _FINE for step in range(1 - _FINE, _FINE)]
    best = max(near, key=lambda angle: _sharpness(ink, angle))
    needed = max(rough[0] * _SHARPER, statistics.median(rough.values()) * _LINES)
    sure = _sharpness(ink, best) > needed
    return best if sure and abs(best) >= _LEAST_SKEW else 0.0


def _sharpness(ink: "Image", angle: float) -> float:
    from PIL.Image import Resampling  # noqa: PLC0415 - not in a core installation

    rotated = ink.rotate(angle).convert("F")
    rows = array("f", rotated.resize((1, rotated.height), Resampling.BOX).tobytes())
    return sum((below - above) ** 2 for above, below in pairwise(rows))


def _rotated(image: "Image", angle: float) -> tuple["Image", Place]:
    """A picture rotated counter-clockwise on white, with the way back."""
    if not angle:
        return image, lambda x, y: (x, y)
    from PIL.Image import Resampling  # noqa: PLC0415 - not in a core installation

    rotated = image.rotate(angle, resample=Resampling.BICUBIC, expand=True, fillcolor=255)
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def back(x: float, y: float) -> tuple[float, float]:
        across, down = x - rotated.width / 2, y - rotated.height / 2
        return (
            across * cosine - down * sine + image.width / 2,
            across * sine + down * cosine + image.height / 2,
        )

    return rotated, back


def _placed(box: Box, image: "Image", back: Place) -> Box:
    """A box of a rotated picture as fractions of the picture itself."""
    left, top, right, bottom = box
    corners = [back(x, y) for x in (left, right) for y in (top, bottom)]
    across = [x / image.width for x, _ in corners]
    down = [y / image.height for _, y in corners]
    return min(across), min(down), max(across), max(down)
