"""okf eval."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from okf_server.app import Knowledge
from okf_server.app.evaluating import Evaluation
from okf_server.app.fidelity import citation_report
from okf_server.catalog.config import FILE_NAME
from okf_server.catalog.tuned import write_fusion
from okf_server.cli.call import Call, Place, common
from okf_server.cli.comparisons import comparison_json, comparison_lines, golden_lines
from okf_server.cli.ending import Exit
from okf_server.cli.measures import (
    CITATION_METRIC,
    QUESTION_METRICS,
    Least,
    citation_lines,
    figures,
    question_lines,
    report_json,
    shortfalls,
    unmeasured,
)
from okf_server.cli.output import show, show_json, tell
from okf_server.cli.tuning import tuning_json, tuning_lines
from okf_server.errors import UsageError
from okf_server.evaluate.golden import GoldenChanges, compare_golden, read_golden, write_golden
from okf_server.evaluate.metrics import DEPTH
from okf_server.evaluate.questions import Question, QuestionReport, ask, read_questions
from okf_server.evaluate.strategies import STRATEGIES, parse_strategies
from okf_server.evaluate.tuning import tune
from okf_server.model.answer import Wish

SEARCH = "search"
"""The way in which a base answers, in a golden file."""


class Threshold(click.ParamType[Least]):
    """`[WAY:]METRIC=VALUE` with a known metric and a value from 0 to 1."""

    name = "[WAY:]METRIC=VALUE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Least:
        """The way, the metric and the value."""
        named, _, number = str(value).partition("=")
        way, _, name = named.rpartition(":")
        known = (*QUESTION_METRICS, CITATION_METRIC)
        if name not in known:
            self.fail(f"{name!r} is none of {', '.join(known)}.", param, ctx)
        if way and way not in STRATEGIES:
            self.fail(f"{way!r} is none of {', '.join(STRATEGIES)}.", param, ctx)
        try:
            least = float(number)
        except ValueError:
            self.fail(f"{number!r} is no number; write {name}=0.9", param, ctx)
        if not 0 <= least <= 1:
            self.fail(f"{number} is not between 0 and 1.", param, ctx)
        return Least(way=way, metric=name, value=least)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """What is to be measured, and what it is to be held against."""

    thresholds: tuple[Least, ...]
    citations: bool
    compare: str | None
    golden: Path | None
    update: bool
    tuned: bool
    write: bool

    def check(self) -> tuple[str, ...]:
        """The ways to compare; raises UsageError for options that do not go together."""
        ways = parse_strategies(self.compare) if self.compare is not None else ()
        for refused, message, hint in self._refusals(compared=bool(ways)):
            if refused:
                raise UsageError(message, hint=hint)
        for one in self.thresholds:
            if one.metric == CITATION_METRIC and not self.citations:
                raise UsageError(
                    f"{CITATION_METRIC} is measured only with --citations.", hint="Add --citations."
                )
            if one.way and one.way not in ways:
                raise UsageError(
                    f"{one.way} is measured only with --compare.",
                    hint="Add --compare with this way.",
                )
        return ways

    def _refusals(self, *, compared: bool) -> Iterator[tuple[bool, str, str]]:
        """What would be left out without a word, why, and what to do."""
        yield (
            self.update and self.golden is None,
            "--update writes the file that --golden names.",
            "Add --golden FILE, or leave --update out.",
        )
        yield (
            self.write and not self.tuned,
            "--write writes what --tune chooses.",
            "Add --tune, or leave --write out.",
        )
        yield (
            compared and self.citations,
            "--citations does not depend on the search: leave --compare out.",
            "Measure them in a call of their own.",
        )
        others = compared or self.golden is not None or self.citations or bool(self.thresholds)
        yield (
            self.tuned and others,
            "--tune is for itself: leave --compare, --golden, --citations and --fail-under out.",
            "Measure these in a call of their own.",
        )

    def check_without_questions(self) -> None:
        """Raise UsageError for what is measured by questions."""
        measured = any(one.metric != CITATION_METRIC for one in self.thresholds)
        asking = self.compare is not None or self.golden or self.tuned or measured
        if asking or not self.citations:
            raise UsageError(
                "Missing argument QUESTIONS: a file of questions is what all but --citations measures by.",
                hint="Draft one with okf suggest questions.",
            )


@click.command()
@click.argument("questions", type=Place(), required=False)
@click.option(
    "--compare", metavar="WAY,WAY", help=f"Search in several ways: {', '.join(STRATEGIES)}."
)
@click.option("--golden", type=Place(), help="Compare ranks with this file.")
@click.option("--update", is_flag=True, help="Write the file of --golden instead.")
@click.option(
    "--fail-under",
    "thresholds",
    multiple=True,
    type=Threshold(),
    help="End with 1 where a metric is lower.",
)
@click.option("--citations", is_flag=True, help="Find each citation again in its original.")
@click.option("--tune", "tuned", is_flag=True, help="Choose how the rankings are combined.")
@click.option("--write", is_flag=True, help="With --tune: write the choice into okf.yaml.")
@common
def command(call: Call, *, questions: Path | None, **options: Any) -> int:
    r"""Measure the answers to your own questions.

    QUESTIONS is a YAML file: questions with what should answer them (docs/cli.md shows one). Only --citations
    needs none. --fail-under can be given several times.

    \b
    okf eval questions.yaml
    okf eval questions.yaml --fail-under hit_at_5=0.9 --json
    okf eval questions.yaml --compare keyword,semantic,hybrid
    okf eval questions.yaml --golden ranks.json
    okf eval --citations
    """
    wanted = _Wanted(**options)
    ways = wanted.check()
    if questions is None:
        wanted.check_without_questions()
        return _cited(call, Knowledge(call.base), wanted)
    asked = read_questions(questions)
    knowledge = Knowledge(call.base)
    if wanted.tuned:
        return _tune(call, knowledge, asked, write=wanted.write)
    if ways:
        return _compared(call, knowledge, asked, wanted)
    return _measured(call, knowledge, asked, wanted)


def _measured(call: Call, knowledge: Knowledge, asked: Sequence[Question], wanted: _Wanted) -> int:
    evaluation = Evaluation(knowledge)
    report = ask(
        asked,
        search=lambda question: knowledge.search(question, limit=DEPTH),
        resolve=evaluation.resolve,
    )
    misses = evaluation.misses(report)
    found = citation_report(knowledge) if wanted.citations else None
    changes = _golden(wanted, {SEARCH: report})
    if call.as_json:
        golden = {"golden": changes.to_json()} if changes else {}
        show_json({**report_json(report, found, misses), **golden})
    else:
        show(question_lines(report, misses, all_of_them=call.verbose))
        show(golden_lines(changes) if changes else ())
        show(citation_lines(found) if found else ())
    short = shortfalls({"": figures(report, found)}, wanted.thresholds)
    return _ending([*unmeasured(report), *short], changes)


def _cited(call: Call, knowledge: Knowledge, wanted: _Wanted) -> int:
    report = citation_report(knowledge)
    if call.as_json:
        show_json({"citations": report.to_json()})
    else:
        show(citation_lines(report))
    measured = {"": {CITATION_METRIC: report.fraction}}
    return _ending(shortfalls(measured, wanted.thresholds), None)


def _compared(call: Call, knowledge: Knowledge, asked: Sequence[Question], wanted: _Wanted) -> int:
    evaluation = Evaluation(knowledge)
    reports = {way: evaluation.report(asked, way) for way in wanted.check()}
    misses = {way: evaluation.misses(report, way) for way, report in reports.items()}
    changes = _golden(wanted, reports)
    if call.as_json:
        golden = {"golden": changes.to_json()} if changes else {}
        show_json({**comparison_json(reports, misses), **golden})
    else:
        show(comparison_lines(reports, misses, all_of_them=call.verbose))
        show(golden_lines(changes) if changes else ())
    measured = {way: figures(report, None) for way, report in reports.items()}
    nothing = dict.fromkeys(one for report in reports.values() for one in unmeasured(report))
    return _ending([*nothing, *shortfalls(measured, wanted.thresholds)], changes)


def _tune(call: Call, knowledge: Knowledge, questions: Sequence[Question], *, write: bool) -> int:
    tuning = tune(
        questions,
        search=lambda question, way: knowledge.search(
            question, limit=DEPTH, wish=Wish(fusion=way[0], dense_weight=way[1])
        ),
        resolve=Evaluation(knowledge).resolve,
    )
    if tuning is None:
        raise UsageError(
            "There are too few questions with an answer in the base to tune by.",
            hint="Draft some with okf suggest questions, and say what answers them.",
        )
    if call.as_json:
        show_json(tuning_json(tuning))
    else:
        show(tuning_lines(tuning))
    if write:
        write_fusion(knowledge.directory / FILE_NAME, *tuning.chosen)
    return Exit.OK


def _golden(wanted: _Wanted, reports: dict[str, QuestionReport]) -> GoldenChanges | None:
    if wanted.golden is None:
        return None
    if wanted.update:
        write_golden(wanted.golden, reports)
        tell(f"{wanted.golden} is written.")
        return None
    return compare_golden(read_golden(wanted.golden), reports)


def _ending(short: Sequence[str], changes: GoldenChanges | None) -> int:
    tell(*(f"error: {one}" for one in short))
    worse, gone = (changes.worse, changes.gone) if changes else ((), ())
    if worse:
        tell(f"error: {len(worse)} of the golden ranks got worse")
    if gone:
        tell(
            f"error: {len(gone)} of the golden file were not asked",
            "hint: Name the questions that it was written with, or write it anew: --update",
        )
    return Exit.FINDINGS if short or worse or gone else Exit.OK
