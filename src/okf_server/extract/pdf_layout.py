"""Judge the blocks of a whole PDF document: what is a running header or footer, and what goes on over pages."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from okf_server.extract.blocks import Row
from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_letters import dehyphenated, vocabulary
from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator

_EDGE = 0.08  # of the page's height
_NEAR = 0.012  # of the page's height: how far apart the same place may be
_REPEATS = 3
_OFTEN = 0.5  # of the pages, where there are few
_NAMED = 8  # letters of a running header that differs by numbers and is set as a heading
_CONTINUED = re.compile(
    r"\W*(?:table\W+\S{1,12}\W+)?\(?cont(?:inued|['’]?d|\.)?\)?\W*", re.IGNORECASE
)
_ROMAN = re.compile(r"[ivxlc]{1,7}")


def without_running(drafts: Sequence[Draft], pages: int) -> list[Draft]:
    """The drafts without what repeats in one place at the edge of pages, its numbers aside.

    It must stand on three pages, or on half of the pages of a short document. A heading must repeat word by
    word, or be long, because chapters are numbered too; what repeats word by word may be a title: its first
    appearance stays.
    """
    places: defaultdict[str, dict[int, float]] = defaultdict(dict)
    keys = [_edge_key(draft) for draft in drafts]
    for draft, key in zip(drafts, keys, strict=True):
        if key:
            places[key[0]].setdefault(draft.page, key[1])
    least = min(_REPEATS, max(2, round(pages * _OFTEN + 0.001)))
    running = {(key, page) for key, tops in places.items() for page in _in_one_place(tops, least)}
    titles = Counter(d.block.text for d in drafts if d.block.kind is BlockKind.HEADING)
    return [
        draft
        for draft, key in zip(drafts, keys, strict=True)
        if not key
        or (key[0], draft.page) not in running
        or (draft.page == min(places[key[0]]) and titles[draft.block.text] > 1)
    ]


def _in_one_place(tops: dict[int, float], least: int) -> Iterator[int]:
    """The pages that have it where many others have it."""
    for page, top in tops.items():
        if sum(abs(top - other) < _NEAR for other in tops.values()) >= least:
            yield page


def _edge_key(draft: Draft) -> tuple[str, float] | None:
    """What a block at the edge of its page says, numbers made alike, and where it begins."""
    block, place = draft.block, draft.block.locator
    if block.kind is BlockKind.TABLE or not isinstance(place, PdfLocator) or not at_edge(draft):
        return None
    text = block.text.casefold()
    alike = "#" if _ROMAN.fullmatch(text) else re.sub(r"\d+", "#", text)
    if block.kind is BlockKind.HEADING and sum(map(str.isalpha, alike)) < _NAMED:
        alike = text
    return alike, place.boxes[0][1]


def at_edge(draft: Draft) -> bool:
    """Whether a block stands at the upper or lower edge of its page, where what repeats does."""
    place = draft.block.locator
    boxes = place.boxes if isinstance(place, PdfLocator) else ()
    upper = all(box[3] <= _EDGE for box in boxes)
    return bool(boxes) and (upper or all(box[1] >= 1 - _EDGE for box in boxes))


def whole_tables(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with a table that goes on at the top of the next page made one table.

    Its rows keep their pages. A header that is repeated there is left out.
    """
    result: list[Draft] = []
    for draft in drafts:
        at = _goes_on(result, draft)
        if at is None:
            result.append(draft)
        else:
            result[at] = _longer(result[at], draft)
    return result


def _goes_on(before: Sequence[Draft], draft: Draft) -> int | None:
    """Where the table is that this one continues: the last of the page before, a remark aside."""
    if draft.block.kind is not BlockKind.TABLE:
        return None
    for at in range(len(before) - 1, max(len(before) - 3, -1), -1):
        other = before[at]
        if other.block.kind is BlockKind.TABLE:
            last = other.block.rows[-1].locator
            follows = isinstance(last, PdfLocator) and last.page == draft.page - 1
            return at if follows and _same_columns(other, draft) else None
        if not _CONTINUED.fullmatch(other.block.text):
            return None
    return None


def _same_columns(one: Draft, other: Draft) -> bool:
    if len(one.columns) != len(other.columns):
        return False
    alike = one.block.rows[0].cells == other.block.rows[0].cells
    return alike or all(
        min(left[1], right[1]) > max(left[0], right[0])
        for left, right in zip(one.columns, other.columns, strict=True)
        if left[1] > left[0] and right[1] > right[0]
    )


def _longer(table: Draft, more: Draft) -> Draft:
    rows: tuple[Row, ...] = more.block.rows
    if rows[0].cells == table.block.rows[0].cells:
        rows = rows[1:]
    return replace(table, block=replace(table.block, rows=(*table.block.rows, *rows)))


def whole_words(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with the words whole that the ends of lines part."""
    words = vocabulary(draft.block.text for draft in drafts)
    _uncount(words, drafts)
    return [
        replace(
            draft,
            block=replace(draft.block, text=dehyphenated(draft.block.text, draft.breaks, words)),
        )
        if draft.breaks and draft.block.kind is not BlockKind.CODE
        else draft
        for draft in drafts
    ]


def _uncount(words: Counter[str], drafts: Sequence[Draft]) -> None:
    """Take back what the line ends themselves gave to the vocabulary."""
    for draft in drafts:
        for first, second in draft.breaks:
            otherwise = (f"{first}- {second}", f"{first}{second}")
            if not any(form in draft.block.text for form in otherwise):
                words[f"{first}-{second}".casefold()] -= 1
