import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from published import NOW, manifest, publish

from okf_server.errors import BusyError, NotFoundError, StorageError, UsageError
from okf_server.snapshot.disk import link_whole
from okf_server.snapshot.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "kb" / ".okf")


def ids(store: Store) -> list[str]:
    return [listed.id for listed in store.list()]


def test_before_the_first_snapshot_there_is_none(store: Store) -> None:
    assert store.current() is None
    assert store.current_id() is None
    assert store.previous_id() is None
    assert store.list() == ()


def test_what_was_published_is_served(store: Store, tmp_path: Path) -> None:
    first = publish(store, {"a.md": "one"})
    assert store.current() == first
    assert first.id == "20261130T021553Z-" + first.manifest.content[:6]
    assert (tmp_path / "kb/.okf/current/bundle/a.md").read_text() == "one"
    assert str((tmp_path / "kb/.okf/current").readlink()) == f"snapshots/{first.id}"
    second = publish(store, {"a.md": "two"}, minute=1)
    assert store.current() == second
    assert store.previous_id() == first.id
    assert [listed.current for listed in store.list()] == [False, True]


def test_staging_leaves_nothing_behind_however_it_ends(store: Store, tmp_path: Path) -> None:
    def stage(fault: str) -> None:
        with store.lock(now=NOW), store.staging() as staged:
            (staged / "half").write_text("x")
            assert not fault

    with pytest.raises(AssertionError):
        stage("fault")
    stage("")
    assert list((tmp_path / "kb/.okf/staging").iterdir()) == []
    assert store.current() is None


def test_two_snapshots_of_one_second_and_content_have_two_ids(store: Store) -> None:
    first = publish(store, {"a.md": "x"})
    second = publish(store, {"a.md": "x"})
    assert second.id == f"{first.id}-2"
    assert store.free_id(first.id) == f"{first.id}-3"


def test_rollback_serves_what_was_served_before_and_twice_returns(store: Store) -> None:
    first = publish(store, {"a.md": "one"})
    second = publish(store, {"a.md": "two"}, minute=1)
    assert store.rollback(now=NOW).id == first.id
    assert store.current_id() == first.id
    assert store.rollback(now=NOW).id == second.id
    assert store.current_id() == second.id


def test_rollback_means_served_and_not_older(store: Store) -> None:
    first = publish(store, {"a.md": "one"})
    publish(store, {"a.md": "two"}, minute=1)
    store.rollback(now=NOW)
    third = publish(store, {"a.md": "three"}, minute=2)
    assert store.previous_id() == first.id
    assert store.rollback(now=NOW).id == first.id
    assert store.rollback(now=NOW).id == third.id


def test_rollback_goes_to_the_snapshot_named(store: Store) -> None:
    first = publish(store, {"a.md": "one"})
    publish(store, {"a.md": "two"}, minute=1)
    publish(store, {"a.md": "three"}, minute=2)
    assert store.rollback(now=NOW, to=first.id).manifest == first.manifest
    with pytest.raises(UsageError, match="served already"):
        store.rollback(now=NOW, to=first.id)


@pytest.mark.parametrize("name", ["20200101T000000Z-000000", "", "..", "a/b", "../current", "x\0"])
def test_an_unknown_snapshot_is_not_found(store: Store, name: str) -> None:
    publish(store, {"a.md": "one"})
    with pytest.raises(NotFoundError, match="There is no snapshot"):
        store.open(name)


def test_a_snapshot_that_was_completed_is_not_gone_back_to(store: Store, tmp_path: Path) -> None:
    first = publish(store, {"a.md": "1"})
    half = publish(store, {"a.md": "2"}, minute=1)
    whole = publish(store, {"a.md": "2, whole"}, minute=2, completes=half.id)
    assert store.previous_id() == first.id
    link_whole(tmp_path / "kb/.okf/current", f"snapshots/{half.id}")  # killed before the switch
    assert store.previous_id() == first.id
    store.clean()
    assert ids(store) == [first.id, half.id]
    assert whole.id not in ids(store)


def test_a_completed_snapshot_goes_with_the_old_ones(store: Store) -> None:
    first = publish(store, {"a.md": "1"})
    half = publish(store, {"a.md": "2"}, minute=1)
    whole = publish(store, {"a.md": "2, whole"}, minute=2, completes=half.id)
    assert store.prune(2) == ()
    assert ids(store) == [first.id, whole.id]
    assert store.rollback(now=NOW).id == first.id


def test_there_must_be_something_to_roll_back_to(store: Store) -> None:
    publish(store, {"a.md": "one"})
    with pytest.raises(NotFoundError, match="No other snapshot"):
        store.rollback(now=NOW)


def test_a_move_that_was_only_written_down_never_happened(store: Store, tmp_path: Path) -> None:
    first = publish(store, {"a.md": "one"})
    second = publish(store, {"a.md": "two"}, minute=1)
    history = tmp_path / "kb/.okf/history.json"
    moves = json.loads(history.read_text())
    history.write_text(json.dumps([*moves, {"id": first.id, "at": ""}]))  # killed before the switch
    assert store.current_id() == second.id
    assert store.previous_id() == first.id


def test_a_lost_history_is_made_up_from_what_exists(store: Store, tmp_path: Path) -> None:
    first = publish(store, {"a.md": "one"})
    publish(store, {"a.md": "two"}, minute=1)
    (tmp_path / "kb/.okf/history.json").write_text("[{")
    with store.lock(now=NOW):
        store.clean()
    assert store.rollback(now=NOW).id == first.id


def test_old_snapshots_go_and_those_that_are_needed_stay(store: Store) -> None:
    made = [publish(store, {"a.md": str(n)}, minute=n) for n in range(5)]
    with store.lock(now=NOW):
        assert store.prune(3) == (made[1].id, made[0].id)
    assert ids(store) == [snapshot.id for snapshot in made[2:]]


def test_snapshots_of_the_same_content_count_once(store: Store) -> None:
    made = [publish(store, {"a.md": "ab"[n % 2]}, minute=n) for n in range(6)]
    with store.lock(now=NOW):
        store.prune(3)
    assert ids(store) == [made[4].id, made[5].id]


def test_the_one_served_and_the_one_before_are_always_kept(store: Store) -> None:
    made = [publish(store, {"a.md": str(n)}, minute=n) for n in range(4)]
    store.rollback(now=NOW, to=made[1].id)
    store.rollback(now=NOW, to=made[0].id)
    with store.lock(now=NOW):
        store.prune(2)
    assert ids(store) == [snapshot.id for snapshot in made]


def test_snapshots_of_one_second_go_in_the_order_in_which_they_were_served(store: Store) -> None:
    made = [publish(store, {"a.md": str(n)}).id for n in range(12)]
    assert list(ids(store)) == made
    with store.lock(now=NOW):
        store.prune(3)
    assert list(ids(store)) == made[-3:]


def test_leftovers_of_killed_builds_go_with_the_next_one(store: Store, tmp_path: Path) -> None:
    root = tmp_path / "kb/.okf"
    first = publish(store, {"a.md": "one"})
    publish(store, {"a.md": "two"}, minute=1)
    for left in ("staging/1234/bundle", "trash/old/bundle", "snapshots/20990101T000000Z-aaaaaa"):
        (root / left).mkdir(parents=True)
    (root / ".history.json.part").write_text("[")
    (root / ".current.part").symlink_to("snapshots/half")
    with store.lock(now=NOW):
        store.clean()
    assert ids(store) == [first.id, store.current_id()]
    assert not list(root.glob(".*"))
    assert not (root / "staging").exists()
    assert not (root / "trash").exists()


def test_a_base_that_lost_its_pointer_loses_no_snapshot(store: Store, tmp_path: Path) -> None:
    first = publish(store, {"a.md": "one"})
    (tmp_path / "kb/.okf/current").unlink()
    with store.lock(now=NOW):
        store.clean()
    assert ids(store) == [first.id]
    assert store.rollback(now=NOW, to=first.id).id == store.current_id()


def test_a_pointer_to_nothing_says_what_to_do(store: Store, tmp_path: Path) -> None:
    publish(store, {"a.md": "one"})
    (tmp_path / "kb/.okf/current").unlink()
    (tmp_path / "kb/.okf/current").symlink_to("snapshots/20200101T000000Z-000000")
    with pytest.raises(StorageError, match="rollback --to ID"):
        store.current()


def test_a_damaged_snapshot_is_listed_with_its_problem(store: Store) -> None:
    first = publish(store, {"a.md": "one"})
    (first.path / "manifest.json").write_text("{")
    (listed,) = store.list()
    assert listed.manifest is None
    assert "damaged" in listed.problem


def test_a_second_writer_is_told_who_is_first(store: Store) -> None:
    publish(store, {"a.md": "one"})
    publish(store, {"a.md": "two"}, minute=1)
    with store.lock(now=NOW), pytest.raises(BusyError) as caught:
        store.rollback(now=NOW)
    assert f"process {os.getpid()} since 2026-11-30T02:15:53+00:00" in str(caught.value)
    assert caught.value.exit_code == 5


HOLD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from okf_server.snapshot.store import Store
store = Store(Path(sys.argv[1]))
with store.lock(now=datetime(2026, 1, 1, tzinfo=UTC)), store.staging() as staged:
    (staged / "half").write_text("x")
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(store: Store, tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    publish(store, {"a.md": "one"})
    command = [sys.executable, "-c", HOLD, str(tmp_path / "kb/.okf")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_the_lock_of_a_killed_process_is_free_and_its_leftovers_go(
    store: Store, holder: "subprocess.Popen[bytes]", tmp_path: Path
) -> None:
    with pytest.raises(BusyError, match=f"process {holder.pid} since 2026-01-01"):
        publish(store, {"a.md": "two"}, minute=1)
    holder.kill()
    holder.wait()
    assert (tmp_path / f"kb/.okf/staging/{holder.pid}/half").exists()
    with store.lock(now=NOW):
        store.clean()
    assert not (tmp_path / "kb/.okf/staging").exists()
    assert store.current() is not None


def poll(
    root: Path, done: "multiprocessing.synchronize.Event", out: "multiprocessing.Queue[object]"
) -> None:
    """Read the current snapshot whole, again and again; report how often, or the first mix."""
    store = Store(root)
    seen: set[str] = set()
    try:
        while not done.is_set() or not seen:
            snapshot = store.current()
            assert snapshot is not None
            try:
                texts = {(snapshot.path / f"bundle/{n}.md").read_text() for n in "abc"}
            except FileNotFoundError:  # removed since: whoever reads asks the next one
                assert store.current_id() != snapshot.id
                continue
            assert len(texts) == 1, texts
            seen.add(snapshot.id)
    except BaseException as error:  # noqa: BLE001 - told to the parent
        out.put(repr(error))
        return
    out.put(len(seen))


def test_a_reader_never_meets_a_mix_or_an_error_while_snapshots_are_published(
    store: Store, tmp_path: Path
) -> None:
    context = multiprocessing.get_context("spawn")
    done, out = context.Event(), context.Queue()
    publish(store, dict.fromkeys(("a.md", "b.md", "c.md"), "0"))
    reader = context.Process(target=poll, args=(tmp_path / "kb/.okf", done, out))
    reader.start()
    try:
        for number in range(1, 201):
            publish(store, dict.fromkeys(("a.md", "b.md", "c.md"), str(number)), minute=number)
            with store.lock(now=NOW):
                store.prune(3)
    finally:
        done.set()
        seen = out.get(timeout=30)
        reader.join()
    assert isinstance(seen, int), seen
    assert len(ids(store)) == 3


def test_a_full_disk_leaves_the_old_snapshot_and_says_so(
    small_disk: Path,
) -> None:
    store = Store(small_disk / ".okf")
    first = publish(store, {"a.md": "one"})
    with pytest.raises(StorageError, match="full") as caught:
        publish(store, {"a.md": "x" * 4_000_000}, minute=1)
    assert caught.value.exit_code == 7
    assert store.current() == first
    assert list((small_disk / ".okf/staging").iterdir()) == []
    assert publish(store, {"a.md": "two"}, minute=2) == store.current()


def test_a_disk_that_fills_up_at_the_manifest_publishes_nothing(small_disk: Path) -> None:
    store = Store(small_disk / ".okf")
    first = publish(store, {"a.md": "one"})
    made = manifest([], name="next", moved={str(n): "x" * 50 for n in range(60_000)})
    with store.lock(now=NOW), store.staging() as staged:
        (staged / "bundle").write_text("x")
        with pytest.raises(StorageError):
            store.publish(staged, made)
    assert store.current() == first
    assert ids(store) == [first.id]


def test_ids_follow_the_clock(store: Store) -> None:
    first = publish(store, {"a.md": "one"})
    later = publish(store, {"a.md": "two"}, minute=60 * 24)
    assert first.id < later.id
    assert later.manifest.published == (NOW + timedelta(days=1)).isoformat()


def test_a_base_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "kb").write_text("no directory")
    with pytest.raises(StorageError, match="Not a directory"):
        publish(Store(tmp_path / "kb" / ".okf"), {"a.md": "one"})
