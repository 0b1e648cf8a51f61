"""Trust tier, status and staleness, as the OKF specification derives them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from okf_server.model.concept import Status, TrustTier
from okf_server.okf import trust

NOW = datetime(2026, 7, 1, tzinfo=UTC)
HUMAN = {"by": "human:ana", "at": "2026-06-25T09:00:00Z"}
PROCESS = {"by": "process:nightly", "at": "2026-06-26T02:00:00Z"}


@pytest.mark.parametrize(
    ("verified", "tier"),
    [
        (HUMAN, TrustTier.HUMAN_REVIEWED),
        ([PROCESS, HUMAN], TrustTier.HUMAN_REVIEWED),
        ([PROCESS], TrustTier.MACHINE_CONFIRMED),
        ({"by": "agent/1.0"}, TrustTier.MACHINE_CONFIRMED),
        ({"by": "Human:ana"}, TrustTier.MACHINE_CONFIRMED),
        ({"by": "human:"}, TrustTier.UNVERIFIED),
        ({"by": ""}, TrustTier.UNVERIFIED),
        ({"at": "2026-06-25"}, TrustTier.UNVERIFIED),
        ("human:ana", TrustTier.UNVERIFIED),
        ([], TrustTier.UNVERIFIED),
        ([None, "x", ["y"]], TrustTier.UNVERIFIED),
        (True, TrustTier.UNVERIFIED),
        (None, TrustTier.UNVERIFIED),
    ],
)
def test_the_tier_follows_from_who_verified(verified: object, tier: TrustTier) -> None:
    assert trust.trust_tier({"verified": verified}) is tier


def test_no_verification_at_all_is_unverified() -> None:
    assert trust.trust_tier({}) is TrustTier.UNVERIFIED


def test_the_usable_events_are_kept_in_order() -> None:
    assert trust.verified_events({"verified": [PROCESS, "x", HUMAN, {"by": "a/1"}]}) == (
        trust.Verification("process:nightly", "2026-06-26T02:00:00Z"),
        trust.Verification("human:ana", "2026-06-25T09:00:00Z"),
        trust.Verification("a/1", ""),
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("draft", Status.DRAFT), ("deprecated", Status.DEPRECATED), ("stable", Status.STABLE),
        (" Deprecated ", Status.DEPRECATED), ("active", Status.STABLE), (3, Status.STABLE),
        (None, Status.STABLE),
    ],
)  # fmt: skip
def test_an_absent_or_unknown_status_is_stable(value: object, expected: Status) -> None:
    assert trust.status({"status": value}) is expected


@pytest.mark.parametrize(
    ("after", "stale"),
    [
        ("2026-07-01T00:00:00Z", True),
        ("2026-07-01T00:00:01Z", False),
        ("2026-07-01T01:30:00+02:00", True),
        ("2026-06-30T23:00:00-02:00", False),
        ("2026-07-01", True),
        ("2026-07-02", False),
        ("2026-07-01 00:00:00", True),
        ("2026-07-01t00:00:00z", True),
        ("9999-12-31T23:59:59-23:59", False),
        ("0001-01-01T00:00:00+23:59", True),
        ("soon", False),
        ("", False),
        (20260701, False),
        (None, False),
        (["2026-01-01"], False),
    ],
)
def test_a_concept_is_stale_from_the_instant_on(after: object, *, stale: bool) -> None:
    assert trust.is_stale({"stale_after": after}, NOW) is stale


def test_staleness_is_an_instant_whatever_the_zone_of_now() -> None:
    local = NOW.astimezone(timezone(timedelta(hours=9)))
    assert trust.is_stale({"stale_after": "2026-07-01T00:00:00Z"}, local)
    assert not trust.is_stale({"stale_after": "2026-07-01T00:00:00Z"}, local - timedelta(seconds=1))


@pytest.mark.parametrize(
    ("value", "exact"),
    [
        ("2026-06-30T14:00:00Z", True), ("2026-06-30T14:00:00.123+02:00", True),
        ("2026-06-30T14:00Z", True), ("2026-06-30", False), ("2026-06-30T14:00:00", False),
        ("2026-06-30 14:00:00Z", False), ("2026-06-31T14:00:00Z", False), ("x", False), (1, False),
    ],
)  # fmt: skip
def test_an_exact_time_is_a_datetime_with_its_offset(value: object, *, exact: bool) -> None:
    assert trust.is_exact_time(value) is exact


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["a", "b", "a", " c "], ("a", "b", "c")),
        ("a, b,,c", ("a", "b", "c")),
        ("one tag", ("one tag",)),
        ([1, True, None, "1.10", ["x"], {"y": 1}], ("1", "true", "1.10")),
        ({"a": 1}, ()), (None, ()), (7, ()), ("", ()),
    ],
)  # fmt: skip
def test_tags_of_every_form_become_a_tuple(value: object, expected: tuple[str, ...]) -> None:
    assert trust.tags({"tags": value}) == expected


@pytest.mark.parametrize(("value", "expected"), [(" a ", "a"), (3, ""), (None, ""), (["x"], "")])
def test_only_a_string_is_text(value: object, expected: str) -> None:
    assert trust.text_of({"title": value}, "title") == expected
