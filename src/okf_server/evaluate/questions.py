"""Measure search by questions whose answers are known (docs/formats.md, questions)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from okf_server.catalog.fields import Fields, Origin
from okf_server.catalog.text import YAML_HINT
from okf_server.errors import ConfigError, NotFoundError
from okf_server.evaluate.expected import Part, part_of
from okf_server.evaluate.metrics import (
    DEPTH,
    all_within,
    first_rank,
    hit_at,
    mean_reciprocal_rank,
    ndcg,
)
from okf_server.model.answer import Hit, SearchResult
from okf_server.model.concept import Status
from okf_server.okf.yaml import load

_TOP = 5
_SHOWN = 60

METRICS = (
    "hit_at_1",
    "hit_at_5",
    "mrr",
    "ndcg_at_10",
    "all_evidence",
    "recall_at_1",
    "recall_at_5",
    "recall_at_10",
    "in_the_base",
)
"""The figures of a report, by name."""

Search = Callable[[str], SearchResult]
"""Answers a question with at least ten hits, where there are as many."""

Resolve = Callable[[str], str | None]
"""The id of the concept that a reference means, None where the base has no such concept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the references of all that its answer needs; nothing where the base cannot answer."""

    question: str
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One question with what came back for it.

    `missing` are expected entries that are not in the base, `rank` is the place of the first expected hit,
    `found_at` that of each entry that is in the base, `ranks` that of each expected entry. `returned` are the first ten hits as references,
    `outdated` those of the first five that are deprecated or stale. All that is expected is needed: a question of
    which the base lacks an entry, or which has none, is not `answerable` and has neither rank nor figures.
    """

    question: str
    expected: tuple[str, ...]
    missing: tuple[str, ...]
    answerable: bool
    rank: int | None
    found_at: tuple[int | None, ...]
    ranks: tuple[int | None, ...]
    ndcg: float | None
    all_evidence: bool | None
    returned: tuple[str, ...]
    outdated: tuple[str, ...]

    def recall(self, depth: int) -> float:
        """The share of the entries in the base that are within a depth; 0 without any."""
        found = [rank is not None and rank <= depth for rank in self.found_at]
        return fmean(found) if found else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionReport:
    """All questions and their figures, over the answerable ones; None where there is none of the kind.

    `all_evidence` is the share of the questions with several sources that have all of them in the first
    five hits. `modes` are the ways in which the searches ran, with the reasons.
    """

    questions: tuple[Measured, ...]
    modes: tuple[str, ...]

    @property
    def hit_at_1(self) -> float | None:
        """The share of questions that the first hit answers."""
        return hit_at(self._ranks, 1)

    @property
    def hit_at_5(self) -> float | None:
        """The share of questions that one of the first five hits answers."""
        return hit_at(self._ranks, _TOP)

    @property
    def recall_at_1(self) -> float | None:
        """The mean share of the expected entries that the first hit gives."""
        return self._recall(1)

    @property
    def recall_at_5(self) -> float | None:
        """The mean share of the expected entries in the first five hits."""
        return self._recall(_TOP)

    @property
    def recall_at_10(self) -> float | None:
        """The mean share of the expected entries in the first ten hits."""
        return self._recall(DEPTH)

    @property
    def mrr(self) -> float | None:
        """The mean reciprocal rank."""
        return mean_reciprocal_rank(self._ranks)

    @property
    def ndcg_at_10(self) -> float | None:
        """The mean normalised discounted cumulative gain."""
        values = [one.ndcg for one in self.questions if one.ndcg is not None]
        return fmean(values) if values else None

    @property
    def all_evidence(self) -> float | None:
        """How often all of several sources are there."""
        values = [one.all_evidence for one in self.questions if one.all_evidence is not None]
        return fmean(values) if values else None

    @property
    def in_the_base(self) -> float | None:
        """The share of all expected entries that the base has."""
        known = [name not in one.missing for one in self.questions for name in one.expected]
        return fmean(known) if known else None

    @property
    def measured_nothing(self) -> bool:
        """Whether answers were expected, and none of the questions could be measured."""
        return self.in_the_base is not None and not self._ranks

    @property
    def missing(self) -> tuple[str, ...]:
        """Expected entries that are not in the base."""
        return tuple(dict.fromkeys(entry for one in self.questions for entry in one.missing))

    def _recall(self, depth: int) -> float | None:
        values = [one.recall(depth) for one in self.questions if one.answerable]
        return fmean(values) if values else None

    @property
    def _ranks(self) -> list[int | None]:
        return [one.rank for one in self.questions if one.answerable]


def read_questions(path: Path) -> tuple[Question, ...]:
    """The questions of a YAML file; raises NotFoundError, or ConfigError that names the place."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise NotFoundError(f"There is no file {path}.", hint="Check the path.") from error
    except (OSError, UnicodeDecodeError) as error:
        hint = "Make it a text file in UTF-8 that you may read."
        raise ConfigError(f"{path} cannot be read: {error}", hint=hint) from error
    value, findings = load(text)
    if value is None and findings:
        message = f"{path}, line {findings[0].line}: {findings[0].message}"
        raise ConfigError(message, hint=YAML_HINT)
    origin = Origin(name=str(path), text=text)
    fields = Fields(value, origin, known=("questions",))
    entries = fields.get("questions")
    if not isinstance(entries, list) or not entries:
        raise fields.error(
            "questions", "is no list of questions", hint="Write `- question: ...` below it."
        )
    return tuple(_question(entry, origin, number) for number, entry in enumerate(entries))


def _question(entry: object, origin: Origin, number: int) -> Question:
    known = ("question", "expected", "note")
    fields = Fields(entry, origin, at=f"questions[{number}]", known=known)
    question = fields.needed("question")
    if fields.get("expected") is None:
        raise fields.error(
            "",
            f"({question[:_SHOWN]!r}) does not say what is expected",
            hint="Write `expected: []` where the documents do not answer this.",
        )
    return Question(question=question, expected=fields.texts("expected"))


def ask(questions: Sequence[Question], *, search: Search, resolve: Resolve) -> QuestionReport:
    """Ask every question and compare what comes back with what is expected."""
    answers = [search(one.question) for one in questions]
    pairs = zip(questions, answers, strict=True)
    modes = (
        f"{one.mode} ({one.mode_reason})" if one.mode_reason else str(one.mode) for one in answers
    )
    return QuestionReport(
        questions=tuple(_measured(question, answer, resolve) for question, answer in pairs),
        modes=tuple(dict.fromkeys(modes)),
    )


class _Entry(NamedTuple):
    concept: str
    part: Part


def _measured(question: Question, answer: SearchResult, resolve: Resolve) -> Measured:
    resolved = [(text, _entry(text, resolve)) for text in question.expected]
    entries = list(dict.fromkeys(entry for _, entry in resolved if entry))
    hits = answer.hits[:DEPTH]
    gains = [frozenset(n for n, entry in enumerate(entries) if _is(hit, entry)) for hit in hits]
    missing = tuple(text for text, entry in resolved if entry is None)
    answerable = bool(entries) and not missing
    found_at = {entry: _rank_of(number, gains) for number, entry in enumerate(entries)}
    return Measured(
        question=question.question,
        expected=question.expected,
        missing=missing,
        answerable=answerable,
        rank=first_rank(gains) if answerable else None,
        found_at=tuple(found_at.values()),
        ranks=tuple(found_at[entry] if entry else None for _, entry in resolved),
        ndcg=ndcg(gains, len(entries)) if answerable else None,
        all_evidence=all_within(gains, len(entries), _TOP)
        if answerable and len(entries) > 1
        else None,
        returned=tuple(map(_reference, hits)),
        outdated=tuple(_reference(hit) for hit in hits[:_TOP] if _is_outdated(hit)),
    )


def _entry(text: str, resolve: Resolve) -> _Entry | None:
    concept, part = resolve(text), part_of(text)
    return None if concept is None or part is None else _Entry(concept, part)


def _is(hit: Hit, entry: _Entry) -> bool:
    """Whether a hit is what was expected: the concept or a copy of it, and the part that was named."""
    if entry.concept != hit.concept.id and entry.concept not in {
        one.concept for one in hit.also_in
    }:
        return False
    return entry.part.holds(hit.section, hit.headings, hit.citation.locator)


def _rank_of(number: int, gains: Sequence[frozenset[int]]) -> int | None:
    return next((rank for rank, entries in enumerate(gains, 1) if number in entries), None)


def _reference(hit: Hit) -> str:
    return f"{hit.concept.id}#{hit.section}" if hit.section else hit.concept.id


def _is_outdated(hit: Hit) -> bool:
    return hit.concept.stale or hit.concept.status is Status.DEPRECATED


def to_json(report: QuestionReport) -> dict[str, Any]:
    """The report for programs; figures are rounded to four places."""
    return {
        **dict(_figures(report)),
        "answerable": sum(one.answerable for one in report.questions),
        "unanswerable": sum(not one.answerable for one in report.questions),
        "not_in_the_base": list(report.missing),
        "search_modes": list(report.modes),
        "questions": [_measured_json(one) for one in report.questions],
    }


def _figures(report: QuestionReport) -> Iterator[tuple[str, float | None]]:
    for name in METRICS:
        value: float | None = getattr(report, name)
        yield name, None if value is None else round(value, 4)


def _measured_json(one: Measured) -> dict[str, Any]:
    return {
        "question": one.question,
        "expected": list(one.expected),
        "not_in_the_base": list(one.missing),
        "answerable": one.answerable,
        "rank": one.rank,
        "found_at": list(one.found_at),
        "ndcg_at_10": None if one.ndcg is None else round(one.ndcg, 4),
        "all_evidence": one.all_evidence,
        "returned": list(one.returned),
        "outdated": list(one.outdated),
    }
