"""What is recorded of those who build a base, and what an operator learns of the record."""

import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from okf_server.audit.chain import events
from okf_server.audit.journal import Journal
from okf_server.audit.verify import verify
from okf_server.cli.ending import run
from okf_server.cli.main import okf as command

CONFIG = (
    "name: kb\nsources: [{kind: folder, path: ./documents}]\nsearch: {embedder: null}\nkeep: 2\n"
)


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OKF_BASE", str(tmp_path))
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/hours.md").write_text("# Hours\n\nFrom nine.\n")
    (tmp_path / "okf.yaml").write_text(f"{CONFIG}audit: {{enabled: true}}\n")
    return tmp_path


def okf(*arguments: str, code: int = 0) -> str:
    """What a command says, on both streams."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        ended = run(command, list(arguments))
    assert ended == code, said.getvalue()
    return said.getvalue()


def recorded(base: Path) -> list[dict[str, Any]]:
    return list(events(base / ".okf/audit"))


def test_builds_and_what_they_remove_are_recorded(base: Path) -> None:
    for number in range(4):
        (base / "documents/hours.md").write_text(f"# Hours\n\nFrom {number}.\n")
        okf("build")
    okf("build")
    told = [(one["what"], one["outcome"]) for one in recorded(base)]
    assert [one for one in told if one[0] == "build"] == [
        *[("build", "published")] * 4,
        ("build", "unchanged"),
    ]
    assert ("prune", "ok") in told
    first = recorded(base)[0]
    assert (first["who"], first["base"], first["items"]["indexed"]) == ("operator", "kb", 1)
    assert first["returned"][0].startswith("20")
    assert verify(base / ".okf/audit").problems == ()


def test_documents_that_are_added_and_snapshots_that_come_back_are_recorded(
    base: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    okf("build")
    new = tmp_path_factory.mktemp("elsewhere") / "new.md"
    new.write_text("# New\n\nSecretive text.\n")
    okf("add", str(new))
    okf("snapshots", "rollback")
    told = {one["what"]: one for one in recorded(base)}
    assert told["add"]["returned"] == [str(base / "documents/new.md")]
    assert told["rollback"]["returned"][0] != told["rollback"]["before"]
    assert "Secretive" not in json.dumps(told)


def test_a_build_that_fails_is_recorded_by_the_kind_of_its_failure(base: Path) -> None:
    (base / "documents/hours.md").unlink()
    (base / "documents").rmdir()
    okf("build", code=7)
    assert [one["outcome"] for one in recorded(base)] == ["SourceError"]


def test_a_build_goes_on_where_it_cannot_be_recorded_and_says_so(base: Path) -> None:
    (base / ".okf").mkdir()
    (base / ".okf/audit").write_text("no directory")
    assert "not recorded in" in okf("build")
    assert "nothing can be written" in okf("status")


def test_status_tells_how_the_record_is(base: Path) -> None:
    assert json.loads(okf("status", "--json"))["audit"]["events"] == 0
    okf("build")
    state = json.loads(okf("status", "--json"))["audit"]
    assert (state["events"], state["lost"], state["problem"]) == (1, 0, "")
    (base / "okf.yaml").write_text(CONFIG)
    assert json.loads(okf("status", "--json"))["audit"] is None


def test_a_base_without_a_record_writes_none(base: Path) -> None:
    (base / "okf.yaml").write_text(CONFIG)
    okf("build")
    assert not (base / ".okf/audit").exists()


def test_old_events_are_dropped_as_okf_yaml_says(base: Path) -> None:
    (base / "okf.yaml").write_text(f"{CONFIG}audit: {{enabled: true, keep_days: 30}}\n")
    okf("build")
    directory = base / ".okf/audit"
    aged(directory)
    for _ in range(2):
        okf("build")
        next_day(directory)
    okf("build")
    assert verify(directory).problems == ()
    assert "dropped because of its age" in okf("audit", "verify")


def aged(directory: Path) -> None:
    """The record as if it were of a year ago."""
    (event,) = recorded(directory.parent.parent)
    told = {key: value for key, value in event.items() if key not in ("seq", "prev")}
    for path in (*directory.iterdir(), *directory.with_name("audit-anchors").iterdir()):
        path.unlink()
    for month in ("01", "02"):
        Journal(directory).write([{**told, "at": f"2020-{month}-01T00:00:00+00:00"}])


def next_day(directory: Path) -> None:
    head = json.loads((directory / "head.json").read_text())
    (directory / "head.json").write_text(json.dumps({**head, "day": "2020-03-01"}))


def test_verify_says_where_no_record_is_kept(base: Path) -> None:
    (base / "okf.yaml").write_text(CONFIG)
    said = okf("audit", "verify")
    assert "no record is kept: audit.enabled is not set" in said
    assert "nothing was changed" not in said


def test_verify_ends_with_1_where_something_was_changed(base: Path) -> None:
    okf("build")
    noted = json.loads(okf("audit", "verify", "--json"))["digest"]
    okf("build")
    assert "nothing was changed" in okf("audit", "verify", "--holding", noted)
    path = base / ".okf/audit/audit-000001.jsonl"
    path.write_text(path.read_text().replace("operator", "somebody"))
    assert "problem: audit-000001.jsonl, line 2" in okf("audit", "verify", code=1)


def test_show_narrows_to_what_is_asked_for(base: Path) -> None:
    okf("build")
    okf("build")
    okf("snapshots", "verify")
    assert okf("audit", "show").count("\n") == 2
    assert okf("audit", "show", "--outcome", "unchanged").count("\n") == 1
    assert okf("audit", "show", "--what", "rollback") == ""
    assert okf("audit", "show", "--who", "ana") == ""
    assert okf("audit", "show", "--until", "2020") == ""
    assert okf("audit", "show", "--denied") == ""
    snapshot = recorded(base)[0]["returned"][0]
    assert okf("audit", "show", "--reference", snapshot).count("\n") == 1
    shown = json.loads(okf("audit", "show", "--json"))["events"]
    assert [one["seq"] for one in shown] == [1, 2]


def test_a_directory_for_several_bases_takes_both_in_one_chain(
    base: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shared = tmp_path_factory.mktemp("records")
    for name in ("kb", "other"):
        config = CONFIG.replace("name: kb", f"name: {name}")
        (base / "okf.yaml").write_text(f"{config}audit: {{enabled: true, dir: {shared}}}\n")
        okf("build")
    assert [one["base"] for one in events(shared)] == ["kb", "other"]
    assert verify(shared).problems == ()
    assert not (base / ".okf/audit").exists()


def test_a_record_that_was_removed_is_told_to_the_operator(base: Path) -> None:
    okf("build")
    okf("audit", "verify")
    shutil.rmtree(base / ".okf/audit")

    told = json.loads(okf("audit", "verify", "--json", code=1))
    assert told["problem"] == "lines 1 to 1, which the base noted, are missing"
    assert "audit: of the record 1 line is gone" in okf("status")
    okf("build")
    assert "broken here" in okf("audit", "verify", code=1)
