"""When a build must not publish what it made."""

from collections.abc import Sequence

from okf_server.ingest.report import BuildOptions, Ending
from okf_server.model.item import ItemRecord, State

_MOST_DROPPED = 0.3


def refusal(
    old: Sequence[ItemRecord] | None, new: Sequence[ItemRecord], options: BuildOptions
) -> tuple[Ending, str, str] | None:
    """How a build ends that may not publish, why, and what to do; None where it may.

    `old` are the items of the snapshot that is served, None where there is none. What had failed in it already
    holds nothing up: keeping it would not bring that item back.
    """
    if old is None:
        return None if any(record.concept for record in new) else _nothing(new)
    had = [record for record in old if record.concept]
    dropped = _dropped(had, new)
    if not options.accept_deletions and (
        unlisted := _below_unlisted(dropped, new, served=len(had))
    ):
        return unlisted
    failed = _newly_failed(old, new)
    if failed and not options.allow_failures:
        reason = (
            f"{_counted(len(failed), 'item')} failed that did not before, among them {failed[0]}; "
            "the snapshot before keeps serving."
        )
        hint = "Mend or leave out what failed, or publish the rest with --allow-failures."
        return Ending.FAILURES, reason, hint
    if len(dropped) > _MOST_DROPPED * len(had) and not options.accept_deletions:
        reason = (
            f"{len(dropped)} of {_counted(len(had), 'item')} would go, among them {dropped[0]}; "
            "the snapshot before keeps serving."
        )
        hint = "Check that the sources are whole, then publish with --accept-deletions."
        return Ending.DELETIONS, reason, hint
    return None


def _below_unlisted(
    dropped: Sequence[str], new: Sequence[ItemRecord], *, served: int
) -> tuple[Ending, str, str] | None:
    """How a build ends that would lose what lies in a folder of which nothing is known."""
    folders = tuple(
        record.path for record in new if record.state is State.FAILED and record.path.endswith("/")
    )
    below = [path for path in dropped if path.startswith(folders)] if folders else []
    if not below:
        return None
    reason = (
        f"{', '.join(folders)} cannot be listed, and {len(below)} of {_counted(served, 'item')} that are served "
        f"would go with it, among them {below[0]}; the snapshot before keeps serving."
    )
    hint = "Make the folder readable, or publish without what lies in it with --accept-deletions."
    return Ending.DELETIONS, reason, hint


def _nothing(new: Sequence[ItemRecord]) -> tuple[Ending, str, str]:
    if not new:
        return Ending.NOTHING, "The sources are empty.", "Check sources in okf.yaml."
    hint = "See what became of each item; okf doctor says what can be installed to read more."
    return Ending.NOTHING, f"None of {_counted(len(new), 'item')} could be read.", hint


def _newly_failed(old: Sequence[ItemRecord], new: Sequence[ItemRecord]) -> list[str]:
    """The items that failed and had not failed at the same path, in the order of their paths."""
    known = {record.path for record in old if record.state is State.FAILED}
    return [r.path for r in new if r.state is State.FAILED and r.path not in known]


def _dropped(had: Sequence[ItemRecord], new: Sequence[ItemRecord]) -> list[str]:
    """The items that had a concept and now have none, in the order of their paths; what moved is there."""
    paths = {record.path for record in new if record.concept}
    contents = {record.revision for record in new if record.concept}
    return sorted(
        record.path
        for record in had
        if record.path not in paths and record.revision not in contents
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
