"""Read the tables of a page that are ruled all through: their rows and columns are those of the rules."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from okf_server.extract.pdf_cells import EMPTY, Cell, Grid, cell_of, lines_of
from okf_server.extract.pdf_join import Entry, TableAt
from okf_server.extract.pdf_page import Rect, Word
from okf_server.extract.pdf_rules import Area, Lattice, Rules, lattice_around
from okf_server.extract.pdf_tables import apart, by_column, is_number
from okf_server.extract.table_heads import ABOVE, LEFT, MARKS

_SHARE = (
    0.5  # of a ruled area that the engine has to take for a table: a form is more than its fields
)
_LONGEST = 600  # letters of a cell: what has more is a box around a text
_SMALL = 0.8  # of the height of most words: what is lower is raised or lowered
_TOUCH = 0.16  # of a line's height: less than a blank
_LEAST = 2  # rows, and columns, that say something


@dataclass(frozen=True, slots=True)
class RuledAt:
    """A ruled table and its place; in its grid stand marks where a cell is spanned."""

    grid: Grid
    rect: Rect


def by_rules(
    entries: Sequence[Entry], rules: Rules, words: Callable[[Rect], list[Word]]
) -> list[Entry | RuledAt]:
    """The blocks of a page with those that lie in a ruled table as this table."""
    tried: dict[Rect, RuledAt | None] = {}
    for entry in entries:
        if not isinstance(entry, TableAt) or any(
            found and found.rect.holds(entry.rect) for found in tried.values()
        ):
            continue
        lattice = lattice_around(entry.rect, rules)
        if lattice and lattice.rect not in tried:
            tried[lattice.rect] = _ruled(lattice, entries, words)
    ruled = [found for found in tried.values() if found]
    result: list[Entry | RuledAt] = []
    placed: set[int] = set()
    for entry in entries:
        home = next((one for one in ruled if _is_within(entry.rect, one.rect, words)), None)
        if home is None:
            result.append(entry)
        elif id(home) not in placed:
            placed.add(id(home))
            result.append(home)
    return result


def _is_within(rect: Rect | None, frame: Rect, words: Callable[[Rect], list[Word]]) -> bool:
    """Whether all the words of a block stand in a frame."""
    if rect is None or not frame.holds(rect):
        return False
    return all(frame.holds(word.rect) for word in words(rect))


def _ruled(
    lattice: Lattice, entries: Iterable[Entry], words: Callable[[Rect], list[Word]]
) -> RuledAt | None:
    """The table that the engine found a part of, or all; None where it is not ruled all through."""
    frame = lattice.rect
    inside = [one for one in entries if isinstance(one, TableAt) and frame.holds(one.rect)]
    if not all(_is_within(one.rect, frame, words) for one in inside):
        return None
    share = sum(one.rect.width * one.rect.height for one in inside)
    if share < frame.width * frame.height * _SHARE:
        return None
    texts = [cell.text for one in inside for row in one.grid for cell in row]
    known = {_key(text): text for text in texts}
    cells = _cells(lattice, words(frame), known)
    return RuledAt(_grid(lattice, cells), frame) if _is_table(lattice, cells) else None


def _cells(
    lattice: Lattice, words: Sequence[Word], known: dict[str, str]
) -> dict[tuple[int, int], Cell]:
    """What stands in each area, as the engine wrote it where it has it as a cell."""
    cells: dict[tuple[int, int], Cell] = {}
    placed: defaultdict[tuple[int, int], list[Word]] = defaultdict(list)
    for word in words:
        placed[lattice.place(word.rect)].append(word)
    for area in lattice.areas:
        own = [word for place in area.places() for word in placed.get(place, ())]
        lines = _lines(own)
        cell = cell_of([word for line in lines for word in line])
        said = " ".join(map(_said, lines))
        cells[area.top, area.left] = Cell(known.get(_key(said), said), cell.rect, cell.words)
    return cells


def _key(text: str) -> str:
    """The words of a text in any order: the engine knows how those from right to left are read."""
    return " ".join(sorted(text.split()))


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    """Words by their lines; what is raised or lowered belongs to the line that it stands beside."""
    if not words:
        return []
    least = median(word.rect.height for word in words) * _SMALL
    lines = lines_of(word for word in words if word.rect.height >= least)
    for word in words:
        if word.rect.height < least:
            beside = max(lines, key=lambda line: _beside(word.rect, line[0].rect))
            beside.append(word)
    return [sorted(line, key=lambda word: word.rect.left) for line in lines]


def _said(line: Sequence[Word]) -> str:
    """The words of a line; a raised one goes with the word that it touches."""
    text = line[0].text
    for one, two in pairwise(line):
        touches = two.rect.left - one.rect.right < one.rect.height * _TOUCH
        text += two.text if touches else f" {two.text}"
    return text


def _beside(word: Rect, line: Rect) -> float:
    """How much of its height a word shares with a line; less than 0 where they are apart."""
    return min(word.bottom, line.bottom) - max(word.top, line.top)


def _is_table(lattice: Lattice, cells: dict[tuple[int, int], Cell]) -> bool:
    """Whether all that is said stands in closed cells, one row of values in each."""
    told = [area for area in lattice.areas if cells[area.top, area.left].text]
    if len({area.top for area in told}) < _LEAST or len({area.left for area in told}) < _LEAST:
        return False
    if not all(area.closed and len(_cell(cells, area).text) <= _LONGEST for area in told):
        return False
    if any(_reaches_over(_cell(cells, area), lattice.spans(area)) for area in told):
        return False
    rows = ([_cell(cells, area) for area in told if area.top == row] for row in range(lattice.rows))
    return not any(_are_many(row) for row in rows)


def _cell(cells: dict[tuple[int, int], Cell], area: Area) -> Cell:
    return cells[area.top, area.left]


def _reaches_over(cell: Cell, columns: Sequence[tuple[float, float]]) -> bool:
    """Whether it holds values of several columns: these are ruled in other rows alone."""
    for line in _lines(cell.words) if len(columns) > 1 else ():
        groups = list(by_column(line, columns).values())
        if len(groups) > 1 and all(apart(one[-1], two[0]) for one, two in pairwise(groups)):
            return True
    return False


def _are_many(row: Sequence[Cell]) -> bool:
    """Whether it is several rows with no rule between them: each line has a number of its own, and a name."""
    count = len(_lines([word for cell in row for word in cell.words]))
    full = [cell for cell in row if len(_lines(cell.words)) == count]
    numbers = [cell for cell in full if all(is_number(word.text) for word in cell.words)]
    return count > 1 and len(full) > 1 and bool(numbers)


def _grid(lattice: Lattice, cells: dict[tuple[int, int], Cell]) -> Grid:
    """The rows, each value in the first place that it spans; those that say nothing are left out."""
    grid = [[EMPTY] * lattice.columns for _ in range(lattice.rows)]
    for area in lattice.areas:
        for row in range(area.top, area.bottom):
            mark = Cell(LEFT) if row == area.top else Cell(ABOVE)
            grid[row][area.left : area.right] = [mark] * (area.right - area.left)
        grid[area.top][area.left] = _cell(cells, area)
    return [
        row for row, shown in zip(grid, unmarked(grid), strict=True) if any(c.text for c in shown)
    ]


def unmarked(grid: Grid) -> Grid:
    """The grid without its marks."""
    return [[EMPTY if cell.text in MARKS else cell for cell in row] for row in grid]
