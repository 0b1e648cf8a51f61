"""The text runs of a PDF page: which of them make a block, and where they stand.

A block's own box is too wide where its text flows from one column into the next; the boxes of its text
runs are not. Runs that no block took are text that the layout analysis lost.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from okf_server.extract.letters import squeeze
from okf_server.model.locator import Box, PdfLocator

_MARGIN = 2.0  # points that a run may stand out of its block
_ROUND = 10**4  # places of a fraction, a tenth of a point on a large page
_BOLD = re.compile(r"bold|black|heavy|semib|demi", re.IGNORECASE)
_LEFT_OVER = 0.1  # of a block's letters that no run of its area makes
_TELLING = 3  # letters that a run outside its block's area must have
_NEXT = 40  # runs next to an area that are looked at
_LINE_GAP = 1.0  # of a line's height: what may lie between two lines of one fragment
_WORD_GAP = 3.0  # of a line's height: what may lie between two runs of one line


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in points, from the top left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """In points."""
        return self.bottom - self.top

    @property
    def width(self) -> float:
        """In points."""
        return self.right - self.left

    def holds(self, other: "Rect", margin: float = _MARGIN) -> bool:
        """Whether the middle of another rectangle lies in this one."""
        across = (other.left + other.right) / 2
        down = (other.top + other.bottom) / 2
        inside = self.left - margin <= across <= self.right + margin
        return inside and self.top - margin <= down <= self.bottom + margin

    def meets(self, other: "Rect") -> bool:
        """Whether two rectangles have a part in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def follows(self, other: "Rect") -> bool:
        """Whether this run goes on in the line of another, or in the line below it."""
        height = max(self.height, other.height, 1.0)
        if abs(self.top - other.top) < height / 2:
            return -height / 2 <= self.left - other.right <= height * _WORD_GAP
        overlap = min(self.right, other.right) - max(self.left, other.left)
        return 0 <= self.top - other.top <= height * (1 + _LINE_GAP) and overlap > 0

    def lower(self, points: float) -> "Rect":
        """The rectangle with its lower side moved down."""
        return Rect(self.left, self.top, self.right, self.bottom + points)

    def turned(self) -> "Rect":
        """The rectangle as it is for a reader who has turned the page so that its left side is on top."""
        return Rect(-self.bottom, self.left, -self.top, self.right)

    def joined(self, other: "Rect") -> "Rect":
        """The smallest rectangle around both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page, and the number of the run that it is a part of."""

    text: str
    rect: Rect
    bold: bool = False
    run: int = 0


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of text on a page."""

    text: str
    key: str
    rect: Rect
    bold: bool = False
    font_size: float = 0.0

    @property
    def size(self) -> float:
        """Of its font as it is drawn, in points; as high as it is where that is not known."""
        return self.font_size or self.rect.height


@dataclass(frozen=True, slots=True)
class BarePage:
    """A page of which only its number and its size in points are known."""

    page_num: int
    width: float
    height: float
    text_items: tuple[()] = ()


class Page:
    """A page and its runs; a run belongs to one block at most."""

    def __init__(self, page: Any) -> None:
        self.number: int = page.page_num
        self._width: float = max(page.width, 1.0)
        self._height: float = max(page.height, 1.0)
        self._items = [item for item in page.text_items if item.text.strip()]
        self._free = [
            TextRun(
                item.text,
                squeeze(item.text),
                rect_of(item),
                _is_bold(item),
                item.font_height or 0.0,
            )
            for item in self._items
        ]
        self._taken = ""
        self._areas: list[Rect] = []

    def words(self, area: Rect) -> list[Word]:
        """The words inside an area."""
        return [
            Word(word.text, rect, _is_bold(item), number)
            for number, item in enumerate(self._items)
            if area.meets(rect_of(item))
            for word in item.words
            if area.holds(rect := rect_of(word))
        ]

    def take(self, text: str, area: Rect | None) -> list[tuple[int, TextRun]]:
        """The free runs that make this text, in its order, and at which of its letters each begins.

        They are those of the area, and those next to it: areas leave out lines now and then.
        """
        wanted = squeeze(text)
        self._taken += f"{wanted} "
        if area:
            self._areas.append(area)
        inside = [run for run in self._free if area and area.holds(run.rect)]
        found, rest = _matched(wanted, inside)
        if area and len(rest.replace(" ", "")) > len(wanted) * _LEFT_OVER:
            outside = [r for r in self._free if not area.holds(r.rect) and len(r.key) >= _TELLING]
            outside.sort(key=lambda run: abs(run.rect.top - area.top))
            found += _matched(rest, outside[:_NEXT])[0]
        taken = {id(run) for _, run in found}
        self._free = [run for run in self._free if id(run) not in taken]
        return sorted(found, key=lambda pair: pair[0])

    def lost(self) -> Iterator[list[TextRun]]:
        """The runs that no block has, neither in its text nor in its area, in groups that go on.

        A run in the area of a block is there in other letters: a formula, for example.
        """
        group: list[TextRun] = []
        for run in filter(self._is_lost, self._free):
            if group and not run.rect.follows(group[-1].rect):
                yield group
                group = []
            group.append(run)
        if group:
            yield group

    def _is_lost(self, run: TextRun) -> bool:
        known = not run.key.isalnum() or run.key in self._taken
        return not known and not any(area.holds(run.rect) for area in self._areas)

    def locator(self, rects: Iterable[Rect]) -> PdfLocator:
        """The place of these rectangles: one box for each stretch that is not broken."""
        merged: list[Rect] = []
        last: Rect | None = None
        for rect in rects:
            if last is not None and rect.follows(last):
                merged[-1] = merged[-1].joined(rect)
            else:
                merged.append(rect)
            last = rect
        return PdfLocator(page=self.number, boxes=tuple(map(self._box, merged)))

    def shares(self, columns: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        """Stretches across the page as fractions of its width."""
        return tuple((left / self._width, right / self._width) for left, right in columns)

    def _box(self, rect: Rect) -> Box:
        corners = (rect.left, rect.top, rect.right, rect.bottom)
        return normalised(corners, width=self._width, height=self._height)


def _is_bold(item: Any) -> bool:
    return bool(_BOLD.search(item.font_name or ""))


def _matched(text: str, runs: Sequence[TextRun]) -> tuple[list[tuple[int, TextRun]], str]:
    """The runs that stand in a text and where, and the text with blanks in their stead."""
    found: list[tuple[int, TextRun]] = []
    # the longest first, so that a short run does not take a place inside a longer one
    for run in sorted(runs, key=lambda run: -len(run.key)):
        at = text.find(run.key)
        if at >= 0:
            found.append((at, run))
            text = f"{text[:at]}{' ' * len(run.key)}{text[at + len(run.key) :]}"
    return found, text


def rect_of(thing: Any) -> Rect:
    """The rectangle of an object that the engine places by its corner and its size."""
    return Rect(thing.x, thing.y, thing.x + thing.width, thing.y + thing.height)


def around(rects: Sequence[Rect]) -> Rect | None:
    """The smallest rectangle around all of these."""
    whole = rects[0] if rects else None
    for rect in rects[1:]:
        whole = rect if whole is None else whole.joined(rect)
    return whole


def normalised(corners: Box, *, width: float, height: float) -> Box:
    """Left, top, right, bottom in points as fractions of a page, rounded outwards."""
    left, top, right, bottom = corners
    return (_down(left / width), _down(top / height), _up(right / width), _up(bottom / height))


def _down(fraction: float) -> float:
    return min(max(math.floor(fraction * _ROUND) / _ROUND, 0.0), 1.0)


def _up(fraction: float) -> float:
    return min(max(math.ceil(fraction * _ROUND) / _ROUND, 0.0), 1.0)
