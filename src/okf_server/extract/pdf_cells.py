"""Find the words of each cell of a table on its page.

The engine gives a cell its text, and often the place of one of its lines alone.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_page import Rect, Word, around

_SAME_LINE = 0.5  # of a line's height
_LINE = 4.0  # points
_MARGIN = 1.0  # points
_MOST_LINES = 40  # of one cell


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, and where it stands; a cell that nothing is known of has no place."""

    text: str
    rect: Rect | None = None
    words: tuple[Word, ...] = ()


Grid = list[list[Cell]]

EMPTY = Cell("")


def with_words(grid: Grid, words: Sequence[Word]) -> Grid:
    """The rows, all of one width, each cell with the words that make its text, where they are found."""
    across = sorted(words, key=_middle)
    return [
        [_found(cell, band, near) for cell, band in zip(row, bands, strict=True)]
        for row, bands in _with_bands(_squared(grid))
        for near in [_between(across, bands)]
    ]


def cell_of(words: Sequence[Word]) -> Cell:
    """The cell that these words make."""
    if not words:
        return EMPTY
    text = " ".join(word.text for word in words)
    return Cell(text, around([word.rect for word in words]), tuple(words))


def lines_of(words: Iterable[Word]) -> list[list[Word]]:
    """Words by their lines, from the top and from the left."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.rect.bottom, word.rect.left)):
        first = lines[-1][0].rect if lines else None
        if first and abs(word.rect.bottom - first.bottom) < first.height * _SAME_LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.rect.left) for line in lines]


def columns_of(grid: Grid) -> list[tuple[float, float]]:
    """From where to where each column's cells reach that reach over no other column."""
    typical = [_typical([row[n].rect for row in grid]) for n in range(len(grid[0]))]
    columns: list[tuple[float, float]] = []
    for number, (left, right) in enumerate(typical):
        others = [span for n, span in enumerate(typical) if n != number and span[0] < span[1]]
        clean = [
            rect
            for row in grid
            if (rect := row[number].rect)
            and not any(rect.left < span[1] - 1 and span[0] + 1 < rect.right for span in others)
        ]
        columns.append(
            (min(rect.left for rect in clean), max(rect.right for rect in clean))
            if clean
            else (left, right)
        )
    return columns


def _typical(rects: Iterable[Rect | None]) -> tuple[float, float]:
    known = [rect for rect in rects if rect]
    if not known:
        return (0.0, 0.0)
    return (median(rect.left for rect in known), median(rect.right for rect in known))


def _squared(grid: Grid) -> Grid:
    width = max(map(len, grid), default=0)
    return [[*row, *[EMPTY] * (width - len(row))] for row in grid]


def _middle(word: Word) -> float:
    return word.rect.top + word.rect.bottom


def _between(words: Sequence[Word], bands: Sequence[Rect | None]) -> Sequence[Word]:
    """Of words sorted from the top those that may lie in one of these rectangles."""
    known = [rect for rect in bands if rect]
    if not known:
        return ()
    top, bottom = min(rect.top for rect in known), max(rect.bottom for rect in known)
    first = bisect_left(words, 2 * (top - _LINE), key=_middle)
    return words[first : bisect_right(words, 2 * (bottom + _LINE), key=_middle)]


def _with_bands(grid: Grid) -> Iterator[tuple[list[Cell], list[Rect | None]]]:
    """The rows, and for each cell all the room from the row above to the row below, up to the next cell."""
    tops = [min((c.rect.top for c in row if c.rect), default=math.inf) for row in grid]
    bottoms = [max((c.rect.bottom for c in row if c.rect), default=-math.inf) for row in grid]
    for number, row in enumerate(grid):
        below = next((top for top in tops[number + 1 :] if top > tops[number]), math.inf)
        above = max((b for b in bottoms[:number] if b < bottoms[number]), default=-math.inf)
        yield row, [_band(row, at, (above, below)) for at in range(len(row))]


def _band(row: Sequence[Cell], at: int, rows: tuple[float, float]) -> Rect | None:
    rect = row[at].rect
    if rect is None:
        return None
    rights = [c.rect.left for c in row[at + 1 :] if c.rect and c.text.strip()]
    right = max(min(rights, default=math.inf) - 1, rect.right)
    return Rect(rect.left, min(rows[0], rect.top), right, max(rows[1], rect.bottom))


def _found(cell: Cell, band: Rect | None, words: Sequence[Word]) -> Cell:
    """The cell with its words: those of its place, or of lines of its band that make its text."""
    key = squeeze(cell.text)
    if cell.rect is None or band is None or not key:
        return cell
    inside = lines_of(w for w in words if cell.rect.holds(w.rect, margin=_MARGIN))
    if squeeze(_said(inside)) == key:
        return cell_of([word for line in inside for word in line])
    lines = lines_of(w for w in words if band.holds(w.rect, margin=_MARGIN))
    keys = [squeeze(_said([line])) for line in lines]
    for first in range(len(lines)):
        for last in range(first + 1, min(first + _MOST_LINES, len(lines)) + 1):
            said = "".join(keys[first:last])
            if said == key:
                return cell_of([word for line in lines[first:last] for word in line])
            if len(said) >= len(key):
                break
    return cell


def _said(lines: Sequence[Sequence[Word]]) -> str:
    return " ".join(word.text for line in lines for word in line)
