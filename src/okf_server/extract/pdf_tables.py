"""Repair the tables that the engine finds: by the words of the page, and where they stand.

The engine reads two columns that stand close as one cell, lines that belong to two rows as one row, and a
heading of several lines as several rows. What the words do not settle stays as it was.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from okf_server.extract.pdf_cells import (
    EMPTY,
    Cell,
    Grid,
    cell_of,
    columns_of,
    lines_of,
    with_words,
)
from okf_server.extract.pdf_page import Rect, Word, around

_NUMBER = re.compile(r"[^\W\d_]{0,3}[\W_]*\d[\d\W_]*[^\W\d_]{0,2}\W*")
_LEADERS = re.compile(r"(?:[.·…_]\s?){4,}|-{4,}")
_NEAR = 0.42  # of a line's height: how far apart words of one text are at most
_APART = 0.7  # of a line's height: words this far apart may belong to two columns
_ALIGNED = 3.0  # points
_INDENT = 12.0  # points
_TIGHT = 1.45  # of a line's height: lines of one cell follow each other this closely
_OPEN_END = re.compile(r"(?:[-/,&(:]|\b(?:and|of|or|the|for|in|to|by|with))$")

Columns = Sequence[tuple[float, float]]
"""From where to where each column reaches."""


def repaired(grid: Grid, words: Sequence[Word]) -> Grid:
    """The rows of a table as they stand on the page."""
    known = with_words(grid, words)
    columns = columns_of(known)
    rows = [part for row in known for part in _parted(_unsplit(row), columns)]
    rows = _whole_headers([_spread(row, columns) for row in rows])
    return [[_tidy(cell) for cell in row] for row in rows]


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


def _spread(row: list[Cell], columns: Columns) -> list[Cell]:
    """The row with a cell that reaches over empty ones given to the columns that its words stand in."""
    result = list(row)
    for number, cell in enumerate(row):
        groups = by_column(cell.words, columns)
        others = [n for n in groups if n != number]
        if not others or any(result[n].text.strip() for n in others):
            continue
        if all(apart(one[-1], two[0]) for one, two in pairwise(groups.values())):
            result[number] = cell_of(groups.get(number, ()))
            for n in others:
                result[n] = cell_of(groups[n])
    return result


def by_column(words: Sequence[Word], columns: Columns) -> dict[int, list[Word]]:
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


def _parted(row: list[Cell], columns: Columns) -> list[list[Cell]]:
    """The rows that the engine read as one: their lines stand side by side in several columns."""
    lines = lines_of(word for cell in row for word in cell.words)
    if len(lines) <= 1:
        return [row]
    if any(cell.text.strip() and not cell.words for cell in row):
        return [row]
    if not (_are_rows(row, lines) or _is_label_apart(row, lines)):
        return _without_note(row, lines, columns)
    parts: list[list[Cell]] = []
    for line in lines:
        of_line = {id(word) for word in line}
        parts.append([cell_of([w for w in cell.words if id(w) in of_line]) for cell in row])
    return parts


def _are_rows(row: Sequence[Cell], lines: Sequence[Sequence[Word]]) -> bool:
    """Whether each line has a number of its own in a column where other lines have theirs."""
    full = [cell for cell in row if len(lines_of(cell.words)) == len(lines)]
    numbers = [cell for cell in full if all(is_number(word.text) for word in cell.words)]
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
    told = len(fonts[0]) == len(fonts[1]) == 1 and fonts[0] != fonts[1]
    return told and not _OPEN_END.search(text)


def _without_note(
    row: list[Cell], lines: Sequence[Sequence[Word]], columns: Columns
) -> list[list[Cell]]:
    """The row, and the text below it that the engine took into one of its cells: it begins further left."""
    for number, cell in enumerate(row[1:], start=1):
        left = columns[number][0] - _INDENT
        first = next((n for n, line in enumerate(lines) if n and _is_note(line, cell, left)), None)
        if first is not None:
            below = [word for line in lines[first:] for word in line]
            note = {id(word) for word in below}
            above = [cell_of([w for w in c.words if id(w) not in note]) for c in row]
            return [above, [cell_of(below), *[EMPTY] * (len(row) - 1)]]
    return [row]


def _is_note(line: Sequence[Word], cell: Cell, left: float) -> bool:
    ours = {id(word) for word in cell.words}
    return line[0].rect.left < left and all(id(word) in ours for word in line)


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
