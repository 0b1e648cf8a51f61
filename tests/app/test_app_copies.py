"""Copying documents into a base never harms what is there."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from okf_server.app.copies import below, copy, targets_in
from okf_server.errors import NotFoundError, UsageError


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "a.md").write_text("new")
    os.utime(folder / "a.md", (1_000_000_000, 1_000_000_000))
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own"


def _copy_into(folder: Path, files: Sequence[Path], *, replace: bool) -> tuple[Path, ...]:
    targets = targets_in(folder, files, replace=replace)
    for target, file in targets.items():
        copy(file, target)
    return tuple(targets)


def test_a_document_is_copied_with_its_time(inbox: Path, own: Path) -> None:
    assert _copy_into(own, [inbox / "a.md"], replace=False) == (own / "a.md",)
    assert (own / "a.md").read_text() == "new"
    assert (own / "a.md").stat().st_mtime == 1_000_000_000
    assert list(own.iterdir()) == [own / "a.md"]


def test_another_document_of_the_name_is_kept_and_nothing_is_copied(inbox: Path, own: Path) -> None:
    own.mkdir()
    (own / "a.md").write_text("old")
    (inbox / "b.md").write_text("b")
    with pytest.raises(UsageError, match=r"a\.md") as caught:
        _copy_into(own, [inbox / "b.md", inbox / "a.md"], replace=False)
    assert "--replace" in caught.value.hint
    assert (own / "a.md").read_text() == "old"
    assert list(own.iterdir()) == [own / "a.md"]


def test_it_is_overwritten_when_that_is_asked_for(inbox: Path, own: Path) -> None:
    own.mkdir()
    (own / "a.md").write_text("old")
    _copy_into(own, [inbox / "a.md"], replace=True)
    assert (own / "a.md").read_text() == "new"


def test_the_same_document_again_is_nothing_to_do(inbox: Path, own: Path) -> None:
    _copy_into(own, [inbox / "a.md"], replace=False)
    assert _copy_into(own, [inbox / "a.md"], replace=False) == ()


def test_a_link_that_has_the_name_is_not_followed(inbox: Path, own: Path, tmp_path: Path) -> None:
    own.mkdir()
    precious = tmp_path / "precious.md"
    precious.write_text("precious")
    (own / "a.md").symlink_to(precious)
    _copy_into(own, [inbox / "a.md"], replace=True)
    assert precious.read_text() == "precious"
    assert (own / "a.md").read_text() == "new"


def test_two_files_of_one_name_are_refused(inbox: Path, own: Path) -> None:
    (inbox / "sub").mkdir()
    (inbox / "sub/a.md").write_text("other")
    with pytest.raises(UsageError, match="one name"):
        _copy_into(own, [inbox / "a.md", inbox / "sub/a.md"], replace=True)
    assert not own.exists()


def test_a_folder_is_refused_with_a_way_on(inbox: Path, own: Path) -> None:
    with pytest.raises(UsageError, match="is a folder") as caught:
        _copy_into(own, [inbox], replace=False)
    assert "okf build" in caught.value.hint


def test_a_missing_file_is_named(inbox: Path, own: Path) -> None:
    with pytest.raises(NotFoundError, match=r"nope\.md"):
        _copy_into(own, [inbox / "nope.md"], replace=False)


@pytest.mark.parametrize("way_out", ["..", "a/../..", "/etc"])
def test_no_folder_leads_out(own: Path, way_out: str) -> None:
    with pytest.raises(UsageError, match="leaves the folder"):
        below(own, way_out)


def test_a_folder_below_is_made(inbox: Path, own: Path) -> None:
    _copy_into(below(own, "meetings/2026"), [inbox / "a.md"], replace=False)
    assert (own / "meetings/2026/a.md").is_file()
