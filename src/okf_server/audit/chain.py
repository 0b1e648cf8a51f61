"""Lines of JSON, each with its number and the hash of the line before (docs/security.md, Audit)."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

FIRST = "0" * 64
"""What stands for the line before the first one."""

HEAD = "head.json"
_FILE = re.compile(r"audit-[0-9]{6}\.jsonl")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The end of a chain: the file that grows and its size, the number of the last line and its hash."""

    file: int = 1
    size: int = 0
    seq: int = 0
    digest: str = FIRST


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What a look at the whole chain found; no problem means that nothing was changed."""

    lines: int
    digest: str
    problem: str = ""


def file_name(number: int) -> str:
    """The name of a file of the chain."""
    return f"audit-{number:06}.jsonl"


def files(directory: Path) -> list[Path]:
    """The files of a chain, the oldest first."""
    if not directory.is_dir():
        return []
    return sorted(path for path in directory.iterdir() if _FILE.fullmatch(path.name))


def line_of(event: Mapping[str, Any], head: Head) -> bytes:
    """The line of an event after this head."""
    value = {"seq": head.seq + 1, "prev": head.digest, **event}
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"


def digest_of(line: bytes) -> str:
    """The hash that the next line holds."""
    return sha256(line).hexdigest()


def events(directory: Path) -> Iterator[dict[str, Any]]:
    """Every event that can be read, the oldest first."""
    for path in files(directory):
        for line in path.read_bytes().splitlines():
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                yield value


def verify(directory: Path) -> Verified:
    """Look at every line: one that was changed, taken out, put in or cut off is told."""
    head = read_head(directory)
    seq, digest = 0, FIRST
    for number, path in enumerate(files(directory), 1):
        if path.name != file_name(number):
            return Verified(lines=seq, digest=digest, problem=f"{file_name(number)} is missing")
        for at, line in enumerate(path.read_bytes().splitlines(keepends=True), 1):
            if not _follows(line, seq, digest):
                problem = f"{path.name}, line {at}: it does not follow the line before"
                return Verified(lines=seq, digest=digest, problem=problem)
            seq, digest = seq + 1, digest_of(line)
    problem = "" if (seq, digest) == (head.seq, head.digest) else "lines are missing at the end"
    if seq > head.seq:
        problem = "there are lines that no server wrote, or the last one was interrupted"
    return Verified(lines=seq, digest=digest, problem=problem)


def read_head(directory: Path) -> Head:
    """The head of a chain; that of an empty one where there is none, or it cannot be understood."""
    try:
        value = json.loads((directory / HEAD).read_bytes())
        return Head(**value)
    except (OSError, ValueError, TypeError):
        return Head()


def _follows(line: bytes, seq: int, digest: str) -> bool:
    try:
        value = json.loads(line)
    except ValueError:
        return False
    if not isinstance(value, dict) or not line.endswith(b"\n"):
        return False
    return (value.get("seq"), value.get("prev")) == (seq + 1, digest)
