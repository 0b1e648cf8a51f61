"""Tell which parts of a PDF page are to be read for themselves: columns, and text that is turned.

The engine reads text that runs down or up a page letter by letter, and takes two columns for a table where
one of them has a table. Read part by part, each turned upright, both come out right.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_columns import bands
from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_page import Rect, around, rect_of
from okf_server.model.locator import Box, PdfLocator

_UPRIGHT = 10  # degrees that a line may lean
_LETTERS = 80  # that are turned otherwise: a part of the page, not a label on its rim
_NUDGE = 1.0  # points around a part

_WHOLE: Box = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A part of a page: by how many degrees its text is turned clockwise, and where it lies once it is upright.

    `box` is left, top, right, bottom in fractions of the page.
    """

    turn: int = 0
    box: Box = _WHOLE

    @property
    def crop(self) -> Box:
        """What lies around it: above, right, below, left."""
        left, top, right, bottom = self.box
        return (top, 1 - right, 1 - bottom, left)

    def placed(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The blocks of this part where they stand on the page as it is shown."""
        return [replace(draft, block=self._block(draft.block)) for draft in drafts]

    def _block(self, block: Any) -> Any:
        rows = tuple(replace(row, locator=self._place(row.locator)) for row in block.rows)
        return replace(block, locator=self._place(block.locator), rows=rows)

    def _place(self, place: Any) -> Any:
        if not isinstance(place, PdfLocator):
            return place
        boxes = tuple(_turned(box, self.turn) for box in place.boxes)
        return PdfLocator(page=place.page, boxes=boxes)


def _turned(box: Box, turn: int) -> Box:
    """A box of a page that is turned clockwise by so many degrees."""
    left, top, right, bottom = box
    shown = {
        0: box,
        90: (1 - bottom, left, 1 - top, right),
        180: (1 - right, 1 - bottom, 1 - left, 1 - top),
        270: (top, 1 - right, bottom, 1 - left),
    }[turn]
    return (round(shown[0], 4), round(shown[1], 4), round(shown[2], 4), round(shown[3], 4))


def views(parsed: Any) -> list[View]:
    """The parts of a page that are to be read one after another; none where it is read as a whole."""
    turns = _by_turn(parsed)
    if not turns.total():
        return []
    (turn, _), *others = turns.most_common()
    if others and others[0][1] >= _LETTERS:
        parts = _parts(parsed, turn or others[0][0])
        if parts:
            return parts
    if turn:
        return [View(turn=turn)]
    page = Rect(0, 0, parsed.width, parsed.height)
    return [View(box=_share(rect, page)) for rect in bands(parsed)]


def _turn_of(item: Any) -> int:
    """How far a run is turned, in quarters; one that leans is not."""
    quarter = round(item.rotation / 90) * 90
    return quarter % 360 if abs(item.rotation - quarter) <= _UPRIGHT else 0


def _by_turn(parsed: Any) -> Counter[int]:
    letters = Counter[int]()
    for item in parsed.text_items:
        letters[_turn_of(item)] += len(squeeze(item.text))
    return letters


def _parts(parsed: Any, turn: int) -> list[View]:
    """The text that is turned and what stands around it; nothing where the two lie within each other."""
    page = Rect(0, 0, parsed.width, parsed.height)
    known = [(rect_of(item), _turn_of(item)) for item in parsed.text_items if item.text.strip()]
    inner = around([rect for rect, its in known if its == turn])
    others = [rect for rect, its in known if its != turn]
    if inner is None or any(inner.meets(rect) for rect in others):
        return []
    parts = [(part, 0) for part in _around(inner, page) if any(map(part.holds, others))]
    parts.append((inner, turn))
    parts.sort(key=lambda pair: (pair[0].top, pair[0].left))
    return [View(turn=its, box=_turned(_share(part, page), -its % 360)) for part, its in parts]


def _around(inner: Rect, page: Rect) -> Iterator[Rect]:
    yield Rect(page.left, page.top, page.right, inner.top)
    yield Rect(page.left, inner.top, inner.left, inner.bottom)
    yield Rect(inner.right, inner.top, page.right, inner.bottom)
    yield Rect(page.left, inner.bottom, page.right, page.bottom)


def _share(rect: Rect, page: Rect) -> Box:
    """A rectangle as fractions of the page, a little larger."""
    return (
        max((rect.left - _NUDGE) / page.right, 0.0),
        max((rect.top - _NUDGE) / page.bottom, 0.0),
        min((rect.right + _NUDGE) / page.right, 1.0),
        min((rect.bottom + _NUDGE) / page.bottom, 1.0),
    )
