"""What is said of a published snapshot whose files were damaged on the disk."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from okf_server.app.building import build_base
from okf_server.app.hidden import hidden_texts
from okf_server.app.knowledge import Knowledge
from okf_server.errors import StorageError
from okf_server.ingest.report import BuildOptions
from okf_server.ingest.stage import DOCUMENTS
from okf_server.model.pack import PackRequest

ASKED: dict[str, Callable[[Knowledge], object]] = {
    "search": lambda knowledge: knowledge.search("lamps"),
    "pack": lambda knowledge: knowledge.pack(
        PackRequest(question="lamps", refs=(), budget=2_000, cost=lambda _: 10)
    ),
    "get": lambda knowledge: knowledge.get("a"),
    "browse": lambda knowledge: knowledge.browse(),
    "links": lambda knowledge: knowledge.links("a"),
    "ready": lambda knowledge: knowledge.ready(),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("built")
    (directory / "docs").mkdir()
    for name, other in (("a", "b"), ("b", "a")):
        text = f"# Lamps {name}\n\nSee [the other]({other}.md).\n\n## Same\n\nThe same words.\n"
        (directory / "docs" / f"{name}.md").write_text(text)
    (directory / "okf.yaml").write_text("name: base\nsources: [{kind: folder, path: docs}]\n")
    build_base(Knowledge(directory), BuildOptions(embeddings=False))
    return directory


@pytest.fixture
def base(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "base", symlinks=True))


def _published(base: Path, name: str) -> Path:
    return base / ".okf" / "current" / name


def _damage(path: Path, *, at: int = 40) -> None:
    data = bytearray(path.read_bytes())
    data[at] = ord("X")
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("passages.jsonl", ["search", "pack", "get", "ready"]),
        ("concepts.jsonl", ["search", "pack", "get", "browse", "links", "ready"]),
        ("links.json", ["links"]),
        ("repeats.json", ["search", "pack", "ready"]),
    ],
)
def test_a_part_that_cannot_be_parsed_is_damage_wherever_it_is_read(
    base: Path, name: str, asked: list[str]
) -> None:
    _damage(_published(base, f"index/{name}"), at=0)
    for each in asked:
        with pytest.raises(StorageError, match=r"snapshot is damaged.*okf build"):
            ASKED[each](Knowledge(base))


def test_an_owner_that_does_not_exist_is_damage_and_no_hidden_passage(base: Path) -> None:
    path = _published(base, "index/owners.u32")
    path.write_bytes(b"\xff" * path.stat().st_size)
    with pytest.raises(StorageError, match="owners"):
        Knowledge(base).search("lamps")


@pytest.mark.parametrize("name", ["owners.u32", "sections.u32", "classes.u32", "marked.u8"])
def test_a_file_that_is_cut_off_is_damage(base: Path, name: str) -> None:
    path = _published(base, f"index/{name}")
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(StorageError, match="damaged"):
        Knowledge(base).search("lamps")


def test_a_published_file_that_is_gone_is_damage(base: Path) -> None:
    _published(base, "bundle/a.md").unlink()
    with pytest.raises(StorageError, match="changed after it was published"):
        Knowledge(base).get("a")


def test_readiness_reads_the_file_that_it_finds(base: Path) -> None:
    for name in ("a", "b"):
        _damage(_published(base, f"bundle/{name}.md"), at=5)
    with pytest.raises(StorageError, match="changed after it was published"):
        Knowledge(base).ready()


def test_a_damaged_list_of_documents_is_damage(base: Path) -> None:
    _published(base, DOCUMENTS).write_bytes(b'{"hidden": \xff\n')
    with pytest.raises(StorageError, match="list of documents"):
        list(hidden_texts(Knowledge(base).store.published()))


def test_a_base_without_concepts_is_ready(base: Path) -> None:
    for path in (base / "docs").iterdir():
        path.unlink()
    build_base(Knowledge(base), BuildOptions(embeddings=False, accept_deletions=True))
    assert not Knowledge(base).browse().concepts
    assert Knowledge(base).ready().base == "base"
