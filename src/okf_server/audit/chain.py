"""Lines of JSON, each with its number and the hash of the line before (docs/security.md, Audit)."""

import fcntl
import json
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

FIRST = "0" * 64
"""What stands for the line before the first one."""

HEAD = "head.json"
LOCK = ".lock"

OWNER_ONLY = 0o600
"""Of all files of a record."""

DROPPED = "audit.dropped"
"""A line that says which lines were dropped because of their age, and the hash of the last of them."""

LOST = "audit.lost"
"""A line that says how many events could not be written."""

BROKEN = "audit.broken"
"""A line that says that the end of the record was not where it was left."""

_FILE = re.compile(r"audit-([0-9]{6,})\.jsonl")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The end of a chain: the file that grows, its size and first day, the last line's number and hash.

    `lost` counts the events that could not be written, as far as the record knows. `breaks` are events that were
    found and that the next write puts into the record.
    """

    file: int = 0
    size: int = 0
    day: str = ""
    seq: int = 0
    digest: str = FIRST
    lost: int = 0
    breaks: tuple[Mapping[str, Any], ...] = ()


def file_name(number: int) -> str:
    """The name of a file of the chain."""
    return f"audit-{number:06}.jsonl"


def number_of(path: Path) -> int:
    """The number of a file of the chain, 0 for any other."""
    found = _FILE.fullmatch(path.name)
    number = int(found[1]) if found else 0
    return number if path.name == file_name(number) else 0


def is_own(path: Path) -> bool:
    """Whether a file is there itself: no link to elsewhere, no directory, no pipe."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def files(directory: Path) -> list[Path]:
    """The files of a chain, the oldest first."""
    if not directory.is_dir():
        return []
    named = filter(number_of, directory.iterdir())
    return sorted(filter(is_own, named), key=number_of)


def line_of(event: Mapping[str, Any], *, seq: int, prev: str) -> bytes:
    """The line of an event."""
    value = {"seq": seq, "prev": prev, **event}
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"


def value_of(line: bytes) -> dict[str, Any] | None:
    """What a whole line says; None for what is no line of a chain."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    whole = isinstance(value, dict) and line.endswith(b"\n")
    return value if whole and isinstance(value.get("seq"), int) else None


def digest_of(line: bytes) -> str:
    """The hash that the next line holds."""
    return sha256(line).hexdigest()


def events(directory: Path) -> Iterator[dict[str, Any]]:
    """Every event that can be read, the oldest first."""
    for path in files(directory):
        with path.open("rb") as file:
            yield from filter(None, map(value_of, file))


def read_head(directory: Path) -> Head | None:
    """The head of a chain; None where there is none, or it cannot be understood."""
    try:
        value = json.loads((directory / HEAD).read_bytes())
        return Head(**{**value, "breaks": tuple(value.get("breaks", ()))})
    except (OSError, ValueError, TypeError, AttributeError):
        return None


@contextmanager
def held_still(directory: Path) -> Iterator[None]:
    """Nobody writes meanwhile, where there is anything that is written to."""
    try:
        lock = (directory / LOCK).open("rb")
    except OSError:
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield
