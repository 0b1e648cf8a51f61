"""An older edition stands below the one that replaced it, and neither goes further than it must."""

from itertools import pairwise
from pathlib import Path

import pytest
from search_library import find, ids, library, written

from okf_server.model.answer import GroupBy, Hit, Wish
from okf_server.search.view import View

OLD = "The hotel limit in London is 150 pounds a night for staff."
NEW = (
    "The hotel rules were written anew in spring. A night in London is paid up to a limit that the table of the "
    "finance team gives, together with all that is to be known on breakfast, parking, late arrival and laundry."
)


def filler(number: int) -> str:
    return f"Hotel number {number} in London has a pool, a bar, a sauna, {number} rooms and a garden with old trees."


@pytest.fixture
def view(tmp_path: Path) -> View:
    others = (
        written(f"f/{number:02}", filler(number), title=f"House {number}") for number in range(30)
    )
    return library(
        tmp_path,
        written("p/limits-2024", OLD, title="Hotel limits 2024"),
        written("p/limits-2026", NEW, title="Hotel limits 2026"),
        *others,
        vectors=False,
    )


def places(view: View, question: str, wish: Wish | None = None) -> list[str]:
    return ids(find(view, question, limit=40, wish=wish))


def step(hit: Hit, name: str) -> int:
    return next(one.rank for one in hit.ranks if one.name == name)


@pytest.mark.parametrize("by", [GroupBy.PASSAGE, GroupBy.CONCEPT])
def test_the_older_one_stands_just_below_its_successor(view: View, by: GroupBy) -> None:
    found = places(view, "hotel limit in London for staff a night", Wish(group_by=by))
    assert found[:2] == ["p/limits-2026", "p/limits-2024"]


def test_a_successor_that_was_far_behind_comes_to_the_older_one_and_not_the_other_way(
    tmp_path: Path,
) -> None:
    """All have the words that are asked for, in a text of four words, of thirty, of eighty."""
    said, rest = "Hotel limit London pounds.", "Breakfast laundry parking garden. "
    others = (
        written(f"f/{n:02}", f"{said} House {n}: {rest * 6}", title=f"House {n}") for n in range(30)
    )
    view = library(
        tmp_path,
        written("a", said, title="Allowance"),
        written(
            "b",
            f"{said} {rest * 20}",
            title="Rules",
            supersedes="a",
        ),
        *others,
        vectors=False,
    )
    hits = find(view, "hotel limit London pounds", limit=40).hits
    assert [hit.concept.id for hit in hits[:2]] == ["b", "a"]
    new, old = hits[:2]
    assert step(new, "lifecycle") > 20
    assert (step(new, "family"), step(old, "family")) == (1, 2)
    assert step(old, "lifecycle") == 1


def far_apart(root: Path, *, between: int) -> View:
    """An older edition that answers, a newer one that hardly does, and others between the two."""
    others = (written(f"f/{n:02}", filler(n), title=f"House {n}") for n in range(between))
    pay = "Payroll is paid monthly in London, " + "as agreed with the council of staff " * 12
    return library(
        root,
        written("a", f"{OLD} {OLD}", title="Limits"),
        written("b", pay, title="Pay", supersedes="a"),
        *others,
        vectors=False,
    )


def test_a_successor_without_a_word_of_the_matter_stays_where_it_is(tmp_path: Path) -> None:
    found = find(far_apart(tmp_path, between=30), "hotel limit a night London", limit=40)
    assert ids(found)[0] == "a"
    assert [one.name for one in found.hits[0].factors] == ["superseded", "title"]
    assert ids(found).index("b") > 20


def test_on_one_page_the_older_one_is_never_seen_first(tmp_path: Path) -> None:
    found = find(far_apart(tmp_path, between=7), "hotel limit a night London")
    assert ids(found)[:2] == ["b", "a"]


def test_each_edition_stands_above_the_one_before_it(tmp_path: Path) -> None:
    texts = {"v1": OLD, "v2": f"{OLD} It was raised.", "v3": f"{OLD} It was raised again, by far."}
    view = library(
        tmp_path,
        *(written(f"p/{key}", text, title=f"Limits {key}") for key, text in texts.items()),
        written("z", filler(1), title="House"),
        vectors=False,
    )
    found = [one for one in places(view, "hotel limit London night") if one != "z"]
    assert found == ["p/v3", "p/v2", "p/v1"]


def test_two_that_supersede_each_other_end_in_some_order(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("a", OLD, title="One", supersedes="b"),
        written("b", f"{OLD} And more.", title="Two", supersedes="a"),
    )
    assert sorted(places(view, "hotel limit in London")) == ["a", "b"]


def test_a_question_that_names_the_year_gets_it(view: View) -> None:
    assert places(view, "hotel limit in London 2024")[0] == "p/limits-2024"


def test_every_step_of_a_rank_is_told(view: View) -> None:
    hits = find(view, "hotel limit in London for staff a night", limit=40).hits
    for hit in hits:
        assert [one.name for one in hit.ranks] == [
            "fusion",
            "trust",
            "lifecycle",
            "family",
            "identifier",
        ]
    for name in ("fusion", "trust", "lifecycle", "family", "identifier"):
        assert sorted(step(hit, name) for hit in hits) == list(range(1, len(hits) + 1))
    assert all(one.ranks[-1].rank < other.ranks[-1].rank for one, other in pairwise(hits))
    assert [one.why for one in hits[0].factors if one.name == "successor"] in (
        [],
        ["it replaces p/limits-2024"],
    )


def test_a_hit_says_which_of_its_names_was_asked_for(tmp_path: Path) -> None:
    view = library(
        tmp_path, written("a", "Days off.", title="Leave of absence", aliases=["PTO", "holiday"])
    )
    (hit,) = find(view, "how much PTO is there").hits
    assert [(one.name, one.why) for one in hit.factors] == [
        ("alias", "the question has its alias PTO")
    ]


def test_a_stale_concept_says_so_and_what_it_moved(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("a", "Hotel limit one.", title="One", stale_after="2020-01-01"),
        written("b", "Hotel limit two.", title="Two"),
        vectors=False,
    )
    first, second = find(view, "hotel limit").hits
    assert [first.concept.id, second.concept.id] == ["b", "a"]
    assert [one.name for one in second.factors] == ["stale"]
    assert (step(second, "fusion"), step(second, "lifecycle")) == (1, 2)
