"""Judge the blocks of a whole PDF document: what is a heading, what is a running header or footer."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from okf_server.extract.blocks import Block
from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator

_LARGER = 1.15  # times the size of most text
_LONGEST_HEADING = 120
_EDGE = 0.08  # of the page's height
_REPEATS = 3
_OFTEN = 0.3  # of the pages
_SENTENCE_END = (".", ",", ";")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A block, the height of its text in points (0 where unknown) and the number of its lines."""

    block: Block
    size: float
    lines: int


def with_headings(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with short lines of larger text made headings, which the engine leaves as paragraphs."""
    body = _body_size(drafts)
    known: dict[float, int] = {}
    for draft in drafts:
        if draft.block.kind is BlockKind.HEADING and draft.size:
            known.setdefault(draft.size, draft.block.level)
    return [
        replace(draft, block=_heading(draft, known)) if _is_heading(draft, body) else draft
        for draft in drafts
    ]


def without_running(drafts: Sequence[Draft], pages: int) -> Iterator[Draft]:
    """The drafts without what repeats at the upper or lower edge of many pages, its numbers aside."""
    seen = Counter({key for draft in drafts if (key := _edge_key(draft))})
    texts = Counter(text for text, _ in seen)
    for draft in drafts:
        key = _edge_key(draft)
        repeats = texts[key[0]] if key else 0
        if repeats < max(_REPEATS, pages * _OFTEN):
            yield draft


def _body_size(drafts: Sequence[Draft]) -> float:
    letters: Counter[float] = Counter()
    for draft in drafts:
        letters[draft.size] += len(draft.block.text)
    del letters[0.0]
    return letters.most_common(1)[0][0] if letters else 0.0


def _is_heading(draft: Draft, body: float) -> bool:
    block = draft.block
    short = draft.lines == 1 and len(block.text) <= _LONGEST_HEADING
    larger = 0 < body * _LARGER <= draft.size
    prose = block.text.endswith(_SENTENCE_END) or not re.search(r"[^\W\d_]", block.text)
    return block.kind is BlockKind.PARAGRAPH and short and larger and not prose


def _heading(draft: Draft, known: dict[float, int]) -> Block:
    """A heading of the level that its size has elsewhere, or one below the next larger size."""
    above = max((level for size, level in known.items() if size > draft.size), default=0)
    level = known.setdefault(draft.size, min(above + 1, 6))
    return replace(draft.block, kind=BlockKind.HEADING, level=level)


def _edge_key(draft: Draft) -> tuple[str, int] | None:
    """What a block at the edge of its page says, digits made alike, and its page."""
    place = draft.block.locator
    if draft.block.kind in (BlockKind.HEADING, BlockKind.TABLE) or not isinstance(
        place, PdfLocator
    ):
        return None
    upper = all(box[3] <= _EDGE for box in place.boxes)
    lower = all(box[1] >= 1 - _EDGE for box in place.boxes)
    if not place.boxes or not (upper or lower):
        return None
    return re.sub(r"\d+", "#", draft.block.text.casefold()), place.page
