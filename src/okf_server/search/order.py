"""Order what was found: fold repeats, put what is out of date below what is current, one hit a section."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from okf_server.index.editions import names_edition
from okf_server.index.keyword import Ranked
from okf_server.index.read import IndexReader
from okf_server.index.records import ConceptRecord, StoredPassage
from okf_server.index.visible import Visible
from okf_server.model.concept import Status
from okf_server.search.fuse import Fused, Fusion, fuse
from okf_server.search.view import is_stale_record

OUT_OF_DATE = 0.75
"""A passage of a deprecated, stale, draft or older concept counts as three quarters of a current one."""

BOILERPLATE = 0.75
"""So does one that stands in many concepts: it tells what they have in common, and of none what it says."""

_MANY = 4


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
    """The passages of both rankings, best first."""
    first = fuse(ask.question, keyword=keyword, semantic=semantic, method=ask.fusion)
    weighed = sorted(first, key=lambda hit: -_currency(index, ask, hit.row))
    representative = _representatives(index, weighed)
    folded = fuse(
        ask.question,
        keyword=_folded(index, keyword, representative),
        semantic=_folded(index, semantic, representative),
        method=ask.fusion,
    )
    return _one_a_section(index, ask, folded)


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


def _one_a_section(index: IndexReader, ask: Ask, hits: Iterable[Fused]) -> list[Found]:
    found: dict[tuple[str, str], Found] = {}
    for hit in _weighed(index, ask, hits):
        concept = index.concept(index.owner(hit.row))
        stored = index.passage(hit.row)
        also_in = _also_in(index, ask.visible, hit.row)
        key = (concept.id, stored.passage.section)
        found.setdefault(key, Found(hit=hit, concept=concept, stored=stored, also_in=also_in))
    return list(found.values())


def _weighed(index: IndexReader, ask: Ask, hits: Iterable[Fused]) -> list[Fused]:
    """The hits by their scores, once repeats and what is out of date count less; ties keep their order."""

    def score(hit: Fused) -> float:
        repeated = len(_also_in(index, ask.visible, hit.row)) + 1 >= _MANY
        return hit.score * _currency(index, ask, hit.row) * (BOILERPLATE if repeated else 1.0)

    return sorted(hits, key=score, reverse=True)


def _also_in(index: IndexReader, visible: Visible, row: int) -> tuple[int, ...]:
    owners = {owner for owner in map(index.owner, index.repeats(row)) if owner in visible}
    return tuple(sorted(owners - {index.owner(row)}))


def _currency(index: IndexReader, ask: Ask, row: int) -> float:
    concept = index.concept(index.owner(row))
    current = (
        concept.status is Status.STABLE
        and not is_stale_record(concept, ask.now)
        and not _has_newer(concept, ask)
    )
    return 1.0 if current else OUT_OF_DATE


def _has_newer(concept: ConceptRecord, ask: Ask) -> bool:
    """Whether the caller may see a newer edition, and does not ask for this one by its year or version."""
    seen = any(newer in ask.visible for newer in concept.newer)
    return seen and not names_edition(concept.title, ask.question)
