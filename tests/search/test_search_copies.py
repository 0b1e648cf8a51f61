"""Copies and near copies: one hit, the current original stands for them, and what differs is said."""

from itertools import permutations
from pathlib import Path

import pytest
from search_library import GUEST, find, ids, library, written

from okf_server.index.copies import cut_copy, is_copy
from okf_server.model.answer import AlsoIn
from okf_server.model.concept import Status, TrustTier
from okf_server.search.near import agree, differing, sense
from okf_server.serve.tools.citing import also_data, also_text

TEXT = (
    "Employees of the London office book hotels through the travel portal, which shows the "
    "approved rooms near the station, and the manager of the cost centre confirms each booking "
    "within two working days before the invoice is paid by the finance team in Leeds."
)


@pytest.mark.parametrize(
    "changed",
    [
        TEXT.replace("two working days", "three working days"),
        TEXT.replace("is paid", "is not paid"),
        TEXT.replace("confirms", "may confirm"),
        TEXT.replace("before the invoice", "after the invoice"),
        TEXT.replace("within two", "never within two"),
    ],
)
def test_what_differs_in_a_number_a_denial_or_a_demand_is_a_hit_of_its_own(
    tmp_path: Path, changed: str
) -> None:
    view = library(tmp_path, written("a", TEXT, title="A"), written("b", changed, title="B"))
    result = find(view, "book hotels in London")
    assert sorted(ids(result)) == ["a", "b"]
    assert all(hit.also_in == () for hit in result.hits)


@pytest.mark.parametrize(
    ("changed", "differs"),
    [
        (TEXT.replace("London", "Paris"), {"london", "paris"}),
        (TEXT.replace("finance", "payroll"), {"finance", "payroll"}),
        (TEXT.replace("two working days", "2 working days"), {"two", "2"}),
        (TEXT.replace("London office", "Leeds office").replace("in Leeds", "in London"), set()),
    ],
)
def test_of_near_copies_the_words_that_differ_are_named(
    tmp_path: Path, changed: str, differs: set[str]
) -> None:
    view = library(tmp_path, written("a", TEXT, title="A"), written("b", changed, title="B"))
    (hit,) = find(view, "book hotels").hits
    (also,) = hit.also_in
    assert {hit.concept.id, also.concept} == {"a", "b"}
    assert not also.exact
    assert set(also.differs) == differs
    told = also_text(also_data(hit))
    assert "also in" not in told
    assert told.startswith(f"nearly the same in {also.concept} (differs: ")
    assert all(word in told for word in differs or {"the order of the words"})


def test_a_text_that_is_the_same_but_for_blanks_and_capitals_is_exact(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("a", TEXT, title="A"),
        written("b", TEXT.replace(" ", "  ").upper(), title="B"),
    )
    (hit,) = find(view, "book hotels").hits
    assert [one.exact for one in hit.also_in] == [True]
    assert also_text(also_data(hit)).startswith("also in ")


def test_the_status_and_trust_of_what_is_folded_are_told(tmp_path: Path) -> None:
    reviewed = [{"by": "human:ana", "at": "2026-01-01T00:00:00Z"}]
    view = library(
        tmp_path,
        written("a", TEXT, title="Hotels"),
        written("b", TEXT, title="Hotels", status="deprecated"),
        written("c", TEXT.replace("London", "Paris"), title="Hotels", status="draft"),
        written("d", TEXT, title="Hotels", stale_after="2020-01-01", verified=reviewed),
    )
    (hit,) = find(view, "book hotels").hits
    assert hit.concept.id == "a"
    plain = TrustTier.UNVERIFIED
    human = TrustTier.HUMAN_REVIEWED
    assert hit.also_in == (
        AlsoIn(concept="b", status=Status.DEPRECATED, trust_tier=plain, stale=False),
        AlsoIn(concept="d", status=Status.STABLE, trust_tier=human, stale=True),
        AlsoIn(concept="c", status=Status.DRAFT, trust_tier=plain, stale=False, exact=False,
               differs=("london", "paris")),
    )  # fmt: skip
    assert also_text(also_data(hit)) == (
        "also in b (deprecated), d (stale, human-reviewed); "
        "nearly the same in c (draft, differs: london / paris)"
    )
    assert also_data(hit)[0] == {
        "concept_id": "b",
        "status": "deprecated",
        "trust_tier": "unverified",
        "stale": False,
        "match": "exact",
    }


@pytest.mark.parametrize("copied", [TEXT, TEXT.replace("London", "Paris")])
@pytest.mark.parametrize(
    "name", ["Copy of Hotels", "Hotels (1)", "Hotels - Copy", "Hotels FINAL", "Hotels - 복사본"]
)
def test_the_original_stands_for_its_copies(tmp_path: Path, copied: str, name: str) -> None:
    for number, (one, two) in enumerate(permutations(("a", "b"))):
        view = library(
            tmp_path / str(number),
            written(one, TEXT, title="Hotels", path="Hotels.md"),
            written(two, copied, title=name, path=f"{name}.md"),
        )
        for question in ("hotels", name, "Paris final copy hotels"):
            (hit,) = find(view, question).hits
            assert (hit.concept.id, [also.concept for also in hit.also_in]) == (one, [two])


@pytest.mark.parametrize("status", ["deprecated", "draft"])
def test_a_current_copy_stands_for_an_original_that_is_none(tmp_path: Path, status: str) -> None:
    view = library(
        tmp_path,
        written("a", TEXT, title="Hotels", status=status),
        written("b", TEXT.replace("London", "Paris"), title="Copy of Hotels"),
    )
    assert ids(find(view, "hotels of the London office")) == ["b"]


def test_a_hidden_copy_is_not_told_of(tmp_path: Path) -> None:
    view = library(
        tmp_path,
        written("a", TEXT, title="Copy of Hotels"),
        written("b", TEXT, title="Hotels", access_class=1),
        written("c", TEXT.replace("London", "Paris"), title="Hotels", access_class=1),
    )
    (hit,) = find(view, "hotels", principal=GUEST).hits
    assert (hit.concept.id, hit.also_in) == ("a", ())


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("Copy of Travel", "Travel"),
        ("Travel (1)", "Travel"),
        ("Travel - Copy (2)", "Travel"),
        ("travel copy 2", "travel"),
        ("Kopie von Reise", "Reise"),
        ("旅費規程のコピー", "旅費規程"),
        ("여행 규정의 사본", "여행 규정"),
        ("差旅政策 - 副本", "差旅政策"),
    ],
)
def test_a_copy_is_told_by_its_name(name: str, original: str) -> None:
    assert cut_copy(name) == (original, True)
    assert is_copy(name, "")
    assert is_copy("Travel", f"docs/{name}.pdf")


@pytest.mark.parametrize("name", ["Annex (1)", "Copy", "Photocopy", "Copy editing", "(1)", "Final"])
def test_other_names_are_those_of_originals(name: str) -> None:
    assert cut_copy(name) == (name, False)
    assert not is_copy(name, f"docs/{name}.pdf")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bis 10 von 20 Tagen.", "Bis 20 von 10 Tagen."),
        ("Das ist erlaubt.", "Das ist nicht erlaubt."),
        ("C'est permis.", "Ce n'est pas permis."),
        ("휴가를 쓸 수 있다.", "휴가를 쓸 수 없다."),
        ("残業できる。", "残業できない。"),
        ("可以报销", "不可以报销"),
        ("It does apply.", "It doesn't apply."),
    ],
)
def test_texts_that_deny_or_count_otherwise_do_not_agree(one: str, other: str) -> None:
    assert not agree(sense(one), sense(other))


def test_texts_that_are_worded_otherwise_agree_and_differ_in_words() -> None:
    one, other = sense("The hotel is near."), sense("This hotel is near.")
    assert agree(one, other)
    assert differing(one, other) == ("the", "this")


def test_a_copy_is_told_by_a_name_with_hyphens_too() -> None:
    assert is_copy("Sheet A", "ops/copy-of-sheet-a.md")
    assert is_copy("Sheet A", "ops/sheet-a-copy.md")
    assert not is_copy("Copyright", "ops/copyright-of-texts.md")
