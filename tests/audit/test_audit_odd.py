"""Whoever can write to the record may put anything there: its readers take it for what it is, and go on."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from okf_server.audit.chain import HEAD, digest_of, events, files, line_of, read_head
from okf_server.audit.journal import Journal
from okf_server.audit.verify import verify

LINES = 6
OF_THE_CHAIN = ("audit.lost", "audit.dropped", "audit.broken")

numbers = st.sampled_from([0, 1, -1, LINES, LINES + 1, 2**31, 2**63, 10**4299, 10**30])
texts = st.sampled_from(["", "x", "1", "\ud800", "audit.lost", "0" * 64, "2026-11-30", "9" * 9000])
odd = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | texts | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["what", "times", "reason", "seq", "kept"]), inner)
    ),
    max_leaves=4,
)


some = settings(deadline=None, max_examples=40)


def event(number: int) -> dict[str, Any]:
    return {"at": "2026-11-30T12:00:00+00:00", "who": f"u{number}", "what": "tools/call"}


class Record:
    """A record with its note."""

    def __init__(self, root: Path) -> None:
        self.directory, self.anchor = root / "base/audit", root / "base/anchors/anchor.json"

    def write(self, number: int) -> None:
        Journal(self.directory, keep_days=9, most_bytes=500, anchor=self.anchor).write(
            [event(number)]
        )

    def problems(self) -> tuple[str, ...]:
        return verify(self.directory, anchor=self.anchor).problems

    def goes_on(self) -> None:
        """It takes events, keeps them in order, and tells what was odd from then on."""
        assert self.problems()
        for number in (100, 101):
            self.write(number)
        assert [one["who"] for one in events(self.directory) if "who" in one][-2:] == [
            "u100",
            "u101",
        ]
        assert self.problems()

    def put(self, more: dict[str, Any]) -> None:
        """A line that follows the last one, with its head, as whoever has the account can write it."""
        head = read_head(self.directory)
        assert head is not None
        line = line_of(more, seq=head.seq + 1, prev=head.digest)
        path = files(self.directory)[-1]
        path.write_bytes(path.read_bytes() + line)
        said = json.loads((self.directory / HEAD).read_bytes())
        end = {"size": head.size + len(line), "seq": head.seq + 1, "digest": digest_of(line)}
        (self.directory / HEAD).write_text(json.dumps(said | end))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("record")
    for number in range(LINES):
        Record(root).write(number)
    return root


class Copied:
    """A record of its own for every example."""

    def __init__(self, made: Path) -> None:
        self._made = made
        self._place = TemporaryDirectory()

    def __enter__(self) -> Record:
        root = Path(self._place.name) / "copy"
        shutil.copytree(self._made, root)
        return Record(root)

    def __exit__(self, *_: object) -> None:
        self._place.cleanup()


@some
@given(
    what=st.sampled_from(OF_THE_CHAIN),
    key=st.sampled_from(["times", "through", "digest", "reason", "at", "x"]),
    value=odd,
)
@example(what="audit.lost", key="times", value="x")
@example(what="audit.dropped", key="through", value=[])
def test_any_value_in_a_line_of_the_record_about_itself(
    made: Path, what: str, key: str, value: Any
) -> None:
    with Copied(made) as record:
        record.put({"at": "2026-11-30", "what": what, key: value})
        record.goes_on()


@some
@given(key=st.sampled_from(["seq", "prev", "at", "who", "what"]), value=odd)
def test_any_value_in_a_line_of_an_event(made: Path, key: str, value: Any) -> None:
    with Copied(made) as record:
        record.put({**event(7), key: value})
        record.goes_on()


@some
@given(
    key=st.sampled_from(["file", "size", "seq", "digest", "breaks", "lost", "day", "x"]), value=odd
)
@example(key="seq", value="6")
@example(key="lost", value="x")
@example(key="breaks", value=[{"what": "audit.lost", "times": "x"}])
def test_any_value_in_the_head(made: Path, key: str, value: Any) -> None:
    with Copied(made) as record:
        said = json.loads((record.directory / HEAD).read_bytes())
        assume(json.dumps(said.get(key)) != json.dumps(value))
        (record.directory / HEAD).write_text(json.dumps(said | {key: value}))
        before = len(list(events(record.directory)))
        record.problems()
        record.write(100)
        record.write(101)
        told = [one["who"] for one in events(record.directory) if "who" in one]
        assert told[-2:] == ["u100", "u101"]
        assert len(told) >= before + 2
        record.problems()


@some
@given(key=st.sampled_from(["seq", "digest", "x"]), value=odd)
@example(key="seq", value="x")
@example(key="seq", value=True)
def test_any_value_in_the_note(made: Path, key: str, value: Any) -> None:
    with Copied(made) as record:
        said = json.loads(record.anchor.read_bytes())
        assume(json.dumps(said.get(key)) != json.dumps(value))
        record.anchor.write_text(json.dumps(said | {key: value}))
        record.goes_on()


@some
@given(value=odd)
@example(value=[])
def test_any_value_in_the_place_of_a_whole_file(made: Path, value: Any) -> None:
    for name in ("head", "note"):
        with Copied(made) as record:
            path = record.directory / HEAD if name == "head" else record.anchor
            path.write_text(json.dumps(value))
            record.goes_on()


def pipes(record: Record) -> Iterator[Path]:
    yield record.directory / HEAD
    yield record.directory / ".lock"
    yield record.directory / f"{HEAD}.new"
    yield record.anchor
    yield record.anchor.with_suffix(".new")


@pytest.mark.parametrize("number", range(5))
def test_a_pipe_in_the_place_of_a_file_lets_nobody_wait(made: Path, number: int) -> None:
    with Copied(made) as record:
        path = list(pipes(record))[number]
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        record.problems()
        try:
            record.write(100)
        except OSError:
            assert path.name == ".lock"  # it is told by who writes


def test_a_line_at_the_end_does_not_say_that_the_beginning_was_dropped(made: Path) -> None:
    with Copied(made) as record:
        first, second = files(record.directory)[:2]
        after = json.loads(second.read_bytes().splitlines()[0])
        first.unlink()
        said = {"at": "2026-11-30", "what": "audit.dropped", "file": first.name}
        record.put({**said, "through": after["seq"] - 1, "digest": after["prev"]})
        assert "files are dropped where one begins" in "\n".join(verify(record.directory).problems)
