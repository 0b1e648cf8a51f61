"""Which snapshots were served, in the order in which the pointer moved."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from okf_server.snapshot.disk import write_whole

FILE_NAME = "history.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The pointer was set to a snapshot; `at` is an ISO 8601 datetime in UTC.

    `completes` names the snapshot that this one completes, such as by its vectors.
    """

    id: str
    at: str
    completes: str = ""


def read_history(root: Path, *, current: str | None, existing: Sequence[str]) -> tuple[Move, ...]:
    """The moves up to the one that made `current` what it is, without those to what was completed later.

    A move is written down before the pointer is set, so the last ones may never have happened. Where there
    is no history that can be read, the snapshots that exist stand for it in the order of their ids.
    """
    moves = _recorded(root)
    if moves is None:
        moves = [Move(id=name, at="") for name in sorted(existing) if name != current]
        moves += [Move(id=current, at="")] if current else []
    while moves and moves[-1].id != current:
        moves.pop()
    return tuple(
        move
        for number, move in enumerate(moves, 1)
        if move.id in existing and all(later.completes != move.id for later in moves[number:])
    )


def write_history(root: Path, moves: Sequence[Move]) -> None:
    """Write the moves down, whole or not at all."""
    value = [{"id": move.id, "at": move.at} | _completed(move) for move in moves]
    write_whole(root / FILE_NAME, json.dumps(value, indent=1).encode() + b"\n")


def served_before(moves: Sequence[Move]) -> str | None:
    """The snapshot that was served before the one that is served now."""
    if not moves:
        return None
    current = moves[-1].id
    return next((move.id for move in reversed(moves) if move.id != current), None)


def _completed(move: Move) -> dict[str, str]:
    return {"completes": move.completes} if move.completes else {}


def _recorded(root: Path) -> list[Move] | None:
    try:
        value = json.loads((root / FILE_NAME).read_text("utf-8"))
        return [
            Move(id=str(one["id"]), at=str(one["at"]), completes=str(one.get("completes", "")))
            for one in value
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
