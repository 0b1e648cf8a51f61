"""okf snapshots."""

from collections.abc import Iterator
from typing import Any

import click

from okf_server.app import Knowledge
from okf_server.app.deeds import Deed
from okf_server.cli.ages import age
from okf_server.cli.call import Call, common, group
from okf_server.cli.counting import counted
from okf_server.cli.ending import Exit
from okf_server.cli.items import concepts, totals
from okf_server.cli.output import show, show_json, tell
from okf_server.snapshot.diff import Change, diff
from okf_server.snapshot.store import Listed, Snapshot, Store
from okf_server.snapshot.verify import verify


@group
def command() -> None:
    r"""List, verify, compare and roll back snapshots.

    \b
    okf snapshots list
    okf snapshots verify
    okf snapshots diff 20261130T021553Z-66aefd
    okf snapshots rollback
    """


@command.command("list")
@common
def listing(call: Call) -> None:
    r"""List the snapshots that are kept, newest first; * marks the published one.

    \b
    okf snapshots list
    okf snapshots list --json
    """
    knowledge = Knowledge(call.base)
    listed = knowledge.store.list()[::-1]
    if call.as_json:
        show_json({"snapshots": [_listed_json(one) for one in listed]})
    else:
        show(_listed_line(one, knowledge) for one in listed)


def _listed_line(listed: Listed, knowledge: Knowledge) -> str:
    mark = "*" if listed.current else " "
    manifest = listed.manifest
    if manifest is None:
        return f"{mark} {listed.id}  {listed.problem}"
    published = age(manifest.published, knowledge.clock())
    return f"{mark} {listed.id}  {published}, {counted(concepts(manifest), 'concept')}"


def _listed_json(listed: Listed) -> dict[str, Any]:
    value = {"snapshot": listed.id, "current": listed.current, "problem": listed.problem}
    manifest = listed.manifest
    if manifest is None:
        return value
    return {
        **value,
        "published": manifest.published,
        "concepts": concepts(manifest),
        "items": totals(manifest.items),
    }


@command.command("verify")
@click.argument("snapshot", required=False)
@common
def verifying(call: Call, *, snapshot: str | None) -> int:
    r"""Compare every file of a snapshot with its digest; without SNAPSHOT the published one.

    Ends with 1 where something is wrong.

    \b
    okf snapshots verify
    okf snapshots verify 20261130T021553Z-66aefd
    """
    opened = _open(Knowledge(call.base).store, snapshot)
    verification = verify(opened)
    if call.as_json:
        show_json(
            {
                "snapshot": opened.id,
                "files": verification.files,
                "problems": list(verification.problems),
            }
        )
    else:
        show(verification.problems)
        problems = counted(len(verification.problems), "problem")
        tell(f"{opened.id}: {counted(verification.files, 'file')}, {problems}")
    return Exit.FINDINGS if verification.problems else Exit.OK


@command.command("diff")
@click.argument("old")
@click.argument("new", required=False)
@common
def comparing(call: Call, *, old: str, new: str | None) -> None:
    r"""Say what changed from OLD to NEW; without NEW up to the published snapshot.

    \b
    okf snapshots diff 20261130T021553Z-66aefd
    okf snapshots diff 20261130T021553Z-66aefd 20261201T090000Z-1b2c3d --json
    """
    store = Knowledge(call.base).store
    before, after = _open(store, old), _open(store, new)
    changes = diff(before.manifest, after.manifest)
    if call.as_json:
        show_json(
            {"old": before.id, "new": after.id, "changes": [_change_json(one) for one in changes]}
        )
    else:
        show(_change_lines(changes))
        tell(f"{counted(len(changes), 'change')} from {before.id} to {after.id}")


def _change_lines(changes: tuple[Change, ...]) -> Iterator[str]:
    for change in changes:
        moved = change.old_path and change.old_path != change.path
        came_from = f" (was {change.old_path})" if moved else ""
        yield f"{change.kind.value:<8} {change.path}{came_from}"


def _change_json(change: Change) -> dict[str, str]:
    return {
        "kind": change.kind.value,
        "path": change.path,
        "concept": change.concept,
        "old_path": change.old_path,
        "old_concept": change.old_concept,
    }


@command.command("rollback")
@click.argument("snapshot", required=False)
@click.option("--to", metavar="SNAPSHOT", help="The same as SNAPSHOT.")
@common
def rolling_back(call: Call, *, snapshot: str | None, to: str | None) -> None:
    r"""Publish an older snapshot again; without SNAPSHOT the one served before, so that doing it twice returns.

    The next build starts from the documents as they are, as always.

    \b
    okf snapshots rollback
    okf snapshots rollback 20261130T021553Z-66aefd
    """
    if snapshot and to:
        raise click.UsageError("SNAPSHOT and --to say the same: leave one of them out.")
    knowledge = Knowledge(call.base)
    before = knowledge.store.current_id()
    deed = Deed(knowledge, "rollback")
    with deed.failing():
        current = knowledge.store.rollback(now=knowledge.clock(), to=snapshot or to).id
    tell(*filter(None, [deed.done("ok", [current], before=before)]))
    if call.as_json:
        show_json({"snapshot": current, "before": before})
    else:
        show([current])
        tell(f"{current} is published now; before it was {before}")


def _open(store: Store, snapshot: str | None) -> Snapshot:
    return store.published() if snapshot is None else store.open(snapshot)
