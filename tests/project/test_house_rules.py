"""scripts/house_rules.py finds what it says it finds."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGELOG = "# Changelog\n\n## [1.2.3] - 2026-01-31\n\n### Added\n\n- A thing.\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A small repository without a breach."""
    (tmp_path / "README.md").write_text("# Thing\n")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "thing"\nversion = "1.2.3"\n')
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    return tmp_path


def breaches(repository: Path) -> list[str]:
    subprocess.run(["git", "-C", str(repository), "add", "."], check=True)
    command = [sys.executable, str(ROOT / "scripts/house_rules.py"), str(repository)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    assert done.returncode == (1 if lines else 0)
    return lines


def test_a_clean_repository_has_no_breach(repository: Path) -> None:
    assert breaches(repository) == []


def test_this_repository_has_no_breach() -> None:
    command = [sys.executable, str(ROOT / "scripts/house_rules.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.parametrize(
    "line",  # without the bars, which keep this file itself clean
    [
        "# TO|DO: later",
        "# FIX|ME",
        'PATH = "/wo|rk/main"',
        "see /ro|ot/notes",
        "/ho|me/ana/x",
        "https://files.python|hosted.org/x",
        "--extra-in|dex-url x",
    ],
)
def test_words_that_must_not_be_kept_are_found(repository: Path, line: str) -> None:
    (repository / "module.py").write_text(f"x = 1\n{line.replace('|', '')}\n")
    (found,) = breaches(repository)
    assert found.startswith("module.py:2: ")


@pytest.mark.parametrize(
    "line", ["todo list", "a/work/b", "https://example.com/home/x", "workroot"]
)
def test_words_that_only_look_alike_are_left_alone(repository: Path, line: str) -> None:
    (repository / "module.py").write_text(line)
    assert breaches(repository) == []


def test_a_readme_that_nobody_reads_to_its_end_is_found(repository: Path) -> None:
    (repository / "README.md").write_text("line\n" * 121)
    assert breaches(repository) == ["README.md has 121 lines; at most 120 are read"]


def test_a_version_without_its_changes_is_found(repository: Path) -> None:
    (repository / "CHANGELOG.md").write_text(CHANGELOG.replace("1.2.3", "1.2.2"))
    assert breaches(repository) == ["CHANGELOG.md says nothing of version 1.2.3"]


@pytest.mark.parametrize(
    ("old", "new"), [("### Added", "### Stuff"), ("## [1.2.3] -", "## 1.2.3,")]
)
def test_a_changelog_in_another_form_is_found(repository: Path, old: str, new: str) -> None:
    (repository / "CHANGELOG.md").write_text(CHANGELOG.replace(old, new))
    assert breaches(repository)[0].startswith("CHANGELOG.md:")


def test_binary_files_are_passed_over(repository: Path) -> None:
    (repository / "picture.bin").write_bytes(b"\xff\xfe TO" + b"DO")
    assert breaches(repository) == []


def test_a_failure_that_does_not_say_what_to_do_next_is_found(repository: Path) -> None:
    errors = repository / "src/okf_server/errors/__init__.py"
    errors.parent.mkdir(parents=True)
    errors.write_text("class OkfError(Exception): ...\nclass LostError(OkfError): ...\n")
    module = repository / "src/okf_server/lost.py"
    module.write_text('raise LostError("gone", hint="Look for it.")\nraise LostError("gone")\n')
    (found,) = breaches(repository)
    assert found.startswith("src/okf_server/lost.py:2: LostError without hint=")
