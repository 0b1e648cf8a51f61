"""Where bundles are, and what belongs to them."""

import os
from pathlib import Path

import pytest

from okf_server.bundle.tree import discover, markdown_files
from okf_server.errors import SourceError

CONCEPT = "---\ntype: X\n---\n"


def put(root: Path, *paths: str, text: str = CONCEPT) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def names(root: Path) -> list[str]:
    return [path for path, _ in markdown_files(root)]


@pytest.mark.parametrize("place", [".okf", "okf", "bundle", "knowledge", "wiki"])
def test_a_bundle_below_a_repository_is_discovered(tmp_path: Path, place: str) -> None:
    put(tmp_path, f"{place}/a.md")
    put(tmp_path, "README.md", text="# Read me\n")
    assert discover(tmp_path) == tmp_path / place


def test_the_first_place_wins(tmp_path: Path) -> None:
    put(tmp_path, "wiki/a.md", "okf/a.md", "bundle/a.md")
    assert discover(tmp_path) == tmp_path / "okf"


@pytest.mark.parametrize("path", ["index.md", "concept.md"])
def test_a_bundle_may_have_folders_of_those_names(tmp_path: Path, path: str) -> None:
    put(tmp_path, path, "knowledge/a.md")
    assert discover(tmp_path) == tmp_path


def test_without_any_sign_the_folder_itself_is_taken(tmp_path: Path) -> None:
    put(tmp_path, "notes/a.md", "wiki/picture.png")
    assert discover(tmp_path) == tmp_path


def test_the_snapshots_of_a_base_are_no_bundle(tmp_path: Path) -> None:
    put(tmp_path, ".okf/snapshots/1/bundle/a.md", "docs/a.md")
    assert discover(tmp_path) == tmp_path


def test_a_place_that_leads_out_is_no_bundle(tmp_path: Path) -> None:
    put(tmp_path, "elsewhere/a.md", "repo/x/y.md")
    (tmp_path / "repo" / "wiki").symlink_to(tmp_path / "elsewhere")
    assert discover(tmp_path / "repo") == tmp_path / "repo"


def test_markdown_files_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    put(tmp_path, "b.md", "a/z.md", "a.md", "a/b/c.md", "a-b.md", "数.md", "x.txt", "y.MD")
    found = names(tmp_path)
    assert found == sorted(found) == ["a-b.md", "a.md", "a/b/c.md", "a/z.md", "b.md", "数.md"]


def test_hidden_and_ignored_files_are_left_out(tmp_path: Path) -> None:
    put(tmp_path, "a.md", ".b.md", ".git/c.md", "README.md", "drafts/d.md", "keep/README.md")
    (tmp_path / ".okfignore").write_bytes(b"/README.md\n# comment\ndrafts/\n\xff\n")
    assert names(tmp_path) == ["a.md", "keep/README.md"]


def test_a_root_with_a_dot_is_a_root(tmp_path: Path) -> None:
    put(tmp_path, ".okf/a.md")
    assert names(tmp_path / ".okf") == ["a.md"]


def test_links_are_followed_only_inside(tmp_path: Path) -> None:
    put(tmp_path, "outside/o.md", "root/a.md")
    root = tmp_path / "root"
    (root / "in.md").symlink_to(root / "a.md")
    (root / "out.md").symlink_to(tmp_path / "outside" / "o.md")
    (root / "gone.md").symlink_to(root / "nowhere.md")
    (root / "loop").symlink_to(root)
    (root / "folder").symlink_to(tmp_path / "outside")
    assert names(root) == ["a.md", "in.md"]


def test_a_name_that_is_no_utf8_is_shown_with_replacements(tmp_path: Path) -> None:
    place = os.fsencode(tmp_path) + b"/b\xff.md"
    try:
        Path(os.fsdecode(place)).write_text(CONCEPT)
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    assert names(tmp_path) == ["b\ufffd.md"]


def test_a_folder_that_is_missing_cannot_be_listed(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        names(tmp_path / "nowhere")
