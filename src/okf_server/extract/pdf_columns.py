"""Find the two columns of a PDF page where a table in one of them hides the gutter between them."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from okf_server.extract.pdf_page import Rect, rect_of

_MIDDLE = (0.3, 0.7)  # of the page's width: where a gutter lies
_STEP = 2.0  # points between two places that are looked at
_GUTTER = 8.0  # points
_LEAST_LINES = 12  # of text on both sides of a gutter
_ALIKE = 0.8  # times the width of one column is that of the other, at least
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
    """A part of a page's height that a gutter parts."""

    top: float
    bottom: float
    gutter: float
    sides: tuple[list[Line], list[Line]]

    @property
    def lines(self) -> int:
        """Of the side that has fewer."""
        return min(map(len, self.sides))


def bands(parsed: Any) -> list[Rect]:
    """What stands above two columns, the left one, the right one, and what stands below.

    Empty where the page has none, or where the engine saw them.
    """
    blocks = [(block.kind, rect_of(block.bbox)) for block in parsed.blocks or () if block.bbox]
    if not any(kind == "table" for kind, _ in blocks) or len(parsed.text_items) > _MOST_RUNS:
        return []
    runs = [(rect_of(i), len(_WORD.findall(i.text))) for i in parsed.text_items if i.text.strip()]
    rules = [rect for kind, rect in blocks if kind == "rule"]
    found = max(_stretches(runs, rules, parsed.width), key=lambda s: s.lines, default=None)
    if found is None or found.lines < _LEAST_LINES or not _are_columns(found):
        return []
    within = [
        rect for kind, rect in blocks if kind != "rule" and found.top <= rect.top < found.bottom
    ]
    if not _are_mixed(within, found.gutter):
        return []
    return _parts(found, [rect for rect, _ in runs], Rect(0, 0, parsed.width, parsed.height))


def _are_mixed(blocks: Sequence[Rect], gutter: float) -> bool:
    """Whether a block reaches over the gutter, or one on its left follows one on its right."""
    over = any(rect.left < gutter - _GUTTER < gutter + _GUTTER < rect.right for rect in blocks)
    sides = [rect.left >= gutter - _GUTTER for rect in blocks]
    return over or sides != sorted(sides)


def _stretches(runs: Sequence[Line], rules: Sequence[Rect], width: float) -> Iterator[_Stretch]:
    """For each place of a gutter the parts of the page's height over which nothing crosses it."""
    place = width * _MIDDLE[0]
    while place < width * _MIDDLE[1]:
        left, right = place - _GUTTER / 2, place + _GUTTER / 2
        crossing = [
            r for r in (*(rect for rect, _ in runs), *rules) if r.left < right and left < r.right
        ]
        edges = sorted({0.0, *((rect.top + rect.bottom) / 2 for rect in crossing), float("inf")})
        for top, bottom in pairwise(edges):
            inside = [
                run
                for run in runs
                if top < run[0].top
                and run[0].bottom < bottom
                and not (run[0].left < right and left < run[0].right)
            ]
            if inside:
                sides = (
                    _lines([run for run in inside if run[0].right <= left]),
                    _lines([run for run in inside if run[0].left >= right]),
                )
                yield _Stretch(
                    min(r.top for r, _ in inside), max(r.bottom for r, _ in inside), place, sides
                )
        place += _STEP


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
    """Whether one side is prose, and the other is too, or has lines of its own."""
    widths = sorted(map(_width, found.sides))
    if widths[0] < widths[1] * _ALIKE:
        return False
    prose = [_prose(side) for side in found.sides]
    if min(prose) >= _PROSE:
        return max(n / len(side) for n, side in zip(prose, found.sides, strict=True)) >= _MOSTLY
    more = prose.index(max(prose))
    side, other = found.sides[more], found.sides[1 - more]
    if prose[more] < max(len(side) * _MOSTLY, _LEAST_LINES):
        return False
    level = sum(any(abs(a.bottom - b.bottom) < _LEVEL for b, _ in side) for a, _ in other)
    return level < len(other) * _MOSTLY


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


def _parts(found: _Stretch, runs: Sequence[Rect], page: Rect) -> list[Rect]:
    parts = [
        Rect(page.left, page.top, page.right, found.top),
        Rect(page.left, found.top, found.gutter, found.bottom),
        Rect(found.gutter, found.top, page.right, found.bottom),
        Rect(page.left, found.bottom, page.right, page.bottom),
    ]
    return [part for part in parts if any(part.holds(rect, margin=0) for rect in runs)]
