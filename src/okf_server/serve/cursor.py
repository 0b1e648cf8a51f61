"""Cursors: where an answer goes on, sealed to the question that it belongs to."""

import hashlib
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field

from okf_server.errors import UsageError
from okf_server.model.access import Principal
from okf_server.model.answer import SnapshotMark

_MAC_BYTES = 16
_TELL = json.JSONEncoder(separators=(",", ":")).encode
_AGAIN = "Start again without cursor."


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the next page begins: entry `item`, character `start` of it, in these snapshots by base."""

    item: int = 0
    start: int = 0
    snapshots: Mapping[str, str] = field(default_factory=dict)

    def must_match(self, mark: SnapshotMark) -> None:
        """Raise UsageError where the base was published since the cursor was made."""
        if self.snapshots.get(mark.base, mark.id) != mark.id:
            raise UsageError(
                f"The base {mark.base} was published anew since this cursor was made.", hint=_AGAIN
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursors:
    """Makes and reads the cursors of one process; `key` is its secret."""

    key: bytes

    def seal(self, place: Place, question: bytes) -> str:
        """The cursor of a place, for this question only."""
        body = _TELL([place.item, place.start, place.snapshots]).encode()
        return f"{_text(body)}.{_text(self._mac(body, question))}"

    def open(self, cursor: str, question: bytes) -> Place:
        """The place of a cursor, or the beginning for an empty one; raises UsageError for any foreign one."""
        if not cursor:
            return Place()
        body = _bytes(cursor.partition(".")[0])
        sealed = f"{_text(body)}.{_text(self._mac(body, question))}"
        if not hmac.compare_digest(cursor.encode(errors="replace"), sealed.encode()):
            raise UsageError(
                "This cursor belongs to another question, or to an earlier run of the server.",
                hint=_AGAIN,
            )
        item, start, snapshots = json.loads(body)
        return Place(item=item, start=start, snapshots=snapshots)

    def _mac(self, body: bytes, question: bytes) -> bytes:
        return hmac.digest(self.key, question + body, "sha256")[:_MAC_BYTES]


def question_digest(tool: str, principal: Principal, *parts: object) -> bytes:
    """All that a cursor is bound to beside its place: who asked which tool what."""
    who = (sorted(one) for one in (principal.names, principal.unknown, principal.also))
    told = repr((tool, principal.id, principal.trusted, *who, parts))
    return hashlib.sha256(told.encode()).digest()


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    except ValueError:
        return b""
