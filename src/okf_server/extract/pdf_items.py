"""Put the items of the lists of a whole PDF document in order: how deep each lies, and what of it was parted."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_layout import at_edge
from okf_server.extract.pdf_lists import follows, shown
from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator

_OUT = 0.005  # of the page's width by which the marker of an item stands out
_SENTENCE_END = (".", "!", "?", ":", ";")


def with_single_items(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with what stands alone on its page made an item, where its marker goes on with a list.

    What is at the edges of pages lies between the parts of such a list.
    """
    result = list(drafts)
    within = [at for at, draft in enumerate(drafts) if not at_edge(draft)]
    for before, at in pairwise(within):
        if _is_next(result[before], result[at]):
            result[at] = _as_item(result[at])
    for at, after in reversed(list(pairwise(within))):
        if _is_next(result[at], result[after]):
            result[at] = _as_item(result[at])
    return result


def _is_next(one: Draft, two: Draft) -> bool:
    """Whether one of two is an item of a list and their markers follow each other."""
    kinds = (one.block.kind, two.block.kind)
    return BlockKind.LIST in kinds and follows(one.marker, two.marker)


def _as_item(draft: Draft) -> Draft:
    marker, label = shown(draft.marker)
    first, _, text = draft.block.text.partition(" ")
    if draft.block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING) or (
        first.replace("\\", "") != draft.marker
    ):
        return draft
    block = replace(draft.block, kind=BlockKind.LIST, level=0, text=f"{label}{text}", marker=marker)
    return replace(draft, block=block)


def whole_lists(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with the depth of items counted from the list that they stand in, and parted items whole."""
    result: list[Draft] = []
    around: list[
        tuple[int, str]
    ] = []  # the levels and markers of the items that the last one stands in
    for draft in drafts:
        whole = _joined(result[-1], draft) if result else None
        if whole is not None:
            result[-1] = whole
            continue
        if draft.block.kind is BlockKind.LIST:
            around = [*_above(around, draft), (draft.block.level, draft.marker)]
            result.append(replace(draft, block=replace(draft.block, level=len(around) - 1)))
        else:
            around = []
            result.append(draft)
    return result


def _above(around: Sequence[tuple[int, str]], item: Draft) -> Sequence[tuple[int, str]]:
    """The items that an item stands in: it is as deep as one of its level, or one that it follows."""
    level = item.block.level
    same = [n for n, (known, _) in enumerate(around) if known == level]
    before = [n for n, (_, marker) in enumerate(around) if follows(marker, item.marker)]
    if same or before:
        return around[: (same or before)[-1]]
    return [pair for pair in around if pair[0] < level]


def _joined(item: Draft, rest: Draft) -> Draft | None:
    """An item with the rest of it: a paragraph that goes on in its sentence, where its text stands."""
    one, two = item.block.locator, rest.block.locator
    kinds = (item.block.kind, rest.block.kind)
    if kinds != (BlockKind.LIST, BlockKind.PARAGRAPH) or item.page != rest.page:
        return None
    if item.block.text.endswith(_SENTENCE_END) or not rest.block.text[:1].islower():
        return None
    if not isinstance(one, PdfLocator) or not isinstance(two, PdfLocator):
        return None
    place = PdfLocator(page=one.page, boxes=one.boxes + two.boxes)
    if not two.boxes or min(box[0] for box in place.boxes) + _OUT >= two.boxes[0][0]:
        return None
    text = f"{item.block.text} {rest.block.text}"
    return replace(
        item,
        block=replace(item.block, text=text, locator=place),
        lines=item.lines + rest.lines,
        breaks=(*item.breaks, *rest.breaks),
    )
