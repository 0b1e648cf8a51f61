"""Figures of a questions file: every question counts where it should."""

import json
from pathlib import Path

import pytest

from okf_server.errors import ConfigError, NotFoundError
from okf_server.evaluate.metrics import all_within, first_rank, hit_at, mean_reciprocal_rank, ndcg
from okf_server.evaluate.questions import (
    METRICS,
    Measured,
    Question,
    QuestionReport,
    ask,
    read_questions,
    to_json,
)
from okf_server.model.answer import (
    AlsoIn,
    Citation,
    ConceptSummary,
    Hit,
    MatchedBy,
    SearchMode,
    SearchResult,
    SnapshotMark,
)
from okf_server.model.concept import Status, TrustTier

BASE = {
    "travel": "travel",
    "Travel Policy.pdf": "travel",
    "travel#hotels": "travel",
    "pay": "pay",
    "pay-copy": "pay-copy",
    "old": "old",
}


def hit(
    concept: str,
    section: str = "",
    *,
    also_in: tuple[str, ...] = (),
    status: Status = Status.STABLE,
    stale: bool = False,
    headings: tuple[str, ...] = (),
) -> Hit:
    return Hit(
        concept=ConceptSummary(
            id=concept,
            title=concept,
            type="Note",
            description="",
            tags=(),
            status=status,
            trust_tier=TrustTier.UNVERIFIED,
            stale=stale,
            path=f"{concept}.md",
        ),
        section=section,
        headings=headings,
        excerpt="",
        excerpt_truncated=False,
        matched_by=MatchedBy.BOTH,
        citation=Citation(uri="", path="", revision="", locator=None, quote=""),
        also_in=tuple(
            AlsoIn(concept=name, status=Status.STABLE, trust_tier=TrustTier.UNVERIFIED, stale=False)
            for name in also_in
        ),
    )


def measure(question: Question, *hits: Hit) -> QuestionReport:
    mark = SnapshotMark(base="b", id="1", published="")

    def search(text: str) -> SearchResult:
        return SearchResult(
            query=text, mode=SearchMode.KEYWORD, mode_reason="no vectors", snapshot=mark, hits=hits
        )

    return ask([question], search=search, resolve=BASE.get)


def only(report: QuestionReport) -> Measured:
    (one,) = report.questions
    return one


def expecting(*expected: str) -> Question:
    return Question(question="q", expected=expected)


def test_the_first_expected_hit_counts() -> None:
    report = measure(expecting("travel"), hit("pay"), hit("travel"), hit("travel", "hotels"))
    assert (report.hit_at_1, report.hit_at_5, report.mrr) == (0, 1, 0.5)
    assert only(report).found_at == (2,)


def test_every_question_with_an_answer_counts_whether_or_not_anything_is_found() -> None:
    mark = SnapshotMark(base="b", id="1", published="")

    def search(text: str) -> SearchResult:
        hits = (hit("travel"),) if text == "found" else ()
        return SearchResult(
            query=text, mode=SearchMode.KEYWORD, mode_reason="", snapshot=mark, hits=hits
        )

    asked = [Question(question=text, expected=("travel",)) for text in ("found", "", "?!", "und")]
    report = ask(asked, search=search, resolve=BASE.get)
    figures = {name: getattr(report, name) for name in METRICS}
    assert figures.pop("in_the_base") == 1
    assert figures.pop("all_evidence") is None
    assert set(figures.values()) == {0.25}


@pytest.mark.parametrize("expected", ["travel", "Travel Policy.pdf"])
def test_an_entry_may_be_an_id_or_a_source_path(expected: str) -> None:
    assert measure(expecting(expected), hit("travel")).hit_at_1 == 1


def test_a_section_is_expected_with_all_below_it() -> None:
    assert measure(expecting("travel#hotels"), hit("travel", "meals")).hit_at_5 == 0
    assert measure(expecting("travel#hotels"), hit("travel", "hotels")).hit_at_1 == 1
    below = hit("travel", "breakfast", headings=("Hotels", "Breakfast"))
    assert measure(expecting("travel#hotels"), below).hit_at_1 == 1


def test_a_copy_that_a_hit_stands_for_counts() -> None:
    report = measure(expecting("pay", "pay-copy"), hit("pay", also_in=("pay-copy",)))
    assert (report.hit_at_1, report.all_evidence, report.ndcg_at_10) == (1, 1, 1)


def test_all_evidence_wants_every_source_in_the_first_five() -> None:
    others = [hit("old", str(number)) for number in range(4)]
    assert measure(expecting("travel", "pay"), hit("travel"), *others, hit("pay")).all_evidence == 0
    assert (
        measure(expecting("travel", "pay"), hit("travel"), *others[1:], hit("pay")).all_evidence
        == 1
    )
    assert measure(expecting("travel"), hit("travel")).all_evidence is None


def test_a_question_without_an_answer_has_no_figures_but_shows_what_came() -> None:
    report = measure(expecting(), hit("travel", "hotels"), hit("pay"))
    assert (report.hit_at_1, report.mrr, report.ndcg_at_10) == (None, None, None)
    assert only(report).returned == ("travel#hotels", "pay")
    assert not only(report).answerable


def test_what_is_expected_but_not_in_the_base_is_reported() -> None:
    none = measure(expecting("specs/warranty"), hit("travel"))
    assert none.missing == ("specs/warranty",)
    assert none.hit_at_1 is None


def test_a_question_of_which_one_source_is_missing_counts_as_unanswerable() -> None:
    some = measure(expecting("specs/warranty", "travel"), hit("travel"))
    assert some.missing == ("specs/warranty",)
    assert not only(some).answerable
    assert (some.hit_at_1, some.mrr, some.ndcg_at_10, some.all_evidence) == (None,) * 4
    assert (some.recall_at_1, some.recall_at_5) == (None, None)
    assert (only(some).rank, only(some).ranks) == (None, (None, 1))
    assert to_json(some)["unanswerable"] == 1


def test_deprecated_and_stale_results_are_flagged() -> None:
    report = measure(
        expecting("travel"),
        hit("travel"),
        hit("old", status=Status.DEPRECATED),
        hit("pay", stale=True),
    )
    assert only(report).outdated == ("old", "pay")


def test_the_json_has_the_keys_that_programs_rely_on() -> None:
    value = json.loads(json.dumps(to_json(measure(expecting("travel", "nowhere"), hit("travel")))))
    assert list(value)[:5] == ["hit_at_1", "hit_at_5", "mrr", "ndcg_at_10", "all_evidence"]
    assert value["not_in_the_base"] == ["nowhere"]
    assert value["search_modes"] == ["keyword (no vectors)"]
    assert value["questions"][0]["found_at"] == [1]


def test_questions_are_read_from_yaml(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_text(
        "questions:\n- question: How long?\n  expected: [a, 'b#c']\n- question: No?\n  expected: []\n- {question: One, expected: a}\n"
    )
    assert read_questions(path) == (
        Question(question="How long?", expected=("a", "b#c")),
        Question(question="No?"),
        Question(question="One", expected=("a",)),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a mapping"),
        ("questions: []", "no list of questions"),
        ("questions: 3", "no list of questions"),
        ("questions:\n- expected: [a]\n", "question is missing"),
        ("questions:\n- question: q\n  expect: [a]\n", "Did you mean 'expected'"),
        ("questions:\n- question: q\n  expected: {a: b}\n", "not a list of text"),
        ("questions:\n- [a]\n", "not a mapping"),
        ("question: q", "Did you mean 'questions'"),
        ("questions: [", "not valid YAML"),
    ],
)
def test_a_wrong_questions_file_says_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "q.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message):
        read_questions(path)


def test_a_file_that_is_missing_or_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotFoundError, match="There is no file"):
        read_questions(tmp_path / "none")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_questions(tmp_path / "binary")


def test_metrics_on_known_values() -> None:
    one, two, none = frozenset({0}), frozenset({1}), frozenset[int]()
    assert first_rank([none, one]) == 2
    assert first_rank([]) is None
    assert hit_at([1, 6, None], 5) == pytest.approx(1 / 3)
    assert mean_reciprocal_rank([1, 4, None]) == pytest.approx(1.25 / 3)
    assert ndcg([one, two], 2) == 1
    assert ndcg([none, one], 1) == pytest.approx(0.6309, abs=1e-4)
    assert ndcg([one, one, one], 2) == pytest.approx(0.6131, abs=1e-4)
    assert ndcg([none] * 10 + [one], 1) == 0
    assert all_within([one, none, two], 2, 3)
    assert not all_within([one, none, two], 2, 2)


def test_a_file_of_another_kind_is_not_poured_into_the_message(tmp_path: Path) -> None:
    (tmp_path / "users").write_text("root:x:0:0:root\n" * 1_000)
    with pytest.raises(ConfigError, match="not a mapping of keys") as caught:
        read_questions(tmp_path / "users")
    assert len(str(caught.value)) < 400
