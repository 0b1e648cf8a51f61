"""Tell the headings of a PDF document: those that the engine misses, and those that it sees in vain."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from okf_server.extract.blocks import Block
from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_levels import with_levels
from okf_server.extract.pdf_outline import Outline
from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator

_LARGER = 1.15  # times the size of most text
_LONGEST = 120
_TOO_LONG = 240  # letters of a heading that the engine sees
_LONGEST_PLAIN = 80  # of a heading that only its weight or its number tells
_PROSE = 60  # letters from which on a block reads as text below a heading
_SENTENCE_END = (".", ",", ";", ":", "!", "?")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,4})\.?\s+[^\W\d_a-z]\S*")
_NO_OUTLINE = Outline()
_SECTION = re.compile(r"[^\W\d_a-z]\S*(?:\s+\S+)*")


def with_headings(drafts: Sequence[Draft], outline: Outline = _NO_OUTLINE) -> list[Draft]:
    """The drafts with what the outline names and lines that stand out made headings of the levels that they have.

    Lines stand out by size, weight or number. What the engine takes for a heading and is the first line of a
    paragraph goes back to it.
    """
    found = _rejoined(drafts)
    body = _body_size(found)
    bold = _is_mostly_bold(found)
    result = list(found)
    for at, draft in enumerate(found):
        follows = found[at + 1] if at + 1 < len(found) else None
        before = found[at - 1] if at else None
        is_named = draft.block.kind is BlockKind.PARAGRAPH and outline.level(draft) > 0
        if is_named or _is_larger(draft, body) or _stands_out(draft, follows, bold=bold):
            result[at] = replace(draft, block=_heading(draft))
        elif _is_section(draft, before, follows):
            result[at] = replace(draft, block=_section(draft))
    return with_levels(result, outline)


def _body_size(drafts: Sequence[Draft]) -> float:
    letters: Counter[float] = Counter()
    for draft in drafts:
        letters[draft.size] += len(draft.block.text)
    del letters[0.0]
    return letters.most_common(1)[0][0] if letters else 0.0


def _is_mostly_bold(drafts: Sequence[Draft]) -> bool:
    """Whether bold is what the text is set in, and so tells nothing."""
    letters = Counter[bool]()
    for draft in drafts:
        letters[draft.bold] += len(draft.block.text)
    return letters[True] > letters[False] / 2


def _rejoined(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with a false heading and the rest of its paragraph as one."""
    result: list[Draft] = []
    for draft in map(_unless_long, drafts):
        before = result[-1] if result else None
        if before and _is_first_line(before, draft):
            result[-1] = _one_paragraph(before, draft)
        else:
            result.append(draft)
    return result


def _unless_long(draft: Draft) -> Draft:
    """The draft, no heading if it is too long to be one."""
    block = draft.block
    if block.kind is not BlockKind.HEADING or len(block.text) <= _TOO_LONG:
        return draft
    return replace(draft, block=replace(block, kind=BlockKind.PARAGRAPH, level=0))


def _is_first_line(heading: Draft, rest: Draft) -> bool:
    block, below = heading.block, rest.block
    if block.kind is not BlockKind.HEADING or below.kind is not BlockKind.PARAGRAPH:
        return False
    same = heading.page == rest.page and heading.size < rest.size + 1 and not heading.bold
    goes_on = below.text[:1].islower() and not block.text.endswith(_SENTENCE_END[:1])
    return same and goes_on and len(block.text) >= _PROSE // 2


def _one_paragraph(first: Draft, rest: Draft) -> Draft:
    one, two = first.block.locator, rest.block.locator
    if not isinstance(one, PdfLocator) or not isinstance(two, PdfLocator):
        return rest
    text = f"{first.block.text} {rest.block.text}"
    ends = first.block.text.split()[-1:], rest.block.text.split()[:1]
    broken = [(end[:-1], start) for end, start in zip(*ends, strict=False) if end.endswith("-")]
    return replace(
        rest,
        block=replace(
            rest.block, text=text, locator=PdfLocator(page=one.page, boxes=one.boxes + two.boxes)
        ),
        lines=first.lines + rest.lines,
        breaks=(*first.breaks, *broken, *rest.breaks),
    )


def _is_larger(draft: Draft, body: float) -> bool:
    block = draft.block
    short = draft.lines == 1 and len(block.text) <= _LONGEST
    larger = 0 < body * _LARGER <= draft.size
    return block.kind is BlockKind.PARAGRAPH and short and larger and not _is_prose(block.text)


def _is_prose(text: str) -> bool:
    return text.endswith(_SENTENCE_END[:3]) or not re.search(r"[^\W\d_]", text)


def _stands_out(draft: Draft, follows: Draft | None, *, bold: bool) -> bool:
    """Whether a line alone is bold, or has a number of several parts, above text that is not so."""
    text = draft.block.text
    if draft.block.kind is not BlockKind.PARAGRAPH or draft.lines != 1 or follows is None:
        return False
    if len(text) > _LONGEST_PLAIN or text.endswith(_SENTENCE_END) or _is_prose(text):
        return False
    weight = draft.bold and not bold and not follows.bold
    number = _NUMBERED.match(text) and _reads_on(follows)
    return bool(number) or (weight and follows.block.kind is not BlockKind.CODE)


def _reads_on(draft: Draft) -> bool:
    return draft.block.kind is BlockKind.PARAGRAPH and len(draft.block.text) >= _PROSE


def _is_section(draft: Draft, before: Draft | None, follows: Draft | None) -> bool:
    """Whether an item of a list stands alone above text: `2. Scope`."""
    block = draft.block
    if block.kind is not BlockKind.LIST or block.marker == "-" or draft.lines != 1 or block.level:
        return False
    alone = before is None or before.block.kind is not BlockKind.LIST
    if not alone or follows is None or not _reads_on(follows):
        return False
    short = len(block.text) <= _LONGEST_PLAIN and not block.text.endswith(_SENTENCE_END)
    return short and bool(_SECTION.fullmatch(block.text))


def _section(draft: Draft) -> Block:
    block = _heading(draft)
    return replace(block, text=f"{draft.block.marker} {block.text}", marker="-")


def _heading(draft: Draft) -> Block:
    """A heading whose level is still to be told."""
    return replace(draft.block, kind=BlockKind.HEADING, level=1)
