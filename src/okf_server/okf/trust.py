"""Trust, lifecycle and plain values, derived from frontmatter exactly as the OKF specification says."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from okf_server.model.concept import Status, TrustTier

_HUMAN = "human:"
_DATETIME = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Verification:
    """Who confirmed a concept, and when; `at` is as written, empty where it is missing."""

    by: str
    at: str


def trust_tier(meta: Mapping[str, object]) -> TrustTier:
    """How far the concept was confirmed (section 5.3); an entry that names nobody confirms nothing."""
    actors = [event.by for event in verified_events(meta)]
    if any(actor.startswith(_HUMAN) for actor in actors):
        return TrustTier.HUMAN_REVIEWED
    return TrustTier.MACHINE_CONFIRMED if actors else TrustTier.UNVERIFIED


def verified_events(meta: Mapping[str, object]) -> tuple[Verification, ...]:
    """The usable entries of `verified`: a list of mappings, or one bare mapping (section 5.2)."""
    value = meta.get("verified")
    entries = value if isinstance(value, list) else [value]
    return tuple(
        Verification(by=actor, at=text_of(entry, "at"))
        for entry in entries
        if isinstance(entry, Mapping) and (actor := text_of(entry, "by")) not in {"", _HUMAN}
    )


def status(meta: Mapping[str, object]) -> Status:
    """Where the concept is in its life; stable where nothing known is said (section 5.4)."""
    try:
        return Status(text_of(meta, "status").lower())
    except ValueError:
        return Status.STABLE


def is_stale(meta: Mapping[str, object], now: datetime) -> bool:
    """Whether `stale_after` has come (section 5.5); a value that is no time never makes stale."""
    after = instant(meta.get("stale_after"))
    return after is not None and now >= after


def instant(value: object) -> datetime | None:
    """The time that a frontmatter value names, or None.

    A time without an offset is taken as UTC, a date as the start of its day in UTC; check OKF015 flags both.
    """
    if not isinstance(value, str):
        return None
    try:
        time = datetime.fromisoformat(value.strip().upper())
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def is_exact_time(value: object) -> bool:
    """Whether a value is what the specification asks for: an ISO 8601 datetime with its offset."""
    if not isinstance(value, str):
        return False
    return _DATETIME.fullmatch(value) is not None and instant(value) is not None


def modified(meta: Mapping[str, object]) -> str:
    """When the content last changed: `generated.at`, or the older `timestamp` without it (section 12)."""
    generated = meta.get("generated")
    at = text_of(generated, "at") if isinstance(generated, Mapping) else ""
    return at or text_of(meta, "timestamp")


def tags(meta: Mapping[str, object]) -> tuple[str, ...]:
    """The tags in their order, each once; a string is read as a list with commas."""
    return _names(meta.get("tags"))


def aliases(meta: Mapping[str, object]) -> tuple[str, ...]:
    """Other names of the subject, written as tags are."""
    return _names(meta.get("aliases"))


def _names(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list | tuple):
        return ()
    found = (_tag(each) for each in value)
    return tuple(dict.fromkeys(tag for tag in found if tag))


def _tag(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).strip() if isinstance(value, str | int | float) else ""


def text_of(meta: Mapping[str, object], key: str) -> str:
    """The string at `key` without blanks around it; empty where there is none or it is no string."""
    value = meta.get(key)
    return value.strip() if isinstance(value, str) else ""


def references(meta: Mapping[str, object], key: str) -> tuple[str, ...]:
    """The references at `key`, one or a list; what is no text is left out."""
    value = meta.get(key)
    values = value if isinstance(value, list | tuple) else [value]
    found = (each.strip() for each in values if isinstance(each, str))
    return tuple(dict.fromkeys(each for each in found if each))
