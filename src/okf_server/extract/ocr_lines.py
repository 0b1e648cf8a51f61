"""Lines of text that OCR found in a picture, and the blocks that they make."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.model.document import BlockKind
from okf_server.model.locator import Box, PdfLocator

READABLE = 0.4
"""Mean confidence from which on what OCR found is taken for text; below it is texture, or beyond reading."""

_LARGER = 1.4  # times the size of most lines: a heading
_TITLE = 1.8
_HEADING_LINES = 2
_LONGEST_HEADING = 120
_SENTENCE_END = (".", ",", ";")
_ROUND = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line as an engine read it.

    `box` is left, top, right, bottom: in pixels as an engine gives it, in fractions of the picture once it
    is placed. `size` is the height of its words in pixels, `paragraph` tells which lines belong together.
    """

    text: str
    confidence: float
    box: Box
    size: float
    paragraph: int

    @property
    def letters(self) -> int:
        """Its letters and digits."""
        return sum(map(str.isalnum, self.text))


def confidence_of(lines: Iterable[Line]) -> float:
    """The mean confidence of their letters, 0..1; 0 where there are none."""
    known = list(lines)
    letters = sum(line.letters for line in known)
    return sum(line.confidence * line.letters for line in known) / letters if letters else 0.0


def score(lines: Iterable[Line]) -> float:
    """How much of a picture was read, for comparing two readings of it."""
    return sum(line.confidence * line.letters for line in lines)


def is_readable(lines: Sequence[Line]) -> bool:
    """Whether what was found is to be taken for text."""
    return confidence_of(lines) >= READABLE


def blocks_of(lines: Sequence[Line], page: int) -> Iterator[tuple[Block, int]]:
    """The paragraphs and headings of a page, each with the number of its lines; one box for each line."""
    usual = median(line.size for line in lines) if lines else 0.0

    def kind(line: Line) -> tuple[int, bool]:
        return line.paragraph, line.size >= usual * _LARGER

    for (_, large), group in groupby(lines, key=kind):
        together = list(group)
        text = "\n".join(line.text for line in together)
        place = PdfLocator(page=page, boxes=tuple(map(_rounded, together)))
        if large and _is_heading(text, len(together)):
            level = 1 if max(line.size for line in together) >= usual * _TITLE else 2
            yield _heading(text, level, place), len(together)
        else:
            paragraph = Block(kind=BlockKind.PARAGRAPH, locator=place, text=markup.plain(text))
            yield paragraph, len(together)


def _heading(text: str, level: int, place: PdfLocator) -> Block:
    return Block(kind=BlockKind.HEADING, locator=place, text=markup.inline(text), level=level)


def _is_heading(text: str, lines: int) -> bool:
    short = lines <= _HEADING_LINES and len(text) <= _LONGEST_HEADING
    return short and any(map(str.isalpha, text)) and not text.endswith(_SENTENCE_END)


def _rounded(line: Line) -> Box:
    left, top, right, bottom = (round(min(max(edge, 0.0), 1.0), _ROUND) for edge in line.box)
    return left, top, right, bottom
