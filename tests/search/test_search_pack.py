"""Context packs: whole evidence within a budget, and what is said of the rest."""

from dataclasses import replace
from pathlib import Path

import pytest
from search_library import GUEST, HR, NOW, Synonyms, Written, library, written

from okf_server.model.access import OPERATOR, Principal
from okf_server.model.pack import Because, Evidence, Pack, PackRequest, PackStatus
from okf_server.search.pack import LONGEST_SECTION, pack
from okf_server.search.view import View

TRAVEL = written(
    "policies/travel",
    "# Travel\n\nIntro.\n\n## Hotels\n\nThe hotel limit is 250.\n\n## Meals\n\nSixty a day.\n",
    conflicts_with=["policies/pay"],
)
PAY = written("policies/pay", "The hotel limit of the board is 900.\n", access_class=1)
OLD = written("policies/old", "The hotel limit was 100.\n", status="deprecated")


def made(
    view: View,
    question: str = "hotel limit",
    *refs: str,
    budget: int = 10_000,
    principal: Principal = OPERATOR,
) -> Pack:
    request = PackRequest(
        question=question, refs=refs, budget=budget, cost=lambda one: len(one.text)
    )
    return pack(view, request, principal=principal, embedder=Synonyms, now=NOW)


def refs(evidence: tuple[Evidence, ...]) -> list[str]:
    return [one.ref for one in evidence]


def reasons(pack: Pack) -> dict[str, str]:
    return {one.ref: one.reason for one in pack.left_out}


def shelf(tmp_path: Path, *more: Written) -> View:
    return library(tmp_path, TRAVEL, PAY, OLD, *more)


def test_a_section_that_answers_is_taken_whole_with_its_place(tmp_path: Path) -> None:
    first = made(shelf(tmp_path), principal=GUEST).evidence[0]

    assert first.ref == "policies/travel#hotels"
    assert first.text.strip() == "## Hotels\n\nThe hotel limit is 250."
    assert first.citation.path == "docs/policies/travel.md"
    assert first.citation.locator is not None


def test_what_is_asked_for_comes_first_and_its_parts_are_not_repeated(tmp_path: Path) -> None:
    found = made(shelf(tmp_path), "hotel limit", "policies/travel", principal=GUEST)

    assert (found.evidence[0].ref, found.evidence[0].because) == (
        "policies/travel",
        Because.REFERENCE,
    )
    assert reasons(found)["policies/travel#hotels"] == "is part of policies/travel"
    assert found.status is PackStatus.SUFFICIENT


def test_what_is_deprecated_is_left_out_beside_current_evidence(tmp_path: Path) -> None:
    found = made(shelf(tmp_path), principal=GUEST)
    alone = made(library(tmp_path / "alone", OLD))

    assert reasons(found)["policies/old"] == "deprecated, and there is current evidence"
    assert refs(alone.evidence) == ["policies/old"]


def test_a_declared_conflict_brings_the_other_side(tmp_path: Path) -> None:
    found = made(shelf(tmp_path), "meals sixty a day", principal=HR)

    assert found.status is PackStatus.CONFLICTING
    assert found.conflicts == (("policies/pay", "policies/travel"),)
    other = next(one for one in found.evidence if one.concept.id == "policies/pay")
    assert other.because is Because.CONFLICT
    assert "policies/pay and policies/travel" in found.status_reason


def test_the_other_side_of_a_conflict_is_named_where_its_file_was_changed(tmp_path: Path) -> None:
    view = replace(shelf(tmp_path), digests={"bundle/policies/pay.md": "0" * 64})
    found = made(view, "meals sixty a day", principal=HR)

    assert found.status is PackStatus.CONFLICTING
    assert "policies/pay" not in {one.concept.id for one in found.evidence}
    assert "changed after it was published" in reasons(found)["policies/pay"]


def test_what_the_caller_may_not_see_changes_nothing(tmp_path: Path) -> None:
    without = library(tmp_path / "without", TRAVEL, OLD)

    for question, named in (("hotel limit", ()), ("meals", ("policies/pay",)), ("board", ())):
        hidden = made(shelf(tmp_path / question), question, *named, principal=GUEST)
        missing = made(without, question, *named, principal=GUEST)
        assert (hidden.status, hidden.status_reason) == (missing.status, missing.status_reason)
        assert refs(hidden.evidence) == refs(missing.evidence)
        assert hidden.left_out == missing.left_out
        assert hidden.conflicts == missing.conflicts == ()


@pytest.mark.parametrize("budget", [0, 20, 40, 60, 10_000])
def test_evidence_is_whole_or_left_out(tmp_path: Path, budget: int) -> None:
    view = shelf(tmp_path)
    found = made(view, budget=budget)
    sections = {"# Travel", "## Hotels", "## Meals", "The hotel"}

    assert sum(len(one.text) for one in found.evidence) <= budget
    for one in found.evidence:
        body = TRAVEL.body if one.concept.id == "policies/travel" else PAY.body
        rest = body.partition(one.text)[2]
        assert one.text[:9].strip() in {section[:9].strip() for section in sections}
        assert not rest or rest.startswith("#")
    assert budget or set(reasons(found).values()) >= {"over the budget"}
    if not found.evidence:
        assert found.status is PackStatus.INSUFFICIENT


def test_a_long_section_gives_the_passage_that_was_found(tmp_path: Path) -> None:
    body = "# Long\n\n" + "Filler about nothing at all.\n\n" * 400 + "The zebra limit is 7.\n"
    found = made(library(tmp_path, written("long", body)), "zebra limit")

    assert len(body) > LONGEST_SECTION
    assert "The zebra limit is 7." in found.evidence[0].text
    assert len(found.evidence[0].text) < LONGEST_SECTION


def test_a_reference_that_is_too_long_or_missing_is_told(tmp_path: Path) -> None:
    body = "# Long\n\n## One\n\n" + "Filler.\n\n" * 900 + "## Two\n\nShort.\n"
    view = library(tmp_path, written("long", body), written("short", "The hotel limit.\n"))
    found = made(view, "hotel", "long", "nowhere", "short")

    told = reasons(found)
    assert told["long"].endswith("name one of its sections (long, one, two)")
    assert told["nowhere"].startswith("There is no 'nowhere'")
    assert found.status is PackStatus.INSUFFICIENT
    assert found.status_reason == "2 of the references are not in the pack"


def test_evidence_without_the_questions_words_is_insufficient(tmp_path: Path) -> None:
    found = made(shelf(tmp_path), "hotel parking spaces underground garage", principal=GUEST)

    assert found.status is PackStatus.INSUFFICIENT


def test_a_question_without_words_has_no_evidence(tmp_path: Path) -> None:
    found = made(shelf(tmp_path), "?!")

    assert found.evidence == ()
    assert found.notes
