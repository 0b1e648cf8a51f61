"""Measure keyword, semantic and hybrid search on one set."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from bench.retrieval.ranking import Indexed, Model, Sides, index_set, question_vectors, rank
from bench.retrieval.scoring import cross_validated, figures, ndcg
from bench.retrieval.sets import TestSet

from okf_server.evaluate.bootstrap import Interval, interval
from okf_server.evaluate.tuning import WEIGHTS
from okf_server.search.fuse import DENSE_WEIGHT, Blend, Fusion, fuse


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way to search: means of all figures, nDCG@10 of each question, and its lead over keywords."""

    means: Mapping[str, float]
    ndcg: Sequence[float]
    lead: Interval | None = None
    weights: Sequence[float] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A set measured; `ways` by their names."""

    name: str
    documents: int
    passages: int
    questions: int
    ways: Mapping[str, Way]

    def to_json(self) -> dict[str, Any]:
        """All figures, rounded to four places."""
        return {
            "set": self.name,
            "documents": self.documents,
            "passages": self.passages,
            "questions": self.questions,
            "ways": {name: dict(_way_json(way)) for name, way in self.ways.items()},
        }


def _way_json(way: Way) -> Iterator[tuple[str, object]]:
    for name, value in way.means.items():
        yield name, round(value, 4)
    yield "ndcg_at_10_interval", [round(value, 4) for value in interval(way.ndcg)[1:]]
    if way.lead:
        yield "lead_over_keyword", [round(value, 4) for value in way.lead]
    if way.weights:
        yield "weights", list(way.weights)


def measure(found: TestSet, model: Model | None) -> Figures:
    """Index a set, ask its answerable questions, and compare the ways."""
    keys = found.answerable
    texts = [found.questions[key] for key in keys]
    grades = [found.judged[key] for key in keys]
    with TemporaryDirectory(prefix="okf-bench-") as directory:
        indexed = index_set(found, Path(directory, "index"), model)
        vectors = question_vectors(texts, model) if model else [None] * len(texts)
        pairs = zip(texts, vectors, strict=True)
        sides = [rank(indexed, text, vector) for text, vector in pairs]
        ways = dict(_ways(indexed, sides, grades, semantic=model is not None))
    return Figures(
        name=found.name,
        documents=len(found.documents),
        passages=indexed.index.meta.passages,
        questions=len(keys),
        ways=ways,
    )


def _ways(
    indexed: Indexed, sides: Sequence[Sides], grades: Sequence[Mapping[str, int]], *, semantic: bool
) -> Iterator[tuple[str, Way]]:
    def way(rankings: Sequence[Sequence[str]], base: Way | None = None) -> Way:
        each = [figures(*pair) for pair in zip(rankings, grades, strict=True)]
        means = {name: fmean(one[name] for one in each) for name in each[0]}
        scores = [one["ndcg_at_10"] for one in each]
        return Way(means=means, ndcg=scores, lead=_lead(scores, base))

    keyword = way([indexed.documents(hit.row for hit in one.keyword) for one in sides])
    yield "keyword", keyword
    if not semantic:
        return
    dense = [indexed.documents(hit.row for hit in one.semantic) for one in sides]
    yield "semantic", way(dense, keyword)
    for name, fusion in {"hybrid": Fusion.AUTO, "rrf": Fusion.RRF}.items():
        yield name, way([indexed.shipped(one, fusion) for one in sides], keyword)
    scores = {
        weight: [
            ndcg(indexed.documents(convex(one, weight)), judged)
            for one, judged in zip(sides, grades, strict=True)
        ]
        for weight in WEIGHTS
    }
    held_out, weights = cross_validated(scores, DENSE_WEIGHT)
    best = max(WEIGHTS, key=lambda weight: fmean(scores[weight]))
    yield "tuned", _scored(held_out, keyword, weights)
    yield "best fixed weight", _scored(scores[best], keyword, [best])


def convex(sides: Sides, weight: float) -> list[int]:
    """The rows by the convex combination of both sides."""
    blend = Blend(Fusion.CONVEX, weight)
    return [hit.row for hit in fuse(keyword=sides.keyword, semantic=sides.semantic, blend=blend)]


def _scored(scores: Sequence[float], base: Way, weights: Sequence[float]) -> Way:
    means = {"ndcg_at_10": fmean(scores)}
    return Way(means=means, ndcg=scores, lead=_lead(scores, base), weights=weights)


def _lead(scores: Sequence[float], base: Way | None) -> Interval | None:
    if base is None:
        return None
    return interval([ours - theirs for ours, theirs in zip(scores, base.ndcg, strict=True)])
