"""Find the tables of a sheet: stretches of cells with blank rows and columns around them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

_WIDE_GAP = 3  # blank columns that part even a single column from its neighbour

Grid = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Cells with text around; `top` and `left` count from 0, every row has the region's width."""

    top: int
    left: int
    rows: Grid

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    def range_of(self, first: int, last: int) -> str:
        """The rows `first` to `last` of the region in A1 notation."""
        start = f"{letters(self.left)}{self.top + first + 1}"
        end = f"{letters(self.left + self.width - 1)}{self.top + last + 1}"
        return start if start == end else f"{start}:{end}"


def regions(grid: Grid, *, top: int, left: int) -> Iterator[Region]:
    """The regions of a grid, from the top, then from the left.

    A region that neither a blank row nor a blank column between tables crosses is not split further.
    """
    waiting = [Region(top=top, left=left, rows=grid)] if grid else []
    while waiting:
        region = waiting.pop()
        parts = list(_split(region))
        if len(parts) == 1 and parts[0] == region:
            yield region
        else:
            waiting += reversed(parts)


def _split(region: Region) -> Iterator[Region]:
    for first, last in _runs(len(region.rows), lambda row: any(region.rows[row])):
        band = region.rows[first:last]
        used = [any(column) for column in zip(*band, strict=True)]
        for start, end in _apart(_runs(len(used), used.__getitem__)):
            rows = [row[start:end] for row in band]
            yield Region(top=region.top + first, left=region.left + start, rows=rows)


def _apart(runs: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """The runs of columns that are tables of their own.

    In a form a blank column parts labels from values: a run of one column goes with its neighbour.
    """
    tables: list[tuple[int, int]] = []
    for start, end in runs:
        before = tables[-1] if tables else None
        if before and start - before[1] < _WIDE_GAP and 1 in (end - start, before[1] - before[0]):
            tables[-1] = (before[0], end)
        else:
            tables.append((start, end))
    return tables


def _runs(length: int, used: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """The stretches of numbers that are used: first, and one past the last."""
    for filled, numbers in groupby(range(length), key=used):
        if filled:
            run = list(numbers)
            yield run[0], run[-1] + 1


def letters(column: int) -> str:
    """The name of a column that counts from 0: A, Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
