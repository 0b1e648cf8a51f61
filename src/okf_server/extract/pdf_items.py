"""Put the items of the lists of a whole PDF document in order: how deep each lies, and what of it was parted."""

from collections.abc import Sequence
from dataclasses import replace

from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_lists import follows
from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator

_OUT = 0.005  # of the page's width by which the marker of an item stands out
_SENTENCE_END = (".", "!", "?", ":", ";")


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
