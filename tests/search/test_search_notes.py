"""A search that finds nothing says why, to each caller from what that caller may see."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from search_library import GUEST, HR, find, ids, library, written

from okf_server.model.answer import Filters, Wish
from okf_server.model.concept import Status, TrustTier
from okf_server.search.notes import LONGEST_QUESTION

TRAVEL = written("policies/travel", "Hotels up to 250.\n", type="Policy", tags=["travel"])
SALARY = written("hr/salary", "Salaries of all.\n", type="Secret", tags=["salary"], access_class=1)
RUNBOOK = written("ops/restart", "Restart it.\n", type="Runbook", tags=["ops"])


@pytest.mark.parametrize(
    ("filters", "note"),
    [
        (Filters(types=("Polic",)), "no concept has the type Polic; do you mean Policy?"),
        (Filters(types=("Zebra",)), "no concept has the type Zebra; there are: Policy, Runbook"),
        (Filters(tags=("travels",)), "no concept has the tag travels; do you mean travel?"),
        (Filters(path="nowhere/"), "no concept lies below the path nowhere/"),
        (Filters(types=("Policy",), tags=("ops",)), "no concept fits all filters together"),
    ],
)
def test_a_filter_that_fits_nothing_is_named(tmp_path: Path, filters: Filters, note: str) -> None:
    view = library(tmp_path, TRAVEL, RUNBOOK)
    result = find(view, "hotels", filters=filters)
    assert (result.hits, result.notes) == ((), (note,))


HUMAN = TrustTier.HUMAN_REVIEWED
LATE = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("filters", "note"),
    [
        (Filters(statuses=(Status.DRAFT,)), "no concept has the status draft"),
        (Filters(min_trust=HUMAN), "no concept has the trust of at least human-reviewed"),
        (Filters(sources=(7,)), "no concept has the source 7"),
        (Filters(modified_after=LATE),
         "no concept has the time of change after 2030-01-01T00:00:00+00:00"),
        (Filters(types=("Runbook",)),
         "the filters left nothing of what was found: type Runbook"),
        (Filters(tags=("ops",), path="ops", statuses=(Status.STABLE, Status.DRAFT)),
         "the filters left nothing of what was found: tag ops, path ops, status stable or draft"),
    ],
)  # fmt: skip
def test_filters_that_leave_nothing_of_what_is_found_are_named(
    tmp_path: Path, filters: Filters, note: str
) -> None:
    view = library(tmp_path, TRAVEL, RUNBOOK, vectors=False)
    result = find(view, "hotels", filters=filters)
    assert (result.hits, result.notes) == ((), (note,))


def test_a_question_that_finds_nothing_without_filters_blames_none(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL, RUNBOOK, vectors=False)
    result = find(view, "xylophone", filters=Filters(types=("Runbook",)))
    assert (result.hits, result.notes) == ((), ())


def test_what_only_hidden_concepts_hold_is_not_told_to_be_filtered(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL, SALARY, RUNBOOK, vectors=False)
    asked = Filters(types=("Runbook",))
    assert find(view, "salaries", filters=asked, principal=GUEST).notes == ()
    assert find(view, "salaries", filters=asked, principal=HR).notes != ()


def test_that_all_hits_have_a_status_that_was_left_out_is_told(tmp_path: Path) -> None:
    old = written("old", "Pagers for all.\n", status="deprecated")
    hidden = written("h", "Telegraphs for all.\n", status="deprecated", access_class=1)
    view = library(tmp_path, TRAVEL, old, hidden, vectors=False)
    wish = Wish(exclude=frozenset({Status.DEPRECATED, Status.DRAFT}))
    found = find(view, "pagers", wish=wish)
    assert found.hits == ()
    assert found.notes == ("all that was found is left out by its status: deprecated, draft",)
    assert find(view, "telegraphs", wish=wish, principal=GUEST).notes == ()
    assert find(view, "hotels", wish=wish).notes == ()


def test_notes_name_nothing_that_the_caller_may_not_see(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL, SALARY)
    asked = Filters(types=("Secrets",), tags=("salaries",), path="hr/")
    guest = find(view, "pay", filters=asked, principal=GUEST)
    assert guest.notes == (
        "no concept has the type Secrets; there are: Policy",
        "no concept has the tag salaries; there are: travel",
        "no concept lies below the path hr/",
    )
    assert find(view, "pay", filters=Filters(path="hr/"), principal=HR).notes == ()


def test_a_filter_that_fits_leaves_no_note(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL)
    result = find(view, "hotels", filters=Filters(types=("policy",)))
    assert (ids(result), result.notes) == (["policies/travel"], ())


@pytest.mark.parametrize("question", ["", "  ", "?!", "…", "🙂", "\0", "\ud800", "---"])
def test_a_question_without_a_letter_or_digit_finds_nothing(tmp_path: Path, question: str) -> None:
    result = find(library(tmp_path, TRAVEL), question)
    assert (result.hits, result.notes) == (
        (), ("the question has no letter and no digit: ask it in words",),
    )  # fmt: skip


def test_only_the_beginning_of_an_endless_question_counts(tmp_path: Path) -> None:
    view = library(tmp_path, TRAVEL, RUNBOOK)
    long = "hotels " + "x" * LONGEST_QUESTION
    result = find(view, long + " restart", embedder=None)
    assert ids(result) == ["policies/travel"]
    assert result.notes == ("only the first 4000 characters of the question were looked at",)
    assert find(view, long[:LONGEST_QUESTION]).notes == ()


def test_that_a_question_was_cut_is_told_where_nothing_is_found_too(tmp_path: Path) -> None:
    result = find(library(tmp_path, TRAVEL), "?" * 5_000)
    assert [note.partition(" ")[0] for note in result.notes] == ["only", "the"]
