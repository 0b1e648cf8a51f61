"""Measure a base by questions: as it answers, or one way to search beside another."""

from collections.abc import Mapping, Sequence

from okf_server.app.knowledge import Knowledge
from okf_server.errors import ConfigError, ModelError, OkfError
from okf_server.evaluate.diagnose import DEPTH, Miss, diagnose
from okf_server.evaluate.drafts import draft_questions
from okf_server.evaluate.questions import Question, QuestionReport, ask
from okf_server.evaluate.strategies import HYBRID, KEYWORD, SEMANTIC, ranks_by_side, searcher
from okf_server.model.access import OPERATOR
from okf_server.search.get import check_lines
from okf_server.search.resolve import resolve
from okf_server.search.view import open_view


class Evaluation:
    """The published snapshot of a base, for as long as it is measured; raises NotFoundError without one."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._snapshot = knowledge.store.published()
        self._view = open_view(self._snapshot, knowledge.config)
        self._embedder = knowledge.embedder
        self._now = knowledge.clock()

    def report(self, questions: Sequence[Question], strategy: str) -> QuestionReport:
        """The questions, asked in one way; raises UsageError where the base cannot be searched so."""
        search = searcher(self._view, strategy, embedder=self._embedder, now=self._now)
        return ask(questions, search=search, resolve=self.resolve)

    def misses(self, report: QuestionReport, strategy: str = HYBRID) -> tuple[Miss, ...]:
        """Why expected answers are not where they should be, when they are searched in one way."""
        return tuple(
            miss
            for one in report.questions
            if any(rank is None or rank > len(one.found_at) for rank in one.ranks)
            for miss in diagnose(
                self._view,
                one,
                items=self._snapshot.manifest.items,
                resolve=self.resolve,
                sides=self._sides(one.question, strategy),
            )
        )

    def resolve(self, reference: str) -> str | None:
        """The id of the concept that a reference means, None where it or the lines that are named are not there."""
        try:
            target = resolve(self._view, reference, principal=OPERATOR)
            check_lines(self._view, target)
        except OkfError:
            return None
        return target.record.id

    def _sides(self, question: str, strategy: str) -> Mapping[str, Sequence[int]]:
        embedder = None if strategy == KEYWORD else self._embedder
        try:
            sides = ranks_by_side(self._view, question, embedder=embedder, depth=DEPTH)
        except (ModelError, ConfigError):
            sides = ranks_by_side(self._view, question, embedder=None, depth=DEPTH)
        if strategy == SEMANTIC:
            return {side: rows for side, rows in sides.items() if side == SEMANTIC}
        return sides


def drafted_questions(knowledge: Knowledge, most: int) -> str:
    """A file of questions for an owner to correct; raises NotFoundError where nothing is published."""
    return draft_questions(
        open_view(knowledge.store.published(), knowledge.config).index, most=most
    )
