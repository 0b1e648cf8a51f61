"""Write events to a chain; several processes may."""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import date, timedelta
from io import FileIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from okf_server.audit.anchor import Anchor, departure, note, read_anchor
from okf_server.audit.chain import (
    BROKEN,
    DROPPED,
    FIRST,
    HEAD,
    LOCK,
    LOST,
    OWNER_ONLY,
    Head,
    digest_of,
    file_name,
    files,
    is_own,
    line_of,
    number_of,
    read_head,
    value_of,
)
from okf_server.audit.tail import aside_of, tail_of

MOST_BYTES = 16 * 1024 * 1024
"""Of a file; then, or when a new day begins, the chain goes on in the next one."""

Event = Mapping[str, Any]


class Journal:
    """The chain in a directory. One process writes at a time, and each goes on where the last one ended.

    Files whose events are all older than `keep_days` are dropped when a new one is begun. `sync` waits for the
    disk. What could not be written is counted, and said in the record as soon as it can be written to. The
    chain's end is noted in `anchor` as well: where that knows more lines than there are, the record says so
    and goes on after them. Nothing is overwritten: what stands after the end, because a process was killed or for any
    other reason, is taken over where it follows, and else kept aside; the record says which.
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
        day = max(at[:10], head.day)
        if head.file and head.size < self._most_bytes and (day == head.day or not head.size):
            self._append(replace(head, day=day), [*breaks, *events])
            return
        old = dict(self._old(at))
        following = replace(head, file=self._next(head.file), size=0, day=day)
        self._append(following, [*breaks, *old.values(), *events])
        for path in old:
            for aside in aside_of(self.directory, number_of(path)):
                aside.unlink(missing_ok=True)
            path.unlink(missing_ok=True)

    def _next(self, number: int) -> int:
        """The number of the next file, which nothing has in any form."""
        number += 1
        while os.path.lexists(self.directory / file_name(number)):
            number += 1
        return number

    def _end(self, at: str) -> tuple[Head, list[Event]]:
        """Where the chain ends, and what is to be said of it where it does not end where it was left."""
        head, breaks = self._found(at)
        noted = read_anchor(self._anchor)
        reason = ""
        if noted and noted.seq > head.seq:
            reason = f"lines {head.seq + 1} to {noted.seq} were removed"
            head = replace(head, size=self._most_bytes, seq=noted.seq, digest=noted.digest)
        elif self._anchor and not breaks:
            reason = departure(self.directory, head, self._anchor)
        told = [{"at": at, "what": BROKEN, "reason": reason}] if reason else []
        return head, [*breaks, *told]

    def _found(self, at: str) -> tuple[Head, list[Event]]:
        head = read_head(self.directory)
        if head is not None and (not head.file or self._size(head) >= head.size):
            return self._beyond(head, at)
        last = files(self.directory)[-1:]
        if head is None and not last:
            return Head(), []
        lost = (
            "head.json was missing or could not be read" if head is None else "its end was missing"
        )
        seq, digest = _last_line(last[0]) if last else (0, FIRST)
        number = number_of(last[0]) if last else 0
        size = self._most_bytes  # so that it goes on in a new file
        found = replace(head or Head(), file=number, size=size, seq=seq, digest=digest)
        return found, [*found.breaks, {"at": at, "what": BROKEN, "reason": lost}]

    def _beyond(self, head: Head, at: str) -> tuple[Head, list[Event]]:
        """The end after what stands behind the head, which is kept, and what is to be said of it."""
        breaks = list(head.breaks)
        following = self.directory / file_name(head.file + 1)
        if not head.file or (self._size(head) == head.size and not is_own(following)):
            return head, breaks
        tail = tail_of(self.directory, head)
        if tail.head.seq > head.seq:
            whole = (
                f"lines {head.seq + 1} to {tail.head.seq} stood after its end and were taken over"
            )
            reason = f"{whole}: a write was interrupted, or somebody put them in"
            breaks.append({"at": at, "what": BROKEN, "reason": reason})
        if tail.strays:
            known = {one.get("kept") for one in breaks}
            kept = [stray.keep(self.directory) for stray in tail.strays]
            new = [one for one in kept if one["kept"] not in known]
            breaks += [{"at": at, "what": BROKEN, **one} for one in new]
            self._keep(replace(tail.sure, breaks=tuple(breaks)))
            for stray in tail.strays:
                stray.cut(self.directory)
        return tail.head, breaks

    def _size(self, head: Head) -> int:
        path = self.directory / file_name(head.file)
        return path.stat().st_size if is_own(path) else -1

    def _append(self, head: Head, events: Sequence[Event]) -> None:
        """Write after the end, and then where it ends now; where that fails, nothing was written."""
        lines, seq, digest = [], head.seq, head.digest
        for event in events:
            lines.append(line_of(event, seq=seq + 1, prev=digest))
            seq, digest = seq + 1, digest_of(lines[-1])
        data = b"".join(lines)
        lost = sum(event["times"] for event in events if event.get("what") == LOST)
        size = head.size + len(data)
        end = replace(head, size=size, seq=seq, digest=digest, lost=head.lost + lost, breaks=())
        path = self.directory / file_name(head.file)
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, OWNER_ONLY)
        with os.fdopen(number, "wb", buffering=0) as file:
            try:
                file.seek(head.size)
                _write_whole(file, data)
                self._settle(file)
                self._keep(end)
            except OSError:
                os.ftruncate(number, head.size)
                raise
        note(self._anchor, Anchor(seq=seq, digest=digest))

    def _keep(self, head: Head) -> None:
        new = self.directory / f"{HEAD}.new"
        new.unlink(missing_ok=True)
        number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(number, "wb", buffering=0) as file:
            _write_whole(file, json.dumps(asdict(head)).encode())
            self._settle(file)
        new.replace(self.directory / HEAD)

    def _settle(self, file: FileIO) -> None:
        if self._sync:
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
            through, digest = first["seq"] - 1, first["prev"]
            dropped = {"at": at, "what": DROPPED, "file": path.name}
            yield path, {**dropped, "through": through, "digest": digest}

    @contextmanager
    def _locked(self) -> Iterator[None]:
        number = os.open(
            self.directory / LOCK,
            os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK,  # a pipe lets nobody wait
            OWNER_ONLY,
        )
        with os.fdopen(number, "wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _write_whole(file: FileIO, data: bytes) -> None:
    """A write may take a part, as where the disk fills up."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def _last_line(path: Path) -> tuple[int, str]:
    """The number and the hash of the last whole line."""
    with path.open("rb") as file:
        for line in reversed(file.readlines()):
            value = value_of(line)
            if value is not None:
                return value["seq"], digest_of(line)
    return 0, FIRST
