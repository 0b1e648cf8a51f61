"""Older editions of a document are told from its current one by title, folder and type."""

import pytest

from okf_server.index.editions import families_of, names_edition, newer_editions
from okf_server.index.records import ConceptRecord
from okf_server.model.concept import Status, TrustTier


def record(concept_id: str, title: str, kind: str = "Policy") -> ConceptRecord:
    return ConceptRecord(
        id=concept_id,
        title=title,
        type=kind,
        description="",
        tags=(),
        status=Status.STABLE,
        trust_tier=TrustTier.UNVERIFIED,
        stale_after="",
        path="",
        source=0,
        revision="",
        access_class=0,
        first_row=0,
        rows=1,
    )


def older(*titles: str) -> dict[str, list[str]]:
    records = [record(f"hr/c{number}", title) for number, title in enumerate(titles)]
    newer = newer_editions(families_of(records))
    return {titles[one]: [titles[other] for other in others] for one, others in newer.items()}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Annual Leave Policy 2024", "Annual Leave Policy 2026"),
        ("annual leave policy (2024)", "Annual Leave Policy - 2026"),
        ("Budget FY2025", "Budget FY2026"),
        ("Handbook v1", "Handbook v2"),
        ("Handbook", "Handbook v2"),
        ("Travel Policy v2 DRAFT", "Travel Policy"),
        ("Travel Policy draft", "Travel Policy FINAL"),
        ("Travel Policy OLD", "Travel Policy"),
        ("여비 규정 초안", "여비 규정"),
    ],
)
def test_an_older_edition_knows_its_newer_one(old: str, new: str) -> None:
    assert older(old, new) == {old: [new]}
    assert older(new, old) == {old: [new]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Annual Leave Policy", "Parental Leave Policy"),
        ("Travel Policy", "Travel Policy FINAL"),
        ("Minutes 2024 March", "Minutes 2026 April"),
        ("2024", "2026"),
        ("Chapter 1", "Chapter 2"),
    ],
)
def test_different_documents_and_equal_editions_are_left_alone(one: str, other: str) -> None:
    assert older(one, other) == {}


def test_folder_and_type_must_agree() -> None:
    records = [
        record("hr/a", "Plan 2024"),
        record("it/a", "Plan 2026"),
        record("hr/b", "Plan 2026", "Note"),
    ]
    assert newer_editions(families_of(records)) == {}


def test_three_editions_know_all_that_are_newer() -> None:
    assert older("Plan 2024", "Plan 2025", "Plan 2026") == {
        "Plan 2024": ["Plan 2025", "Plan 2026"],
        "Plan 2025": ["Plan 2026"],
    }


def test_a_question_can_ask_for_an_edition() -> None:
    assert names_edition("Annual Leave Policy 2024", "How much leave did we have in 2024?")
    assert names_edition("Travel Policy v2 DRAFT", "What does the draft say?")
    assert not names_edition("Annual Leave Policy 2024", "How much leave do I have?")
