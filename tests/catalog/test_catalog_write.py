from pathlib import Path

import pytest

from okf_server.catalog.base import Base, open_base
from okf_server.catalog.write import base_for_folder, base_name, create_base
from okf_server.errors import ConfigError, NotFoundError, StorageError, UsageError
from okf_server.model.config import SourceKind


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    directory = tmp_path / "work" / "My Docs"
    directory.mkdir(parents=True)
    return directory


def chosen(folder: Path, tmp_path: Path, asked: str | None = None, cwd: Path | None = None) -> Base:
    return base_for_folder(folder, asked, cwd=cwd or tmp_path, home=tmp_path / "home")


def test_a_folder_without_a_base_gets_one_of_its_name(tmp_path: Path, docs: Path) -> None:
    base = chosen(docs, tmp_path)
    assert base.directory == tmp_path / "home" / "my-docs"
    assert base.config.name == "my-docs"
    assert base.config.title == "My Docs"
    assert [source.path for source in base.config.sources] == [str(docs)]
    assert base == open_base(base.directory)


def test_the_base_of_a_folder_is_used_again(tmp_path: Path, docs: Path) -> None:
    first = chosen(docs, tmp_path)
    assert chosen(docs, tmp_path) == first
    assert chosen(docs, tmp_path, asked="my-docs") == first


def test_a_base_that_somebody_named_is_made_there(tmp_path: Path, docs: Path) -> None:
    base = chosen(docs, tmp_path, asked="kb")
    assert base.directory == tmp_path / "kb"
    assert chosen(docs, tmp_path, asked=str(tmp_path / "kb")) == base
    assert chosen(docs, tmp_path, cwd=tmp_path / "kb") == base


def test_another_folder_of_the_same_name_is_refused(tmp_path: Path, docs: Path) -> None:
    chosen(docs, tmp_path)
    other = tmp_path / "other" / "my docs"
    other.mkdir(parents=True)
    with pytest.raises(
        UsageError, match=r"'my-docs' exists already and reads .*My Docs.*--base DIR"
    ):
        chosen(other, tmp_path)


def test_a_base_that_reads_something_else_is_not_changed(tmp_path: Path, docs: Path) -> None:
    chosen(docs, tmp_path, asked="kb")
    other = tmp_path / "other"
    other.mkdir()
    before = (tmp_path / "kb" / "okf.yaml").read_bytes()
    with pytest.raises(UsageError, match="does not read"):
        chosen(other, tmp_path, asked="kb")
    assert (tmp_path / "kb" / "okf.yaml").read_bytes() == before


def test_a_base_nearby_that_reads_something_else_is_not_taken(tmp_path: Path, docs: Path) -> None:
    near = chosen(docs, tmp_path, asked="kb")
    other = tmp_path / "other"
    other.mkdir()
    assert chosen(other, tmp_path, cwd=near.directory).directory == tmp_path / "home" / "other"


def test_a_broken_base_of_the_user_stops_nobody(tmp_path: Path, docs: Path) -> None:
    broken = tmp_path / "home" / "aaa"
    broken.mkdir(parents=True)
    (broken / "okf.yaml").write_text("nonsense: [")
    assert chosen(docs, tmp_path).config.name == "my-docs"


def test_a_folder_inside_its_base_is_written_relative(tmp_path: Path) -> None:
    docs = tmp_path / "kb" / "docs"
    docs.mkdir(parents=True)
    base = chosen(docs, tmp_path, asked="kb")
    assert 'path: "./docs"' in (base.directory / "okf.yaml").read_text()
    base.directory.rename(tmp_path / "moved")
    assert open_base(tmp_path / "moved").config.sources[0].path == str(tmp_path / "moved" / "docs")


def test_a_base_may_be_its_own_source(tmp_path: Path, docs: Path) -> None:
    base = chosen(docs, tmp_path, asked=str(docs))
    assert base.directory == docs
    assert base.config.sources[0].path == str(docs)
    assert docs / ".okf" in base.own_files


def test_a_folder_that_declares_the_format_is_a_bundle(tmp_path: Path, docs: Path) -> None:
    (docs / "index.md").write_text('---\ntitle: x\nokf_version: "0.2"\n---\n# A\n')
    assert chosen(docs, tmp_path).config.sources[0].kind is SourceKind.BUNDLE


@pytest.mark.parametrize(
    "name", ['quo"te: {x}', "日本語", "ends with \\", "a # b", "123", "new\nline"]
)
def test_any_folder_name_makes_a_base_that_can_be_read(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    base = chosen(folder, tmp_path)
    assert base.config.title == name
    assert base.config.sources[0].path == str(folder)


def test_names_in_other_scripts_do_not_fall_together() -> None:
    assert base_name("Übersicht 2026") == "ubersicht-2026"
    assert base_name("財務") != base_name("人事")
    assert base_name("財務").startswith("base-")


def test_a_folder_that_is_not_there_is_not_found(tmp_path: Path, docs: Path) -> None:
    with pytest.raises(NotFoundError, match="There is no folder"):
        chosen(tmp_path / "nowhere", tmp_path)
    file = docs / "a.md"
    file.write_text("x")
    with pytest.raises(UsageError, match="okf add"):
        chosen(file, tmp_path)


def test_a_folder_whose_name_is_not_utf8_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a\udcff"
    folder.mkdir()
    with pytest.raises(UsageError, match="not UTF-8"):
        chosen(folder, tmp_path)


def test_a_broken_base_nearby_is_no_reason_to_make_another(tmp_path: Path, docs: Path) -> None:
    (tmp_path / "okf.yaml").write_text("name: kb\nsource: []\n")
    with pytest.raises(ConfigError, match="unknown key 'source'"):
        chosen(docs, tmp_path)
    assert not (tmp_path / "home").exists()


def test_a_folder_that_is_a_base_is_that_base(tmp_path: Path, docs: Path) -> None:
    base = chosen(docs, tmp_path, asked="kb")
    assert chosen(base.directory, tmp_path) == base


def test_a_full_disk_leaves_no_half_made_base(small_disk: Path, docs: Path) -> None:
    filler = small_disk / "filler"
    with pytest.raises(OSError, match="No space"):
        filler.write_bytes(bytes(4_000_000))
    directory = small_disk / "base"
    with pytest.raises(StorageError, match="cannot be made"):
        create_base(directory, docs)
    assert not directory.exists() or list(directory.iterdir()) == []
    filler.unlink()
    assert create_base(directory, docs).config.sources
