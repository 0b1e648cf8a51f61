"""Compare ways to search by the same questions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from okf_server.evaluate.bootstrap import Interval, interval
from okf_server.evaluate.questions import Measured, QuestionReport

_OF_A_QUESTION: Mapping[str, Callable[[Measured], float]] = {
    "hit_at_1": lambda one: float(one.rank == 1),
    "recall_at_5": lambda one: one.recall(5),
    "recall_at_10": lambda one: one.recall(10),
    "mrr": lambda one: 1 / one.rank if one.rank else 0.0,
    "ndcg_at_10": lambda one: one.ndcg or 0.0,
}

COMPARED = tuple(_OF_A_QUESTION)
"""The metrics whose differences are looked at, question by question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How far `second` is ahead of `first` in a metric: the mean over the questions, and how sure it is."""

    first: str
    second: str
    metric: str
    lead: Interval

    def to_json(self) -> dict[str, Any]:
        """The difference for programs; rounded to four places."""
        mean, low, high = (round(value, 4) for value in self.lead)
        return {
            "first": self.first,
            "second": self.second,
            "metric": self.metric,
            "mean": mean,
            "interval": [low, high],
            "decided": self.lead.decided,
        }


def differences(reports: Mapping[str, QuestionReport]) -> tuple[Difference, ...]:
    """All pairs of ways in all compared metrics; empty where no question is answerable."""
    return tuple(
        Difference(first=first, second=second, metric=metric, lead=interval(leads))
        for first, second in combinations(reports, 2)
        for metric in COMPARED
        if (leads := _leads(reports[first], reports[second], metric))
    )


def _leads(first: QuestionReport, second: QuestionReport, metric: str) -> Sequence[float]:
    value = _OF_A_QUESTION[metric]
    pairs = zip(first.questions, second.questions, strict=True)
    return [value(theirs) - value(ours) for ours, theirs in pairs if ours.answerable]
