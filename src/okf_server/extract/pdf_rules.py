"""Tell the cells of a table by the rules that are drawn around them, those that span rows or columns as one."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

from okf_server.extract.pdf_page import Rect

_TOUCH = 3.0  # points that a rule may end before the one that it meets, or lie beside another of its line
_STRAIGHT = 1.0  # points that a rule may lean
_MOST_RULES = 4000  # of a page: more are a drawing
_MOST_CELLS = 20_000
_ROUNDS = 12  # of looking for rules that touch those found, or end at them
_LEAST = 3  # rules across, and rules down: two rows of two columns


class Rule(NamedTuple):
    """A straight line across or down the page: where it lies, from where to where it runs."""

    at: float
    start: float
    end: float


class Rules(NamedTuple):
    """The rules of a page, or of a table on it."""

    across: Sequence[Rule]
    down: Sequence[Rule]


class Area(NamedTuple):
    """A cell: the rows and columns of the table that it takes, without the last of each, and its rectangle."""

    top: int
    left: int
    bottom: int
    right: int
    rect: Rect
    closed: bool

    def places(self) -> Iterable[tuple[int, int]]:
        """The rows and columns that it takes."""
        return product(range(self.top, self.bottom), range(self.left, self.right))


class Lattice(NamedTuple):
    """A ruled table: where its rows and columns begin and end, and the cells that fill it."""

    ys: Sequence[float]
    xs: Sequence[float]
    areas: Sequence[Area]

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self.ys) - 1

    @property
    def columns(self) -> int:
        """How many there are."""
        return len(self.xs) - 1

    @property
    def rect(self) -> Rect:
        """What lies within the outermost rules."""
        return Rect(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def place(self, rect: Rect) -> tuple[int, int]:
        """The row and the column in which the middle of something lies."""
        across, down = (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2
        return bisect_left(self.ys, down) - 1, bisect_left(self.xs, across) - 1

    def spans(self, area: Area) -> list[tuple[float, float]]:
        """From where to where the columns reach that an area takes."""
        return list(pairwise(self.xs[area.left : area.right + 1]))


def rules_of(parsed: Any) -> Rules:
    """The rules that a page draws; none where it draws so many that it is a drawing."""
    drawn = getattr(parsed, "vector_graphics", None)
    lines = drawn.lines if drawn else ()
    if len(lines) > _MOST_RULES:
        return Rules((), ())
    across = [
        Rule((line.y1 + line.y2) / 2, *sorted((line.x1, line.x2)))
        for line in lines
        if abs(line.y1 - line.y2) <= _STRAIGHT < abs(line.x1 - line.x2)
    ]
    down = [
        Rule((line.x1 + line.x2) / 2, *sorted((line.y1, line.y2)))
        for line in lines
        if abs(line.x1 - line.x2) <= _STRAIGHT < abs(line.y1 - line.y2)
    ]
    return Rules(across, down)


def lattice_around(area: Rect, rules: Rules) -> Lattice | None:
    """The cells of the table that lies there; None where it is not ruled all through."""
    across, down = _met(*_touching(area, rules))
    ys, xs = _levels(across), _levels(down)
    if min(len(ys), len(xs)) < _LEAST or (len(ys) - 1) * (len(xs) - 1) > _MOST_CELLS:
        return None
    return _Edges(ys, xs, across, down).lattice()


def _touching(area: Rect, rules: Rules) -> Rules:
    """The rules that touch an area, and those that touch these."""
    count = 0
    found = Rules((), ())
    for _ in range(_ROUNDS):
        left, right = area.left - _TOUCH, area.right + _TOUCH
        top, bottom = area.top - _TOUCH, area.bottom + _TOUCH
        found = Rules(
            [
                r
                for r in rules.across
                if top <= r.at <= bottom and r.start <= right and left <= r.end
            ],
            [r for r in rules.down if left <= r.at <= right and r.start <= bottom and top <= r.end],
        )
        if len(found.across) + len(found.down) == count:
            break
        count = len(found.across) + len(found.down)
        for rule in found.across:
            area = area.joined(Rect(rule.start, rule.at, rule.end, rule.at))
        for rule in found.down:
            area = area.joined(Rect(rule.at, rule.start, rule.at, rule.end))
    return found


def _met(across: Sequence[Rule], down: Sequence[Rule]) -> Rules:
    """The rules that end at others: what underlines or strikes through a word does not."""
    kept = Rules(_whole(across), _whole(down))
    for _ in range(_ROUNDS):
        across, down = kept
        kept = Rules(_ending(across, down), _ending(down, across))
        if (len(kept.across), len(kept.down)) == (len(across), len(down)):
            break
    return kept


def _whole(rules: Iterable[Rule]) -> list[Rule]:
    """The rules with pieces of one line joined, those of a double line as one."""
    rules = list(rules)
    levels = _levels(rules)
    by_level: defaultdict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        by_level[_nearest(levels, rule.at)].append(rule)
    whole: list[Rule] = []
    for level, pieces in by_level.items():
        pieces.sort(key=lambda rule: rule.start)
        start, end = pieces[0].start, pieces[0].end
        for piece in pieces[1:]:
            if piece.start > end + _TOUCH:
                whole.append(Rule(levels[level], start, end))
                start = piece.start
            end = max(end, piece.end)
        whole.append(Rule(levels[level], start, end))
    return whole


def _ending(rules: Sequence[Rule], others: Sequence[Rule]) -> list[Rule]:
    ordered = sorted(others)
    levels = [other.at for other in ordered]

    def meets(rule: Rule, end: float) -> bool:
        first = bisect_left(levels, end - _TOUCH)
        last = bisect_left(levels, end + _TOUCH)
        return any(
            other.start - _TOUCH <= rule.at <= other.end + _TOUCH for other in ordered[first:last]
        )

    return [rule for rule in rules if meets(rule, rule.start) and meets(rule, rule.end)]


def _levels(rules: Iterable[Rule]) -> list[float]:
    """Where rules lie, those that lie close beside each other as one."""
    groups: list[list[float]] = []
    for at in sorted(rule.at for rule in rules):
        if groups and at - groups[-1][-1] <= _TOUCH:
            groups[-1].append(at)
        else:
            groups.append([at])
    return [(group[0] + group[-1]) / 2 for group in groups]


def _nearest(levels: Sequence[float], at: float) -> int:
    after = bisect_left(levels, at)
    return min(
        range(max(after - 1, 0), min(after + 1, len(levels))), key=lambda n: abs(levels[n] - at)
    )


class _Edges:
    """The sides of cells that are ruled: of row and column, the upper one and the left one."""

    def __init__(
        self, ys: list[float], xs: list[float], across: Iterable[Rule], down: Iterable[Rule]
    ) -> None:
        self._ys, self._xs = ys, xs
        self._upper = {(_nearest(ys, rule.at), at) for rule in across for at in _covered(rule, xs)}
        self._left = {(at, _nearest(xs, rule.at)) for rule in down for at in _covered(rule, ys)}

    def lattice(self) -> Lattice | None:
        """The cells; None where rules leave an area that is no rectangle."""
        rows, columns = len(self._ys) - 1, len(self._xs) - 1
        free = {(row, column) for row in range(rows) for column in range(columns)}
        areas: list[Area] = []
        for row in range(rows):
            for column in range(columns):
                if (row, column) not in free:
                    continue
                area = self._area(row, column)
                taken = set(area.places())
                if not taken <= free or self._is_parted(area):
                    return None
                free -= taken
                areas.append(area)
        return Lattice(self._ys, self._xs, areas)

    def _area(self, row: int, column: int) -> Area:
        right, bottom = column + 1, row + 1
        while right < len(self._xs) - 1 and (row, right) not in self._left:
            right += 1
        while bottom < len(self._ys) - 1 and (bottom, column) not in self._upper:
            bottom += 1
        rect = Rect(self._xs[column], self._ys[row], self._xs[right], self._ys[bottom])
        rows, columns = range(row, bottom), range(column, right)
        closed = all((r, c) in self._left for r in rows for c in (column, right))
        closed = closed and all((r, c) in self._upper for c in columns for r in (row, bottom))
        return Area(row, column, bottom, right, rect, closed)

    def _is_parted(self, area: Area) -> bool:
        """Whether a rule lies within an area."""
        rows, columns = range(area.top, area.bottom), range(area.left, area.right)
        down = any((r, c) in self._left for r in rows for c in columns[1:])
        return down or any((r, c) in self._upper for r in rows[1:] for c in columns)


def _covered(rule: Rule, levels: Sequence[float]) -> Iterator[int]:
    """The steps between levels over which a rule runs."""
    for at, (first, last) in enumerate(pairwise(levels)):
        if rule.start <= first + _TOUCH and last - _TOUCH <= rule.end:
            yield at
