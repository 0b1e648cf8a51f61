"""What stands in the directory of a record and is none of it is told."""

import os
import shutil
from pathlib import Path

import pytest

from okf_server.audit.chain import HEAD, events, file_name, files
from okf_server.audit.journal import Journal
from okf_server.audit.verify import verify

LINES = 12


def write(directory: Path, number: int) -> None:
    event = {"at": "2026-11-30T12:00:00+00:00", "who": f"u{number}", "what": "tools/call"}
    Journal(directory, most_bytes=600).write([event])


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    for number in range(LINES):
        write(tmp_path / "audit", number)
    assert verify(tmp_path / "audit").problems == ()
    return tmp_path / "audit"


def problems(directory: Path) -> str:
    return "\n".join(verify(directory).problems)


@pytest.mark.parametrize(
    "name",
    [
        "audit-000000.jsonl",
        "audit-0000001.jsonl",
        "audit-1.jsonl",
        "audit-000001.jsonl.gz",
        "audit",
    ],
)
def test_a_file_with_a_name_like_one_of_the_record_is_told(directory: Path, name: str) -> None:
    (directory / name).write_text("hi\n")
    assert problems(directory) == f"{name} is no file of the record"
    assert len(list(events(directory))) == LINES


def test_a_file_beside_the_record_is_not_looked_at(directory: Path) -> None:
    (directory / "README").write_text("What this is.\n")
    assert problems(directory) == ""


def test_files_that_were_given_other_names_are_told(directory: Path) -> None:
    last = files(directory)[-1]
    last.rename(directory / file_name(9))
    assert f"names {last.name} as the last file, and audit-000009.jsonl is" in problems(directory)
    assert f"and {file_name(9)} files are missing" in problems(directory)


def test_the_only_file_with_another_name_is_told(tmp_path: Path) -> None:
    write(tmp_path, 1)
    (tmp_path / file_name(1)).rename(tmp_path / file_name(2))
    assert f"{HEAD} names audit-000001.jsonl as the last file" in problems(tmp_path)


@pytest.mark.parametrize("number", [0, -1])
def test_a_file_of_the_record_that_is_a_link_is_told_and_nothing_is_written_through_it(
    directory: Path, number: int
) -> None:
    path = files(directory)[number]
    elsewhere = directory.parent / "elsewhere.jsonl"
    shutil.move(path, elsewhere)
    path.symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    assert f"{path.name} is no file, but a link or the like" in problems(directory)
    write(directory, 200)
    assert elsewhere.read_bytes() == before
    assert list(events(directory))[-1]["who"] == "u200"


def test_a_link_in_the_place_of_the_next_file_is_passed_over(directory: Path) -> None:
    elsewhere = directory.parent / "elsewhere.jsonl"
    elsewhere.write_text("mine\n")
    next_file = directory / file_name(len(files(directory)) + 1)
    next_file.symlink_to(elsewhere)
    for number in range(200, 200 + LINES):
        write(directory, number)
    assert elsewhere.read_text() == "mine\n"
    assert next_file.name in problems(directory)
    assert len(list(events(directory))) == 2 * LINES


def test_a_pipe_in_the_record_holds_nobody_up(directory: Path) -> None:
    os.mkfifo(directory / file_name(9))
    assert "audit-000009.jsonl is no file" in problems(directory)
    assert len(list(events(directory))) == LINES
