"""Look at what stands after the end that the head knows: whole lines of a killed process, or something else."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from okf_server.audit.chain import (
    LOST,
    OWNER_ONLY,
    Head,
    digest_of,
    file_name,
    is_own,
    value_of,
)

_SHOWN = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray:
    """Bytes of a file of the record, from `start` on, that do not follow the line before."""

    file: int
    start: int
    data: bytes

    def keep(self, directory: Path) -> dict[str, Any]:
        """Keep them in a file of their own; what the record says of it."""
        digest = sha256(self.data).hexdigest()
        kept = f"aside-{self.file:06}-{digest[:_SHOWN]}"
        new = directory / f"{kept}.new"
        new.unlink(missing_ok=True)
        with os.fdopen(_opened(new), "wb") as file:
            file.write(self.data)
            file.flush()
            os.fsync(file.fileno())  # they are gone from their place afterwards
        new.replace(directory / kept)
        size = len(self.data)
        reason = f"after its end stood {size} bytes that do not follow: they are kept in {kept}"
        return {"reason": reason, "kept": kept, "bytes": size, "digest": digest}

    def cut(self, directory: Path) -> None:
        """Take them out of the record; they are kept."""
        path = directory / file_name(self.file)
        number = os.open(path, os.O_WRONLY | os.O_NOFOLLOW)
        try:
            os.ftruncate(number, self.start)
        finally:
            os.close(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tail:
    """The end of the chain after all lines that follow, and what else is there; `sure` is the end before the first of it."""

    head: Head
    sure: Head
    strays: tuple[Stray, ...]


def tail_of(directory: Path, head: Head) -> Tail:
    """What stands after the head, in its file and in those that come next."""
    strays: list[Stray] = []
    sure = head
    while True:
        with (directory / file_name(head.file)).open("rb") as file:
            head = _followed(file, head)
            file.seek(head.size)
            rest = file.read()
        sure = sure if strays else head
        if rest:
            strays.append(Stray(file=head.file, start=head.size, data=rest))
        if not is_own(directory / file_name(head.file + 1)):
            return Tail(head=head, sure=sure, strays=tuple(strays))
        head = replace(head, file=head.file + 1, size=0)


def aside_of(directory: Path, number: int) -> Iterator[Path]:
    """What was kept aside of a file of the record."""
    yield from directory.glob(f"aside-{number:06}-*")


def _followed(file: BinaryIO, head: Head) -> Head:
    """The head after the whole lines of a file that follow it."""
    file.seek(head.size)
    for line in file:
        value = value_of(line)
        if value is None or (value["seq"], value["prev"]) != (head.seq + 1, head.digest):
            break
        head = _after(head, line, value)
    return head


def _after(head: Head, line: bytes, value: dict[str, Any]) -> Head:
    lost = value["times"] if value.get("what") == LOST else 0
    day = head.day if head.size else max(head.day, str(value.get("at", ""))[:10])
    return replace(
        head,
        size=head.size + len(line),
        day=day,
        seq=head.seq + 1,
        digest=digest_of(line),
        lost=head.lost + lost,
    )


def _opened(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, OWNER_ONLY)
