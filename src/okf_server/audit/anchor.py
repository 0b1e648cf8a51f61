"""Note where a chain ends in another place than the chain, so that its removal is found."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

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
    if path is None:
        return None
    try:
        return Anchor(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def note(path: Path | None, anchor: Anchor) -> None:
    """Note where the chain ends by now; where that cannot be, the next write does."""
    if path is None:
        return
    new = path.with_suffix(".new")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new.touch(mode=_OWNER_ONLY)
        new.write_text(json.dumps(asdict(anchor)))
        new.replace(path)
