"""Ways to search beside one another, and ranks beside golden ones, for people and for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from okf_server.cli.measures import QUESTION_METRICS, figure, miss_lines
from okf_server.evaluate.compare import Difference, differences
from okf_server.evaluate.diagnose import Miss
from okf_server.evaluate.golden import GoldenChanges, Moved
from okf_server.evaluate.questions import QuestionReport, to_json

_WIDTH = 14
Misses = Mapping[str, Sequence[Miss]]


def comparison_json(reports: Mapping[str, QuestionReport], misses: Misses) -> dict[str, Any]:
    """All of it."""
    return {
        "ways": {
            way: {**to_json(report), "misses": [one.to_json() for one in misses[way]]}
            for way, report in reports.items()
        },
        "differences": [one.to_json() for one in differences(reports)],
    }


def comparison_lines(
    reports: Mapping[str, QuestionReport], misses: Misses, *, all_of_them: bool
) -> Iterator[str]:
    """A line for each metric, the differences with their intervals, and why answers were missed."""
    yield "".join([f"{'':<{_WIDTH}}", *(f"{way:>{_WIDTH}}" for way in reports)]).rstrip()
    for name in QUESTION_METRICS:
        values = (figure(getattr(report, name)) for report in reports.values())
        yield "".join([f"{name:<{_WIDTH}}", *(f"{value:>{_WIDTH}}" for value in values)])
    told = differences(reports)
    yield from (_difference(one) for one in told if any(one.lead))
    if same := sum(not any(one.lead) for one in told):
        yield f"{same} more differences are 0 at every question"
    for way, found in misses.items():
        yield f"{way}: {len(found)} expected answers not in their place"
        if all_of_them:
            yield from miss_lines(found)


def _difference(one: Difference) -> str:
    mean, low, high = one.lead
    sure = "" if one.lead.decided else ", may be chance"
    return (
        f"{one.metric}: {one.second} {mean:+.3f} over {one.first} "
        f"(95 % between {low:+.3f} and {high:+.3f}{sure})"
    )


def golden_lines(changes: GoldenChanges) -> Iterator[str]:
    """What moved, what is new, what is gone."""
    yield from map(_moved, changes.moved)
    yield from (f"not in the golden file: {name}" for name in changes.unknown)
    yield from (f"only in the golden file: {name}" for name in changes.gone)
    better = len(changes.moved) - len(changes.worse)
    yield f"golden ranks: {len(changes.worse)} worse, {better} better"


def _moved(one: Moved) -> str:
    verdict = "worse" if one.worse else "better"
    before, now = (f"rank {rank}" if rank else "missed" for rank in (one.before, one.now))
    return f"{verdict:<10} {one.way}: {one.question}: {one.expected} from {before} to {now}"
