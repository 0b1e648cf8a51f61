"""Choose how the two rankings are combined, by cross-validation over questions whose answers are known."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from okf_server.evaluate.questions import Question, Resolve, ask
from okf_server.model.answer import SearchResult

Way = tuple[str, float | None]
"""A method of fusion and the weight of the semantic side."""

DEFAULT: Way = ("auto", None)
WAYS: tuple[Way, ...] = (
    DEFAULT,
    *(("rrf", weight) for weight in (0.3, 0.5, 0.7)),
    *(("convex", weight) for weight in (0.2, 0.3, 0.5, 0.6, 0.7)),
)
_FOLDS = 10
_FEWEST = 5  # questions
WORTH = 0.005
"""nDCG that a way must gain over the default on the questions that choose it, and this beyond chance."""

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


def is_better(ours: Sequence[float], default: Sequence[float]) -> bool:
    """Whether a way leads the default by enough, and by more than the questions scatter.

    A small lead that few questions make turns over with each question that is held out.
    """
    leads = [one - other for one, other in zip(ours, default, strict=True)]
    error = stdev(leads) / math.sqrt(len(leads)) if len(leads) > 1 else 0.0
    return fmean(leads) >= max(WORTH, _ERRORS * error)


def _best(measured: Mapping[Way, Sequence[float]], places: Sequence[int]) -> Way:
    """The best way on some questions, the default where none is better by enough."""
    seen = {way: [values[place] for place in places] for way, values in measured.items()}
    best = max(WAYS, key=lambda way: fmean(seen[way]))
    return best if is_better(seen[best], seen[DEFAULT]) else DEFAULT
