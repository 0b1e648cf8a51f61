"""Give the headings of a PDF document their levels: by its outline, their size, their weight and their numbers.

What a size, a weight and a number of so many parts make looks alike, and is one level in the whole document; a
larger heading never lies deeper than a smaller one. What the engine guesses counts where nothing is known of a
heading's size.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_outline import Outline
from okf_server.model.document import BlockKind

_DEEPEST = 6
_SAME = 0.75  # points by which sizes may differ that are meant to be one
_NUMBERED = re.compile(r"(?:\d{1,2}|[A-Z])((?:\.\d{1,2}){0,4})[.)]?\s+\S")
_PROSE = 60  # letters: a page without a text as long as that is a cover


class _Look(NamedTuple):
    """How a heading looks; smaller comes first. `tier` counts from the largest size."""

    tier: int
    light: bool = False
    parts: int = 0


def with_levels(drafts: Sequence[Draft], outline: Outline) -> list[Draft]:
    """The drafts with the levels of their headings as the whole document tells them."""
    looks = _looks(drafts)
    told = {at: level for at in looks if (level := outline.level(drafts[at]))}
    if len(set(told.values())) > 1:
        levels = _by_outline(looks, told)
    else:
        by_look = _levels(set(looks.values()), cover=_on_cover(drafts, looks))
        levels = {at: by_look[look] for at, look in looks.items()}
    return [
        replace(draft, block=replace(draft.block, level=min(levels[at], _DEEPEST)))
        if at in levels
        else draft
        for at, draft in enumerate(drafts)
    ]


def _looks(drafts: Sequence[Draft]) -> dict[int, _Look]:
    """The looks of the headings whose size is known, by where they stand."""
    headings = {
        at: draft
        for at, draft in enumerate(drafts)
        if draft.block.kind is BlockKind.HEADING and draft.size
    }
    tiers = _tiers({draft.size for draft in headings.values()})
    return {
        at: _Look(tiers[draft.size], not draft.bold, _parts(draft.block.text))
        for at, draft in headings.items()
    }


def _tiers(sizes: Iterable[float]) -> dict[float, int]:
    tiers: dict[float, int] = {}
    first, tier = 0.0, -1
    for size in sorted(sizes, reverse=True):
        if tier < 0 or first - size > _SAME:
            first, tier = size, tier + 1
        tiers[size] = tier
    return tiers


def _parts(text: str) -> int:
    """How many parts the number of a heading has; 0 where it has none."""
    found = _NUMBERED.match(text.replace("\\", ""))
    return found[1].count(".") + 1 if found else 0


def _levels(looks: Iterable[_Look], *, cover: frozenset[int]) -> dict[_Look, int]:
    """The levels of looks: each size below all of the next larger one; all sizes of the cover are one level.

    Within a size what is numbered lies as deep as its number has parts. What is not lies as high as its size
    begins, but below what is bold.
    """
    by_tier: defaultdict[int, set[_Look]] = defaultdict(set)
    for look in looks:
        by_tier[look.tier].add(look)
    levels: dict[_Look, int] = {}
    base = 1
    for tier, here in sorted(by_tier.items()):
        steps = {look: step for step, look in _steps(here)}
        levels |= {look: base + step for look, step in steps.items()}
        if not (tier in cover and tier + 1 in cover):
            base += max(steps.values()) + 1
    return levels


def _steps(looks: set[_Look]) -> Iterator[tuple[int, _Look]]:
    """The looks of one size, and how much deeper than its highest each lies."""
    numbers = sorted({look.parts for look in looks if look.parts})
    weights = sorted({look.light for look in looks if not look.parts})
    for look in looks:
        if look.parts:
            yield numbers.index(look.parts), look
        else:
            yield weights.index(look.light), look


def _on_cover(drafts: Sequence[Draft], looks: dict[int, _Look]) -> frozenset[int]:
    """The sizes that the first page alone has, where it has no text but headings and lines."""
    first = min((draft.page for draft in drafts), default=0)
    texts = [draft.block for draft in drafts if draft.page == first]
    if any((b.kind is not BlockKind.HEADING and len(b.text) >= _PROSE) or b.rows for b in texts):
        return frozenset()
    pages = defaultdict(set)
    for at, look in looks.items():
        pages[look.tier].add(drafts[at].page)
    return frozenset(tier for tier, where in pages.items() if where == {first})


def _by_outline(looks: dict[int, _Look], told: dict[int, int]) -> dict[int, int]:
    """The levels of headings by those that the outline has: the others as those that look like them.

    What is larger than all of these and comes before is a title above them.
    """
    largest = min(looks[at].tier for at in told)
    titles = {at for at, look in looks.items() if look.tier < largest and at < min(told)}
    counted: defaultdict[_Look, Counter[int]] = defaultdict(Counter)
    for at, level in told.items():
        counted[looks[at]][level + bool(titles)] += 1
    known = {look: levels.most_common(1)[0][0] for look, levels in counted.items()}
    found = {at: level + bool(titles) for at, level in told.items()}
    for at, look in looks.items():
        if at not in found:
            found[at] = 1 if at in titles else known.get(look) or _between(look, known)
    return found


def _between(look: _Look, known: dict[_Look, int]) -> int:
    """The level of a look that the outline does not have: one below the next that comes before it."""
    return 1 + max((level for other, level in known.items() if other < look), default=0)
