"""Measured answers and citations, for people and for programs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from okf_server.cli.counting import counted
from okf_server.evaluate.citations import CitationReport
from okf_server.evaluate.diagnose import Miss
from okf_server.evaluate.questions import METRICS, Measured, QuestionReport, to_json
from okf_server.model.locator import describe

QUESTION_METRICS = METRICS
CITATION_METRIC = "citation_fidelity"
_SHOWN_HITS = 3
_SHOWN_MISSES = 20


def figures(questions: QuestionReport, citations: CitationReport | None) -> dict[str, float | None]:
    """Every metric by its name; None where nothing was there to be measured."""
    named: dict[str, float | None] = {name: getattr(questions, name) for name in QUESTION_METRICS}
    return named if citations is None else {**named, CITATION_METRIC: citations.fraction}


class Least(NamedTuple):
    """The least that a metric may be, in one way to search or, where none is named, in each."""

    way: str
    metric: str
    value: float


def shortfalls(
    measured: Mapping[str, Mapping[str, float | None]], wanted: Iterable[Least]
) -> list[str]:
    """What is lower than it should be, in words; a metric that could not be measured falls short.

    `measured` are the figures of each way to search, by its name.
    """
    return [
        f"{f'{way}: ' if way else ''}{one.metric} is {figure(value)}, and at least {one.value} is wanted"
        for one in wanted
        for way, figures_of in measured.items()
        if one.way in ("", way)
        if (value := figures_of[one.metric]) is None or value < one.value
    ]


def unmeasured(report: QuestionReport) -> list[str]:
    """What is wrong with a report that has no figure of any answer that was expected."""
    if not report.measured_nothing:
        return []
    return ["nothing was measured: every question needs an answer that is not in the base"]


def report_json(
    questions: QuestionReport, citations: CitationReport | None, misses: Sequence[Miss]
) -> dict[str, Any]:
    """All of it."""
    known = {**to_json(questions), "misses": [one.to_json() for one in misses]}
    return known if citations is None else {**known, "citations": citations.to_json()}


def question_lines(
    report: QuestionReport, misses: Sequence[Miss], *, all_of_them: bool
) -> Iterator[str]:
    """Each question that was not answered at once, all of them where asked for, why, and the figures."""
    for one in report.questions:
        if all_of_them or one.rank != 1 or one.missing or one.all_evidence is False:
            yield from _question(one)
            yield from (_why(miss) for miss in misses if miss.question == one.question)
    for name in report.missing:
        yield f"not in the base: {name}"
    answerable = sum(one.answerable for one in report.questions)
    without = len(report.questions) - answerable
    yield (
        f"{counted(len(report.questions), 'question')}: {answerable} answerable, "
        f"{without} without an answer here; {', '.join(report.modes)} search"
    )
    yield "  ".join(f"{name} {figure(getattr(report, name))}" for name in QUESTION_METRICS)


def miss_lines(misses: Iterable[Miss]) -> Iterator[str]:
    """Each expected answer that is not in its place, and why."""
    for one in misses:
        yield f"{f'rank {one.rank}' if one.rank else 'missed':<10} {one.question}"
        yield _why(one)


def _why(one: Miss) -> str:
    return f"{'':<10} {one.expected}: {one.cause.value} ({one.detail})"


def _question(one: Measured) -> Iterator[str]:
    yield f"{_verdict(one):<10} {one.question}"
    if one.expected and one.rank != 1:
        yield f"{'':<10} expected {', '.join(one.expected)}"
    if one.rank != 1 or not one.answerable:
        yield f"{'':<10} returned {', '.join(one.returned[:_SHOWN_HITS]) or 'nothing'}"
    if one.outdated:
        yield f"{'':<10} out of date: {', '.join(one.outdated)}"


def _verdict(one: Measured) -> str:
    if not one.answerable:
        return "no answer"
    if one.rank is None:
        return "missed"
    return f"rank {one.rank}" if one.all_evidence is not False else f"rank {one.rank}, part"


def citation_lines(report: CitationReport) -> Iterator[str]:
    """How many passages stand where their citations say, by format, and those that do not."""
    for miss in report.misses[:_SHOWN_MISSES]:
        place = describe(miss.locator) or "no place"
        yield f"not found  {miss.concept}, passage {miss.ordinal}, {place}: {miss.why}"
    if len(report.misses) > _SHOWN_MISSES:
        yield f"{'':<10} {len(report.misses) - _SHOWN_MISSES} more, see --json"
    for name, one in sorted(report.formats.items()):
        yield f"citations  {name}: {one.note or f'{one.found} of {one.checked} found again'}"
    yield f"{CITATION_METRIC} {figure(report.fraction)}"


def figure(value: float | None) -> str:
    """A figure for people."""
    return "not measured" if value is None else f"{value:.3f}"
