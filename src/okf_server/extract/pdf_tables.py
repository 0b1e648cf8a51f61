"""Repair the tables that the engine finds: by the words of the page, and where they stand.

The engine reads two columns that stand close as one cell, lines that belong to two rows as one row, and a
heading of several lines as several rows. What the words do not settle stays as it was.
"""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from okf_server.extract.pdf_page import Rect, Word, around
from okf_server.extract.places import squeeze

_NUMBER = re.compile(r"[^\W\d_]{0,3}[\W_]*\d[\d\W_]*[^\W\d_]{0,2}\W*")
_LEADERS = re.compile(r"(?:[.·…_]\s?){4,}|-{4,}")
_NEAR = 0.42  # of a line's height: how far apart words of one text are at most
_APART = 0.7  # of a line's height: words this far apart may belong to two columns
_SAME_LINE = 0.5  # of a line's height
_ALIGNED = 3.0  # points
_LINE = 4.0  # points
_TIGHT = 1.45  # of a line's height: lines of one cell follow each other this closely
_OPEN_END = re.compile(r"(?:[-/,&(:]|\b(?:and|of|or|the|for|in|to|by|with))$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, and where it stands; a cell that nothing is known of has no place."""

    text: str
    rect: Rect | None = None
    words: tuple[Word, ...] = ()


Grid = list[list[Cell]]

EMPTY = Cell("")


def repaired(grid: Grid, words: Sequence[Word]) -> Grid:
    """The rows of a table as they stand on the page."""
    across = sorted(words, key=_middle)
    known = [
        [_with_words(cell, band, near) for cell, band in zip(row, bands, strict=True)]
        for row, bands in _with_bands(_squared(grid))
        for near in [_between(across, bands)]
    ]
    columns = columns_of(known)
    rows = [_spread(_unsplit(row), columns) for row in known]
    rows = [part for row in rows for part in _parted(row)]
    rows = _whole_headers(rows)
    return [[_tidy(cell) for cell in row] for row in rows]


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
    """The rows, and for each cell all the room down to the next row and up to the next cell."""
    tops = [min((c.rect.top for c in row if c.rect), default=math.inf) for row in grid]
    for number, row in enumerate(grid):
        below = next((top for top in tops[number + 1 :] if top > tops[number]), math.inf)
        bands: list[Rect | None] = []
        for at, cell in enumerate(row):
            rights = [c.rect.left for c in row[at + 1 :] if c.rect and c.text.strip()]
            right = min(rights, default=math.inf)
            rect = cell.rect
            bands.append(
                Rect(rect.left, rect.top, max(right - 1, rect.right), max(below, rect.bottom))
                if rect
                else None
            )
        yield row, bands


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


def _with_words(cell: Cell, band: Rect | None, words: Sequence[Word]) -> Cell:
    """The cell with its words, where those of its place or of its band are the ones of its text."""
    key = squeeze(cell.text)
    for area in (cell.rect, band):
        inside = reading_order(w for w in words if area and area.holds(w.rect, margin=1.0))
        if inside and squeeze(" ".join(word.text for word in inside)) == key:
            return cell_of(inside)
    return cell


def _unsplit(row: list[Cell]) -> list[Cell]:
    """The row with words together again that are one text over two columns."""
    result = list(row)
    for number in range(len(row) - 1, 0, -1):
        left, right = result[number - 1], result[number]
        if left.words and right.words and _is_one(left.words[-1], right.words[0]):
            result[number - 1] = cell_of((*left.words, *right.words))
            result[number] = EMPTY
    return result


def _is_one(left: Word, right: Word) -> bool:
    """Whether two words follow each other in one run of text, no further apart than words are."""
    near = right.rect.left - left.rect.right < left.rect.height * _NEAR
    return left.run == right.run and near and not (is_number(left.text) or is_number(right.text))


def reading_order(words: Iterable[Word]) -> list[Word]:
    """Words line by line, and from the left."""
    return [word for line in lines_of(words) for word in line]


def lines_of(words: Iterable[Word]) -> list[list[Word]]:
    """Words by their lines, from the top."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.rect.bottom, word.rect.left)):
        first = lines[-1][0].rect if lines else None
        if first and abs(word.rect.bottom - first.bottom) < first.height * _SAME_LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.rect.left) for line in lines]


def cell_of(words: Sequence[Word]) -> Cell:
    """The cell that these words make."""
    if not words:
        return EMPTY
    text = " ".join(word.text for word in words)
    return Cell(text, around([word.rect for word in words]), tuple(words))


def _spread(row: list[Cell], columns: Sequence[tuple[float, float]]) -> list[Cell]:
    """The row with a cell that reaches over empty ones given to the columns that its words stand in."""
    result = list(row)
    for number, cell in enumerate(row):
        groups = by_column(cell.words, columns)
        others = [n for n in groups if n != number]
        if not others or any(result[n].text.strip() for n in others if n != number):
            continue
        if all(apart(one[-1], two[0]) for one, two in pairwise(groups.values())):
            result[number] = cell_of(groups.get(number, ()))
            for n in others:
                result[n] = cell_of(groups[n])
    return result


def by_column(
    words: Sequence[Word], columns: Sequence[tuple[float, float]]
) -> dict[int, list[Word]]:
    """The words of one line by column, from the left; nothing where a word stands in none."""
    if len(lines_of(words)) != 1:
        return {}
    groups: dict[int, list[Word]] = {}
    for word in words:
        reach = [_overlap(word.rect, column) for column in columns]
        best = max(range(len(reach)), key=reach.__getitem__)
        if reach[best] <= 0:
            return {}
        groups.setdefault(best, []).append(word)
    return groups if list(groups) == sorted(groups) else {}


def _overlap(rect: Rect, column: tuple[float, float]) -> float:
    return min(rect.right, column[1]) - max(rect.left, column[0])


def apart(left: Word, right: Word) -> bool:
    """Whether two neighbouring words may belong to two columns."""
    numbers = is_number(left.text) and is_number(right.text)
    return numbers or right.rect.left - left.rect.right > left.rect.height * _APART


def is_number(text: str) -> bool:
    """Whether it reads as a number, with its signs, or as a dash in its place."""
    return bool(_NUMBER.fullmatch(text)) or text in {"-", "–", "—", "†", "‡"}


def _parted(row: list[Cell]) -> list[list[Cell]]:
    """The rows that the engine read as one: their lines stand side by side in several columns."""
    if any(cell.text.strip() and not cell.words for cell in row):
        return [row]
    lines = lines_of(word for cell in row for word in cell.words)
    if len(lines) <= 1 or not (_are_rows(row, lines) or _is_label_apart(row, lines)):
        return [row]
    parts: list[list[Cell]] = []
    for line in lines:
        of_line = {id(word) for word in line}
        parts.append([cell_of([w for w in cell.words if id(w) in of_line]) for cell in row])
    return parts


def _are_rows(row: Sequence[Cell], lines: Sequence[Sequence[Word]]) -> bool:
    """Whether each line has a number of its own in a column where other lines have theirs."""
    full = [cell for cell in row if len(lines_of(cell.words)) == len(lines)]
    numbers = [
        cell
        for cell in full
        if all(is_number(" ".join(w.text for w in line)) for line in lines_of(cell.words))
    ]
    return bool(numbers) and len(full) > 1


def _is_label_apart(row: Sequence[Cell], lines: Sequence[Sequence[Word]]) -> bool:
    """Whether a first or last line is the label of a group: alone in its column, in a font of its own."""
    first = row[0].words
    if len(lines) != 2 or not first or len(lines_of(first)) != 2:  # noqa: PLR2004 - a label and a row
        return False
    if any(len(lines_of(cell.words)) > 1 for cell in row[1:]):
        return False
    upper, lower = lines_of(first)
    fonts = {word.bold for word in upper}, {word.bold for word in lower}
    text = " ".join(word.text for word in upper)
    return (
        len(fonts[0]) == len(fonts[1]) == 1 and fonts[0] != fonts[1] and not _OPEN_END.search(text)
    )


def _whole_headers(rows: Grid) -> Grid:
    """The rows with those on top joined that are lines of one heading: close, aligned, without numbers."""
    while len(rows) > 2 and _goes_on(rows[0], rows[1]):  # noqa: PLR2004 - a heading and its table
        rows = [[_stacked(one, two) for one, two in zip(rows[0], rows[1], strict=True)], *rows[2:]]
    return rows


def _goes_on(upper: Sequence[Cell], lower: Sequence[Cell]) -> bool:
    pairs = [(one, two) for one, two in zip(upper, lower, strict=True) if one.words and two.words]
    texts = [cell.text for cell in (*upper, *lower) if cell.text.strip()]
    if not pairs or any(is_number(text) for text in texts):
        return False
    return all(_is_below(lines_of(one.words)[-1], lines_of(two.words)[0]) for one, two in pairs)


def _is_below(upper: Sequence[Word], lower: Sequence[Word]) -> bool:
    """Whether a line follows another closely, aligned at an edge or in the middle."""
    one = around([word.rect for word in upper])
    two = around([word.rect for word in lower])
    if one is None or two is None or two.bottom - one.bottom > one.height * _TIGHT:
        return False
    middle = abs(one.left + one.right - two.left - two.right) / 2
    return min(middle, abs(one.left - two.left), abs(one.right - two.right)) < _ALIGNED


def _stacked(upper: Cell, lower: Cell) -> Cell:
    rects = [cell.rect for cell in (upper, lower) if cell.rect]
    text = " ".join(cell.text for cell in (upper, lower) if cell.text.strip())
    return Cell(text, around(rects), (*upper.words, *lower.words))


def _tidy(cell: Cell) -> Cell:
    """The cell without the dots or dashes that lead from a label to its number."""
    text = " ".join(_LEADERS.sub(" ", cell.text).split())
    return Cell(text, cell.rect, cell.words) if text else cell
