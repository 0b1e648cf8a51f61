"""Order what was found: fold repeats, put what is out of date below what is current, one hit a section.

Records and texts are read when they are asked for: of most hits nobody does.
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from okf_server.index.keyword import Ranked
from okf_server.index.read import IndexReader
from okf_server.index.records import ConceptRecord, StoredPassage
from okf_server.model.answer import Factor, Step
from okf_server.model.concept import Status
from okf_server.search.factors import Ask, also_in, factors, lowered, outdated, raised
from okf_server.search.fuse import Fused, fuse, relevance
from okf_server.search.standing import Standing, standing
from okf_server.search.successors import successors_first
from okf_server.search.whole import whole_first

Trail = Sequence[tuple[str, Sequence[Fused]]]
"""The steps of the order by their names, each with all hits as it left them."""


class Found(NamedTuple):
    """A passage in its final order.

    `also_in` and `disputed` are the ordinals of other concepts that repeat it, and that say the same with
    other numbers; `near` those that nearly repeat it, each with the words that only one of the two has;
    `members` counts what it stands for.
    """

    reader: IndexReader
    hit: Fused
    also_in: tuple[int, ...]
    factors: tuple[Factor, ...] = ()
    disputed: tuple[int, ...] = ()
    near: tuple[tuple[int, tuple[str, ...]], ...] = ()
    members: int = 1
    trail: Trail = ()

    @property
    def ranks(self) -> tuple[Step, ...]:
        """Where it stood after each step of the order."""
        return tuple(Step(name=name, rank=hits.index(self.hit) + 1) for name, hits in self.trail)

    @property
    def owner(self) -> int:
        """The ordinal of its concept."""
        return self.reader.owner(self.hit.row)

    @property
    def concept(self) -> ConceptRecord:
        """The record of its concept."""
        return self.reader.concept(self.owner)

    @property
    def status(self) -> Status:
        """Where its concept is in its life."""
        return self.concept.status if self.reader.is_marked(self.owner) else Status.STABLE

    @property
    def stored(self) -> StoredPassage:
        """The passage with its text."""
        return self.reader.passage(self.hit.row)


def order(
    index: IndexReader, ask: Ask, *, keyword: Sequence[Ranked], semantic: Sequence[Ranked]
) -> list[Found]:
    """The passages of both rankings, best first.

    Deprecated, stale and draft concepts, older editions and passages of many concepts come after those of
    like relevance that are none of these, and those with parts of a code below those that hold it whole;
    what replaced a concept comes just above it. Nothing is left out.
    """
    hits = fuse(keyword=keyword, semantic=semantic, blend=ask.blend)
    if any(len(index.repeats(hit.row)) > 1 for hit in hits):
        representative = _representatives(index, ask, hits)
        keyword = _folded(index, keyword, representative)
        semantic = _folded(index, semantic, representative)
        hits = fuse(keyword=keyword, semantic=semantic, blend=ask.blend)
    why = {hit.row: factors(index, ask, hit.row) for hit in hits}
    likeness = cache(partial(relevance, keyword=keyword, semantic=semantic))
    trail: list[tuple[str, Sequence[Fused]]] = [("fusion", hits)]
    if any(why.values()):
        trail.append(("trust", hits := raised(hits, why)))
        trail.append(("lifecycle", hits := lowered(hits, why, likeness())))
        hits, led = successors_first(index, hits, why, likeness())
        trail.append(("family", hits))
        why |= {row: (*why[row], factor) for row, factor in led.items()}
    hits, in_parts = whole_first(index, ask.question, hits, likeness)
    trail.append(("identifier", hits))
    why |= {row: (*why[row], factor) for row, factor in in_parts.items()}
    return [
        Found(index, hit, also_in(index, ask.visible, hit.row), why[hit.row], trail=trail)
        for hit in _one_a_section(index, hits)
    ]


def _representatives(index: IndexReader, ask: Ask, hits: Iterable[Fused]) -> dict[int, int]:
    """For each group of repeats, by its first row, the row that stands for it: the first of the best standing."""
    groups: dict[int, list[int]] = {}
    for hit in hits:
        groups.setdefault(index.repeats(hit.row)[0], []).append(hit.row)

    def placed(row: int) -> Standing:
        return standing(index.concept(index.owner(row)), outdated(index, ask, row))

    return {
        first: rows[0] if len(rows) == 1 else min(rows, key=placed)
        for first, rows in groups.items()
    }


def _folded(
    index: IndexReader, ranked: Sequence[Ranked], representative: dict[int, int]
) -> list[Ranked]:
    """The ranking with each group of repeats once, at its best place."""
    best: dict[int, float] = {}
    for hit in ranked:
        best.setdefault(representative[index.repeats(hit.row)[0]], hit.score)
    return [Ranked(row, score) for row, score in best.items()]


def _one_a_section(index: IndexReader, hits: Iterable[Fused]) -> Iterable[Fused]:
    first: dict[int, Fused] = {}
    for hit in hits:
        first.setdefault(index.section(hit.row), hit)
    return first.values()
