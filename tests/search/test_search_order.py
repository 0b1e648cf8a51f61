"""What beside relevance orders the hits, and how a hit says so."""

from pathlib import Path

from search_library import GUEST, find, ids, library, written

from okf_server.model.answer import GroupBy, Hit, Wish
from okf_server.model.concept import Status

LIMIT = "The hotel limit in London is {} a night for all staff who travel on business."


def names(hit: Hit) -> list[str]:
    return [factor.name for factor in hit.factors]


def test_a_lowered_hit_says_why(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("old", LIMIT.format(150), title="Nights", status="deprecated"),
        written("new", LIMIT.format(260), title="Travel"),
        written("z", "Hotel bars.", title="Bars"),
    )
    result = find(view, "hotel limit in London")
    assert ids(result)[:2] == ["new", "old"]
    assert names(result.hits[1]) == ["deprecated"]
    assert result.hits[1].factors[0].why == "its owner has deprecated it"
    assert result.hits[0].factors == ()


def test_a_superseded_concept_ranks_below_its_successor_and_both_name_each_other(
    tmp_path: Path,
) -> None:
    view = library(
        tmp_path,
        written("rules-a", LIMIT.format(150), title="Hotel limit in London"),
        written("rules-b", LIMIT.format(260), title="Nights", supersedes="rules-a.md"),
        written("z", "Payroll is paid monthly.", title="Payroll"),
    )
    result = find(view, "hotel limit in London")
    assert ids(result)[:2] == ["rules-b", "rules-a"]
    new, old = result.hits[:2]
    assert [(one.concept, one.relation) for one in new.family] == [("rules-a", "supersedes")]
    assert [(one.concept, one.relation) for one in old.family] == [("rules-b", "superseded_by")]
    assert old.factors[0].why == "rules-b is newer"


def test_a_hidden_successor_shows_in_nothing(tmp_path: Path) -> None:
    old = written("rules-a", LIMIT.format(150), title="Hotel limit in London")
    secret = written("rules-b", LIMIT.format(260), access_class=1, supersedes=["rules-a"])
    rival = written("rules-c", LIMIT.format(300), access_class=1, conflicts_with=["rules-a"])
    seen = find(library(tmp_path, old, secret, rival), "hotel limit", principal=GUEST)
    alone = find(library(tmp_path / "alone", old), "hotel limit", principal=GUEST)
    assert seen == alone
    assert seen.hits[0].score is None


def test_versions_by_file_name_are_a_family_even_under_one_title(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("t/draft", LIMIT.format(300), title="Travel Policy", path="t/Travel Policy v2 DRAFT.docx"),
        written("t/now", LIMIT.format(260), title="Travel Policy", path="t/Travel Policy.pdf"),
        written("t/final", "Other words.", title="Travel Policy", path="t/Travel Policy FINAL.pdf"),
    )  # fmt: skip
    result = find(view, "hotel limit in London")
    assert ids(result)[:2] == ["t/now", "t/draft"]
    assert {(one.concept, one.relation) for one in result.hits[0].family} == {
        ("t/draft", "draft"),
        ("t/final", "copy"),
    }
    draft = next(hit for hit in result.hits if hit.concept.id == "t/draft")
    assert [one.why for one in draft.factors] == ["it is called a draft, t/now is current"]
    assert {(one.concept, one.relation) for one in draft.family} == {
        ("t/now", "current"),
        ("t/final", "current"),
    }
    assert names(result.hits[1]) == ["superseded"]


def test_a_reviewed_concept_goes_before_its_equal(tmp_path: Path) -> None:
    reviewed = [{"by": "human:ana", "at": "2026-01-01T00:00:00Z"}]
    view = library(
        tmp_path,
        written("a", "Hotel limit alpha.", title="One"),
        written("b", "Hotel limit gamma.", title="Two", verified=reviewed),
        vectors=False,
    )
    result = find(view, "hotel limit")
    assert ids(result) == ["b", "a"]
    assert names(result.hits[0]) == ["reviewed"]


def test_near_repeats_with_the_same_numbers_are_one_hit(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("a", LIMIT.format(260), title="One"),
        written("b", LIMIT.format(260).replace("The hotel", "This hotel"), title="Two"),
    )
    result = find(view, "hotel limit in London")
    assert len(result.hits) == 1
    (also,) = result.hits[0].also_in
    assert {also.concept, *ids(result)} == {"a", "b"}
    assert not also.exact
    assert set(also.differs) == {"the", "this"}


def test_current_concepts_with_other_numbers_are_flagged_and_old_ones_are_not(
    tmp_path: Path,
) -> None:
    view = library(
        tmp_path,
        written("a", LIMIT.format(260), title="One"),
        written("b", LIMIT.format(300), title="Two"),
        written("c", LIMIT.format(150), title="Three", status="deprecated"),
    )
    result = find(view, "hotel limit in London")
    flagged = {hit.concept.id: [one.concept for one in hit.conflicts] for hit in result.hits}
    assert flagged == {"a": ["b"], "b": ["a"], "c": []}
    assert result.hits[0].conflicts[0].relation == "likely"


def test_conflicts_that_an_owner_names_stand_on_both_sides(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("a", "Tokens live 15 minutes.", conflicts_with=["b", "nowhere"]),
        written("b", "Sessions end after a day of tokens."),
    )
    hits = {hit.concept.id: hit for hit in find(view, "tokens").hits}
    assert [one.concept for one in hits["a"].conflicts] == ["b"]
    assert [one.relation for one in hits["b"].conflicts] == ["conflicts_with"]


def test_groups_are_shown_by_their_best_hit_with_a_count(tmp_path: Path) -> None:
    body = "## One\n\nHotel rooms.\n\n## Two\n\nHotel bars.\n"
    view = library(
        tmp_path, written("x/a", body), written("x/b", "Hotel."), written("y/c", "Hotel.")
    )
    counts = {
        by: sorted(hit.members for hit in find(view, "hotel", wish=Wish(group_by=by)).hits)
        for by in GroupBy
    }
    assert counts[GroupBy.CONCEPT] == counts[GroupBy.SOURCE]
    assert max(counts[GroupBy.CONCEPT]) == 2
    assert len(counts[GroupBy.FOLDER]) <= 2
    assert set(counts[GroupBy.PASSAGE]) == {1}


def test_a_status_is_left_out_only_where_asked_for(tmp_path: Path) -> None:
    view = library(
        tmp_path, written("a", "Hotel.", status="deprecated"), written("b", "Hotel bar.")
    )
    assert set(ids(find(view, "hotel"))) == {"a", "b"}
    wish = Wish(exclude=frozenset({Status.DEPRECATED}))
    assert ids(find(view, "hotel", wish=wish)) == ["b"]


def test_each_hit_knows_where_its_rank_came_from(tmp_path: Path) -> None:
    view = library(tmp_path, written("a", "Hotel limit."), written("b", "Lodging bar."))
    first, second = find(view, "hotel limit").hits
    assert (first.keyword_rank, first.semantic_rank, first.score) == (1, 1, 1.0)
    assert second.keyword_rank is None
    assert second.score is not None
    assert second.score < 1
