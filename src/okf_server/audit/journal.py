"""Write events to a chain; several processes may."""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

from okf_server.audit.anchor import Anchor, note, read_anchor
from okf_server.audit.chain import (
    BROKEN,
    DROPPED,
    FIRST,
    HEAD,
    LOCK,
    LOST,
    Head,
    digest_of,
    file_name,
    files,
    line_of,
    number_of,
    read_head,
    value_of,
)

MOST_BYTES = 16 * 1024 * 1024
"""Of a file; then, or when a new day begins, the chain goes on in the next one."""

_OWNER_ONLY = 0o600

Event = Mapping[str, Any]


class Journal:
    """The chain in a directory. One process writes at a time, and each goes on where the last one ended.

    Files whose events are all older than `keep_days` are dropped when a new one is begun. `sync` waits for the
    disk. What could not be written is counted, and said in the record as soon as it can be written to. The
    chain's end is noted in `anchor` as well: where that knows more lines than there are, the record says so
    and goes on after them.
    """

    def __init__(
        self,
        directory: Path,
        *,
        keep_days: int | None = None,
        sync: bool = False,
        most_bytes: int = MOST_BYTES,
        anchor: Path | None = None,
    ) -> None:
        self.directory = directory
        self._anchor = anchor
        self._keep_days = keep_days
        self._sync = sync
        self._most_bytes = most_bytes
        self._lost = 0

    def write(self, events: Sequence[Event]) -> None:
        """Append events, each with its time `at`; raises OSError."""
        at = str(events[0].get("at", ""))
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._locked():
                self._write([*self._losses(at), *events], at)
        except OSError:
            self._lost += len(events)
            raise
        self._lost = 0

    def _losses(self, at: str) -> Iterator[Event]:
        if self._lost:
            yield {"at": at, "what": LOST, "times": self._lost}

    def _write(self, events: list[Event], at: str) -> None:
        head, breaks = self._end(at)
        day = at[:10]
        if head.file and head.size < self._most_bytes and day <= head.day:
            self._append(head, [*breaks, *events])
            return
        old = dict(self._old(at))
        following = replace(head, file=head.file + 1, size=0, day=max(day, head.day))
        self._append(following, [*breaks, *old.values(), *events])
        for path in old:
            path.unlink(missing_ok=True)

    def _end(self, at: str) -> tuple[Head, list[Event]]:
        """Where the chain ends, and what is to be said of it where it does not end where it was left."""
        head, breaks = self._found(at)
        noted = read_anchor(self._anchor)
        if noted is None or noted.seq <= head.seq:
            return head, breaks
        gone = f"lines {head.seq + 1} to {noted.seq} were removed"
        after = replace(head, size=self._most_bytes, seq=noted.seq, digest=noted.digest)
        return after, [*breaks, {"at": at, "what": BROKEN, "reason": gone}]

    def _found(self, at: str) -> tuple[Head, list[Event]]:
        head = read_head(self.directory)
        if head is not None and (not head.file or self._size(head) >= head.size):
            return head, []
        last = files(self.directory)[-1:]
        if head is None and not last:
            return Head(), []
        lost = "head.json was missing" if head is None else "its end was missing"
        seq, digest = _last_line(last[0]) if last else (0, FIRST)
        number = number_of(last[0]) if last else 0
        size = self._most_bytes  # so that it goes on in a new file
        found = replace(head or Head(), file=number, size=size, seq=seq, digest=digest)
        return found, [{"at": at, "what": BROKEN, "reason": lost}]

    def _size(self, head: Head) -> int:
        try:
            return (self.directory / file_name(head.file)).stat().st_size
        except FileNotFoundError:
            return -1

    def _append(self, head: Head, events: Sequence[Event]) -> None:
        """Write after what the head knows of: what a killed process did not finish is overwritten."""
        lines, seq, digest = [], head.seq, head.digest
        for event in events:
            lines.append(line_of(event, seq=seq + 1, prev=digest))
            seq, digest = seq + 1, digest_of(lines[-1])
        data = b"".join(lines)
        number = os.open(
            self.directory / file_name(head.file), os.O_WRONLY | os.O_CREAT, _OWNER_ONLY
        )
        with os.fdopen(number, "wb") as file:
            file.truncate(head.size)
            file.seek(head.size)
            file.write(data)
            self._settle(file)
        lost = sum(event["times"] for event in events if event.get("what") == LOST)
        size = head.size + len(data)
        self._keep(replace(head, size=size, seq=seq, digest=digest, lost=head.lost + lost))
        note(self._anchor, Anchor(seq=seq, digest=digest))

    def _keep(self, head: Head) -> None:
        new = self.directory / f"{HEAD}.new"
        with new.open("wb") as file:
            file.write(json.dumps(asdict(head)).encode())
            self._settle(file)
        new.replace(self.directory / HEAD)

    def _settle(self, file: BinaryIO) -> None:
        if self._sync:
            file.flush()
            os.fdatasync(file.fileno())

    def _old(self, at: str) -> Iterator[tuple[Path, Event]]:
        """The files to drop, each with the line that says where the chain begins without it.

        A file is old where the one after it begins with an old line; that line has the hash that is needed.
        """
        if self._keep_days is None or not at:
            return
        oldest = (date.fromisoformat(at[:10]) - timedelta(days=self._keep_days)).isoformat()
        for path, after in pairwise(files(self.directory)):
            with after.open("rb") as file:
                first = value_of(file.readline())
            if first is None or str(first.get("at", oldest))[:10] >= oldest:
                return
            through, digest = first["seq"] - 1, first.get("prev")
            dropped = {"at": at, "what": DROPPED, "file": path.name}
            yield path, {**dropped, "through": through, "digest": digest}

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with (self.directory / LOCK).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _last_line(path: Path) -> tuple[int, str]:
    """The number and the hash of the last whole line."""
    with path.open("rb") as file:
        for line in reversed(file.readlines()):
            value = value_of(line)
            if value is not None:
                return value["seq"], digest_of(line)
    return 0, FIRST
