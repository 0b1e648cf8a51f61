"""okf eval."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from okf_server.app import Knowledge
from okf_server.app.fidelity import citation_report
from okf_server.catalog.config import FILE_NAME
from okf_server.catalog.tuned import write_fusion
from okf_server.cli.call import Call, common
from okf_server.cli.ending import Exit
from okf_server.cli.measures import (
    CITATION_METRIC,
    QUESTION_METRICS,
    citation_lines,
    figures,
    question_lines,
    report_json,
    shortfalls,
)
from okf_server.cli.output import show, show_json, tell
from okf_server.cli.tuning import tuning_json, tuning_lines
from okf_server.errors import NotFoundError, UsageError
from okf_server.evaluate.metrics import DEPTH
from okf_server.evaluate.questions import Question, ask, read_questions
from okf_server.evaluate.tuning import tune
from okf_server.model.answer import Wish


class Threshold(click.ParamType[tuple[str, float]]):
    """`METRIC=VALUE` with a known metric and a value from 0 to 1."""

    name = "METRIC=VALUE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        """The metric and the value."""
        name, _, number = str(value).partition("=")
        known = (*QUESTION_METRICS, CITATION_METRIC)
        if name not in known:
            self.fail(f"{name!r} is none of {', '.join(known)}.", param, ctx)
        try:
            least = float(number)
        except ValueError:
            self.fail(f"{number!r} is no number; write {name}=0.9", param, ctx)
        if not 0 <= least <= 1:
            self.fail(f"{number} is not between 0 and 1.", param, ctx)
        return name, least


@click.command()
@click.argument("questions", type=click.Path(path_type=Path))
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
def command(
    call: Call,
    *,
    questions: Path,
    thresholds: tuple[tuple[str, float], ...],
    citations: bool,
    tuned: bool,
    write: bool,
) -> int:
    r"""Measure the answers to your own questions.

    QUESTIONS is a YAML file: questions with what should answer them (docs/cli.md shows one). --fail-under can be
    given several times.

    \b
    okf eval questions.yaml
    okf eval questions.yaml --fail-under hit_at_5=0.9 --json
    okf eval questions.yaml --citations
    """
    wanted = dict(thresholds)
    if CITATION_METRIC in wanted and not citations:
        raise UsageError(f"{CITATION_METRIC} is measured only with --citations.")
    asked = read_questions(questions)
    knowledge = Knowledge(call.base)
    if tuned:
        return _tune(call, knowledge, asked, write=write)
    answers = ask(
        asked,
        search=lambda question: knowledge.search(question, limit=DEPTH),
        resolve=_resolver(knowledge),
    )
    found = citation_report(knowledge) if citations else None
    if call.as_json:
        show_json(report_json(answers, found))
    else:
        show(question_lines(answers, all_of_them=call.verbose))
        show(citation_lines(found) if found else ())
    return _ending(figures(answers, found), wanted)


def _tune(call: Call, knowledge: Knowledge, questions: Sequence[Question], *, write: bool) -> int:
    tuning = tune(
        questions,
        search=lambda question, way: knowledge.search(
            question, limit=DEPTH, wish=Wish(fusion=way[0], dense_weight=way[1])
        ),
        resolve=_resolver(knowledge),
    )
    if tuning is None:
        raise UsageError("There are too few questions with an answer in the base to tune by.")
    if call.as_json:
        show_json(tuning_json(tuning))
    else:
        show(tuning_lines(tuning))
    if write:
        write_fusion(knowledge.directory / FILE_NAME, *tuning.chosen)
    return Exit.OK


def _ending(measured: Mapping[str, float | None], wanted: Mapping[str, float]) -> int:
    short = shortfalls(measured, wanted)
    tell(*(f"error: {one}" for one in short))
    return Exit.FINDINGS if short else Exit.OK


def _resolver(knowledge: Knowledge) -> Callable[[str], str | None]:
    def resolve(reference: str) -> str | None:
        try:
            return knowledge.get(reference, max_chars=1).concept.id
        except (NotFoundError, UsageError):
            return None

    return resolve
