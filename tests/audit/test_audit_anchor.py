"""What is removed from the record as a whole is found by what the base notes of it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from okf_server.audit.anchor import anchor_path, read_anchor
from okf_server.audit.chain import HEAD, events, files
from okf_server.audit.journal import Journal
from okf_server.audit.verify import verify

LINES = 12


def event(number: int) -> dict[str, str]:
    return {"at": "2026-11-30T12:00:00+00:00", "who": f"user{number}", "what": "tools/call"}


class Record:
    """A journal with its note, and the state that both had after each line."""

    def __init__(self, root: Path) -> None:
        self.directory, self.anchor = root / "audit", root / "elsewhere" / "anchor.json"
        self.kept = root / "kept"
        for number in range(LINES):
            self.write(number)
            if number == LINES // 2:
                shutil.copytree(self.directory, self.kept)

    def write(self, number: int) -> None:
        Journal(self.directory, most_bytes=600, anchor=self.anchor).write([event(number)])

    def problems(self) -> tuple[str, ...]:
        return verify(self.directory, anchor=self.anchor).problems


@pytest.fixture
def record(tmp_path: Path) -> Record:
    return Record(tmp_path)


def everything(record: Record) -> None:
    shutil.rmtree(record.directory)


def all_that_is_in_it(record: Record) -> None:
    for path in record.directory.iterdir():
        path.unlink()


def newest(record: Record) -> None:
    files(record.directory)[-1].unlink()


def newest_and_head(record: Record) -> None:
    newest(record)
    (record.directory / HEAD).unlink()


def back_to_an_earlier_state(record: Record) -> None:
    shutil.rmtree(record.directory)
    shutil.copytree(record.kept, record.directory)


def written_anew(record: Record) -> None:
    shutil.rmtree(record.directory)
    for number in range(LINES):
        Journal(record.directory, most_bytes=600).write([event(number + 1)])


REMOVED: tuple[Callable[[Record], None], ...] = (
    everything,
    all_that_is_in_it,
    newest,
    newest_and_head,
    back_to_an_earlier_state,
)


def test_a_whole_record_is_as_the_base_noted_it(record: Record) -> None:
    noted = read_anchor(record.anchor)

    assert record.problems() == ()
    assert noted is not None
    assert (noted.seq, noted.digest) == (LINES, verify(record.directory).digest)


@pytest.mark.parametrize("remove", [*REMOVED, written_anew])
def test_what_is_gone_is_found(record: Record, remove: Callable[[Record], None]) -> None:
    remove(record)

    assert record.problems()


@pytest.mark.parametrize("remove", REMOVED)
def test_what_was_removed_stays_found_when_the_record_goes_on(
    record: Record, remove: Callable[[Record], None]
) -> None:
    remove(record)
    for number in range(LINES, LINES + 3):
        record.write(number)

    told = [one for one in events(record.directory) if one["what"] == "audit.broken"]
    last = list(events(record.directory))[-1]
    assert told
    assert any("broken here" in problem for problem in record.problems())
    assert last["seq"] > LINES


def test_a_note_that_is_gone_fails_nothing(record: Record) -> None:
    record.anchor.unlink()
    assert record.problems() == ()
    record.write(LINES)

    assert read_anchor(record.anchor) is not None
    assert record.problems() == ()


def test_a_note_that_is_damaged_is_told_for_ever(record: Record) -> None:
    record.anchor.write_text("{")
    assert record.problems() == ("what the base noted of it cannot be read",)
    for number in (LINES, LINES + 1):
        record.write(number)

    (told,) = record.problems()
    assert "broken here: what the base noted of it cannot be read" in told


def rewritten(record: Record, *, without: str = "", put_in: int = 0) -> None:
    """The chain made anew, head and all, by somebody who leaves the base's note alone."""
    kept = [one for one in events(record.directory) if one["who"] != without]
    shutil.rmtree(record.directory)
    again = Journal(record.directory)
    for one in kept:
        again.write([{key: one[key] for key in one if key not in ("seq", "prev")}])
    for number in range(put_in):
        again.write([event(100 + number)])


@pytest.mark.parametrize("put_in", [0, 1, 2, 5])
def test_a_record_that_was_rewritten_stays_found_when_it_goes_on(
    record: Record, put_in: int
) -> None:
    rewritten(record, without="user3", put_in=put_in)
    assert record.problems()
    for number in range(LINES, LINES + 3):
        record.write(number)

    assert any("broken here" in problem for problem in record.problems())


def test_lines_that_were_put_in_with_their_head_stay_found(record: Record) -> None:
    Journal(record.directory).write([event(100)])
    said = f"lines {LINES + 1} to {LINES + 1} are none that the base noted"
    assert said in record.problems()[0]
    record.write(LINES)
    record.write(LINES + 1)

    (told,) = record.problems()
    assert f"broken here: {said}" in told


def test_bases_that_share_a_directory_may_each_write(tmp_path: Path) -> None:
    one, other = (anchor_path(tmp_path / name, tmp_path / "log") for name in ("one", "other"))
    for number in range(LINES):
        anchor = one if number % 2 else other
        Journal(tmp_path / "log", most_bytes=600, anchor=anchor).write([event(number)])

    assert verify(tmp_path / "log", anchor=one).problems == ()
    assert verify(tmp_path / "log", anchor=other).problems == ()


def test_where_the_end_cannot_be_noted_it_is_recorded_all_the_same(record: Record) -> None:
    shutil.rmtree(record.anchor.parent)
    record.anchor.parent.write_text("in the way")
    record.write(LINES)

    assert verify(record.directory).lines == LINES + 1


def test_the_note_of_a_journal_within_a_base_moves_with_it(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"

    assert (
        anchor_path(one, one / ".okf/audit").name == anchor_path(other, other / ".okf/audit").name
    )
    assert anchor_path(one, tmp_path / "log").name != anchor_path(one, tmp_path / "log2").name
