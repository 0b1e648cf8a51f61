"""Lines of text that OCR found in a picture, and the blocks that they make."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

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
_ITEM = re.compile(r"(?:(\d{1,3})[.)]|[•●▪◦*-])\s+(?=\S)", re.ASCII)


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
    """The blocks of a page, each with the number of its lines; one box for each line."""
    usual = _usual_size(lines)
    for group in _groups(lines, usual):
        text = "\n".join(line.text for line in group)
        place = PdfLocator(page=page, boxes=tuple(map(_rounded, group)))
        yield _block(text, max(line.size for line in group), usual, place), len(group)


def _usual_size(lines: Sequence[Line]) -> float:
    """The size that half of the letters have at most."""
    ordered = sorted(lines, key=lambda line: line.size)
    counts = accumulate(line.letters for line in ordered)
    half = sum(line.letters for line in lines) / 2
    return next(
        (line.size for line, count in zip(ordered, counts, strict=True) if count >= half), 0.0
    )


def _groups(lines: Sequence[Line], usual: float) -> Iterator[list[Line]]:
    """The lines of one paragraph and of one size, parted where an item of a list begins."""
    for _, together in groupby(
        lines, key=lambda line: (line.paragraph, line.size >= usual * _LARGER)
    ):
        group: list[Line] = []
        for line in together:
            if group and _ITEM.match(line.text):
                yield group
                group = []
            group.append(line)
        yield group


def _block(text: str, size: float, usual: float, place: PdfLocator) -> Block:
    item = _ITEM.match(text)
    if size >= usual * _LARGER and _is_heading(text):
        level = 1 if size >= usual * _TITLE else 2
        return Block(kind=BlockKind.HEADING, locator=place, text=markup.inline(text), level=level)
    if item:
        marker = f"{item[1]}." if item[1] else "-"
        text = markup.plain(text[item.end() :])
        return Block(kind=BlockKind.LIST, locator=place, text=text, marker=marker)
    return Block(kind=BlockKind.PARAGRAPH, locator=place, text=markup.plain(text))


def _is_heading(text: str) -> bool:
    short = text.count("\n") < _HEADING_LINES and len(text) <= _LONGEST_HEADING
    return short and any(map(str.isalpha, text)) and not text.endswith(_SENTENCE_END)


def _rounded(line: Line) -> Box:
    left, top, right, bottom = (round(min(max(edge, 0.0), 1.0), _ROUND) for edge in line.box)
    return left, top, right, bottom
