"""Find the tables of a sheet: stretches of cells with blank rows and columns around them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from okf_server.extract.sheets_grid import Area, Line, range_of, within

_WIDE_GAP = 3  # blank columns that part even a single column from its neighbour

Run = tuple[int, int]
"""First, and one past the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Lines that follow one another; `left` and `right` are its first and last column, from 0.

    `declared` says that the workbook itself calls it a table.
    """

    left: int
    right: int
    lines: Sequence[Line]
    declared: bool = False

    def range_of(self, first: int, last: int) -> str:
        """The lines `first` to `last` of the region in A1 notation."""
        top, bottom = self.lines[first].number, self.lines[last].number
        return range_of(Area(top, self.left, bottom, self.right))


def regions(lines: Sequence[Line], tables: Sequence[Area] = ()) -> list[Region]:
    """The regions of a sheet, from the top, then from the left.

    A declared table is one, whatever is blank in it. What neither a blank row nor a blank column between
    tables crosses is not split further.
    """
    found: list[Region] = []
    rest = list(lines)
    for area in tables:
        inside = list(within(_rows(rest, area), range(area.left, area.right + 1)))
        if inside:
            rest = list(_without(rest, area))
            found.append(Region(left=area.left, right=area.right, lines=inside, declared=True))
    found += _apart(rest)
    return sorted(found, key=lambda region: (region.lines[0].number, region.left))


def _rows(lines: Iterable[Line], area: Area) -> Iterator[Line]:
    return (line for line in lines if area.top <= line.number <= area.bottom)


def _without(lines: Iterable[Line], area: Area) -> Iterator[Line]:
    for line in lines:
        if not area.top <= line.number <= area.bottom:
            yield line
            continue
        kept = [n for n, c in enumerate(line.columns) if not area.left <= c <= area.right]
        if kept:
            columns = tuple(line.columns[n] for n in kept)
            yield Line(line.number, columns, tuple(line.texts[n] for n in kept))


def _apart(lines: Sequence[Line]) -> Iterator[Region]:
    waiting: list[Sequence[Line]] = [lines] if lines else []
    while waiting:
        part = waiting.pop()
        bands = list(_bands(part))
        if len(bands) > 1:
            waiting += reversed(bands)
            continue
        runs = _tables(_runs({column for line in _distinct(part) for column in line}))
        if len(runs) == 1:
            start, end = runs[0]
            yield Region(left=start, right=end - 1, lines=part)
        else:
            waiting += reversed([list(within(part, range(*run))) for run in runs])


def _distinct(lines: Sequence[Line]) -> set[tuple[int, ...]]:
    return {line.columns for line in lines}


def _bands(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """The stretches of lines without a blank row between."""
    start = 0
    for n in range(1, len(lines) + 1):
        if n == len(lines) or lines[n].number != lines[n - 1].number + 1:
            yield lines[start:n] if (start, n) != (0, len(lines)) else lines
            start = n


def _tables(runs: Iterable[Run]) -> list[Run]:
    """The runs of columns that are tables of their own.

    In a form a blank column parts labels from values: a run of one column goes with its neighbour.
    """
    tables: list[Run] = []
    for start, end in runs:
        before = tables[-1] if tables else None
        if before and start - before[1] < _WIDE_GAP and 1 in (end - start, before[1] - before[0]):
            tables[-1] = (before[0], end)
        else:
            tables.append((start, end))
    return tables


def _runs(columns: Iterable[int]) -> Iterator[Run]:
    """The stretches of columns that follow one another."""
    start = before = -2
    for column in sorted(columns):
        if column != before + 1:
            if start >= 0:
                yield start, before + 1
            start = column
        before = column
    if start >= 0:
        yield start, before + 1
