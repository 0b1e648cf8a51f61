"""Tuning takes a way only where it does better on questions that did not choose it."""

from okf_server.evaluate.questions import Question
from okf_server.evaluate.tuning import DEFAULT, SearchBy, Tuning, Way, tune
from okf_server.model.answer import (
    Citation,
    ConceptSummary,
    Hit,
    MatchedBy,
    SearchMode,
    SearchResult,
    SnapshotMark,
)
from okf_server.model.concept import Status, TrustTier

QUESTIONS = [Question(question=f"q{number}", expected=("right",)) for number in range(10)]


def hit(name: str) -> Hit:
    concept = ConceptSummary(
        id=name, title=name, type="", description="", tags=(), status=Status.STABLE,
        trust_tier=TrustTier.UNVERIFIED, stale=False, path=name,
    )  # fmt: skip
    cited = Citation(uri="", path=name, revision="", locator=None, quote="")
    return Hit(
        concept=concept, section="", headings=(), excerpt="", excerpt_truncated=False,
        matched_by=MatchedBy.BOTH, citation=cited,
    )  # fmt: skip


def searching(best: Way) -> SearchBy:
    def search(question: str, way: Way) -> SearchResult:
        names = ["right", "wrong"] if way == best else ["wrong", "right"]
        mark = SnapshotMark(base="a", id="1", published="")
        return SearchResult(
            query=question, mode=SearchMode.HYBRID, mode_reason="", snapshot=mark,
            hits=tuple(map(hit, names)),
        )  # fmt: skip

    return search


def tuned(best: Way, questions: list[Question]) -> Tuning | None:
    return tune(questions, search=searching(best), resolve=lambda reference: reference)


def test_a_way_that_is_better_on_held_out_questions_is_chosen() -> None:
    found = tuned(("convex", 0.5), QUESTIONS)
    assert found is not None
    assert found.chosen == ("convex", 0.5)
    assert found.held_out > found.default


def test_the_default_stays_where_nothing_is_better() -> None:
    found = tuned(DEFAULT, QUESTIONS)
    assert found is not None
    assert found.chosen == DEFAULT


def test_few_questions_choose_nothing() -> None:
    assert tuned(DEFAULT, QUESTIONS[:4]) is None
