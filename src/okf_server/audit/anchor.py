"""Note where a chain ends in another place than the chain, so that its removal is found."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from okf_server.audit.chain import (
    Head,
    data_of,
    digest_of,
    is_digest,
    is_number,
    line_at,
    object_in,
)

_OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """The number and the hash of the last line that was written."""

    seq: int
    digest: str


def anchor_path(base: Path, journal: Path) -> Path:
    """Where a base notes the end of a journal: beside its state, by the journal's place."""
    place = journal.relative_to(base) if journal.is_relative_to(base) else journal
    name = sha256(str(place).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return base / ".okf" / "audit-anchors" / f"{name}.json"


def read_anchor(path: Path | None) -> Anchor | None:
    """What was noted; None where nothing was, or it cannot be understood."""
    value = object_in(data_of(path)) if path else None
    if value is None or value.keys() != {"seq", "digest"}:
        return None
    known = is_number(value["seq"]) and is_digest(value["digest"])
    return Anchor(**value) if known else None


def departure(directory: Path, head: Head, path: Path) -> str:
    """How the end of a chain departs from what was noted of a line at or before it; empty where it does not.

    A journal within its base has no other writer: each of its lines was noted.
    """
    noted = read_anchor(path)
    if noted is None:
        return "what the base noted of it cannot be read" if os.path.lexists(path) else ""
    line = line_at(directory, noted.seq)
    digest = head.digest if noted.seq == head.seq else line and digest_of(line)
    if digest and digest != noted.digest:
        return f"line {noted.seq} is not the one that the base noted: it was written anew"
    if noted.seq < head.seq and directory.is_relative_to(path.parents[2]):
        lines = f"lines {noted.seq + 1} to {head.seq} are none that the base noted"
        return f"{lines}: a write was interrupted, or somebody put them in"
    return ""


def note(path: Path | None, anchor: Anchor) -> None:
    """Note where the chain ends by now; where that cannot be, the next write does."""
    if path is None:
        return
    new = path.with_suffix(".new")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        new.touch(mode=_OWNER_ONLY)
        new.write_text(json.dumps(asdict(anchor)))
        new.replace(path)
