"""Making the environment says what is missing instead of failing somewhere inside."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def make_environment(python: str, venv: Path) -> subprocess.CompletedProcess[str]:
    command = ["bash", str(ROOT / "scripts/venv.sh"), python, str(venv)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def python_that(path: Path, says: str) -> str:
    """A stand-in for an interpreter: a shell script that sees the code it is to run as $2."""
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(0o755)
    return str(path)


def test_no_python_is_said(tmp_path: Path) -> None:
    done = make_environment("no-such-python", tmp_path / "venv")
    assert done.returncode == 1
    assert done.stderr.startswith("error: there is no no-such-python here")


def test_an_old_python_is_said_with_a_way_on(tmp_path: Path) -> None:
    old = python_that(tmp_path / "old", 'case $1 in -c) exit 1;; *) echo "Python 3.9.2";; esac')
    done = make_environment(old, tmp_path / "venv")
    assert done.returncode == 1
    assert "Python 3.9.2, and Python 3.11 or newer is needed" in done.stderr
    assert "make PYTHON=python3.12 demo" in done.stderr


def test_a_python_without_venv_says_what_to_install(tmp_path: Path) -> None:
    bare = python_that(tmp_path / "bare", "case $2 in *ensurepip*) exit 1;; esac")
    done = make_environment(bare, tmp_path / "venv")
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr


@pytest.mark.parametrize("name", ["Makefile", ".ci/run"])
def test_nothing_is_installed_without_its_hash(name: str) -> None:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    loose = [
        line
        for line in lines
        if "install" in line and "pip" in line.lower()
        if "--require-hashes" not in line and "--no-deps" not in line and not line.startswith("#")
    ]
    assert loose == []
