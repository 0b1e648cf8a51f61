"""What people read of items and ages."""

from datetime import UTC, datetime

import pytest

from okf_server.cli.ages import age
from okf_server.cli.items import items_json, totals, totals_line, trouble_lines
from okf_server.model.item import ItemRecord, State

ITEMS = (
    ItemRecord(path="a.md", state=State.INDEXED, concept="a"),
    ItemRecord(path="b.zip", state=State.SKIPPED, reason="unsupported kind: .zip"),
    ItemRecord(path="c.pdf", state=State.FAILED, reason="encrypted", hint="Remove the password."),
    ItemRecord(path="d.xlsx", state=State.PARTIAL, reason="sheet 2 is unreadable", concept="d"),
)


def test_the_totals_name_every_state_and_add_up() -> None:
    assert totals(ITEMS) == {"indexed": 1, "partial": 1, "skipped": 1, "failed": 1}
    assert totals_line(ITEMS) == "4 items: 1 indexed, 1 partial, 1 skipped, 1 failed"


def test_every_item_that_is_not_indexed_has_its_reason_failures_first() -> None:
    assert list(trouble_lines(ITEMS, all_of_them=False)) == [
        "failed   c.pdf: encrypted",
        "         Remove the password.",
        "partial  d.xlsx: sheet 2 is unreadable",
        "skipped  b.zip: unsupported kind: .zip",
    ]


def test_many_skipped_items_are_counted_unless_all_are_wanted() -> None:
    many = [
        ItemRecord(path=f"{number}.zip", state=State.SKIPPED, reason="unsupported kind: .zip")
        for number in range(50)
    ]
    short = list(trouble_lines(many, all_of_them=False))
    assert short[-1] == "         30 more skipped, see --verbose"
    assert len(list(trouble_lines(many, all_of_them=True))) == 50


def test_programs_get_every_item_that_is_not_indexed() -> None:
    assert [item["path"] for item in items_json(ITEMS)] == ["b.zip", "c.pdf", "d.xlsx"]


@pytest.mark.parametrize(
    ("published", "words"),
    [
        ("2026-11-30T12:00:00Z", "just now"),
        ("2026-11-30T11:59:59Z", "1 second ago"),
        ("2026-11-30T09:30:00Z", "2 hours ago"),
        ("2026-11-20T12:00:00Z", "10 days ago"),
        ("2026-12-30T12:00:00Z", "just now"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(published: str, words: str) -> None:
    assert age(published, datetime(2026, 11, 30, 12, tzinfo=UTC)) == f"{published}, {words}"


def test_a_hint_that_many_items_share_is_given_once() -> None:
    many = [
        ItemRecord(
            path=f"{number}.pdf", state=State.FAILED, reason="reader missing", hint="Get it."
        )
        for number in range(9)
    ]
    lines = list(trouble_lines(many, all_of_them=False))
    assert len(lines) == 10
    assert lines[1] == "         Get it."
