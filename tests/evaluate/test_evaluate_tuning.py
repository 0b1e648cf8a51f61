"""Tuning takes a way only where it does better on questions that did not choose it."""

from okf_server.evaluate.questions import Question
from okf_server.evaluate.tuning import (
    DEFAULT,
    WAYS,
    WEIGHTS,
    SearchBy,
    Tuning,
    Way,
    choose,
    is_better,
    tune,
)
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


def test_of_weights_that_are_hardly_better_the_choice_goes_halfway() -> None:
    flat: dict[Way, list[float]] = {("convex", weight): [0.8, 0.6, 0.7, 0.1] for weight in WEIGHTS}
    for weight in (0.6, 0.65, 0.7, 0.75):
        flat["convex", weight] = [0.8, 0.6, 0.7, 0.102]
    assert choose({DEFAULT: [0.8, 0.6, 0.7, 0.1], **flat}) == ("convex", 0.55)


def test_where_all_ways_are_alike_the_choice_is_the_default() -> None:
    assert choose({way: [0.5, 0.7] for way in WAYS}) == DEFAULT


def test_a_way_that_leads_beyond_chance_is_chosen_as_it_is() -> None:
    seen: dict[Way, list[float]] = {way: [0.5, 0.6, 0.7] for way in WAYS}
    assert choose({**seen, ("rrf", 0.3): [0.7, 0.8, 0.9]}) == ("rrf", 0.3)
    assert choose({**seen, ("convex", 0.8): [0.7, 0.8, 0.9]}) == ("convex", 0.8)


def test_few_questions_choose_nothing() -> None:
    assert tuned(DEFAULT, QUESTIONS[:4]) is None


def test_a_lead_must_be_large_and_more_than_scatter() -> None:
    assert is_better([0.5, 0.6, 0.7], [0.4, 0.5, 0.6])
    assert not is_better([0.404, 0.504, 0.604], [0.4, 0.5, 0.6])
    assert not is_better([1.0, 0.0, 0.1, 0.1], [0.0, 0.5, 0.1, 0.1])
    assert is_better([0.5], [0.4])


def test_a_lead_that_one_question_makes_tunes_nothing() -> None:
    def search(question: str, way: Way) -> SearchResult:
        best = ("convex", 0.5) if question == "q3" else DEFAULT
        return searching(best)(question, way)

    some = [("convex", 0.5), DEFAULT]
    assert all(search("q3", way).hits for way in some)
    found = tune(QUESTIONS, search=search, resolve=lambda reference: reference)
    assert found is not None
    assert found.chosen == DEFAULT
