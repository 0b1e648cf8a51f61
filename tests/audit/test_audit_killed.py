"""Nothing that was recorded is ever cut off, wherever the process that wrote it was killed."""

import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from okf_server.audit.chain import HEAD, digest_of, events, file_name, files, line_of, read_head
from okf_server.audit.journal import Journal
from okf_server.audit.verify import verify

LINES = 9
MOST = 600  # bytes of a file, so that some writes begin a new one
TAKEN_OVER = "stood after its end and were taken over"

FORK = multiprocessing.get_context("fork")


def event(number: int, day: int = 20) -> dict[str, Any]:
    return {"at": f"2026-11-{day:02}T12:00:00+00:00", "who": f"u{number}", "what": "tools/call"}


def journal(directory: Path) -> Journal:
    return Journal(directory, keep_days=5, most_bytes=MOST, anchor=anchor_of(directory))


def anchor_of(directory: Path) -> Path:
    return directory.parent / "anchors/anchor.json"


def filled(directory: Path, lines: int = LINES) -> Path:
    for number in range(lines):
        journal(directory).write([event(number)])
    return directory


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return filled(tmp_path / "audit")


def told(directory: Path) -> list[str]:
    """Who asked, by the lines that can be read, without those that the record says of itself."""
    return [one["who"] for one in events(directory) if "who" in one]


def problems(directory: Path) -> list[str]:
    return list(verify(directory, anchor=anchor_of(directory)).problems)


def breaks(directory: Path) -> list[str]:
    """What verify tells; nothing else is wrong than the breaks that the record tells itself."""
    found = problems(directory)
    assert all("the record was broken here" in problem for problem in found), found
    return found


def killed(work: Callable[[], None]) -> bool:
    """Whether a process was killed at its work."""
    child = FORK.Process(target=work)
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL, -signal.SIGXFSZ)
    return bool(child.exitcode)


def writing(directory: Path, day: int, step: int) -> Callable[[], None]:
    """Write two events, and be killed before the given step that touches a file."""

    def work() -> None:
        left = step

        def before(what: str, _: tuple[Any, ...]) -> None:
            nonlocal left
            if what in ("open", "os.rename", "os.remove", "os.truncate"):
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(before)
        journal(directory).write([event(100, day), event(101, day)])

    return work


def states_after_kills(tmp_path: Path, before: Path, day: int) -> Iterator[Path]:
    """Copies of a record, each after a process was killed before another step; the last one was not."""
    for step in range(100):
        now = tmp_path / f"{step}"
        shutil.copytree(before.parent, now)
        was_killed = killed(writing(now / "audit", day, step))
        yield now / "audit"
        if not was_killed:
            assert step > 5
            return
    pytest.fail("the process was killed at every step")


@pytest.mark.parametrize("day", [20, 21], ids=["the file of the day", "a new day"])
@pytest.mark.parametrize("lines", [LINES, LINES + 1, LINES + 2])
def test_a_process_that_is_killed_before_any_step_leaves_all_that_was_written(
    tmp_path: Path, lines: int, day: int
) -> None:
    before = filled(tmp_path / "before/audit", lines)
    for directory in states_after_kills(tmp_path, before, day):
        stood = told(directory)
        assert stood[:lines] == told(before)
        assert stood[lines:] in ([], ["u100", "u101"])
        journal(directory).write([event(200, day)])
        assert told(directory) == [*stood, "u200"]
        assert len(breaks(directory)) <= 1
        assert list(directory.glob("aside-*")) == []


def test_a_process_that_is_killed_while_old_files_go_leaves_the_younger_ones(
    tmp_path: Path,
) -> None:
    before = filled(tmp_path / "before/audit")
    journal(before).write([event(50, 28)])
    for directory in states_after_kills(tmp_path, before, 29):
        stood = told(directory)
        journal(directory).write([event(200, 29)])
        journal(directory).write([event(201, 30)])
        found = told(directory)
        assert found == [*stood, "u200", "u201"][-len(found) :]
        assert "u50" in found
        assert len(breaks(directory)) <= 1


def test_a_process_that_is_killed_while_it_puts_aside_what_does_not_follow_loses_nothing(
    tmp_path: Path,
) -> None:
    before = filled(tmp_path / "before/audit")
    last = files(before)[-1]
    last.write_bytes(last.read_bytes() + b"rest\n")
    (before / file_name(len(files(before)) + 1)).write_bytes(b"more\n")
    for directory in states_after_kills(tmp_path, before, 20):
        journal(directory).write([event(200)])
        kept = {path.read_bytes() for path in directory.glob("aside-*[!w]")}
        assert kept == {b"rest\n", b"more\n"}
        assert told(directory)[:LINES] == told(before)
        assert told(directory)[LINES:] in (["u200"], ["u100", "u101", "u200"])
        assert len(breaks(directory)) >= 2


@pytest.mark.parametrize("more", [1, 70, 140, 141, 200, 300])
def test_a_process_that_is_killed_within_a_line_leaves_its_part(directory: Path, more: int) -> None:
    size = files(directory)[-1].stat().st_size

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + more, size + more))
        Journal(directory, anchor=anchor_of(directory)).write([event(100), event(101), event(102)])

    assert killed(work)
    stood, last = told(directory), files(directory)[-1].read_bytes()
    assert len(last) == size + more
    Journal(directory, anchor=anchor_of(directory)).write([event(200)])
    assert told(directory) == [*stood, "u200"]
    kept = b"".join(path.read_bytes() for path in directory.glob("aside-*"))
    assert last == files(directory)[-1].read_bytes()[: len(last) - len(kept)] + kept
    assert 1 <= len(breaks(directory)) <= 2


def put_back(directory: Path, lines: int) -> None:
    """The head of an earlier time; the lines that came after it are there."""
    whole = [line for path in files(directory) for line in path.read_bytes().splitlines(True)]
    head = json.loads((directory / HEAD).read_bytes())
    seq, digest, rest = 0, "", len(whole) - lines
    for path in files(directory):
        size = 0
        for line in path.read_bytes().splitlines(True):
            if rest:
                size, seq, digest, rest = size + len(line), seq + 1, digest_of(line), rest - 1
                head |= {"file": int(path.stem[-6:]), "size": size, "seq": seq, "digest": digest}
    (directory / HEAD).write_text(json.dumps(head))


@pytest.mark.parametrize("lines", range(1, LINES))
def test_lines_that_the_head_does_not_know_stay_and_the_record_says_so(
    directory: Path, lines: int
) -> None:
    put_back(directory, lines)
    assert problems(directory)
    for number in (200, 201):
        journal(directory).write([event(number)])
    assert told(directory) == [*(f"u{number}" for number in range(LINES)), "u200", "u201"]
    (found,) = breaks(directory)
    assert f"lines {LINES - lines + 1} to {LINES} {TAKEN_OVER}" in found
    assert read_head(directory) is not None
    assert list(directory.glob("aside-*")) == []


def test_a_line_that_somebody_put_in_at_the_end_is_told_for_ever(directory: Path) -> None:
    last, head = files(directory)[-1], read_head(directory)
    assert head is not None
    forged = line_of(event(66), seq=head.seq + 1, prev=head.digest)
    last.write_bytes(last.read_bytes() + forged)
    assert "lines at the end that no server wrote" in problems(directory)[0]
    for number in (200, 201):
        journal(directory).write([event(number)])
    (found,) = breaks(directory)
    assert f"lines {head.seq + 1} to {head.seq + 1} {TAKEN_OVER}" in found


def test_lines_that_do_not_follow_are_kept_to_the_byte(directory: Path) -> None:
    other = filled(directory.parent / "other/audit", 4)
    foreign = files(other)[0].read_bytes()
    head = read_head(directory)
    assert head is not None
    last = files(directory)[-1]
    last.write_bytes(last.read_bytes() + foreign)
    (directory / file_name(head.file + 1)).write_bytes(foreign[:-9])
    journal(directory).write([event(200)])
    kept = sorted(path.read_bytes() for path in directory.glob("aside-*"))
    assert kept == sorted([foreign, foreign[:-9]])
    assert told(directory) == [*(f"u{number}" for number in range(LINES)), "u200"]
    assert len(breaks(directory)) == 2
    journal(directory).write([event(201, day=22)])
    assert told(directory)[-2:] == ["u200", "u201"]
    assert len(breaks(directory)) == 2


def test_a_break_that_is_not_written_yet_is_told_and_outlives_a_lost_end(directory: Path) -> None:
    head = json.loads((directory / HEAD).read_bytes())
    pending = {"at": "2026-11-20", "what": "audit.broken", "reason": "what was found"}
    (directory / HEAD).write_text(json.dumps(head | {"breaks": [pending]}))
    assert problems(directory) == ["the record was broken at its end: what was found"]
    last = files(directory)[-1]
    last.write_bytes(last.read_bytes()[:-20])
    journal(directory).write([event(200)])
    found = "\n".join(problems(directory))
    assert "broken here: what was found" in found
    assert "broken here: its end was missing" in found
    journal(directory).write([event(201)])
    assert "\n".join(problems(directory)) == found


def test_what_was_kept_aside_goes_with_its_file(directory: Path) -> None:
    last = files(directory)[-1]
    last.write_bytes(last.read_bytes() + b"rest")
    journal(directory).write([event(200)])
    assert len(list(directory.glob("aside-*"))) == 1
    for day in (21, 28, 29, 30):
        journal(directory).write([event(201, day)])
    assert list(directory.glob("aside-*")) == []
    assert problems(directory) == []
