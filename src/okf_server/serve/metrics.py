"""Counters of the server, told in the text format of Prometheus."""

import mmap
from bisect import bisect_left
from collections.abc import Iterable
from itertools import pairwise

from okf_server import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

OUTCOMES = ("ok", "error", "deadline", "failed", "refused", "cancelled")
REFUSALS = ("rate", "concurrency", "anonymous")
STATUSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

_MOST_SERIES = 1024
_BYTES = 8

_UNRECORDED = "okf_audit_failures_total"

_HEADS = {
    "okf_info": "gauge",
    "okf_calls_total": "counter",
    "okf_call_seconds": "histogram",
    "okf_calls_running": "gauge",
    "okf_requests_refused_total": "counter",
    "okf_http_responses_total": "counter",
    "okf_audit_failures_total": "counter",
}


class Metrics:
    """Every series is named before the first is counted, so that nothing a client sends can add one.

    The numbers lie in memory that forked workers share: each counts in a part of its own, and whichever is
    asked tells the sum.
    """

    def __init__(self, *, workers: int = 1) -> None:
        memory = mmap.mmap(-1, workers * _MOST_SERIES * _BYTES)
        self._values = memoryview(memory).cast("d")
        self._workers = workers
        self._first = 0
        self._series: dict[str, int] = {}
        self._tools: tuple[str, ...] = ()

    def work_as(self, worker: int) -> None:
        """Count as the worker of that number, from 0."""
        self._first = worker * _MOST_SERIES

    def know(self, tools: Iterable[str]) -> None:
        """Name all series; called once, with the tools that there are, before the first call.

        Calls of a worker before this one, which was lost, run no more.
        """
        self._tools = tuple(tools)
        for name in _series_of(self._tools):
            self._series.setdefault(name, len(self._series))
        self._values[self._first + self._series["okf_calls_running"]] = 0

    def called(self, tool: str, outcome: str, seconds: float) -> None:
        """Count a call that has ended."""
        bound = BOUNDS[at] if (at := bisect_left(BOUNDS, seconds)) < len(BOUNDS) else "+Inf"
        self._add(f'okf_calls_total{{tool="{tool}",outcome="{outcome}"}}')
        self._add(f'okf_call_seconds_bucket{{tool="{tool}",le="{bound}"}}')
        self._add(f'okf_call_seconds_sum{{tool="{tool}"}}', seconds)

    def running(self, change: int) -> None:
        """Count calls that begin (1) and end (-1)."""
        self._add("okf_calls_running", change)

    def refused(self, reason: str) -> None:
        """Count a request that a limit kept out: one of `REFUSALS`."""
        self._add(f'okf_requests_refused_total{{reason="{reason}"}}')

    def responded(self, status: int) -> None:
        """Count an HTTP response."""
        self._add(f'okf_http_responses_total{{status="{status // 100}xx"}}')

    def unrecorded(self, events: int) -> None:
        """Count events that could not be written to the record of who asked what."""
        self._add(_UNRECORDED, events)

    @property
    def events_unrecorded(self) -> int:
        """How many events no worker could write."""
        at = self._series.get(_UNRECORDED)
        return 0 if at is None else int(self._sum(at))

    def text(self) -> str:
        """All series with the sums of all workers."""
        values = {name: self._sum(at) for name, at in self._series.items()}
        for tool in self._tools:
            _accumulate(values, tool)
        values[f'okf_info{{version="{__version__}"}}'] = 1
        lines = []
        for head, kind in _HEADS.items():
            lines.append(f"# TYPE {head} {kind}")
            lines += [f"{name} {value:g}" for name, value in values.items() if _is_of(name, head)]
        return "\n".join([*lines, ""])

    def _add(self, series: str, amount: float = 1) -> None:
        at = self._series.get(series)
        if at is not None:
            self._values[self._first + at] += amount

    def _sum(self, at: int) -> float:
        return sum(self._values[at + worker * _MOST_SERIES] for worker in range(self._workers))


def _series_of(tools: tuple[str, ...]) -> Iterable[str]:
    for tool in tools:
        yield from (f'okf_calls_total{{tool="{tool}",outcome="{it}"}}' for it in OUTCOMES)
        yield from _buckets(tool)
        yield f'okf_call_seconds_sum{{tool="{tool}"}}'
    yield "okf_calls_running"
    yield from (f'okf_requests_refused_total{{reason="{it}"}}' for it in REFUSALS)
    yield from (f'okf_http_responses_total{{status="{status}"}}' for status in STATUSES)
    yield _UNRECORDED


def _buckets(tool: str) -> list[str]:
    return [f'okf_call_seconds_bucket{{tool="{tool}",le="{it}"}}' for it in (*BOUNDS, "+Inf")]


def _accumulate(values: dict[str, float], tool: str) -> None:
    """Each bucket of a histogram counts the ones below it too, and the last one is the count of all."""
    buckets = _buckets(tool)
    for below, above in pairwise(buckets):
        values[above] += values[below]
    values[f'okf_call_seconds_count{{tool="{tool}"}}'] = values[buckets[-1]]


def _is_of(series: str, head: str) -> bool:
    name = series.partition("{")[0]
    return name == head or name in {f"{head}_bucket", f"{head}_sum", f"{head}_count"}
