"""What a reader cannot do even where a document has taken it over; each protection where it is active."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from okf_server.extract.limits import LARGEST_FILE, LARGEST_TEXT
from okf_server.extract.pool import Job, Pool
from okf_server.extract.refusals import TOO_MUCH_TEXT
from okf_server.extract.sandbox import probe
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome

_PLAIN = DocumentsConfig()
_ACTIVE = {protection.name for protection in probe() if protection.active}

confined = pytest.mark.skipif("files" not in _ACTIVE, reason="this kernel has no Landlock")
filtered = pytest.mark.skipif("system calls" not in _ACTIVE, reason="this kernel has no seccomp")
alone = pytest.mark.skipif("network" not in _ACTIVE, reason="no network namespace is allowed here")


def _outcome(
    folder: Path, deed: str, target: object, documents: DocumentsConfig = _PLAIN
) -> Outcome:
    path = folder / f"document.{deed}"
    path.write_text(str(target))
    pool = Pool(1, 10, readers="curious_readers:readers", documents=documents)
    ((_, outcome),) = pool.run([Job("a", path, f".{deed}")])
    return outcome


def _told(folder: Path, deed: str, target: object, documents: DocumentsConfig = _PLAIN) -> str:
    outcome = _outcome(folder, deed, target, documents)
    assert isinstance(outcome, Extracted), outcome
    return outcome.document.body


def test_the_protections_are_named_once_each() -> None:
    names = [protection.name for protection in probe()]
    assert names == ["limits", "privileges", "network", "files", "capabilities", "system calls"]


def test_limits_and_privileges_need_nothing_of_the_kernel() -> None:
    assert {"limits", "privileges"} <= _ACTIVE


@filtered
@confined
def test_where_no_namespace_is_allowed_the_others_hold_and_it_is_told() -> None:
    program = (
        "from okf_server.extract import calls, kernel, sandbox\n"
        "kernel.give_up_privileges()\n"
        "calls.refuse()\n"  # as a container does: `unshare` is among what is refused
        "for one in sandbox.probe(): print(one.name, one.active, one.detail, sep='|')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    )
    told = {line.split("|")[0]: line.split("|")[1:] for line in done.stdout.splitlines()}
    assert told["files"][0] == told["system calls"][0] == "True"
    assert told["network"][1] in ("TCP is refused by Landlock", "Permission denied")


@confined
def test_a_reader_sees_no_file_beside_the_one_that_it_reads(tmp_path: Path) -> None:
    secret = tmp_path / "payroll.txt"
    secret.write_text("salaries")
    assert _told(tmp_path, "look", secret) == "PermissionError"
    assert _told(tmp_path, "list", tmp_path) == "PermissionError"


@confined
@pytest.mark.parametrize(
    "path", ["/etc/shadow", "/etc/passwd", "/proc/1/environ", "/root", "/home"]
)
def test_a_reader_sees_nothing_of_the_machine_and_its_people(tmp_path: Path, path: str) -> None:
    assert _told(tmp_path, "look", path) == "PermissionError"


@confined
def test_a_reader_cannot_look_into_the_process_that_builds(tmp_path: Path) -> None:
    assert _told(tmp_path, "look", f"/proc/{os.getpid()}/environ") == "PermissionError"


@confined
def test_a_reader_can_change_no_file(tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("as it was")
    assert _told(tmp_path, "write", victim) == "PermissionError"
    assert _told(tmp_path, "write", tmp_path / "new.txt") == "PermissionError"
    assert victim.read_text() == "as it was"
    assert not (tmp_path / "new.txt").exists()


@confined
def test_a_reader_does_not_run_what_it_has_written(tmp_path: Path) -> None:
    assert _told(tmp_path, "prog", "mine") == "PermissionError"


@confined
def test_a_reader_can_end_no_process_but_its_own(tmp_path: Path) -> None:
    assert _told(tmp_path, "signal", os.getpid()) == "PermissionError"


def test_what_a_reader_writes_is_gone_before_the_next_file(tmp_path: Path) -> None:
    jobs = []
    for name in ("first", "second"):
        path = tmp_path / name
        path.write_text(name)
        jobs.append(Job(name, path, ".keep"))
    results = dict(Pool(1, 10, readers="curious_readers:readers").run(jobs))
    told = {key: one.document.body for key, one in results.items() if isinstance(one, Extracted)}
    assert told == {"first": "document.keep first", "second": "document.keep second"}


@filtered
def test_a_reader_reaches_no_server_on_this_machine(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        target = f"127.0.0.1 {server.getsockname()[1]}"
        assert _told(tmp_path, "link", target) == "PermissionError"


@filtered
def test_a_reader_reaches_no_socket_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "daemon"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        assert _told(tmp_path, "unix", path) == "PermissionError"


@alone
def test_a_reader_has_no_network(tmp_path: Path) -> None:
    lines = _told(tmp_path, "look", "/proc/self/net/dev").splitlines()
    assert [line.split(":")[0].strip() for line in lines if ":" in line] == ["lo"]


def test_programs_of_the_system_run_inside(tmp_path: Path) -> None:
    assert _told(tmp_path, "run", '["uname", "-s"]').strip() == os.uname().sysname


def test_the_ocr_program_runs_inside(tmp_path: Path) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")
    assert "eng" in _told(tmp_path, "run", '["tesseract", "--list-langs"]')


def test_the_ocr_program_runs_from_wherever_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "elsewhere" / "bin" / "tesseract"
    program.parent.mkdir(parents=True)
    (tmp_path / "elsewhere" / "languages").write_text("eng kor")
    program.write_text(f"#!/bin/sh\nread -r line < {tmp_path}/elsewhere/languages; echo $line\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    assert _told(tmp_path, "run", '["tesseract"]').strip() == "eng kor"


def test_the_directories_of_models_can_be_read(tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    (models / "config.json").write_text("weights")
    told = _told(tmp_path, "look", models / "config.json", DocumentsConfig(audio_model=str(models)))
    assert told == "weights"


def test_a_reader_gets_no_variable_that_may_hold_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_API_KEY", "s3cret")
    assert "SECRET_API_KEY" not in _told(tmp_path, "look", "/proc/self/environ")


def test_a_reader_that_writes_too_much_is_ended_for_it(tmp_path: Path) -> None:
    outcome = _outcome(tmp_path, "grow", LARGEST_FILE + 1)
    assert outcome == Failed(reason="unpacks to more than 2 GB", hint="Split it.")


def test_a_reader_that_says_too_much_is_not_listened_to(tmp_path: Path) -> None:
    assert _outcome(tmp_path, "talk", LARGEST_TEXT + 1) == TOO_MUCH_TEXT
    assert isinstance(_outcome(tmp_path, "talk", LARGEST_TEXT // 8), Extracted)


def test_the_directory_of_a_child_is_gone_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    _told(tmp_path, "look", "/dev/null")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_the_directory_of_a_killed_run_goes_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    left = tmp_path / "tmp" / "okf-work-reader-left"
    left.mkdir(parents=True)
    (left / "document.pdf").write_text("of somebody")
    _told(tmp_path, "look", "/dev/null")
    assert not left.exists()


def test_libraries_of_models_are_told_that_they_are_offline(tmp_path: Path) -> None:
    variables = _told(tmp_path, "look", "/proc/self/environ").split("\0")
    assert {"HF_HUB_OFFLINE=1", "TRANSFORMERS_OFFLINE=1"} <= set(variables)
