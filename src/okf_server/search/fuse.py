"""Combine the keyword and the semantic ranking into one."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from okf_server.index.keyword import Ranked
from okf_server.model.answer import MatchedBy

DENSE_WEIGHT = 0.4
"""Of the convex combination. No public set, in English or Korean, is worse than its better side by more than
.005, which was so from .4 to .5, and company files answer alike (python -m bench.retrieval)."""

_EQUAL = 0.5

_SMOOTHING = 10
"""Of reciprocal ranks (Cormack and others, SIGIR 2009). Less than the usual 60, so that the first places of
a side still differ when a factor is laid over them; on test sets it is no worse."""

_LAST = 1_000_000


class Fusion(StrEnum):
    """How two rankings become one."""

    AUTO = "auto"
    RRF = "rrf"
    CONVEX = "convex"


class Blend(NamedTuple):
    """A method and the weight of the semantic side, 0 to 1; None is what the method does best with."""

    method: Fusion = Fusion.AUTO
    dense_weight: float | None = None


class Fused(NamedTuple):
    """A row of the combined ranking; ranks count from 1, None where that side did not find it."""

    row: int
    score: float
    keyword_rank: int | None
    semantic_rank: int | None

    @property
    def matched_by(self) -> MatchedBy:
        """Which side found it."""
        if self.keyword_rank is None:
            return MatchedBy.SEMANTIC
        return MatchedBy.KEYWORD if self.semantic_rank is None else MatchedBy.BOTH


def fuse(*, keyword: Sequence[Ranked], semantic: Sequence[Ranked], blend: Blend) -> list[Fused]:
    """All rows of both rankings, best first; equal scores go by the semantic side.

    Scores compare within one answer only; without a semantic side they are shares of the best. `auto` is
    `convex`: a score tells how much better a hit is than the next, which its rank does not.
    """
    scores = _scores(blend, keyword, semantic)
    keyword_ranks, semantic_ranks = _ranks(keyword), _ranks(semantic)
    fused = (
        Fused(row, score, keyword_ranks.get(row), semantic_ranks.get(row))
        for row, score in scores.items()
    )
    return sorted(fused, key=_order)


def relevance(*, keyword: Sequence[Ranked], semantic: Sequence[Ranked]) -> Mapping[int, float]:
    """How relevant each row is beside the best of each side, 0 to 1, where ranks alone tell only the order."""
    if not keyword:
        return _min_max(semantic)
    return _convex(keyword, semantic, _EQUAL) if semantic else _shares(keyword)


def _order(hit: Fused) -> tuple[float, int, int, int]:
    return (-hit.score, hit.semantic_rank or _LAST, hit.keyword_rank or _LAST, hit.row)


def _scores(
    blend: Blend, keyword: Sequence[Ranked], semantic: Sequence[Ranked]
) -> Mapping[int, float]:
    if not semantic:
        return _shares(keyword)
    dense = blend.dense_weight
    if blend.method is Fusion.RRF:
        sides = _reciprocal(keyword), _reciprocal(semantic)
        return _sum(*sides, _EQUAL if dense is None else dense)
    return _convex(keyword, semantic, DENSE_WEIGHT if dense is None else dense)


def _convex(
    keyword: Sequence[Ranked], semantic: Sequence[Ranked], dense: float
) -> Mapping[int, float]:
    """The share of the best keyword score, and the place between the lowest and the highest similarity.

    A keyword score has a zero that means something; similarities of a model are squeezed into a small band.
    """
    return _sum(_shares(keyword), _min_max(semantic), dense)


def _sum(
    keyword: Mapping[int, float], semantic: Mapping[int, float], dense: float
) -> Mapping[int, float]:
    rows = {**keyword, **semantic}
    return {
        row: (1 - dense) * keyword.get(row, 0.0) + dense * semantic.get(row, 0.0) for row in rows
    }


def _reciprocal(ranked: Sequence[Ranked]) -> Mapping[int, float]:
    return {row: 1 / (_SMOOTHING + rank) for row, rank in _ranks(ranked).items()}


def _shares(ranked: Sequence[Ranked]) -> Mapping[int, float]:
    return {hit.row: hit.score / ranked[0].score for hit in ranked}


def _min_max(ranked: Sequence[Ranked]) -> Mapping[int, float]:
    scores = [hit.score for hit in ranked]
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    spread = high - low
    return {hit.row: (hit.score - low) / spread if spread else 1.0 for hit in ranked}


def _ranks(ranked: Sequence[Ranked]) -> Mapping[int, int]:
    return {hit.row: rank for rank, hit in enumerate(ranked, 1)}
