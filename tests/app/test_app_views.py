"""What a reader meets while snapshots are published and removed as fast as the disk allows."""

import multiprocessing
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.errors import NotFoundError
from okf_server.ingest.report import BuildOptions
from okf_server.snapshot.store import Snapshot

NOW = datetime(2026, 11, 30, tzinfo=UTC)
NAMES = ("a", "b", "c")
PUBLISHED = 200


def _build(base: Path, word: str) -> Snapshot:
    for name in NAMES:
        (base / "docs" / f"{name}.md").write_text(f"# Lamps {name}\n\nThe word is {word}.\n")
    knowledge = Knowledge(base)
    build_base(knowledge, BuildOptions(embeddings=False))
    snapshot = knowledge.store.current()
    assert snapshot is not None
    return snapshot


@pytest.fixture
def base(tmp_path: Path) -> Path:
    directory = tmp_path / "base"
    (directory / "docs").mkdir(parents=True)
    (directory / "okf.yaml").write_text("name: base\nsources: [{kind: folder, path: docs}]\n")
    return directory


def _words(knowledge: Knowledge) -> set[str]:
    """The words of one answer of each kind; an answer that mixes two snapshots has two of them."""
    result = knowledge.search("which word is it", limit=10)
    assert len(result.hits) == len(NAMES)
    assert [c.id for c in knowledge.browse().concepts] == list(NAMES)
    reading = knowledge.get("b").text
    assert "The word is " in reading
    return {hit.excerpt.rpartition(" ")[2] for hit in result.hits}


def _poll(
    base: Path, done: "multiprocessing.synchronize.Event", out: "multiprocessing.Queue[object]"
) -> None:
    """Ask again and again; report how often, or the first mix or error."""
    asked = 0
    try:
        knowledge = Knowledge(base)
        while not done.is_set() or not asked:
            words = _words(knowledge)
            assert len(words) == 1, words
            asked += 1
    except BaseException as error:  # noqa: BLE001 - told to the parent
        out.put(repr(error))
        return
    out.put(asked)


def test_a_reader_that_polls_never_meets_an_error_or_a_mix(base: Path, tmp_path: Path) -> None:
    kept = []
    for word in ("one", "two"):
        snapshot = _build(base, word)
        place = tmp_path / word
        shutil.copytree(snapshot.path, place)
        kept.append((place, snapshot.manifest))
    store = Knowledge(base).store
    context = multiprocessing.get_context("spawn")
    done, out = context.Event(), context.Queue()
    reader = context.Process(target=_poll, args=(base, done, out))
    reader.start()
    try:
        for number in range(PUBLISHED):
            place, manifest = kept[number % 2]
            with store.lock(now=NOW), store.staging() as staged:
                shutil.copytree(place, staged, dirs_exist_ok=True)
                store.publish(staged, replace(manifest, id=store.free_id(manifest.id)))
                store.prune(2)
    finally:
        done.set()
        asked = out.get(timeout=60)
        reader.join()
    assert isinstance(asked, int), asked


def test_what_is_missing_for_good_is_still_told(base: Path) -> None:
    _build(base, "one")
    with pytest.raises(NotFoundError, match="There is no 'nowhere'"):
        Knowledge(base).get("nowhere")


def test_a_snapshot_that_vanished_under_an_open_reader_is_replaced_by_the_next(base: Path) -> None:
    first = _build(base, "one")
    knowledge = Knowledge(base)
    assert _words(knowledge) == {"one."}
    _build(base, "two")
    shutil.rmtree(first.path)
    assert _words(knowledge) == {"two."}
