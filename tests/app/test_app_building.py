from pathlib import Path

import pytest

from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.errors import StorageError
from okf_server.ingest.report import BuildOptions
from okf_server.okf.yaml import dump

CONCEPT = "---\ntype: Note\ntitle: Lamps\n---\n\nLamps are switched off at night.\n"


def _built(base: Path, config: dict[str, object]) -> Knowledge:
    base.mkdir(exist_ok=True)
    (base / "okf.yaml").write_text(dump({"name": "base", **config}), encoding="utf-8")
    knowledge = Knowledge(base)
    build_base(knowledge, BuildOptions(embeddings=False))
    return knowledge


def test_a_bundle_in_a_folder_of_a_repository_is_found_and_cited_by_its_real_place(
    tmp_path: Path,
) -> None:
    bundle = tmp_path / "repository" / ".okf"
    bundle.mkdir(parents=True)
    (bundle / "lamps.md").write_text(CONCEPT, encoding="utf-8")
    source = {"kind": "bundle", "path": str(tmp_path / "repository")}

    knowledge = _built(tmp_path / "base", {"sources": [source]})
    hit = knowledge.search("lamps at night").hits[0]

    assert hit.concept.id == "lamps"
    assert hit.citation.uri == (bundle / "lamps.md").as_uri()


def test_the_files_of_a_base_inside_its_source_are_never_items(tmp_path: Path) -> None:
    (tmp_path / "notes-of-the-base").mkdir()
    (tmp_path / "notes-of-the-base" / "secret.md").write_text("# Secret\n", encoding="utf-8")
    (tmp_path / "lamps.md").write_text("# Lamps\n", encoding="utf-8")
    source = {"kind": "folder", "path": "."}

    knowledge = _built(tmp_path, {"sources": [source], "notes": {"dir": "notes-of-the-base"}})

    assert [concept.id for concept in knowledge.browse().concepts] == ["lamps"]
    assert knowledge.browse().folders == ()


@pytest.mark.parametrize("part", ["bundle/lamps.md", "index/passages.jsonl"])
def test_a_damaged_snapshot_is_made_anew_though_nothing_has_changed(
    tmp_path: Path, part: str
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lamps.md").write_text("# Lamps\n\nOff at night.\n", encoding="utf-8")
    knowledge = _built(tmp_path / "base", {"sources": [{"kind": "folder", "path": "../docs"}]})
    damaged = knowledge.store.current()
    assert damaged is not None
    (damaged.path / part).write_text("tampered", encoding="utf-8")

    report = build_base(knowledge, BuildOptions(embeddings=False))
    again = build_base(knowledge, BuildOptions(embeddings=False))

    assert report.published
    assert any("damaged" in warning for warning in report.warnings)
    assert knowledge.search("lamps").snapshot.id == report.snapshot != damaged.id
    assert knowledge.get("lamps").text.startswith("# Lamps")
    assert not again.published


def test_text_that_was_changed_inside_a_snapshot_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lamps.md").write_text("# Lamps\n", encoding="utf-8")
    knowledge = _built(tmp_path / "base", {"sources": [{"kind": "folder", "path": "../docs"}]})
    snapshot = knowledge.store.current()
    assert snapshot is not None
    with (snapshot.path / "bundle" / "lamps.md").open("a", encoding="utf-8") as file:
        file.write("Tampered.\n")

    with pytest.raises(StorageError, match="changed after it was published") as caught:
        knowledge.get("lamps")

    assert "okf build" in caught.value.hint


def test_a_document_whose_name_holds_a_hash_is_read_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "docs" / "d#1%20").mkdir(parents=True)
    (tmp_path / "docs" / "d#1%20" / "x%2e.md").write_text("# X\n", encoding="utf-8")
    (tmp_path / "docs" / "d.md").write_text("# D\n", encoding="utf-8")
    knowledge = _built(tmp_path / "base", {"sources": [{"kind": "folder", "path": "../docs"}]})

    assert knowledge.get("d#1%20/x%2e.md").text == "# X\n"
    assert knowledge.get("base:d#1%20/x%2e.md").text == "# X\n"
    assert knowledge.get("d#d").text == "# D\n"


def test_a_server_that_runs_as_somebody_else_can_read_the_index(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lamps.md").write_text("# Lamps\n", encoding="utf-8")
    knowledge = _built(tmp_path / "base", {"sources": [{"kind": "folder", "path": "../docs"}]})
    snapshot = knowledge.store.current()
    assert snapshot is not None

    modes = {file.stat().st_mode & 0o777 for file in (snapshot.path / "index/keyword").iterdir()}

    assert modes == {(snapshot.path / "index/keyword").stat().st_mode & 0o666}
