"""okf add reads first and copies after, and only into a base that there is."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_running import Ended, call_okf

pytestmark = pytest.mark.usefixtures("home")

_GOOD = "# Travel\n\nThe hotel limit is 165 EUR.\n"
_BROKEN = b"%PDF-1.7\nnothing of a document\n"

_KILLED = """
import os, signal, sys
from pathlib import Path
from okf_server.app import Knowledge
from okf_server.app.adding import add_documents

def at(stage, done, total, current):
    if (stage, done) == (sys.argv[3], int(sys.argv[4])):
        os.kill(os.getpid(), signal.SIGKILL)

own = Path(sys.argv[1]) / "documents"
files = sorted(Path(sys.argv[2]).iterdir())
add_documents(Knowledge(sys.argv[1]), own, own, files, overwrite=True, progress=at)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Documents somewhere else."""
    path = tmp_path / "docs"
    path.mkdir()
    (path / "travel.md").write_text(_GOOD)
    (path / "leave.md").write_text("# Leave\n\nThirty days.\n")
    return path


@pytest.fixture
def base(tmp_path: Path, folder: Path) -> Path:
    """A base with a folder of its own, which holds both documents."""
    path, handbook = tmp_path / "base", tmp_path / "handbook"
    handbook.mkdir()
    (handbook / "welcome.md").write_text("# Welcome\n")
    call_okf("build", handbook, "--base", path, "--no-embeddings")
    assert add(path, folder / "travel.md", folder / "leave.md").code == 0
    return path


def add(base: Path, *words: object) -> Ended:
    return call_okf("add", *words, "--base", base)


def files_of(base: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in (base / "documents").iterdir()}


def test_documents_are_added_and_found(base: Path) -> None:
    assert sorted(files_of(base)) == ["leave.md", "travel.md"]
    assert call_okf("get", "documents/leave", "--base", base).code == 0


def test_a_mistyped_base_is_not_found_and_nothing_is_made(folder: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    ended = call_okf("add", folder / "travel.md", "--base", "nope")
    assert ended.code == 4
    assert "No base 'nope'" in ended.err
    assert "okf build FOLDER" in ended.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "words",
    [
        ["add", "docs/travel.md"],
        ["search", "travel"],
        ["get", "travel"],
        ["browse"],
        ["context", "travel"],
        ["status"],
        ["check"],
        ["snapshots", "list"],
        ["snapshots", "rollback"],
        ["audit", "verify"],
        ["access", "explain", "travel"],
        ["connect", "claude"],
        ["serve"],
        ["build"],
        ["suggest", "questions"],
        ["eval", "q.yaml"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("folder")
def test_no_command_makes_a_base_of_a_mistyped_name(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "q.yaml").write_text("questions: [{question: How far?, expected: []}]")
    before = sorted(tmp_path.rglob("*"))
    ended = call_okf(*words, "--base", "nope")
    assert (ended.code, "'nope'" in ended.err) == (4, True), ended.err
    assert sorted(tmp_path.rglob("*")) == before


def test_adding_never_overwrites_silently(folder: Path, base: Path) -> None:
    (folder / "travel.md").write_text("# Travel\n\nOther rules.\n")
    ended = add(base, folder / "travel.md")
    assert ended.code == 2
    assert "--replace" in ended.err
    assert add(base, folder / "travel.md", "--replace").code == 0
    assert files_of(base)["travel.md"] == b"# Travel\n\nOther rules.\n"


def test_a_base_that_reads_only_others_folders_gets_one_of_its_own(
    folder: Path, tmp_path: Path
) -> None:
    base = tmp_path / "base"
    call_okf("build", folder, "--base", base, "--no-embeddings")
    before = sorted(folder.rglob("*"))
    assert add(base, folder / "travel.md", "--to", "trips").code == 0
    assert call_okf("get", "documents/trips/travel", "--base", base).code == 0
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("broken.pdf", _BROKEN, "broken.pdf"),
        ("empty.md", b"", "empty file"),
        ("tool.exe", b"MZ\0\1\2", "unsupported kind: .exe"),
        (".hidden.md", b"# Hidden\n", "hidden"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason_and_nothing_changes(
    folder: Path, base: Path, name: str, data: bytes, reason: str
) -> None:
    before, served = files_of(base), call_okf("status", "--base", base, "--json").json
    (folder / name).write_bytes(data)
    (folder / "new.md").write_text("# New\n")
    ended = add(base, folder / "new.md", folder / name)
    assert ended.code == 1
    assert f"Nothing was added: {name}" in ended.err
    assert reason in ended.err
    assert "hint: " in ended.err
    assert files_of(base) == before
    assert call_okf("status", "--base", base, "--json").json == served


def test_replacing_by_what_cannot_be_read_keeps_the_good_one(folder: Path, base: Path) -> None:
    (folder / "travel.md").write_bytes(b"")
    assert add(base, folder / "travel.md", "--replace").code == 1
    assert files_of(base)["travel.md"] == _GOOD.encode()
    (folder / "meals.md").write_text("# Meals\n")
    assert add(base, folder / "meals.md").code == 0


def test_what_the_base_leaves_out_is_not_added(folder: Path, base: Path) -> None:
    (base / "documents/.okfignore").write_text("secret*\n")
    (folder / "secret.md").write_text("# Secret\n")
    ended = add(base, folder / "secret.md")
    assert ended.code == 1
    assert "ignored by .okfignore" in ended.err


def test_the_base_itself_is_never_overwritten(tmp_path: Path, folder: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "a.md").write_text("# A\n")
    assert call_okf("build", whole, "--base", whole, "--no-embeddings").code == 0
    kept = (whole / "okf.yaml").read_text()
    (folder / "okf.yaml").write_text("name: other\n")
    ended = add(whole, folder / "okf.yaml", "--replace")
    assert (ended.code, "belongs to the base" in ended.err) == (2, True)
    assert (whole / "okf.yaml").read_text() == kept


@pytest.mark.parametrize(("stage", "done"), [("list", 0), ("copy", 0), ("copy", 1)])
def test_killed_at_any_moment_each_document_is_the_old_or_the_new_one(
    folder: Path, base: Path, stage: str, done: int
) -> None:
    old = files_of(base)
    for file in folder.iterdir():
        file.write_text(f"# New {file.stem}\n")
    new = {file.name: file.read_bytes() for file in folder.iterdir()}
    command = [sys.executable, "-c", _KILLED, str(base), str(folder), stage, str(done)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    left = files_of(base)
    changed = [name for name in left if left[name] == new[name]]
    assert left == {**old, **{name: new[name] for name in changed}}
    assert len(changed) == done
    assert add(base, *folder.iterdir(), "--replace").code == 0
    assert files_of(base) == new
    assert list((base / ".okf/staging").iterdir()) == []
