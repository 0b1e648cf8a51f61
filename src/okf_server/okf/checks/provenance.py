"""What the frontmatter of a concept says of its making: sources, generated, verified, times."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from okf_server.okf.findings import Finding, finding, shown
from okf_server.okf.trust import is_exact_time, is_stale, text_of

Meta = Mapping[str, object]

_ACTOR = re.compile(r"(?:human|process):\S+|[^\s/:]+/\S+")


def check_generated(meta: Meta) -> Iterator[Finding]:
    """OKF005, OKF016, OKF036, OKF039."""
    if "timestamp" in meta:
        yield finding("OKF016", "the legacy key `timestamp` is used")
    value = meta.get("generated")
    if value is None:
        if "timestamp" not in meta:
            yield finding("OKF005", "`generated.at` is missing")
        return
    if not isinstance(value, Mapping):
        yield finding("OKF036", "`generated` is not a mapping of `by` and `at`")
        return
    if not text_of(value, "by"):
        yield finding("OKF036", "`generated` does not say by whom")
    yield from _check_actor("generated.by", text_of(value, "by"))
    if value.get("at") is None:
        yield finding("OKF005", "`generated.at` is missing")
    elif not is_exact_time(value["at"]):
        yield finding("OKF005", f"`generated.at` is {shown(value['at'])}, no datetime with offset")


def check_verified(meta: Meta) -> Iterator[Finding]:
    """OKF015, OKF017, OKF030, OKF039."""
    value = meta.get("verified")
    if value is None or value == []:
        yield finding("OKF017", "nobody is said to have verified the concept")
        return
    for entry in value if isinstance(value, list) else [value]:
        if not isinstance(entry, Mapping):
            yield finding("OKF030", f"`verified` holds {shown(entry)}, not `by` and `at`")
            continue
        actor = text_of(entry, "by")
        missing = [key for key in ("by", "at") if entry.get(key) is None]
        if missing or not actor:
            yield finding("OKF030", f"an entry of `verified` lacks {' and '.join(missing) or 'by'}")
        yield from _check_actor("verified.by", actor)
        yield from _check_time("verified.at", entry.get("at"))


def check_sources(meta: Meta) -> Iterator[Finding]:
    """OKF012, OKF015, OKF034."""
    value = meta.get("sources")
    yield from _check_window("usage_window", meta.get("usage_window"))
    if value is None or value == []:
        yield finding("OKF012", "`sources` is missing")
        return
    if not isinstance(value, list):
        yield finding("OKF034", "`sources` is not a list")
        return
    for at, entry in enumerate(value, 1):
        if not isinstance(entry, Mapping):
            yield finding("OKF034", f"entry {at} of `sources` is not a mapping")
            continue
        if not text_of(entry, "resource"):
            yield finding("OKF034", f"entry {at} of `sources` has no `resource`")
        yield from _check_time(f"sources[{at}].last_modified", entry.get("last_modified"))
        yield from _check_window(f"sources[{at}].usage_window", entry.get("usage_window"))


def check_stale(meta: Meta, now: datetime) -> Iterator[Finding]:
    """OKF015, OKF040."""
    yield from _check_time("stale_after", meta.get("stale_after"))
    if is_stale(meta, now):
        yield finding("OKF040", f"the concept is stale since {shown(meta['stale_after'])}")


def _check_window(where: str, value: object) -> Iterator[Finding]:
    if isinstance(value, Mapping):
        for key in ("from", "to"):
            yield from _check_time(f"{where}.{key}", value.get(key))


def _check_time(where: str, value: object) -> Iterator[Finding]:
    if value is not None and not is_exact_time(value):
        yield finding("OKF015", f"`{where}` is {shown(value)}, no datetime with offset")


def _check_actor(where: str, actor: str) -> Iterator[Finding]:
    if actor and not _ACTOR.fullmatch(actor):
        yield finding("OKF039", f"`{where}` is {shown(actor)}, not in the actor form")
