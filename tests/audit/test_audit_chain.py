"""The record of who asked what."""

from pathlib import Path

import pytest

from okf_server.audit.chain import events, files, verify
from okf_server.audit.journal import Journal


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    journal = Journal(tmp_path / "audit", most_bytes=600)
    for number in range(12):
        journal.write({"who": f"user{number}"})
    return tmp_path / "audit"


def test_the_chain_goes_on_over_its_files(directory: Path) -> None:
    assert (verify(directory).problem, verify(directory).lines) == ("", 12)
    assert len(files(directory)) > 1
    assert [event["who"] for event in events(directory)] == [f"user{n}" for n in range(12)]


def test_any_byte_that_is_changed_is_found(directory: Path) -> None:
    for path in files(directory):
        data = path.read_bytes()
        for at in range(0, len(data), 7):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            assert verify(directory).problem, (path.name, at)
        path.write_bytes(data)


@pytest.mark.parametrize("number", range(12))
def test_a_line_that_is_taken_out_or_put_in_is_found(directory: Path, number: int) -> None:
    lines = [
        (path, line) for path in files(directory) for line in path.read_bytes().splitlines(True)
    ]
    path, line = lines[number]
    data = path.read_bytes()
    path.write_bytes(data.replace(line, b""))
    assert verify(directory).problem
    path.write_bytes(data.replace(line, line + line))
    assert verify(directory).problem


def test_an_end_that_is_cut_off_is_found(directory: Path) -> None:
    last = files(directory)[-1]
    last.unlink()
    assert verify(directory).problem


def test_a_line_that_a_killed_process_left_half_is_written_over(directory: Path) -> None:
    last = files(directory)[-1]
    last.write_bytes(last.read_bytes() + b'{"seq": 13')
    Journal(directory).write({"who": "next"})
    assert (verify(directory).problem, verify(directory).lines) == ("", 13)
