"""Order what was found: fold repeats, put what is out of date below what is current, one hit a section."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from okf_server.index.editions import names_edition
from okf_server.index.keyword import Ranked
from okf_server.index.read import IndexReader
from okf_server.index.records import ConceptRecord, StoredPassage
from okf_server.index.visible import Visible
from okf_server.model.concept import Status
from okf_server.search.fuse import Fused, Fusion, fuse, relevance
from okf_server.search.view import is_stale_record

LIKE = 0.7
"""A passage is of like relevance to another that has at least this share of its relevance."""

_MANY = 4  # concepts: a passage that stands in so many tells what they have in common, and little of each


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A passage in its final order; `also_in` are the ordinals of other concepts that repeat it."""

    hit: Fused
    concept: ConceptRecord
    stored: StoredPassage
    also_in: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question, for whom, when, and how the two rankings are combined."""

    question: str
    visible: Visible
    now: datetime
    fusion: Fusion


def order(
    index: IndexReader, ask: Ask, *, keyword: Sequence[Ranked], semantic: Sequence[Ranked]
) -> list[Found]:
    """The passages of both rankings, best first.

    Deprecated, stale and draft concepts, older editions and passages of many concepts come after those of
    like relevance that are none of these; nothing is left out.
    """
    hits = fuse(ask.question, keyword=keyword, semantic=semantic, method=ask.fusion)
    preferred = sorted(hits, key=lambda hit: not _is_current(index, ask, hit.row))
    representative = _representatives(index, preferred)
    keyword = _folded(index, keyword, representative)
    semantic = _folded(index, semantic, representative)
    hits = fuse(ask.question, keyword=keyword, semantic=semantic, method=ask.fusion)
    hits = _lowered(index, ask, hits, relevance(keyword=keyword, semantic=semantic))
    return _one_a_section(index, ask, hits)


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


def _lowered(
    index: IndexReader, ask: Ask, hits: Sequence[Fused], relevant: Mapping[int, float]
) -> list[Fused]:
    """The hits, once those of little weight went down past the following ones of like relevance."""
    light = [not _has_weight(index, ask, hit.row) for hit in hits]
    places = []
    for number, hit in enumerate(hits):
        place = number
        for other in range(number + 1, len(hits)) if light[number] else ():
            if not light[other]:
                if relevant[hits[other].row] < LIKE * relevant[hit.row]:
                    break
                place = other
        places.append((place, light[number], number))
    return [hits[number] for _, _, number in sorted(places)]


def _one_a_section(index: IndexReader, ask: Ask, hits: Iterable[Fused]) -> list[Found]:
    found: dict[tuple[str, str], Found] = {}
    for hit in hits:
        concept = index.concept(index.owner(hit.row))
        stored = index.passage(hit.row)
        also_in = _also_in(index, ask.visible, hit.row)
        key = (concept.id, stored.passage.section)
        found.setdefault(key, Found(hit=hit, concept=concept, stored=stored, also_in=also_in))
    return list(found.values())


def _also_in(index: IndexReader, visible: Visible, row: int) -> tuple[int, ...]:
    owners = {owner for owner in map(index.owner, index.repeats(row)) if owner in visible}
    return tuple(sorted(owners - {index.owner(row)}))


def _has_weight(index: IndexReader, ask: Ask, row: int) -> bool:
    concepts = 1 + len(_also_in(index, ask.visible, row))
    return concepts < _MANY and _is_current(index, ask, row)


def _is_current(index: IndexReader, ask: Ask, row: int) -> bool:
    concept = index.concept(index.owner(row))
    return (
        concept.status is Status.STABLE
        and not is_stale_record(concept, ask.now)
        and not _has_newer(concept, ask)
    )


def _has_newer(concept: ConceptRecord, ask: Ask) -> bool:
    """Whether the caller may see a newer edition, and does not ask for this one by its year or version."""
    seen = any(newer in ask.visible for newer in concept.newer)
    return seen and not names_edition(concept.title, ask.question)
