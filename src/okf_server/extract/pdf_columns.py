"""Find the columns of a PDF page where a table in one of them hides the gutters between them."""

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from okf_server.extract.pdf_page import Rect, rect_of

_MIDDLE = (0.3, 0.7)  # of the page's width: where a gutter lies
_MOST_COLUMNS = 4
_SHORT = 0.2  # of the distance of two columns: how much less the last one fills of it
_OFF = 6.0  # points that a column may begin elsewhere than at equal distances
_LEAST_STEP = 4.0  # points between two lines
_STEP = 2.0  # points between two places that are looked at
_GUTTER = 8.0  # points
_LEAST_LINES = 12  # of text in each column
_ALIKE = 0.8  # times the width of one column is that of the other, at least
_ALIKE_AT_EQUAL_DISTANCES = 0.6
_WIDE = 0.6  # of its column: a line of prose
_WORDS = 4  # of a line of prose
_TIGHT = 1.6  # of a line's height: lines of prose follow each other this closely
_PROSE = 5  # lines that follow each other so
_MOSTLY = 0.5
_LEVEL = 1.5  # points: lines beside each other in one row
_MOST_RUNS = 3000
_WORD = re.compile(r"[^\W\d_]+")

Line = tuple[Rect, int]
"""The place of a line, and how many words it has."""


class _Stretch(NamedTuple):
    """A part of a page's height that gutters part into columns."""

    top: float
    bottom: float
    gutters: tuple[float, ...]
    columns: tuple[list[Line], ...]

    @property
    def lines(self) -> int:
        """Of the column that has the fewest."""
        return min(map(len, self.columns))


def bands(parsed: Any) -> list[Rect]:
    """The parts of a page from the top: what reaches over columns, and each stretch of these from the left.

    Empty where the page has none, or where the engine saw them.
    """
    blocks = [(block.kind, rect_of(block.bbox)) for block in parsed.blocks or () if block.bbox]
    if not any(kind == "table" for kind, _ in blocks) or len(parsed.text_items) > _MOST_RUNS:
        return []
    runs = [(rect_of(i), len(_WORD.findall(i.text))) for i in parsed.text_items if i.text.strip()]
    rules = [rect for kind, rect in blocks if kind == "rule" and rect.width > rect.height]
    parts = list(_parts(_Seen(runs, rules), Rect(0, 0, parsed.width, parsed.height)))
    found = [rect for kind, rect in blocks if kind != "rule"]
    return parts if len(parts) > 1 and not _follow(found, parts) else []


class _Seen(NamedTuple):
    """What the engine saw on a page: its runs and its level rules."""

    runs: Sequence[Line]
    rules: Sequence[Rect]

    def between(self, area: Rect) -> "_Seen":
        """What lies as high on the page as an area."""
        return _Seen(
            [run for run in self.runs if area.top <= _middle(run[0]) < area.bottom],
            [rule for rule in self.rules if area.top <= _middle(rule) < area.bottom],
        )


def _parts(seen: _Seen, area: Rect) -> Iterator[Rect]:
    """The parts of an area as wide as the page; those alone that have text."""
    stretches = filter(_are_columns, _stretches(seen, area.right))
    found = max(stretches, key=lambda stretch: stretch.lines * len(stretch.columns), default=None)
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


def _follow(blocks: Sequence[Rect], parts: Sequence[Rect]) -> bool:
    """Whether blocks follow each other as the parts do, and none reaches over two columns."""
    places: list[int] = []
    for block in blocks:
        here = [n for n, part in enumerate(parts) if part.top <= block.top < part.bottom]
        reached = [n for n in here if _reach(block, parts[n]) > _GUTTER]
        if len(reached) > 1:
            return False
        places += reached
    return places == sorted(places)


def _reach(block: Rect, part: Rect) -> float:
    return min(block.right, part.right) - max(block.left, part.left)


def _middle(rect: Rect) -> float:
    return (rect.top + rect.bottom) / 2


def _stretches(seen: _Seen, width: float) -> Iterator[_Stretch]:
    """For each place of a gutter the parts of the page's height over which nothing crosses it."""
    known: set[tuple[float, float]] = set()
    for number in range(round(width * (_MIDDLE[1] - _MIDDLE[0]) / _STEP)):
        place = width * _MIDDLE[0] + number * _STEP
        left, right = place - _GUTTER / 2, place + _GUTTER / 2
        crossing = [
            rect
            for rect in (*(rect for rect, _ in seen.runs), *seen.rules)
            if rect.left < right and left < rect.right
        ]
        edges = sorted({0.0, *map(_middle, crossing), math.inf})
        for edge, next_edge in pairwise(edges):
            if next_edge - edge < _LEAST_LINES * _LEAST_STEP:
                continue
            inside = [run for run in seen.runs if edge < run[0].top and run[0].bottom < next_edge]
            clear = [run for run in inside if run[0].right <= left or run[0].left >= right]
            if len(clear) >= 2 * _LEAST_LINES:
                top = min(rect.top for rect, _ in clear)
                bottom = max(rect.bottom for rect, _ in clear)
                if (top, bottom) not in known:
                    known.add((top, bottom))
                    yield from _parted(top, bottom, clear)


def _parted(top: float, bottom: float, runs: Sequence[Line]) -> Iterator[_Stretch]:
    """A stretch parted into columns that begin at equal distances, in each way that its gaps allow."""
    gaps = _gaps([rect for rect, _ in runs])
    first, last = min(rect.left for rect, _ in runs), max(rect.right for rect, _ in runs)
    for _, second in gaps:
        pitch = second - first
        count = round((last - first) / pitch + _SHORT)
        found = [
            gap for n in range(1, count) for gap in gaps if abs(gap[1] - first - n * pitch) < _OFF
        ]
        if 1 < count <= _MOST_COLUMNS and len(found) == count - 1:
            gutters = tuple((left + right) / 2 for left, right in found)
            columns: list[list[Line]] = [[] for _ in range(count)]
            for run in runs:
                columns[bisect_right(gutters, run[0].left)].append(run)
            if min(map(len, columns)) >= _LEAST_LINES:
                yield _Stretch(top, bottom, gutters, tuple(map(_lines, columns)))


def _gaps(rects: Sequence[Rect]) -> list[tuple[float, float]]:
    """From where to where no text reaches, between the first and the last."""
    gaps: list[tuple[float, float]] = []
    reach = math.inf
    for rect in sorted(rects, key=lambda rect: rect.left):
        if rect.left - reach >= _GUTTER:
            gaps.append((reach, rect.left))
        reach = rect.right if math.isinf(reach) else max(reach, rect.right)
    return gaps


def _lines(runs: Sequence[Line]) -> list[Line]:
    lines: list[Line] = []
    for rect, words in sorted(runs, key=lambda run: (run[0].bottom, run[0].left)):
        if lines and abs(lines[-1][0].bottom - rect.bottom) < _LEVEL:
            before, count = lines[-1]
            apart = rect.left - before.right > rect.height
            lines[-1] = (before.joined(rect), min(count, words, 0) if apart else count + words)
        else:
            lines.append((rect, words))
    return lines


def _are_columns(found: _Stretch) -> bool:
    """Whether the columns are as wide, and one is prose, and the others are too, or have lines of their own."""
    widths = sorted(map(_width, found.columns))
    alike = _ALIKE if len(widths) == 2 else _ALIKE_AT_EQUAL_DISTANCES  # noqa: PLR2004 - one distance
    if found.lines < _LEAST_LINES or widths[0] < widths[-1] * alike:
        return False
    prose = [_prose(column) for column in found.columns]
    if min(prose) >= _PROSE:
        return max(n / len(c) for n, c in zip(prose, found.columns, strict=True)) >= _MOSTLY
    most = found.columns[prose.index(max(prose))]
    if max(prose) < max(len(most) * _MOSTLY, _LEAST_LINES):
        return False
    return not any(
        _is_level(column, most)
        for column, n in zip(found.columns, prose, strict=True)
        if n < _PROSE
    )


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
