"""Find the columns of a PDF page where the engine does not: a table in one hides the gutters, or one is short."""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_flow import LEAST_LINES, Line, are_columns, lines_of
from okf_server.extract.pdf_page import Rect, rect_of

_MIDDLE = (0.3, 0.7)  # of the page's width: where a gutter lies
_MOST_COLUMNS = 4
_OFF = 6.0  # points that a column may begin elsewhere than at equal distances
_LEAST_STEP = 4.0  # points between two lines
_GUTTER = 8.0  # points
_STEP = 2.0  # points between two places of a gutter that are looked at
_SLACK = 8  # letters of a column that are not found one after another
_MOST_RUNS = 3000
_WORD = re.compile(r"[^\W\d_]+")


class _Stretch(NamedTuple):
    """A part of a page's height that gutters part into columns."""

    top: float
    bottom: float
    gutters: tuple[float, ...]
    columns: tuple[list[Line], ...]

    @property
    def lines(self) -> int:
        """Of all columns."""
        return sum(map(len, self.columns))


def bands(parsed: Any) -> list[Rect]:
    """The parts of a page from the top: what reaches over columns, and each stretch of these from the left.

    Empty where the page has none, or where the engine saw them.
    """
    blocks = [(block.kind, rect_of(block.bbox)) for block in parsed.blocks or () if block.bbox]
    if len(parsed.text_items) > _MOST_RUNS:
        return []
    runs = [(rect_of(i), len(_WORD.findall(i.text))) for i in parsed.text_items if i.text.strip()]
    rules = [rect for kind, rect in blocks if kind == "rule" and rect.width > rect.height]
    tables = [rect for kind, rect in blocks if kind == "table"]
    parts = list(_parts(_Seen(runs, rules, tables), Rect(0, 0, parsed.width, parsed.height)))
    return parts if len(parts) > 1 and not _follow(parsed, parts) else []


class _Seen(NamedTuple):
    """What the engine saw on a page: its runs, its level rules and its tables."""

    runs: Sequence[Line]
    rules: Sequence[Rect]
    tables: Sequence[Rect]

    def between(self, area: Rect) -> "_Seen":
        """What lies as high on the page as an area."""
        return _Seen(
            [run for run in self.runs if area.top <= _middle(run[0]) < area.bottom],
            [rule for rule in self.rules if area.top <= _middle(rule) < area.bottom],
            self.tables,
        )


def _parts(seen: _Seen, area: Rect) -> Iterator[Rect]:
    """The parts of an area as wide as the page; those alone that have text."""
    stretches = (
        one for one in _stretches(seen, area.right) if are_columns(one.columns, seen.tables)
    )
    found = max(stretches, key=lambda stretch: stretch.lines, default=None)
    if found is None:
        if seen.runs:
            yield area
        return
    above = Rect(area.left, area.top, area.right, found.top)
    below = Rect(area.left, found.bottom, area.right, area.bottom)
    yield from _parts(seen.between(above), above)
    for left, right in pairwise((area.left, *found.gutters, area.right)):
        yield Rect(left, found.top, right, found.bottom)
    yield from _parts(seen.between(below), below)


def _follow(parsed: Any, parts: Sequence[Rect]) -> bool:
    """Whether the engine's blocks follow each other as the parts do, and none weaves two columns."""
    places: list[int] = []
    for block in parsed.blocks or ():
        if block.kind == "rule" or not block.bbox:
            continue
        rect = rect_of(block.bbox)
        here = [n for n, part in enumerate(parts) if part.top <= rect.top < part.bottom]
        reached = [n for n in here if _reach(rect, parts[n]) > _GUTTER]
        if len(reached) > 1 and not _flows(block, [parts[n] for n in reached], parsed.text_items):
            return False
        places += reached
    return places == sorted(places)


def _flows(block: Any, parts: Sequence[Rect], items: Sequence[Any]) -> bool:
    """Whether the text of a block is that of one column, then that of the next."""
    area = rect_of(block.bbox)
    told = squeeze(block.text or "")
    placed = [(rect, squeeze(i.text)) for i in items if area.holds(rect := rect_of(i))]
    cursor = 0
    for part in parts[:-1]:
        ours = [(rect, key) for rect, key in placed if part.holds(rect, margin=0)]
        ours.sort(key=lambda pair: (round(pair[0].bottom), pair[0].left))
        for _, key in ours:
            at = told.find(key, cursor) if len(key) > _SLACK else -1
            if at > cursor + _SLACK:
                return False
            cursor = max(cursor, at + len(key)) if at >= 0 else cursor
    return cursor > 0


def _reach(block: Rect, part: Rect) -> float:
    return min(block.right, part.right) - max(block.left, part.left)


def _middle(rect: Rect) -> float:
    return (rect.top + rect.bottom) / 2


def _stretches(seen: _Seen, width: float) -> Iterator[_Stretch]:
    """For each place of a gutter the parts of the page's height over which nothing crosses it."""
    known: set[tuple[float, float]] = set()
    runs = sorted(seen.runs, key=lambda run: run[0].top)
    tops = [rect.top for rect, _ in runs]
    rects = [*(rect for rect, _ in runs), *seen.rules]
    for left, right in _places(rects[: len(runs)], width):
        crossing = (_middle(rect) for rect in rects if rect.left < right and left < rect.right)
        for edge, next_edge in pairwise(sorted({0.0, *crossing, math.inf})):
            if next_edge - edge < LEAST_LINES * _LEAST_STEP:
                continue
            inside = runs[bisect_right(tops, edge) : bisect_left(tops, next_edge)]
            clear = [
                run
                for run in inside
                if run[0].bottom < next_edge and (run[0].right <= left or run[0].left >= right)
            ]
            if len(clear) > LEAST_LINES:
                top = clear[0][0].top
                bottom = max(rect.bottom for rect, _ in clear)
                if (top, bottom) not in known:
                    known.add((top, bottom))
                    yield from _parted(top, bottom, clear)


def _places(rects: Sequence[Rect], width: float) -> Iterator[tuple[float, float]]:
    """From where to where gutters may reach: before text that has other text beside it, further left."""
    known: set[int] = set()
    down = sorted(rects, key=_middle)
    for number, rect in enumerate(down):
        for other in down[number + 1 :]:
            if _middle(other) > rect.bottom:
                break
            one, two = (rect, other) if rect.left < other.left else (other, rect)
            place = round(two.left / _STEP)
            middle = width * _MIDDLE[0] <= two.left <= width * _MIDDLE[1]
            if middle and two.left - one.right >= _GUTTER and place not in known:
                known.add(place)
                yield two.left - _GUTTER, two.left - _STEP / 4


def _parted(top: float, bottom: float, runs: Sequence[Line]) -> Iterator[_Stretch]:
    """A stretch parted into columns that begin at equal distances, in each way that its gaps allow."""
    gaps = _gaps([rect for rect, _ in runs])
    first, last = min(rect.left for rect, _ in runs), max(rect.right for rect, _ in runs)
    for _, second in gaps:
        pitch = second - first
        count = int((last - first) / pitch) + 1
        found = [
            gap for n in range(1, count) for gap in gaps if abs(gap[1] - first - n * pitch) < _OFF
        ]
        if 1 < count <= _MOST_COLUMNS and len(found) == count - 1:
            gutters = tuple((left + right) / 2 for left, right in found)
            columns: list[list[Line]] = [[] for _ in range(count)]
            for run in runs:
                columns[bisect_right(gutters, run[0].left)].append(run)
            yield _Stretch(top, bottom, gutters, tuple(map(lines_of, columns)))


def _gaps(rects: Sequence[Rect]) -> list[tuple[float, float]]:
    """From where to where no text reaches, between the first and the last."""
    gaps: list[tuple[float, float]] = []
    reach = math.inf
    for rect in sorted(rects, key=lambda rect: rect.left):
        if rect.left - reach >= _GUTTER:
            gaps.append((reach, rect.left))
        reach = rect.right if math.isinf(reach) else max(reach, rect.right)
    return gaps
