import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from building import HashEmbedder, Shelf, connectors, shelf
from okf_server.catalog.base import Base
from okf_server.connectors.folder import FolderConnector
from okf_server.errors import BusyError, SourceError
from okf_server.ingest.report import Ending
from okf_server.model.item import Item, State
from okf_server.model.seams import Connector
from okf_server.snapshot.manifest import manifest_to_json
from okf_server.snapshot.verify import verify


@pytest.fixture
def kb(tmp_path: Path) -> Shelf:
    return shelf(tmp_path)


def test_what_is_published_verifies_and_adds_up(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    kb.write("b/c.txt", "Text.")
    kb.write("d.zip", "PK")
    kb.write("e.md", "")
    report = kb.build()
    assert report.exit_code == 3
    assert report.totals == {
        State.INDEXED: 2, State.PARTIAL: 0, State.SKIPPED: 1, State.FAILED: 1,
    }  # fmt: skip
    assert verify(kb.current).problems == ()
    assert kb.current.manifest.items == report.records
    names = sorted(p.relative_to(kb.current.path).as_posix() for p in kb.current.path.rglob("*.md"))
    assert names == [
        "bundle/a.md", "bundle/b/c.md", "bundle/b/index.md", "bundle/index.md", "bundle/log.md",
    ]  # fmt: skip
    lines = (kb.current.path / "locators/documents.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    assert [one["concept"] for one in found] == ["a", "b/c"]
    assert (found[1]["path"], found[1]["extractor"]) == ("b/c.txt", "text/4")


def test_a_build_that_changes_nothing_publishes_nothing(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    first = kb.build()
    again = kb.build()
    assert (again.ending, again.exit_code, again.snapshot) == (Ending.UNCHANGED, 0, first.snapshot)
    assert again.records == first.records
    config = kb.directory / "okf.yaml"
    config.write_text(f"{config.read_text()}# nothing new\nkeep: 5\n")
    assert kb.build().ending is Ending.UNCHANGED


def test_failures_that_stay_are_told_again_without_publishing(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    kb.write("broken.docx", "no zip")
    assert kb.build().exit_code == 3
    again = kb.build()
    assert (again.ending, again.exit_code) == (Ending.UNCHANGED, 3)


def test_a_failure_keeps_the_snapshot_before_it(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    first = kb.build()
    kb.write("b.md", "# B\n")
    kb.write("empty.txt", "")
    refused = kb.build()
    assert (refused.ending, refused.exit_code) == (Ending.FAILURES, 1)
    assert "1 item failed that did not before, among them empty.txt" in refused.reason
    assert "--allow-failures" in refused.hint
    assert kb.current.id == refused.snapshot == first.snapshot
    allowed = kb.build(allow_failures=True)
    assert (allowed.ending, allowed.exit_code) == (Ending.PUBLISHED, 3)
    assert {record.path: record.state for record in allowed.records} == {
        "a.md": State.INDEXED,
        "b.md": State.INDEXED,
        "empty.txt": State.FAILED,
    }


def test_what_had_failed_already_holds_nothing_up(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    kb.write("empty.txt", "")
    assert kb.build().exit_code == 3
    kb.write("b.md", "# B\n")
    again = kb.build()
    assert (again.ending, again.exit_code) == (Ending.PUBLISHED, 3)
    kb.write("a.md", "")
    refused = kb.build()
    assert (refused.ending, refused.exit_code) == (Ending.FAILURES, 1)
    assert "among them a.md" in refused.reason


def test_a_first_build_that_reads_nothing_publishes_nothing(kb: Shelf) -> None:
    report = kb.build()
    assert (report.ending, report.exit_code, report.snapshot) == (Ending.NOTHING, 1, None)
    assert "empty" in report.reason
    kb.write("a.zip", "PK")
    assert "None of 1 item could be read" in kb.build().reason
    assert kb.store.current() is None


def test_many_deletions_want_a_word(kb: Shelf) -> None:
    for number in range(10):
        kb.write(f"{number}.md", f"# {number}\n")
    first = kb.build()
    for number in range(4):
        (kb.docs / f"{number}.md").unlink()
    refused = kb.build()
    assert (refused.ending, refused.exit_code) == (Ending.DELETIONS, 1)
    assert "4 of 10 items would go, among them 0.md" in refused.reason
    assert "--accept-deletions" in refused.hint
    assert kb.current.id == first.snapshot
    assert kb.build(accept_deletions=True).published
    assert not (kb.current.path / "bundle/0.md").exists()


def test_some_deletions_and_any_number_of_moves_are_fine(kb: Shelf) -> None:
    for number in range(10):
        kb.write(f"{number}.md", f"# {number}\n")
    kb.build()
    for number in range(3):
        (kb.docs / f"{number}.md").unlink()
    (kb.docs / "moved").mkdir()
    for number in range(3, 10):
        (kb.docs / f"{number}.md").rename(kb.docs / "moved" / f"{number}.md")
    assert kb.build().published


def test_a_source_that_cannot_be_listed_deletes_nothing(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    first = kb.build()
    kb.docs.rename(kb.docs.with_name("away"))
    with pytest.raises(SourceError, match="cannot be listed"):
        kb.build(accept_deletions=True, allow_failures=True)
    assert kb.current.id == first.snapshot


def test_a_second_build_is_refused_while_one_runs(kb: Shelf) -> None:
    kb.write("a.md", "# A\n")
    refused: list[str] = []

    def second(stage: str, _done: int, _total: int, _current: str) -> None:
        if stage == "check":
            with pytest.raises(BusyError) as caught:
                kb.build()
            refused.append(str(caught.value))

    assert kb.build(progress=second).published
    assert len(refused) == 1
    assert "is being written by process" in refused[0]


def test_a_document_is_converted_once_however_often_it_is_there(kb: Shelf) -> None:
    page = "<h1>Title</h1><p>Text.</p>"
    kb.write("a.html", page)
    kb.write("b.html", page)
    assert kb.build().converted == 1
    kb.write("c.html", page)
    (kb.docs / "b.html").unlink()
    assert kb.build(accept_deletions=True).converted == 0
    assert kb.record("c.html").state is State.INDEXED


def test_what_changes_while_it_is_read_fails(kb: Shelf) -> None:
    class Changing(FolderConnector):
        def fetch(self, item: Item) -> Path:
            file = super().fetch(item)
            if item.path == "b.md":
                file.write_text("# Changed\n")
            return file

    def changing(base: Base) -> list[Connector]:
        return [Changing(Path(base.config.sources[0].path), 0, "", exclude=())]

    kb.write("a.md", "# A\n")
    kb.write("b.md", "# B\n")
    kb.connectors = changing
    kb.build()
    failed = kb.record("b.md")
    assert (failed.state, failed.reason, failed.hint) == (
        State.FAILED, "changed while it was read", "Build again.",
    )  # fmt: skip
    kb.connectors = None
    assert kb.build().exit_code == 0


def test_what_cannot_be_fetched_fails_alone(kb: Shelf) -> None:
    class Refusing(FolderConnector):
        def fetch(self, item: Item) -> Path:
            if item.path == "b.md":
                raise SourceError("The share is gone.", hint="Mount it.")
            return super().fetch(item)

    def refusing(base: Base) -> list[Connector]:
        return [Refusing(Path(base.config.sources[0].path), 0, "", exclude=())]

    kb.write("a.md", "# A\n")
    kb.write("b.md", "# B\n")
    kb.connectors = refusing
    kb.build()
    assert kb.record("b.md").reason == "cannot be fetched: The share is gone."
    assert kb.record("b.md").hint == "Mount it."


def test_originals_are_kept_as_long_as_a_snapshot_needs_them(tmp_path: Path) -> None:
    kb = shelf(tmp_path, "originals: copy\nkeep: 2\n")
    for number in range(4):
        kb.write("a.txt", f"Text {number}.")
        kb.build()
    kept = {file.read_text() for file in (kb.base.state / "originals").iterdir()}
    assert kept == {"Text 2.", "Text 3."}
    assert kb.record("a.txt").revision.removeprefix("sha256:") in {
        file.name for file in (kb.base.state / "originals").iterdir()
    }


def test_only_so_many_snapshots_are_kept(tmp_path: Path) -> None:
    kb = shelf(tmp_path, "keep: 2\n")
    for number in range(4):
        kb.write("a.md", f"# {number}\n")
        kb.build()
    assert len(kb.store.list()) == 2
    for number in range(4, 9):
        kb.write("a.md", f"# {number}\n")
        kb.build(keep=4)
    assert len(kb.store.list()) == 4


@pytest.mark.parametrize("damage", ["{", None])
def test_a_snapshot_that_cannot_be_read_is_built_anew_and_that_is_said(
    kb: Shelf, damage: str | None
) -> None:
    kb.write("a.md", "# A\n")
    kb.build()
    newer = replace(kb.current.manifest, formats={**kb.current.manifest.formats, "index": 9})
    (kb.current.path / "manifest.json").write_text(damage or manifest_to_json(newer))
    report = kb.build()
    assert report.published
    assert "Its history is not carried over." in report.warnings[0]
    assert kb.current.manifest.warnings == ()


def test_a_base_may_lie_in_its_own_source(tmp_path: Path) -> None:
    (tmp_path / "okf.yaml").write_text("name: kb\nsources: [{kind: folder, path: .}]\n")
    kb = Shelf(directory=tmp_path, docs=tmp_path)
    kb.write("a.md", "# A\n")
    report = kb.build()
    assert [record.path for record in report.records] == ["a.md"]
    assert kb.build().ending is Ending.UNCHANGED


def test_several_sources_stand_side_by_side(tmp_path: Path) -> None:
    kb = shelf(tmp_path)
    (kb.directory / "okf.yaml").write_text(
        "name: kb\nsources: [{kind: folder, path: ../docs}, {kind: bundle, path: ../b, mount: b}]\n"
    )
    kb.write("a.md", "# A\n")
    kb.write("../b/x.md", "---\ntype: T\n---\n\nText\n")
    kb.build()
    assert [record.concept for record in kb.current.manifest.items] == ["a", "b/x"]
    assert [record.source for record in kb.current.manifest.items] == [0, 1]


def test_a_base_without_sources_has_nothing(kb: Shelf) -> None:
    (kb.directory / "okf.yaml").write_text("name: kb\n")
    assert kb.build().ending is Ending.NOTHING


def test_progress_tells_every_stage(kb: Shelf) -> None:
    kb.embedder = HashEmbedder()
    kb.write("a.md", "# A\n")
    stages: list[str] = []
    kb.build(progress=lambda stage, _done, _total, _current: stages.append(stage))
    stages = list(dict.fromkeys(stages))
    assert stages == ["list", "read", "embed", "write", "index", "check", "publish"]


def test_a_base_can_be_moved_with_its_documents(tmp_path: Path) -> None:
    kb = shelf(tmp_path / "here")
    kb.write("a.md", "# A\n")
    kb.build()
    shutil.move(tmp_path / "here", tmp_path / "there")
    moved = Shelf(directory=tmp_path / "there/kb", docs=tmp_path / "there/docs", minutes=5)
    assert moved.build().ending is Ending.UNCHANGED
    assert connectors(moved.base)[0].uri("a.md") == (tmp_path / "there/docs/a.md").as_uri()
