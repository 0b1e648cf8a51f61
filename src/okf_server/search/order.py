"""Order what was found: fold repeats, put what is out of date below what is current, one hit a section."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from okf_server.index.keyword import Ranked
from okf_server.index.read import IndexReader
from okf_server.index.records import ConceptRecord, StoredPassage
from okf_server.model.answer import Factor
from okf_server.search.factors import Ask, also_in, factors, lowered, outdated, raised
from okf_server.search.fuse import Fused, fuse, relevance


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A passage in its final order.

    `also_in` and `disputed` are the ordinals of other concepts that repeat it, and that say the same with
    other numbers; `members` counts what it stands for.
    """

    hit: Fused
    concept: ConceptRecord
    stored: StoredPassage
    also_in: tuple[int, ...]
    factors: tuple[Factor, ...] = ()
    disputed: tuple[int, ...] = ()
    members: int = 1


def order(
    index: IndexReader, ask: Ask, *, keyword: Sequence[Ranked], semantic: Sequence[Ranked]
) -> list[Found]:
    """The passages of both rankings, best first.

    Deprecated, stale and draft concepts, older editions and passages of many concepts come after those of
    like relevance that are none of these; nothing is left out.
    """
    hits = fuse(keyword=keyword, semantic=semantic, blend=ask.blend)
    preferred = sorted(hits, key=lambda hit: bool(_outdated(index, ask, hit.row)))
    representative = _representatives(index, preferred)
    keyword = _folded(index, keyword, representative)
    semantic = _folded(index, semantic, representative)
    hits = fuse(keyword=keyword, semantic=semantic, blend=ask.blend)
    why = {hit.row: factors(index, ask, hit.row) for hit in hits}
    hits = lowered(index, raised(hits, why), why, relevance(keyword=keyword, semantic=semantic))
    return _one_a_section(
        Found(
            hit=hit,
            concept=index.concept(index.owner(hit.row)),
            stored=index.passage(hit.row),
            also_in=also_in(index, ask.visible, hit.row),
            factors=why[hit.row],
        )
        for hit in hits
    )


def _outdated(index: IndexReader, ask: Ask, row: int) -> tuple[Factor, ...]:
    return outdated(index, ask, index.concept(index.owner(row)))


def _representatives(index: IndexReader, hits: Iterable[Fused]) -> dict[int, int]:
    """For each group of repeats, by its first row, the row that stands for it: the first of these hits."""
    chosen: dict[int, int] = {}
    for hit in hits:
        chosen.setdefault(index.repeats(hit.row)[0], hit.row)
    return chosen


def _folded(
    index: IndexReader, ranked: Sequence[Ranked], representative: dict[int, int]
) -> list[Ranked]:
    """The ranking with each group of repeats once, at its best place."""
    best: dict[int, float] = {}
    for hit in ranked:
        best.setdefault(representative[index.repeats(hit.row)[0]], hit.score)
    return [Ranked(row, score) for row, score in best.items()]


def _one_a_section(found: Iterable[Found]) -> list[Found]:
    first: dict[tuple[str, str], Found] = {}
    for one in found:
        first.setdefault((one.concept.id, one.stored.passage.section), one)
    return list(first.values())
