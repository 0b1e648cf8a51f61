"""What a snapshot remembers of those before it: log.md and the ids that moved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from okf_server.model.manifest import Manifest
from okf_server.okf.frontmatter import parse
from okf_server.okf.links import plain, render_link
from okf_server.okf.log import LogEntry, merge, parse_log, render_log
from okf_server.snapshot.diff import Change, ChangeKind, diff
from okf_server.snapshot.store import Snapshot

LOG = "log.md"
_TITLE = "History"
EMPTY_LOG = render_log((), title=_TITLE)
_KINDS = {
    ChangeKind.ADDED: "Creation",
    ChangeKind.CHANGED: "Update",
    ChangeKind.RENAMED: "Rename",
    ChangeKind.REMOVED: "Deletion",
}
_TIMES = ("generated", "source_revision")


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A snapshot that is not published yet: its manifest so far, its bundle, and titles by concept id."""

    manifest: Manifest
    bundle: Path
    titles: Mapping[str, str]


def log_of(old: Snapshot | None, new: Staged, *, day: str) -> str:
    """The text of log.md: what was logged before, and what changes now; `day` is a date in UTC."""
    before = old.manifest if old else _empty(new.manifest)
    changes = (
        change
        for change in diff(before, new.manifest)
        if change.kind is not ChangeKind.CHANGED or old is None or _differs(change, old, new)
    )
    entries = [LogEntry(day, _KINDS[change.kind], _text(change, new)) for change in changes]
    return render_log(merge(entries, _logged(old)), title=_TITLE)


def moved_ids(old: Manifest | None, new: Manifest) -> dict[str, str]:
    """Ids that concepts had in the past, and where they are now; ids in use again lead nowhere else."""
    if old is None:
        return {}
    steps = {
        change.old_concept: change.concept
        for change in diff(old, new)
        if change.kind is ChangeKind.RENAMED and change.old_concept != change.concept
    }
    live = {record.concept for record in new.items if record.concept}
    moved = {was: steps.get(now, now) for was, now in old.moved.items()} | steps
    return {was: now for was, now in sorted(moved.items()) if was not in live and now in live}


def _empty(manifest: Manifest) -> Manifest:
    return Manifest(
        id="",
        base=manifest.base,
        published="",
        formats=manifest.formats,
        generator="",
        inputs="",
        content="",
        embedder=None,
        items=(),
        access=(),
    )


def _logged(old: Snapshot | None) -> tuple[LogEntry, ...]:
    if old is None:
        return ()
    try:
        return parse_log((old.path / "bundle" / LOG).read_text("utf-8", "replace"))
    except OSError:
        return ()


def _differs(change: Change, old: Snapshot, new: Staged) -> bool:
    """Whether more than times and digests changed: a file that was only touched is no news."""
    try:
        was = parse((old.path / "bundle" / f"{change.old_concept}.md").read_bytes())
        now = parse((new.bundle / f"{change.concept}.md").read_bytes())
    except OSError:
        return True
    return was.body != now.body or dict(_lasting(was.meta)) != dict(_lasting(now.meta))


def _lasting(meta: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for key, value in meta.items():
        if key == "sources" and isinstance(value, list):
            yield key, [_undated(entry) for entry in value]
        elif key not in _TIMES:
            yield key, value


def _undated(source: object) -> object:
    if not isinstance(source, dict):
        return source
    return {key: value for key, value in source.items() if key != "last_modified"}


def _text(change: Change, new: Staged) -> str:
    if change.kind is ChangeKind.REMOVED:
        return f"{plain(change.concept)} ({plain(change.path)})"
    link = render_link(new.titles.get(change.concept, change.concept), f"/{change.concept}.md")
    if change.kind is not ChangeKind.RENAMED:
        return link
    return f"{link}, before {plain(change.old_concept)} ({plain(change.old_path)})"
