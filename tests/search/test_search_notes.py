"""A search that finds nothing says why, to each caller from what that caller may see."""

from pathlib import Path

import pytest
from search_library import GUEST, HR, find, ids, library, written

from okf_server.model.answer import Filters
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
