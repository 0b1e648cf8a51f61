"""Choose how the two rankings are combined, by cross-validation over questions whose answers are known."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from okf_server.evaluate.questions import Question, Resolve, ask
from okf_server.model.answer import SearchResult
from okf_server.search.fuse import DENSE_WEIGHT, Fusion

Way = tuple[str, float | None]
"""A method of fusion and the weight of the semantic side."""

DEFAULT: Way = ("auto", None)
WEIGHTS = tuple(number / 20 for number in range(2, 17))
"""Weights of the semantic side in the convex combination, .1 to .8."""

WAYS: tuple[Way, ...] = (
    DEFAULT,
    *(("rrf", weight) for weight in (0.3, 0.5, 0.7)),
    *(("convex", weight) for weight in WEIGHTS),
)
_BEST = 4  # weights
_FOLDS = 10
_FEWEST = 5  # questions
WORTH = 0.005
"""nDCG that a way must gain over another on the questions that choose it, and this beyond chance."""

_ERRORS = 2.0  # standard errors

SearchBy = Callable[[str, Way], SearchResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """nDCG@10 of each way on all questions, and of the chosen and the default way on held out ones."""

    figures: Mapping[Way, float]
    held_out: float
    default: float
    chosen: Way


def tune(questions: Sequence[Question], *, search: SearchBy, resolve: Resolve) -> Tuning | None:
    """The way to combine the rankings; None with fewer than five answerable questions."""
    measured = {way: _measured(questions, way, search, resolve) for way in WAYS}
    number = len(measured[DEFAULT])
    if number < _FEWEST:
        return None
    held_out: list[float] = []
    for fold in range(_FOLDS):
        rest = [place for place in range(number) if place % _FOLDS != fold]
        way = _best(measured, rest)
        held_out += [measured[way][place] for place in range(number) if place % _FOLDS == fold]
    default = fmean(measured[DEFAULT])
    return Tuning(
        figures={way: fmean(values) for way, values in measured.items()},
        held_out=fmean(held_out),
        default=default,
        chosen=_best(measured, range(number)) if fmean(held_out) > default else DEFAULT,
    )


def _measured(
    questions: Sequence[Question], way: Way, search: SearchBy, resolve: Resolve
) -> list[float]:
    report = ask(questions, search=lambda question: search(question, way), resolve=resolve)
    return [one.ndcg for one in report.questions if one.ndcg is not None]


def is_better(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether a way leads another by enough, and by more than the questions scatter.

    A small lead that few questions make turns over with each question that is held out.
    """
    leads = [one - other for one, other in zip(ours, theirs, strict=True)]
    error = stdev(leads) / math.sqrt(len(leads)) if len(leads) > 1 else 0.0
    return fmean(leads) >= max(WORTH, _ERRORS * error)


def choose(seen: Mapping[Way, Sequence[float]]) -> Way:
    """The way to take for questions like those of which the figures are given, the default's among them.

    It is halfway between the default and the mean of the best weights, because the single best one of few
    questions is best by chance: over six sets and thirty ways to part them, this loses .0015 of nDCG@10 on
    the mean to the best fixed weight, and the best one of the other questions .005. What leads that one by more
    than chance is taken instead.
    """
    figures = {way: fmean(values) for way, values in seen.items()}
    middle = _middle({weight: figures[way] for way in figures if (weight := _convex(way))})
    best = max(figures, key=figures.__getitem__)
    return best if is_better(seen[best], seen[middle]) else middle


def _convex(way: Way) -> float | None:
    return way[1] if way[0] == Fusion.CONVEX else None


def _middle(figures: Mapping[float, float]) -> Way:
    """The way halfway between the default and the best weights; of equal ones those near the default count."""
    best = sorted(figures, key=lambda one: (-figures[one], abs(one - DENSE_WEIGHT)))[:_BEST]
    halfway = (DENSE_WEIGHT + fmean(best)) / 2
    weight = min(figures, key=lambda one: (abs(one - halfway), abs(one - DENSE_WEIGHT)))
    return DEFAULT if weight == DENSE_WEIGHT else (Fusion.CONVEX.value, weight)


def _best(measured: Mapping[Way, Sequence[float]], places: Sequence[int]) -> Way:
    """The way that some questions choose."""
    return choose({way: [values[place] for place in places] for way, values in measured.items()})
