"""Searching a snapshot: what is found, in which order, and for whom."""

from dataclasses import replace
from pathlib import Path

import pytest
from search_library import GUEST, HR, HR_ONLY, NOW, Synonyms, find, ids, library, written

from okf_server.errors import ModelError
from okf_server.model.access import Principal
from okf_server.model.answer import Filters, Hit, MatchedBy, SearchMode
from okf_server.model.concept import Status, TrustTier
from okf_server.model.locator import LinesLocator
from okf_server.model.seams import Embedder, Vector


def also(hit: Hit) -> set[str]:
    return {one.concept for one in hit.also_in}


TRAVEL = written(
    "policies/travel",
    "# Travel\n\nHow to book.\n\n## Hotels\n\nThe hotel limit in London is 250.\n\n## Meals\n\n60 a day.\n",
    title="Travel policy",
    description="Rules for travel.",
    tags=["travel"],
    verified=[{"by": "human:ana", "at": "2026-01-01T00:00:00Z"}],
)
PAYROLL = written("sops/payroll", "Payroll is paid on the last working day.\n", title="Payroll")


def test_a_hit_says_all_that_a_citation_needs(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL, PAYROLL)
    result = find(view, "hotel limit in London")
    hit = result.hits[0]
    assert result.mode is SearchMode.HYBRID
    assert result.mode_reason == ""
    assert result.snapshot.base == "acme"
    assert (hit.concept.id, hit.section, hit.headings) == (
        "policies/travel",
        "hotels",
        ("Travel", "Hotels"),
    )
    assert hit.concept.trust_tier is TrustTier.HUMAN_REVIEWED
    assert hit.concept.title == "Travel policy"
    assert hit.excerpt == "## Hotels\n\nThe hotel limit in London is 250."
    assert not hit.excerpt_truncated
    assert hit.matched_by is MatchedBy.BOTH
    assert hit.citation.uri == "file:///srv/Acme%20files/policies/travel.md"
    assert hit.citation.path == "docs/policies/travel.md"
    assert hit.citation.quote == hit.excerpt
    assert isinstance(hit.citation.locator, LinesLocator)


def test_words_that_mean_the_same_are_found_by_meaning(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL, PAYROLL)
    result = find(view, "wages")
    assert ids(result)[0] == "sops/payroll"
    assert result.hits[0].matched_by is MatchedBy.SEMANTIC
    assert "sops/payroll" not in ids(find(view, "wages", embedder=None))


def test_one_hit_stands_for_a_section(tmp_path: Path) -> None:
    long = "## Hotels\n\n" + "\n\n".join(
        f"Hotel rule {number}. " + "word " * 80 for number in range(12)
    )
    view = library(tmp_path, written("a", long), PAYROLL)
    result = find(view, "hotel")
    assert [(hit.concept.id, hit.section) for hit in result.hits].count(("a", "hotels")) == 1


def _failing() -> Embedder | None:
    raise ModelError("The endpoint is down.")


class _Other(Synonyms):
    identity = "other/2"


def test_a_question_without_a_word_asks_no_model(tmp_path: Path) -> None:
    class Silent(Synonyms):
        def query(self, text: str) -> Vector:
            raise AssertionError(text)

    view = library(tmp_path, TRAVEL)
    for question in ("", "???", " … \n", "\x00", "“”!"):
        result = find(view, question, embedder=Silent)
        assert (result.hits, result.mode) == ((), SearchMode.HYBRID)


def test_that_the_model_is_another_one_names_no_address(tmp_path: Path) -> None:
    class Elsewhere(Synonyms):
        identity = "m/https://models.internal.example:8443/v1/default/1"

    result = find(library(tmp_path, TRAVEL), "hotel limit", embedder=Elsewhere)
    assert result.mode_reason == (
        "the snapshot's vectors are of another model than the one that is configured: build again"
    )


@pytest.mark.parametrize(
    ("embedder", "reason"),
    [
        (None, "no embedder is configured"),
        (lambda: None, "no embedder is configured"),
        (_failing, "The endpoint is down."),
        (_Other, "build again"),
    ],
)
def test_without_an_embedder_search_goes_by_keyword_and_says_why(
    tmp_path: Path, embedder: object, reason: str
) -> None:
    assert embedder is None or callable(embedder)
    result = find(library(tmp_path, TRAVEL, PAYROLL), "hotel limit", embedder=embedder)
    assert result.mode is SearchMode.KEYWORD
    assert reason in result.mode_reason
    assert ids(result) == ["policies/travel"]
    assert result.hits[0].matched_by is MatchedBy.KEYWORD


@pytest.mark.parametrize(
    ("embedder", "reason"),
    [
        (_failing, "the model cannot be used now"),
        (
            _Other,
            "the snapshot's vectors are of another model than the one that is configured",
        ),
    ],
)
def test_only_the_operator_reads_what_a_model_said_and_which_one_is_configured(
    tmp_path: Path, embedder: object, reason: str
) -> None:
    assert callable(embedder)
    view = library(tmp_path, TRAVEL)
    result = find(view, "hotel", embedder=embedder, principal=Principal(id="x"))
    assert (result.mode, result.mode_reason) == (SearchMode.KEYWORD, reason)


def test_a_snapshot_without_vectors_is_searched_by_keyword(tmp_path: Path) -> None:
    result = find(library(tmp_path, TRAVEL, vectors=False), "hotel limit", embedder=_failing)
    assert result.mode is SearchMode.KEYWORD
    assert result.mode_reason == "the snapshot was built without embeddings"


@pytest.mark.parametrize("question", ["", " ", "the", "\x00", "\ud800", "a" * 100_000, '"(', "字"])
def test_any_text_is_a_question(tmp_path: Path, question: str) -> None:
    view = library(tmp_path, TRAVEL, PAYROLL)
    find(view, question)
    assert find(view, question, embedder=None).mode is SearchMode.KEYWORD


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("status", "deprecated"),
        ("status", "draft"),
        ("stale_after", "2026-01-01T00:00:00Z"),
    ],
)
def test_what_is_out_of_date_ranks_below_what_is_current(
    tmp_path: Path, key: str, value: str
) -> None:
    view = library(
        tmp_path,
        replace(written("old", "The hotel limit in London is 200 a night."), meta={key: value}),
        written("rules", "Of hotels: the limit in London is 250 a night.", title="Travel"),
        written("z", "Something else about hotel bars.", title="Bars"),
    )
    result = find(view, "hotel limit in London")
    assert ids(result)[:2] == ["rules", "old"]
    old = result.hits[1].concept
    assert old.stale or old.status is not Status.STABLE


def test_what_is_out_of_date_is_never_hidden(tmp_path: Path) -> None:
    view = library(
        tmp_path, written("old", "The hotel limit is 200.", status="deprecated"), PAYROLL
    )
    assert ids(find(view, "hotel limit"))[0] == "old"


def test_an_older_edition_ranks_below_a_newer_one_unless_it_is_asked_for(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("hr/leave-2024", "Unused leave cannot be carried over.", title="Annual Leave 2024"),
        written(
            "hr/leave-2026",
            "Up to 5 days of unused leave may be carried over.",
            title="Annual Leave 2026",
        ),
        TRAVEL,
        PAYROLL,
    )
    assert ids(find(view, "unused leave cannot be carried over"))[0] == "hr/leave-2026"
    assert ids(find(view, "leave carried over in 2024"))[0] == "hr/leave-2024"


def test_a_newer_edition_that_is_hidden_leaves_the_older_one_in_its_place(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("leave-2024", "Unused leave cannot be carried over.", title="Leave 2024"),
        written("leave-2026", "Unused leave is carried over.", title="Leave 2026", access_class=1),
        written("notes", "Unused leave cannot always be carried over.", title="Notes"),
    )
    assert (
        ids(find(view, "unused leave cannot be carried over", principal=GUEST))[0] == "leave-2024"
    )


def test_copies_are_one_hit_that_names_the_others(tmp_path: Path) -> None:
    text = "The hotel limit in London is 250."
    view = library(
        tmp_path,
        written("final", text, title="Travel FINAL"),
        written("travel", text, title="Travel"),
        written("secret", text, title="Travel board", access_class=1),
        PAYROLL,
    )
    result = find(view, "hotel limit")
    assert len(set(ids(result)) & {"final", "travel", "secret"}) == 1
    assert also(result.hits[0]) | {result.hits[0].concept.id} == {
        "final",
        "travel",
        "secret",
    }
    seen = find(view, "hotel limit", principal=GUEST).hits[0]
    assert also(seen) | {seen.concept.id} == {"final", "travel"}


def test_a_current_copy_stands_for_a_deprecated_one(tmp_path: Path) -> None:
    text = "The hotel limit in London is 250."
    view = library(
        tmp_path,
        written("a-old", text, title="Hotel limit", status="deprecated"),
        written("b", text, title="Travel"),
    )
    assert ids(find(view, "hotel limit")) == ["b"]


def test_a_passage_of_many_documents_says_little_of_each(tmp_path: Path) -> None:
    contact = "\n\n## Contact\n\nWhom to call: the desk.\n"
    view = library(
        tmp_path,
        *(
            written(f"runbook-{n}", f"Procedure {n} of the printers.{contact}", title=f"Book {n}")
            for n in range(5)
        ),
        written("incidents", "Whom to call about phishing: the security desk.", title="Incidents"),
    )
    result = find(view, "whom to call: the desk")
    assert ids(result)[0] == "incidents"
    assert len(result.hits[1].also_in) == 4


def test_hidden_concepts_are_neither_found_nor_counted(tmp_path: Path) -> None:
    hidden = written("hr/pay", "Hotel limit for the board is 900.", access_class=1)
    view = library(tmp_path, TRAVEL, hidden)
    alone = library(tmp_path / "alone", TRAVEL)
    seen, without = (
        find(view, "hotel limit", principal=GUEST),
        find(alone, "hotel limit", principal=GUEST),
    )
    assert ids(seen) == ids(without)
    assert (seen.omitted, seen.next_offset) == (without.omitted, without.next_offset)
    assert "hr/pay" in ids(find(view, "hotel limit", principal=HR))
    assert HR_ONLY.admits(HR)


def test_nobody_sees_nothing(tmp_path: Path) -> None:
    result = find(library(tmp_path, TRAVEL), "hotel", principal=Principal(id="x"))
    assert result.hits == ()


def test_filters_narrow_and_pages_follow_each_other(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        *(written(f"n/{n}", f"Hotel number {n}.", tags=["odd"] if n % 2 else []) for n in range(9)),
    )
    filters = Filters(tags=("odd",), path="n/")
    first = find(view, "hotel", filters=filters, limit=3)
    assert (len(first.hits), first.omitted, first.next_offset) == (3, 1, 3)
    second = find(view, "hotel", filters=filters, limit=3, offset=3)
    assert (len(second.hits), second.omitted, second.next_offset) == (1, 0, None)
    assert sorted(ids(first) + ids(second)) == ["n/1", "n/3", "n/5", "n/7"]
    assert find(view, "hotel", limit=0).hits == ()


def test_the_same_question_has_the_same_answer(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL, PAYROLL)
    assert find(view, "hotel or payroll") == find(view, "hotel or payroll")


def test_a_long_table_shows_its_header_with_the_row_that_answers(tmp_path: Path) -> None:
    rows = "".join(f"| CC-{n} | Owner number {n} of a department |\n" for n in range(100, 200))
    view = library(tmp_path, written("centres", "| Code | Owner |\n|---|---|\n" + rows))
    hit = find(view, "who owns CC-177?").hits[0]
    assert hit.excerpt.startswith("| Code | Owner |\n|---|---|\n| CC-1")
    assert "CC-177" in hit.citation.quote
    assert len(hit.citation.quote) <= 300


def test_korean_questions_are_fused_by_score(tmp_path: Path) -> None:
    view = library(
        tmp_path, written("a", "연차 휴가는 25일입니다."), written("b", "급여는 월말에 지급됩니다.")
    )
    assert ids(find(view, "휴가가 며칠인가요"))[0] == "a"


def test_now_decides_what_is_stale(tmp_path: Path) -> None:
    view = library(tmp_path, written("a", "Hotel.", stale_after=NOW.isoformat()))
    assert find(view, "hotel").hits[0].concept.stale


def test_repeats_hide_no_other_document(tmp_path: Path) -> None:
    same = [written(f"mail/{n:03d}", "Please mind the zorblax disclaimer.\n") for n in range(300)]
    other = written("unique", "A zorblax is kept by the gardener, far away from all disclaimers.\n")
    view = library(tmp_path, *same, other)
    for embedder in (None, Synonyms):
        result = find(view, "zorblax disclaimer", limit=50, embedder=embedder)
        assert "unique" in ids(result)
        assert any(len(hit.also_in) == 20 for hit in result.hits)


def test_one_long_document_hides_no_other(tmp_path: Path) -> None:
    long = "\n\n".join(f"## Part {n}\n\nThe walrus of part {n} swims." for n in range(400))
    view = library(tmp_path, written("long", long), written("short", "No walrus, only seals.\n"))
    assert "short" in ids(find(view, "walrus", limit=1_000, embedder=None))


@pytest.mark.parametrize("vectors", [True, False])
def test_trust_and_status_narrow_both_rankings(tmp_path: Path, *, vectors: bool) -> None:
    signed = [{"by": "human:ana", "at": "2026-11-01T00:00:00Z"}]
    view = library(
        tmp_path,
        written("a", "A hotel limit.\n"),
        written("b", "The hotel limit.\n", verified=signed),
        written("c", "One hotel limit.\n", verified=signed, status="deprecated"),
        vectors=vectors,
    )
    current = (Status.DRAFT, Status.STABLE)

    human = Filters(min_trust=TrustTier.HUMAN_REVIEWED)
    assert sorted(ids(find(view, "hotel", filters=human))) == ["b", "c"]
    assert sorted(ids(find(view, "hotel", filters=Filters(statuses=current)))) == ["a", "b"]
    both = Filters(min_trust=TrustTier.MACHINE_CONFIRMED, statuses=current)
    assert ids(find(view, "hotel", filters=both)) == ["b"]
