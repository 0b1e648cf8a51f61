from dataclasses import replace
from pathlib import Path

import pytest
from published import publish

from okf_server.model.item import ItemRecord, State
from okf_server.snapshot.store import Snapshot, Store
from okf_server.snapshot.verify import verify


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    return publish(Store(tmp_path / ".okf"), {"a/b.md": "one", "c.md": "two"})


def test_a_snapshot_as_it_was_published_has_no_problems(snapshot: Snapshot) -> None:
    verification = verify(snapshot)
    assert verification.files == 2
    assert verification.problems == ()


def test_every_kind_of_damage_to_its_files_is_named(snapshot: Snapshot) -> None:
    (snapshot.path / "bundle/a/b.md").write_text("onf")
    (snapshot.path / "bundle/c.md").unlink()
    (snapshot.path / "bundle/extra.md").write_text("x")
    assert verify(snapshot).problems == (
        "bundle/a/b.md: changed",
        "bundle/c.md: missing",
        "bundle/extra.md: not in the manifest",
    )


def test_a_manifest_that_does_not_add_up_is_named(snapshot: Snapshot) -> None:
    first, second = snapshot.manifest.items
    items = (
        first,
        replace(first, concept="c"),
        replace(second, access_class=7),
        ItemRecord(path="d.md", state=State.INDEXED),
        ItemRecord(path="e.md", state=State.FAILED, concept="e"),
    )
    damaged = replace(snapshot, manifest=replace(snapshot.manifest, items=items))
    assert verify(damaged).problems == (
        "a/b.md: 2 items of one path",
        "c: the concept of 2 items",
        "c.md: access class 7 is unknown",
        "d.md: indexed, and no concept",
        "e.md: failed, and e",
        "bundle/e.md: missing in the manifest",
    )
