"""Join what belongs to one table of a page, and the engine read as several tables and texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from okf_server.extract.pdf_cells import EMPTY, Cell, Grid, cell_of, columns_of, lines_of
from okf_server.extract.pdf_page import Rect, Word
from okf_server.extract.pdf_tables import apart, by_column, is_number

_LEVEL = 2.0  # points that rows of two halves may stand apart
_HALVES = 0.8  # of the rows of the smaller half that have another beside them
_GAP = 36.0  # points between two halves of a table
_STEPS = 2.2  # rows: how far a line may stand from the table that it belongs to
_LONGEST_LABEL = 60
_ENOUGH = 3  # columns that a line of a table fills


@dataclass(frozen=True, slots=True)
class TableAt:
    """A table and its place."""

    grid: Grid
    rect: Rect


@dataclass(frozen=True, slots=True)
class TextAt:
    """A block of text as the engine gave it, and its place."""

    found: Any
    rect: Rect | None


Entry = TableAt | TextAt


def joined(entries: Sequence[Entry], words: Callable[[Rect], list[Word]]) -> list[Entry]:
    """The blocks of a page with its tables made whole; `words` are those inside a rectangle."""
    if not any(isinstance(entry, TableAt) for entry in entries):
        return list(entries)
    return _stacked(_side_by_side(entries), words)


def _side_by_side(entries: Sequence[Entry]) -> list[Entry]:
    result: list[Entry] = []
    for entry in entries:
        if isinstance(entry, TableAt):
            for at, other in enumerate(result):
                if isinstance(other, TableAt) and _are_halves(other, entry):
                    result[at] = _beside(other, entry)
                    break
            else:
                result.append(entry)
        else:
            result.append(entry)
    return result


def _tops(table: TableAt) -> list[float]:
    return [min((c.rect.bottom for c in row if c.rect), default=-1.0) for row in table.grid]


def _are_halves(one: TableAt, other: TableAt) -> bool:
    """Whether two tables stand close beside each other, row by row."""
    left, right = sorted((one, other), key=lambda table: table.rect.left)
    if not 0 <= right.rect.left - left.rect.right + _LEVEL <= _GAP:
        return False
    few, many = sorted((_tops(one), _tops(other)), key=len)
    met = sum(any(abs(top - beside) < _LEVEL for beside in many) for top in few)
    return len(few) > 1 and met >= _HALVES * len(many)


def _beside(one: TableAt, other: TableAt) -> TableAt:
    left, right = sorted((one, other), key=lambda table: table.rect.left)
    rows: dict[float, tuple[list[Cell], list[Cell]]] = {}
    blank = ([EMPTY] * len(left.grid[0]), [EMPTY] * len(right.grid[0]))
    for side, table in enumerate((left, right)):
        for top, row in zip(_tops(table), table.grid, strict=True):
            level = next((known for known in rows if abs(known - top) < _LEVEL), top)
            pair = rows.get(level, blank)
            rows[level] = (row, pair[1]) if side == 0 else (pair[0], row)
    grid = [[*rows[top][0], *rows[top][1]] for top in sorted(rows)]
    return TableAt(grid, left.rect.joined(right.rect))


def _stacked(entries: Sequence[Entry], words: Callable[[Rect], list[Word]]) -> list[Entry]:
    """The entries with tables that go on below each other joined, with the lines in and around them."""
    result: list[Entry] = []
    for entry in entries:
        result.append(entry)
        while _join_last(result, words):
            pass
    return result


def _join_last(result: list[Entry], words: Callable[[Rect], list[Word]]) -> bool:
    """Join the last entry with those before it, where they are one table; whether they were."""
    if len(result) < 2:  # noqa: PLR2004 - two to join
        return False
    before, last = result[-2:]
    if isinstance(before, TableAt):
        whole = _with_text(before, last, words) if isinstance(last, TextAt) else None
        whole = _below(before, last) if isinstance(last, TableAt) else whole
        if whole:
            result[-2:] = [whole]
        return whole is not None
    if isinstance(last, TextAt):
        return False
    whole = _with_text(last, before, words)
    if whole:
        result[-2:] = [whole]
    elif len(result) > 2 and isinstance(table := result[-3], TableAt):  # noqa: PLR2004 - a label between
        label = _label(table, before, words)
        whole = _below(label, last) if label else None
        if whole:
            result[-3:] = [whole]
    return whole is not None


def _below(upper: TableAt, lower: TableAt) -> TableAt | None:
    """Two tables as one, where the second goes on in the columns of the first."""
    step = _step(upper)
    if not 0 <= lower.rect.top - upper.rect.bottom + step <= step * (_STEPS + 1):
        return None
    if len(upper.grid[0]) != len(lower.grid[0]) or not same_columns(upper.grid, lower.grid):
        return None
    return TableAt([*upper.grid, *lower.grid], upper.rect.joined(lower.rect))


def same_columns(one: Grid, other: Grid) -> bool:
    """Whether two tables of equal width have their columns in the same places."""
    pairs = zip(columns_of(one), columns_of(other), strict=True)
    return all(
        min(left[1], right[1]) > max(left[0], right[0])
        for left, right in pairs
        if left[1] > left[0] and right[1] > right[0]
    )


def _step(table: TableAt) -> float:
    """How far the rows of a table are apart."""
    steps = [below - above for above, below in pairwise(sorted(_tops(table))) if below > above]
    heights = [c.rect.height for row in table.grid for c in row if c.rect]
    return min(median(steps) if steps else 0.0, 4 * median(heights)) if heights else 0.0


def _with_text(table: TableAt, text: TextAt, words: Callable[[Rect], list[Word]]) -> TableAt | None:
    """The table with the lines of a text next to it, where they fill its columns."""
    rows = _rows(table, text, words)
    if not rows or text.rect is None:
        return None
    filled = max(sum(bool(cell.words) for cell in row) for row in rows)
    width = len(table.grid[0])
    if filled < min(_ENOUGH, width) or not all(_is_row(row) for row in rows):
        return None
    below = text.rect.top > table.rect.top
    grid = [*table.grid, *rows] if below else [*rows, *table.grid]
    return TableAt(grid, table.rect.joined(text.rect))


def _is_row(row: Sequence[Cell]) -> bool:
    """Whether a line reads as a row: cells well apart, or a label alone."""
    filled = [cell for cell in row if cell.words]
    if len(filled) == 1:
        return len(filled[0].text) <= _LONGEST_LABEL
    return all(apart(one.words[-1], two.words[0]) for one, two in pairwise(filled))


def _label(table: TableAt, text: TextAt, words: Callable[[Rect], list[Word]]) -> TableAt | None:
    """The table with a label below it, which goes on with rows of the same kind."""
    rows = _rows(table, text, words)
    if not rows or text.rect is None or not all(_is_row(row) for row in rows):
        return None
    if any(is_number(cell.text) for row in rows for cell in row[:1]):
        return None
    return TableAt([*table.grid, *rows], table.rect.joined(text.rect))


def _rows(table: TableAt, text: TextAt, words: Callable[[Rect], list[Word]]) -> Grid:
    """The lines of a text close to a table as rows of its columns; none where they do not fit."""
    rect = text.rect
    if rect is None or text.found.kind in ("code", "rule", "figure"):
        return []
    step = _step(table)
    distance = max(rect.top - table.rect.bottom, table.rect.top - rect.bottom)
    inside = table.rect.left - _LEVEL <= rect.left and rect.right <= table.rect.right + _LEVEL
    if not inside or not -step <= distance <= step * _STEPS:
        return []
    columns = columns_of(table.grid)
    rows: Grid = []
    for line in lines_of(words(rect)):
        groups = by_column(line, columns)
        if not groups:
            return []
        rows.append([cell_of(groups.get(n, ())) for n in range(len(columns))])
    return rows
