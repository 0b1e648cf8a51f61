"""Lines of JSON, each with its number and the hash of the line before (docs/security.md, Audit)."""

import fcntl
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
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
_DIGEST = re.compile(r"[0-9a-f]{64}")
_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})?")
_OF_A_HEAD = {"file", "size", "seq", "digest"}
_OF_A_BREAK = {"at", "what", "reason", "kept", "bytes", "digest"}
_MOST = 10**15  # of a number in a record: more was never written


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
    """What a whole line says; None for what is no line of a chain, or says of the chain what cannot be."""
    value = object_in(line) if line.endswith(b"\n") else None
    return value if value is not None and _is_line(value) else None


def object_in(data: bytes) -> dict[str, Any] | None:
    """An object of JSON; None for anything else. Whoever can write to the record may have put it there."""
    try:
        value = json.loads(data, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refused(constant: str) -> None:
    raise ValueError(constant)


def is_number(value: object) -> bool:
    """Whether it is a number as a chain counts with."""
    return type(value) is int and 0 <= value < _MOST


def is_digest(value: object) -> bool:
    """Whether it is a hash as the lines of a chain hold."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _is_line(value: Mapping[str, Any]) -> bool:
    if not (is_number(value.get("seq")) and value["seq"] and is_digest(value.get("prev"))):
        return False
    match value.get("what"):
        case str(what) if what == DROPPED:
            return is_number(value.get("through")) and is_digest(value.get("digest"))
        case str(what) if what == LOST:
            return is_number(value.get("times"))
        case str(what) if what == BROKEN:
            return isinstance(value.get("reason"), str)
    return True


def digest_of(line: bytes) -> str:
    """The hash that the next line holds."""
    return sha256(line).hexdigest()


def line_at(directory: Path, seq: int) -> bytes:
    """The line of a number; nothing where it was dropped, or is not as lines are written."""
    for path in reversed(files(directory)):
        _, there, rest = (b"\n" + path.read_bytes()).partition(b'\n{"seq":%d,' % seq)
        if there:
            return there[1:] + rest[: rest.find(b"\n") + 1]
    return b""


def events(directory: Path) -> Iterator[dict[str, Any]]:
    """Every event that can be read, the oldest first."""
    for path in files(directory):
        with path.open("rb") as file:
            yield from filter(None, map(value_of, file))


def read_head(directory: Path) -> Head | None:
    """The head of a chain; None where there is none, or it cannot be understood."""
    said = object_in(data_of(directory / HEAD))
    if said is None or not said.keys() >= _OF_A_HEAD:
        return None
    value = {"day": "", "lost": 0, "breaks": [], **said}
    return Head(**{**value, "breaks": tuple(value["breaks"])}) if _is_head(value) else None


def data_of(path: Path) -> bytes:
    """What a file has; nothing where it is none, or cannot be read."""
    try:
        return path.read_bytes() if is_own(path) else b""
    except OSError:
        return b""


def _is_head(value: Mapping[str, Any]) -> bool:
    breaks = value.get("breaks")
    return (
        value.keys() == {one.name for one in fields(Head)}
        and all(is_number(value[key]) for key in ("file", "size", "seq", "lost"))
        and is_digest(value["digest"])
        and isinstance(value["day"], str)
        and _DAY.fullmatch(value["day"]) is not None
        and isinstance(breaks, list)
        and all(map(_is_break, breaks))
    )


def _is_break(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.get("what") == BROKEN
        and value.keys() <= _OF_A_BREAK
        and all(isinstance(one, str) or is_number(one) for one in value.values())
        and isinstance(value.get("reason"), str)
        and isinstance(value.get("kept", ""), str)
    )


@contextmanager
def held_still(directory: Path) -> Iterator[None]:
    """Nobody writes meanwhile, where there is anything that is written to."""
    try:
        number = os.open(directory / LOCK, os.O_RDONLY | os.O_NONBLOCK)  # it may be a pipe
    except OSError:
        yield
        return
    with os.fdopen(number, "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield
