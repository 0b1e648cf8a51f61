"""How good rankings are: graded nDCG@10, recall, MRR, and weights that are chosen on other questions."""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

from okf_server.evaluate.tuning import DEFAULT, choose

DEPTH = 10
FOLDS = 10
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


def auc(with_answer: Sequence[float], without: Sequence[float]) -> float:
    """How often a question with an answer stands above one without; a tie counts half."""
    pairs = [(yes > no) + (yes == no) / 2 for yes in with_answer for no in without]
    return fmean(pairs)


def cross_validated(
    scores: Mapping[float, Sequence[float]], default: float
) -> tuple[list[float], list[float]]:
    """The score of each question under the weight that the other folds chose, and these weights.

    `scores` gives for each weight the score of every question. Folds are every tenth question.
    """
    count = len(next(iter(scores.values())))
    folds = min(FOLDS, count)
    chosen = [
        _best(scores, default, [n for n in range(count) if n % folds != fold])
        for fold in range(folds)
    ]
    return [scores[chosen[n % folds]][n] for n in range(count)], chosen


def _best(
    scores: Mapping[float, Sequence[float]], default: float, questions: Sequence[int]
) -> float:
    if not questions:
        return default
    seen = {weight: [values[n] for n in questions] for weight, values in scores.items()}
    _, chosen = choose(
        {DEFAULT: seen[default], **{("convex", weight): seen[weight] for weight in seen}}
    )
    return default if chosen is None else chosen
