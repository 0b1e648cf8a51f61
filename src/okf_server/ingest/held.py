"""Files that came out of items, kept on disk while a base is built."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from okf_server.extract.folder import Folder, sweep
from okf_server.model.document import Document, Extracted, Outcome, Partial


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldFile:
    """A member of an item: its name, its bytes in a file of ours, and their hash and number."""

    name: str
    inline: bool
    file: Path
    revision: str
    size: int


class Held:
    """A temporary directory of members; a file's name is a number, whatever the member is called."""

    def __init__(self) -> None:
        sweep()
        self._directory = Folder("members")
        self._members: dict[str, Sequence[HeldFile]] = {}
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._directory.remove()

    def of(self, path: str) -> Sequence[HeldFile]:
        """The members of an item, in their order."""
        return self._members.get(path, ())

    def take(self, paths: Sequence[str], outcome: Outcome) -> Outcome:
        """The outcome without the bytes of its members, which are those of all these items of one content."""
        if not isinstance(outcome, Extracted | Partial) or not outcome.document.members:
            return outcome
        held = tuple(self._hold(outcome.document))
        self._members |= dict.fromkeys(paths, held)
        return replace(outcome, document=replace(outcome.document, members=()))

    def _hold(self, document: Document) -> Sequence[HeldFile]:
        held: list[HeldFile] = []
        for member in document.members:
            file = Path(self._directory.path) / str(self._count)
            file.write_bytes(member.data)
            self._count += 1
            held.append(
                HeldFile(
                    name=member.name,
                    inline=member.inline,
                    file=file,
                    revision=f"sha256:{hashlib.sha256(member.data).hexdigest()}",
                    size=len(member.data),
                )
            )
        return held
