"""Tell which columns of a PDF table a name in its first row stands over: the engine gives it to one of them."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from okf_server.extract.pdf_cells import Cell, Grid
from okf_server.extract.pdf_page import Rect, around
from okf_server.extract.pdf_tables import is_number
from okf_server.extract.table_heads import LEFT

_LEVEL = 4.0  # points between the middles of a name and of what it stands over, at most
_ALIGNED = 3.0  # points: a name that begins or ends with a column belongs to this one alone
_LEAST_ROWS, _LEAST_COLUMNS = 3, 3
_MOST_COLUMNS = 40

Span = tuple[int, int]
"""The first and the last column that a name stands over."""


def with_spans(grid: Grid, texts: Sequence[str]) -> list[str]:
    """The texts of the first row, each in the first column that it stands over, and LEFT in the others of them."""
    row = list(texts)
    for label, (first, last) in _spans(grid).items():
        row[label] = ""
        row[first : last + 1] = [texts[label], *[LEFT] * (last - first)]
    return row


def _spans(grid: Grid) -> dict[int, Span]:
    """The columns that each name of the first row stands over, where these are several and have names of their own."""
    if len(grid) < _LEAST_ROWS or not _LEAST_COLUMNS <= len(grid[0]) <= _MOST_COLUMNS:
        return {}
    top, below = grid[0], grid[1]
    labels = [number for number, cell in enumerate(top) if cell.text.strip()]
    named = all(cell.text.strip() and not is_number(cell.text) for cell in below[1:])
    if not labels or not named or len(labels) == len(top):
        return {}
    return _by_names(below, labels) or _by_places(top, below, labels)


def _by_names(below: Sequence[Cell], labels: Sequence[int]) -> dict[int, Span]:
    """Each name over the columns up to the next name, where all have columns of the same names."""
    ends = [*labels[1:], len(below)]
    names = [[cell.text for cell in below[n:end]] for n, end in zip(labels, ends, strict=True)]
    alike = len(names) > 1 and len(names[0]) > 1 and all(one == names[0] for one in names)
    return {n: (n, end - 1) for n, end in zip(labels, ends, strict=True)} if alike else {}


def _by_places(
    top: Sequence[Cell], below: Sequence[Cell], labels: Sequence[int]
) -> dict[int, Span]:
    """Each name over the columns that it stands in the middle of; nothing where these overlap."""
    spans = {n: span for n in labels if (span := _around(top, below, n))}
    in_order = all(one[1] < two[0] for one, two in pairwise(spans.values()))
    return spans if in_order else {}


def _around(top: Sequence[Cell], below: Sequence[Cell], label: int) -> Span | None:
    name, own = top[label].rect, below[label].rect
    if name is None or own is None or _is_over(name, own):
        return None
    free = [n for n, cell in enumerate(top) if n == label or not cell.text.strip()]
    spans = [
        (abs(_middle(name) - _middle(whole)), (first, last))
        for first, last in combinations(free, 2)
        if first <= label <= last and last - first == free.index(last) - free.index(first)
        if (whole := around([cell.rect for cell in below[first : last + 1] if cell.rect]))
    ]
    off, span = min(spans, default=(_LEVEL, None))
    return span if off < _LEVEL else None


def _is_over(name: Rect, own: Rect) -> bool:
    """Whether a name stands over one column alone."""
    edges = min(abs(name.left - own.left), abs(name.right - own.right))
    return edges < _ALIGNED or abs(_middle(name) - _middle(own)) < _LEVEL


def _middle(rect: Rect) -> float:
    return (rect.left + rect.right) / 2
