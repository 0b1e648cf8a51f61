"""Older editions of a document are told from its current one by title, folder and type."""

from dataclasses import replace

import pytest

from okf_server.index.editions import families_of, names_edition, newer_editions, unordered_editions
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
        ("Travel Policy v2 DRAFT", "Travel Policy"),
        ("Travel Policy draft", "Travel Policy FINAL"),
        ("Travel Policy OLD", "Travel Policy"),
        ("여비 규정 초안", "여비 규정"),
        ("Handbook v1", "Handbook v1.2"),
        ("Handbook v2", "Handbook v2.1"),
        ("Handbook v1.2", "Handbook v1.10"),
        ("Handbook v1.9", "Handbook v2.0"),
        ("Handbook 1.0", "Handbook 2.0"),
        ("Handbook Version 1", "Handbook Version 2"),
        ("Handbook (Version 1.2)", "Handbook (Version 1.10)"),
        ("Handbook 2025", "Handbook 2025 rev 2"),
        ("Handbook rev A", "Handbook rev B"),
        ("Handbook 2. Ausgabe 2024", "Handbook 2. Ausgabe 2025"),
        ("Price List 2025-01-05", "Price List 2025-11-05"),
        ("Price List 20240105", "Price List 20260105"),
        ("Price List 31.12.2024", "Price List 01.02.2025"),
        ("Price List 2024-03", "Price List 2025-03"),
        ("Price List January 2025", "Price List November 2025"),
        ("Preisliste Stand März 2025", "Preisliste Stand: 5. November 2025"),
        ("Price List March 3, 2025", "Price List 2025-03-10"),
        ("Budget FY24", "Budget FY25"),
        ("Budget FY 2024/25", "Budget FY 2025/26"),
        ("Plan 2024-2026", "Plan 2025-2027"),
        ("Results Q1 2025", "Results Q1 2026"),
        ("Minutes March 2025", "Minutes 2026-03"),
        ("Handbook 1.0 draft", "Handbook 2.0 FINAL"),
        ("Handbook 2025 rev 2", "Handbook 2026"),
        ("Handbook FINAL", "Handbook FINAL v2"),
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
        ("Chapter 1.2", "Chapter 1.10"),
        ("1.2 Scope", "1.3 Scope"),
        ("Results Q1 2026", "Results Q2 2026"),
        ("Minutes 2025-01-05", "Minutes 2025-02-05"),
        ("Monatsbericht März 2025", "Monatsbericht Mai 2025"),
        ("Handbook v2", "Handbook 2025"),
        ("Handbook", "Handbook v2"),
        ("Handbook", "Handbook 2025"),
        ("Handbook v2", "Handbook v2 2024"),
        ("Handbook 2025", "Handbook 2025-03"),
        ("Handbook 2025 rev 2", "Handbook 2025-03"),
        ("Room 1.12", "Room 1.13"),
        ("Handbook v2", "Handbook v2.0"),
        ("Handbook 2024 v3", "Handbook 2025 v1"),
        ("Handbook v2 rev 3", "Handbook v3 rev 1"),
        ("Handbook rev A", "Handbook rev 2"),
        ("Handbook v1.2a", "Handbook v1.3b"),
        ("Plan 2020-2030", "Plan 2024-2026"),
    ],
)
def test_different_documents_and_unordered_editions_are_left_alone(one: str, other: str) -> None:
    assert older(one, other) == {}


def test_folder_and_type_must_agree() -> None:
    records = [
        record("hr/a", "Plan 2024"),
        record("it/a", "Plan 2026"),
        record("hr/b", "Plan 2026", "Note"),
    ]
    assert newer_editions(families_of(records)) == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Pension Terms Ausgabe 2024.md", "Pension Terms Ausgabe 2026.md"),
        ("pension-terms-2025-01-05.md", "pension-terms-2025-11-05.md"),
        ("pension_terms_v1.2.md", "pension_terms_v1.10.md"),
    ],
)
def test_what_the_title_lacks_is_read_in_the_file_name(old: str, new: str) -> None:
    records = [
        replace(record(f"hr/c{number}", "Pension Terms"), path=f"hr/{name}")
        for number, name in enumerate((old, new))
    ]
    assert newer_editions(families_of(records)) == {0: (1,)}


def test_three_editions_know_all_that_are_newer() -> None:
    assert older("Plan 2024", "Plan 2025", "Plan 2026") == {
        "Plan 2024": ["Plan 2025", "Plan 2026"],
        "Plan 2025": ["Plan 2026"],
    }


def test_a_question_can_ask_for_an_edition() -> None:
    assert names_edition(
        record("hr/c", "Annual Leave Policy 2024"), "How much leave did we have in 2024?"
    )
    assert names_edition(record("hr/c", "Travel Policy v2 DRAFT"), "What does the draft say?")
    assert not names_edition(
        record("hr/c", "Annual Leave Policy 2024"), "How much leave do I have?"
    )
    assert names_edition(record("hr/c", "Price List January 2025"), "What did it cost in January?")
    assert names_edition(record("hr/c", "Price List 2025-01-05"), "What did it cost in 2025?")
    assert names_edition(
        record("hr/c", "Handbook v1.2"), "What does version 1.2 of the handbook say?"
    )
    assert names_edition(record("hr/c", "Handbook 1.0"), "Does 1.0 say anything of leave?")
    assert not names_edition(
        record("hr/c", "Handbook Version 1"), "Which version of the handbook holds?"
    )


def test_a_question_can_ask_for_the_edition_that_only_the_file_name_tells() -> None:
    terms = replace(record("hr/c", "Pension Terms"), path="hr/Pension Terms Ausgabe 2024.md")
    assert names_edition(terms, "What did the pension terms of 2024 say?")
    assert not names_edition(terms, "What do the pension terms say?")


@pytest.mark.parametrize("copy", ["Copy of Hotels", "Hotels (1)", "Hotels - Copy", "호텔 - 복사본"])
def test_a_copy_by_its_name_is_of_the_family_of_its_original(copy: str) -> None:
    original = "호텔" if "호텔" in copy else "Hotels"
    records = [record("hr/a", original), record("hr/b", copy)]
    families = families_of(records)
    assert unordered_editions(families) == {0: (1,), 1: (0,)}
    assert newer_editions(families) == {}
