"""Tell columns of running text from columns of a table, by their lines."""

from collections.abc import Sequence
from itertools import pairwise

from okf_server.extract.pdf_page import Rect

LEAST_LINES = 6  # of a column that another follows
_EACH = 12  # lines of each column, where none is short
_ALIKE = 0.8  # times the width of one column is that of the other, at least
_ALIKE_AT_EQUAL_DISTANCES = 0.6
_WIDE = 0.6  # of its column: a line of prose
_WORDS = 4  # of a line of prose
_TIGHT = 1.6  # of a line's height: lines of prose follow each other this closely
_PROSE = 5  # lines that follow each other so
_MOSTLY = 0.5
_LEVEL = 1.5  # points: lines beside each other in one row
_SHORT = 0.6  # of the lines of the others: a last column that is short
_HEADINGS = 3  # lines above the columns that reach over the first alone, at most
_WIDER = 1.1  # times the width of the others: the most that a short one has
_FEW_WORDS = 2  # of a line of text
_ALIGNED = 0.7  # of the lines of a column that begin at one place
_AT = 3.0  # points: lines that begin at one place

Line = tuple[Rect, int]
"""The place of a line, and how many words it has."""


def lines_of(runs: Sequence[Line]) -> list[Line]:
    """Runs as lines from the top; what stands well apart in one has no words that count."""
    lines: list[Line] = []
    for rect, words in sorted(runs, key=lambda run: (run[0].bottom, run[0].left)):
        if lines and abs(lines[-1][0].bottom - rect.bottom) < _LEVEL:
            before, count = lines[-1]
            apart = rect.left - before.right > rect.height
            lines[-1] = (before.joined(rect), min(count, words, 0) if apart else count + words)
        else:
            lines.append((rect, words))
    return lines


def are_columns(columns: Sequence[Sequence[Line]], tables: Sequence[Rect]) -> bool:
    """Whether these are columns of running text; `tables` are those that the engine sees on the page."""
    return _are_full(columns) or _is_last_short(columns, tables)


def _are_full(columns: Sequence[Sequence[Line]]) -> bool:
    """Whether the columns are as wide, and one is prose, and the others are too, or have lines of their own."""
    widths = sorted(map(_width, columns))
    alike = _ALIKE if len(widths) == 2 else _ALIKE_AT_EQUAL_DISTANCES  # noqa: PLR2004 - one distance
    if min(map(len, columns)) < _EACH or widths[0] < widths[-1] * alike:
        return False
    prose = [_prose(column) for column in columns]
    if min(prose) >= _PROSE:
        return max(n / len(c) for n, c in zip(prose, columns, strict=True)) >= _MOSTLY
    most = columns[prose.index(max(prose))]
    if max(prose) < max(len(most) * _MOSTLY, _EACH):
        return False
    return not any(
        _is_level(column, most) for column, n in zip(columns, prose, strict=True) if n < _PROSE
    )


def _is_last_short(columns: Sequence[Sequence[Line]], tables: Sequence[Rect]) -> bool:
    """Whether text flows through columns and ends early in the last: a table has its rows to the end.

    Where the engine sees a table in that last column, no more than its lines may be of it, and the columns
    before must be long.
    """
    *full, short = columns
    least = min(map(len, full))
    if not short or len(short) > least * _SHORT or least < LEAST_LINES:
        return False
    if _width(short) > max(map(_width, full)) * _WIDER or not all(map(_is_text, columns)):
        return False
    first, end = full[0][0][0], short[-1][0].bottom
    left = min(rect.left for rect, _ in short)
    across = [table for table in tables if table.top < end and table.left < left < table.right]
    ends = all(table.bottom <= end + first.height * _TIGHT for table in across)
    begins = short[0][0].top <= full[0][_HEADINGS][0].top + first.height * _TIGHT
    return begins and ends and (not across or least >= _EACH)


def _is_text(column: Sequence[Line]) -> bool:
    """Whether most lines of a column have words, begin at one place, and none stands far from the next."""
    wordy = sum(words >= _FEW_WORDS for _, words in column)
    left = min(rect.left for rect, _ in column)
    aligned = sum(rect.left - left < _AT for rect, _ in column)
    steps = sorted(two.bottom - one.bottom for (one, _), (two, _) in pairwise(column))
    even = not steps or steps[-1] <= 2 * max(steps[len(steps) // 2], column[0][0].height)
    return even and wordy >= len(column) * _MOSTLY and aligned >= len(column) * _ALIGNED


def _is_level(column: Sequence[Line], other: Sequence[Line]) -> bool:
    """Whether most lines of a column stand in rows with those of another."""
    level = sum(any(abs(a.bottom - b.bottom) < _LEVEL for b, _ in other) for a, _ in column)
    return level >= len(column) * _MOSTLY


def _prose(side: Sequence[Line]) -> int:
    """How many lines of a side follow each other closely, fill its width and have words."""
    width = _width(side)
    count = run = 0
    below: Rect | None = None
    for rect, words in side:
        wide = rect.right - rect.left >= width * _WIDE and words >= _WORDS
        tight = below is not None and rect.bottom - below.bottom <= rect.height * _TIGHT
        run = run + 1 if wide and tight else int(wide)
        count += run if run == _PROSE else int(run > _PROSE)
        below = rect
    return count


def _width(side: Sequence[Line]) -> float:
    return max(rect.right for rect, _ in side) - min(rect.left for rect, _ in side)
