"""What tests of several packages need."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What can be made again is kept among the files of the tests, not among those of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OKF_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without bases, outside every base."""
    monkeypatch.setenv("OKF_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("OKF_BASE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes; skipped where none may be mounted."""
    directory = tmp_path / "small"
    directory.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(directory)]
    if subprocess.run(command, check=False, capture_output=True).returncode != 0:
        pytest.skip("needs the right to mount a file system")
    yield directory
    subprocess.run(["umount", "--lazy", str(directory)], check=True)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A directory and a place where it is mounted for reading alone; skipped where none may be mounted."""
    directory, place = tmp_path / "written", tmp_path / "mounted"
    for one in (directory, place):
        one.mkdir()
    bind = ["mount", "--bind", str(directory), str(place)]
    lock = ["mount", "-o", "remount,ro,bind", str(place)]
    if any(subprocess.run(c, check=False, capture_output=True).returncode for c in (bind, lock)):
        pytest.skip("needs the right to mount a file system")
    yield directory, place
    subprocess.run(["umount", "--lazy", str(place)], check=True)
