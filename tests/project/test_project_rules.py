"""What the repository promises about itself."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import okf_server

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")

HEAVY = {"audio", "ocr-cjk"}
"""Extras that make demo leaves out; the tests need them."""


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def canonical(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def locked(name: str) -> dict[str, str]:
    """The packages of a lock file with the text of their entries."""
    entries = re.split(r"\n(?=[a-z0-9])", (ROOT / name).read_text("utf-8"))
    return {canonical(entry): entry for entry in entries if not entry.startswith("#")}


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def test_the_package_and_the_project_have_one_version() -> None:
    assert project()["project"]["version"] == okf_server.__version__


def test_every_runtime_dependency_is_locked() -> None:
    described = project()
    extras = described["project"]["optional-dependencies"]
    usual = [
        *described["project"]["dependencies"],
        *(name for extra in extras.keys() - HEAVY for name in extras[extra]),
        *described["dependency-groups"]["build"],
    ]
    heavy = [name for extra in HEAVY for name in extras[extra]]
    assert {canonical(name) for name in usual} <= locked("constraints.txt").keys()
    assert {canonical(name) for name in heavy} <= locked("constraints-dev.txt").keys()


def test_every_tool_is_locked() -> None:
    wanted = {canonical(name) for name in project()["dependency-groups"]["dev"]}
    assert wanted <= locked("constraints-dev.txt").keys()


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-dev.txt"])
def test_every_locked_package_has_one_version_and_its_hashes(name: str) -> None:
    for package, entry in locked(name).items():
        assert re.match(r"[\w.-]+==[\w.+!]+", entry), package
        assert "--hash=sha256:" in entry, package


def test_both_lock_files_agree() -> None:
    run, tools = locked("constraints.txt"), locked("constraints-dev.txt")
    version = re.compile(r"==([^ ]+)")
    for name in run.keys() & tools.keys():
        assert set(version.findall(tools[name])) <= set(version.findall(run[name])), name


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", ".ci/run"])
def test_every_make_command_that_is_written_down_exists(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    named = set(re.findall(r"(?:^|`|\s)make ([a-z]+)\b(?=`|\s|$)", text, re.MULTILINE))
    commands = {word for word in named if f"`make {word}" in text or f"\nmake {word}" in text}
    assert commands <= targets()


def test_the_help_of_make_lists_every_target() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("make ")}
    assert listed == targets() - {"help"} | {"help"}


def test_no_test_is_skipped_without_a_reason() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line in silent_skips(ast.parse(path.read_text("utf-8")))
    ]
    assert silent == []


def silent_skips(tree: ast.Module) -> list[int]:
    """The lines that name skip, skipif or xfail other than in a call that gives its reason."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    reasoned = {id(call.func) for call in calls if gives_reason(call)}
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in {"skip", "skipif", "xfail"}
        and id(node) not in reasoned
    ]


def gives_reason(call: ast.Call) -> bool:
    """Whether a call of skip, skipif or xfail carries a reason."""
    by_position = isinstance(call.func, ast.Attribute) and call.func.attr == "skip" and call.args
    return bool(by_position) or any(word.arg == "reason" for word in call.keywords)


@pytest.mark.parametrize(
    "code", ["@pytest.mark.skip\ndef f(): ...", "pytest.mark.skipif(True)", "pytest.xfail()"]
)
def test_a_silent_skip_is_found(code: str) -> None:
    assert silent_skips(ast.parse(code)) == [1]


def test_the_samples_are_made_by_their_command_byte_for_byte(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts/make_samples.py"), str(tmp_path)]
    subprocess.run(command, check=True)
    made = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert len(made) >= 7
    for name, content in made.items():
        assert (ROOT / "samples/acme" / name).read_bytes() == content, name


def test_the_samples_stay_small() -> None:
    files = [path for path in (ROOT / "samples").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 200_000
