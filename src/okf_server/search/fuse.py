"""Combine the keyword and the semantic ranking into one."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from okf_server.index.analyze import has_unspaced
from okf_server.index.keyword import Ranked
from okf_server.model.answer import MatchedBy

DENSE_WEIGHT = 0.3
"""Of the convex combination; the weight that was no worse than either side on Korean test sets."""

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


def fuse(
    question: str, *, keyword: Sequence[Ranked], semantic: Sequence[Ranked], blend: Blend
) -> list[Fused]:
    """All rows of both rankings, best first; equal scores go by the semantic side.

    Scores compare within one answer only; without a semantic side they are shares of the best.

    `auto` takes reciprocal ranks, which do best on English documents, but the convex combination for a
    question in a script without spaces, where a small model's ranking is the weaker one.
    """
    scores = _scores(_chosen(blend, question), keyword, semantic)
    keyword_ranks, semantic_ranks = _ranks(keyword), _ranks(semantic)
    fused = (
        Fused(row, score, keyword_ranks.get(row), semantic_ranks.get(row))
        for row, score in scores.items()
    )
    return sorted(fused, key=_order)


def relevance(*, keyword: Sequence[Ranked], semantic: Sequence[Ranked]) -> Mapping[int, float]:
    """How relevant each row is beside the best of each side, 0 to 1, where ranks alone tell only the order.

    The mean of its share of the best keyword score and its place between the lowest and the highest
    similarity, since similarities of a model are squeezed into a small band.
    """
    sides = [side for side in (_shares(keyword), _min_max(semantic)) if side]
    rows = {row for side in sides for row in side}
    return {row: sum(side.get(row, 0.0) for side in sides) / len(sides) for row in rows}


def _order(hit: Fused) -> tuple[float, int, int, int]:
    return (-hit.score, hit.semantic_rank or _LAST, hit.keyword_rank or _LAST, hit.row)


def _chosen(blend: Blend, question: str) -> Blend:
    if blend.method is not Fusion.AUTO:
        return blend
    return blend._replace(method=Fusion.CONVEX if has_unspaced(question) else Fusion.RRF)


def _scores(
    blend: Blend, keyword: Sequence[Ranked], semantic: Sequence[Ranked]
) -> Mapping[int, float]:
    if not semantic:
        return _shares(keyword)
    ranks = blend.method is Fusion.RRF
    placed = _reciprocal if ranks else _min_max
    best = _EQUAL if ranks else DENSE_WEIGHT
    dense = best if blend.dense_weight is None else blend.dense_weight
    sides = ((placed(keyword), 1 - dense), (placed(semantic), dense))
    scores: dict[int, float] = {}
    for side, weight in sides:
        for row, score in side.items():
            scores[row] = scores.get(row, 0.0) + weight * score
    return scores


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
