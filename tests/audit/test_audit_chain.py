"""The chain of who asked what: whatever is done to it afterwards is found."""

import json
import multiprocessing
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.audit.chain import HEAD, Head, events, files, read_head
from okf_server.audit.journal import Journal
from okf_server.audit.verify import Verified, verify

LINES = 12


def event(number: int, day: str = "2026-11-30") -> dict[str, Any]:
    return {"at": f"{day}T12:00:00+00:00", "who": f"user{number}", "what": "tools/call"}


def filled(directory: Path) -> Path:
    journal = Journal(directory, most_bytes=600)
    for number in range(LINES):
        journal.write([event(number)])
    return directory


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return filled(tmp_path / "audit")


def problems(directory: Path) -> tuple[str, ...]:
    return verify(directory).problems


def test_the_chain_goes_on_over_its_files(directory: Path) -> None:
    found = verify(directory)
    assert (found.problems, found.lines, found.first) == ((), LINES, 1)
    assert len(files(directory)) > 1
    assert [one["who"] for one in events(directory)] == [f"user{n}" for n in range(LINES)]


def test_events_that_come_together_are_one_write(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "audit", sync=True)
    journal.write([event(number) for number in range(LINES)])
    journal.write([event(LINES)])
    assert (problems(tmp_path / "audit"), verify(tmp_path / "audit").lines) == ((), LINES + 1)


def test_only_their_owner_can_read_the_files(directory: Path) -> None:
    assert {path.stat().st_mode & 0o077 for path in directory.iterdir()} == {0}


def test_any_byte_that_is_changed_is_found(directory: Path) -> None:
    for path in files(directory):
        data = path.read_bytes()
        for at in range(0, len(data), 7):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            assert problems(directory), (path.name, at)
        path.write_bytes(data)


@pytest.mark.parametrize("number", range(LINES))
def test_a_line_that_is_taken_out_or_put_in_is_found(directory: Path, number: int) -> None:
    lines = [
        (path, line) for path in files(directory) for line in path.read_bytes().splitlines(True)
    ]
    path, line = lines[number]
    data = path.read_bytes()
    path.write_bytes(data.replace(line, b""))
    assert problems(directory)
    path.write_bytes(data.replace(line, line + line))
    assert problems(directory)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("original") / "audit")


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_no_edit_of_the_files_goes_unnoticed(original: Path, data: st.DataObject) -> None:
    """Any stretch of the whole record replaced by any other bytes."""
    copy = original.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(original, copy)
    path = data.draw(st.sampled_from(files(copy)))
    before = path.read_bytes()
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    after = before[:start] + data.draw(st.binary(max_size=40)) + before[end:]
    path.write_bytes(after)
    assert bool(problems(copy)) == (after != before)


def test_an_end_that_is_cut_off_is_found(directory: Path) -> None:
    files(directory)[-1].unlink()
    assert "missing at the end" in problems(directory)[0]


def test_a_beginning_that_is_cut_off_is_found(directory: Path) -> None:
    files(directory)[0].unlink()
    assert problems(directory)


def test_a_head_that_is_gone_is_found_and_nothing_is_written_over(directory: Path) -> None:
    (directory / HEAD).unlink()
    assert problems(directory)
    Journal(directory).write([event(99)])
    told = [one.get("who") or one["what"] for one in events(directory)]
    assert told == [*(f"user{n}" for n in range(LINES)), "audit.broken", "user99"]
    assert "head.json was missing" in problems(directory)[0]


def test_a_record_that_was_cut_off_goes_on_and_says_so_for_ever(directory: Path) -> None:
    last = files(directory)[-1]
    last.write_bytes(last.read_bytes()[:-20])
    Journal(directory).write([event(99)])
    assert [one.get("who") for one in events(directory)][-1] == "user99"
    assert any("its end was missing" in problem for problem in problems(directory))


def test_a_line_that_a_killed_process_left_half_is_kept_aside(directory: Path) -> None:
    last = files(directory)[-1]
    last.write_bytes(last.read_bytes() + b'{"seq": 13')
    assert problems(directory)
    Journal(directory).write([event(12)])
    (kept,) = directory.glob("aside-*")
    assert (kept.read_bytes(), kept.stat().st_mode & 0o077) == (b'{"seq": 13', 0)
    (told,) = [one for one in events(directory) if one["what"] == "audit.broken"]
    assert (told["kept"], told["bytes"]) == (kept.name, 10)
    assert told["digest"] == sha256(b'{"seq": 13').hexdigest()
    assert [problem.partition(": ")[2] for problem in problems(directory)] == [
        f"the record was broken here: {told['reason']}"
    ]
    assert verify(directory).lines == LINES + 2


def test_a_hash_that_was_noted_is_found_again_until_the_record_is_written_anew(
    directory: Path,
) -> None:
    noted = verify(directory).digest
    Journal(directory).write([event(12)])
    assert verify(directory, holding=noted).problems == ()
    shutil.rmtree(directory)
    assert problems(directory) == ()  # nothing is left that could tell
    assert "was written anew" in verify(directory, holding=noted).problems[0]


def test_every_day_has_a_file_of_its_own_and_old_ones_are_dropped(tmp_path: Path) -> None:
    directory = tmp_path / "audit"
    journal = Journal(directory, keep_days=2)
    for day in range(1, 8):
        journal.write([event(day, f"2026-11-{day:02}"), event(day, f"2026-11-{day:02}")])
        assert problems(directory) == ()
    found = verify(directory)
    assert [path.name for path in files(directory)] == [f"audit-{n:06}.jsonl" for n in (4, 5, 6, 7)]
    assert found.first > 1
    dropped = [one for one in events(directory) if one["what"] == "audit.dropped"]
    assert [one["file"] for one in dropped] == [f"audit-{n:06}.jsonl" for n in (1, 2, 3)][
        -len(dropped) :
    ]


def test_who_drops_more_than_is_said_is_found(tmp_path: Path) -> None:
    directory = tmp_path / "audit"
    for day in range(1, 8):
        Journal(directory, keep_days=2).write([event(day, f"2026-11-{day:02}")])
    files(directory)[0].unlink()
    assert "the lines before number" in problems(directory)[-1]


def test_a_process_that_is_killed_before_it_drops_leaves_a_whole_record(tmp_path: Path) -> None:
    directory = tmp_path / "audit"
    for day in range(1, 4):
        Journal(directory, keep_days=2).write([event(day, f"2026-11-{day:02}")])
    kept = [(path, path.read_bytes()) for path in files(directory)]
    for day in range(4, 6):
        Journal(directory, keep_days=2).write([event(day, f"2026-11-{day:02}")])
    for path, data in kept:
        path.write_bytes(data)
    assert problems(directory) == ()


def test_what_could_not_be_written_is_said_as_soon_as_it_can_be(tmp_path: Path) -> None:
    directory = tmp_path / "audit"
    directory.write_text("no directory")
    journal = Journal(directory)
    for _ in range(2):
        with pytest.raises(OSError, match="audit"):
            journal.write([event(1), event(2)])
    directory.unlink()
    journal.write([event(3)])
    assert [one.get("times") for one in events(directory)] == [4, None]
    assert (verify(directory).lost, read_head(directory).lost) == (4, 4)  # type: ignore[union-attr]
    assert problems(directory) == ()


def test_a_write_that_the_system_ends_half_way_leaves_a_record_that_goes_on(
    directory: Path,
) -> None:
    """As a full disk does, here by a limit on the size of files: the process takes back what it wrote of it."""
    journal = Journal(directory)
    with largest_file(2_000), pytest.raises(OSError, match="File too large"):
        journal.write([{**event(LINES), "asked": "x" * 3_000}])
    assert (problems(directory), verify(directory).lines) == ((), LINES)
    journal.write([event(LINES)])
    found = verify(directory)
    assert (found.problems, found.lost, found.lines) == ((), 1, LINES + 2)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _write_many(directory: str, writer: int) -> None:
    journal = Journal(Path(directory), most_bytes=5_000)
    for number in range(40):
        journal.write([{**event(number), "writer": writer}] * 2)


def test_several_processes_write_one_chain(tmp_path: Path) -> None:
    directory = tmp_path / "audit"
    start = multiprocessing.get_context("spawn")
    writers = [
        start.Process(target=_write_many, args=(str(directory), writer)) for writer in range(3)
    ]
    for writer in writers:
        writer.start()
    looked = [verify(directory) for _ in range(20)]  # never sees a half of anything
    for writer in writers:
        writer.join()
    assert [one.problems for one in looked if one.problems] == []
    found: Verified = verify(directory)
    assert (found.problems, found.lines) == ((), 3 * 80)
    per_writer = [one["writer"] for one in events(directory)]
    assert {writer: per_writer.count(writer) for writer in range(3)} == {0: 80, 1: 80, 2: 80}


def test_a_head_of_an_earlier_version_is_understood(directory: Path) -> None:
    old = json.loads((directory / HEAD).read_bytes())
    (directory / HEAD).write_text(
        json.dumps({key: old[key] for key in ("file", "size", "seq", "digest")})
    )
    assert read_head(directory) == Head(
        file=old["file"], size=old["size"], seq=old["seq"], digest=old["digest"]
    )
    Journal(directory).write([event(12)])
    assert problems(directory) == ()
