"""What changed between two snapshots."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from okf_server.model.item import ItemRecord
from okf_server.model.manifest import Manifest


class ChangeKind(StrEnum):
    """How an item differs."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An item that has a concept in one of two snapshots and differs between them.

    `path` and `concept` are those of the newer snapshot, or of the older one for what was removed.
    """

    kind: ChangeKind
    path: str
    concept: str
    old_path: str = ""
    old_concept: str = ""


def diff(old: Manifest, new: Manifest) -> tuple[Change, ...]:
    """All changes from one snapshot to another, in the order of the paths.

    An item that is gone and one that came with the same content are one item renamed. An item whose concept
    got another id, because a neighbour came or went, is renamed as well.
    """
    before, after = _indexed(old), _indexed(new)
    renamed = _renamed(before, after)
    changes = [
        Change(kind=ChangeKind.RENAMED, path=path, concept=after[path].concept,
               old_path=was, old_concept=before[was].concept)
        for path, was in renamed.items()
    ]  # fmt: skip
    gone = set(renamed.values())
    changes += [
        Change(kind=ChangeKind.REMOVED, path=path, concept=record.concept)
        for path, record in before.items()
        if path not in after and path not in gone
    ]
    changes += [
        Change(kind=ChangeKind.ADDED, path=path, concept=record.concept)
        for path, record in after.items()
        if path not in before and path not in renamed
    ]
    changes += _changed(before, after, old=old, new=new)
    return tuple(sorted(changes, key=lambda change: (change.path, change.kind)))


def _indexed(manifest: Manifest) -> dict[str, ItemRecord]:
    return {record.path: record for record in manifest.items if record.concept}


def _renamed(before: Mapping[str, ItemRecord], after: Mapping[str, ItemRecord]) -> dict[str, str]:
    """Old paths by new ones. Of several with the same content, those of the same file name pair first."""
    gone: dict[str, list[str]] = {}
    for path in sorted(before.keys() - after.keys()):
        gone.setdefault(before[path].revision, []).append(path)
    renamed: dict[str, str] = {}
    came = sorted(after.keys() - before.keys())
    for same_name in (True, False):
        for path in came:
            candidates = gone.get(after[path].revision, [])
            fitting = [was for was in candidates if not same_name or _name(was) == _name(path)]
            if path not in renamed and fitting:
                renamed[path] = fitting[0]
                candidates.remove(fitting[0])
    return renamed


def _changed(
    before: Mapping[str, ItemRecord],
    after: Mapping[str, ItemRecord],
    *,
    old: Manifest,
    new: Manifest,
) -> Iterator[Change]:
    for path in before.keys() & after.keys():
        was, now = before[path], after[path]
        if was.concept != now.concept:
            kind = ChangeKind.RENAMED
        elif was.revision != now.revision or _file(old, was) != _file(new, now):
            kind = ChangeKind.CHANGED
        else:
            continue
        yield Change(
            kind=kind, path=path, concept=now.concept, old_path=path, old_concept=was.concept
        )


def _file(manifest: Manifest, record: ItemRecord) -> str | None:
    return manifest.files.get(f"bundle/{record.concept}.md")


def _name(path: str) -> str:
    return path.rpartition("/")[2]
