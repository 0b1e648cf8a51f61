"""How good rankings are: graded nDCG@10, recall, MRR, and weights that are chosen on other questions."""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

DEPTH = 10
FOLDS = 5
REACH = 3
"""How many neighbours on each side a weight is judged with."""

Ranking = Sequence[str]
Grades = Mapping[str, int]


def ndcg(ranking: Ranking, grades: Grades) -> float:
    """nDCG@10 with linear gains, as trec_eval counts it."""
    gained = sum(
        max(grades.get(name, 0), 0) / math.log2(rank + 1)
        for rank, name in enumerate(ranking[:DEPTH], 1)
    )
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:DEPTH]
    ideal = sum(grade / math.log2(rank + 1) for rank, grade in enumerate(best, 1))
    return gained / ideal if ideal else 0.0


def recall(ranking: Ranking, grades: Grades, depth: int) -> float:
    """The share of the relevant documents within a depth."""
    relevant = {name for name, grade in grades.items() if grade > 0}
    return len(relevant.intersection(ranking[:depth])) / len(relevant) if relevant else 0.0


def reciprocal_rank(ranking: Ranking, grades: Grades) -> float:
    """One by the rank of the first relevant document of the first ten, 0 where there is none."""
    ranks = enumerate(ranking[:DEPTH], 1)
    return next((1 / rank for rank, name in ranks if grades.get(name, 0) > 0), 0.0)


def figures(ranking: Ranking, grades: Grades) -> dict[str, float]:
    """All figures of one question."""
    return {
        "ndcg_at_10": ndcg(ranking, grades),
        **{f"recall_at_{depth}": recall(ranking, grades, depth) for depth in (1, 5, 10)},
        "mrr_at_10": reciprocal_rank(ranking, grades),
    }


def cross_validated(scores: Mapping[float, Sequence[float]]) -> tuple[list[float], list[float]]:
    """The score of each question under the weight that was best on the other folds, and these weights.

    `scores` gives for each weight the score of every question. Folds are every fifth question. A weight is
    judged by the mean of itself and its neighbours, so that a peak of a few questions does not win; of
    weights that are equally good the least wins.
    """
    count = len(next(iter(scores.values())))
    folds = min(FOLDS, count)
    chosen = [
        _best(scores, [n for n in range(count) if n % folds != fold]) for fold in range(folds)
    ]
    return [scores[chosen[n % folds]][n] for n in range(count)], chosen


def _best(scores: Mapping[float, Sequence[float]], questions: Sequence[int]) -> float:
    weights = sorted(scores)
    if not questions:
        return weights[0]
    means = [fmean(scores[weight][n] for n in questions) for weight in weights]
    smooth = [fmean(means[max(0, n - REACH) : n + REACH + 1]) for n in range(len(means))]
    return weights[smooth.index(max(smooth))]
