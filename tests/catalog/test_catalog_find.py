from pathlib import Path

import pytest

from okf_server.catalog.find import find_base, list_bases
from okf_server.errors import NotFoundError, UsageError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def base(directory: Path) -> Path:
    directory.mkdir(parents=True)
    (directory / "okf.yaml").write_text(f"name: {directory.name}\n")
    return directory


def find(asked: str | None, cwd: Path, home: Path) -> Path:
    return find_base(asked, cwd=cwd, home=home)


def test_a_directory_is_found_by_its_path(tmp_path: Path, home: Path) -> None:
    wanted = base(tmp_path / "kb")
    base(home / "other")
    assert find(str(wanted), tmp_path, home) == wanted
    assert find("kb", tmp_path, home) == wanted
    assert find("kb/okf.yaml", tmp_path, home) == wanted


def test_a_name_is_found_below_home(tmp_path: Path, home: Path) -> None:
    wanted = base(home / "finance")
    (tmp_path / "finance").mkdir()
    assert find("finance", tmp_path, home) == wanted


def test_what_was_asked_for_comes_before_what_lies_near(tmp_path: Path, home: Path) -> None:
    wanted = base(home / "finance")
    assert find("finance", base(tmp_path / "near"), home) == wanted


def test_the_nearest_base_upwards_comes_before_those_of_the_user(
    tmp_path: Path, home: Path
) -> None:
    base(home / "finance")
    near = base(tmp_path / "near")
    deep = near / "a" / "b"
    deep.mkdir(parents=True)
    assert find(None, deep, home) == near


def test_the_only_base_of_the_user_is_found_from_anywhere(tmp_path: Path, home: Path) -> None:
    wanted = base(home / "finance")
    assert find(None, tmp_path, home) == wanted


def test_several_bases_are_listed_and_none_is_guessed(tmp_path: Path, home: Path) -> None:
    base(home / "finance")
    base(home / "hr")
    with pytest.raises(UsageError, match=r"finance, hr.*--base NAME"):
        find(None, tmp_path, home)


def test_without_any_base_the_next_step_is_said(tmp_path: Path, home: Path) -> None:
    with pytest.raises(NotFoundError, match="okf build FOLDER"):
        find(None, tmp_path, home)


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path, home: Path) -> None:
    base(home / "finance")
    with pytest.raises(NotFoundError, match=r"No base 'finanse'\. Bases below .*: finance"):
        find("finanse", tmp_path, home)


def test_a_directory_without_a_base_is_said_to_have_none(tmp_path: Path, home: Path) -> None:
    with pytest.raises(NotFoundError, match=r"has no okf\.yaml"):
        find(str(tmp_path), tmp_path, home)


@pytest.mark.parametrize("asked", ["..", ".", "", "a/../..", "\udcff", "a" * 300])
def test_an_odd_name_leads_nowhere(tmp_path: Path, home: Path, asked: str) -> None:
    base(home / "finance")
    with pytest.raises(NotFoundError):
        find(asked, tmp_path, home)


def test_bases_are_listed_by_name(home: Path) -> None:
    assert list_bases(home) == ()
    second, first = base(home / "b"), base(home / "a")
    (home / "no-base").mkdir()
    assert list_bases(home) == (first, second)


def test_what_cannot_be_a_path_is_a_usage_error(tmp_path: Path, home: Path) -> None:
    with pytest.raises(UsageError, match="is no path"):
        find("a\0b", tmp_path, home)
