"""The records of who asked what: where bases keep them, and how they are."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from okf_server.app.knowledge import Knowledge
from okf_server.audit.anchor import anchor_path, read_anchor
from okf_server.audit.chain import LOCK, Head, read_head
from okf_server.audit.journal import Journal


def journal_directory(knowledge: Knowledge) -> Path:
    """The directory of the journal, whether it is written or not."""
    asked = knowledge.config.audit.dir
    return Path(asked) if asked else knowledge.directory / ".okf" / "audit"


def journal_of(knowledge: Knowledge) -> Journal | None:
    """The journal of a base; None where it wants none."""
    audit = knowledge.config.audit
    if not audit.enabled:
        return None
    return Journal(
        journal_directory(knowledge),
        keep_days=audit.keep_days,
        sync=audit.sync,
        anchor=journal_anchor(knowledge),
    )


def journal_anchor(knowledge: Knowledge) -> Path:
    """Where the base notes the end of its journal."""
    return anchor_path(knowledge.directory, journal_directory(knowledge))


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalState:
    """How a journal is: its lines, the events that could not be written, and what is in the way now.

    `removed` are lines that the base noted and that are gone.
    """

    directory: Path
    lines: int
    lost: int
    problem: str = ""
    removed: int = 0


def journal_state(knowledge: Knowledge) -> JournalState | None:
    """How the journal of a base is; None where it wants none."""
    if not knowledge.config.audit.enabled:
        return None
    directory = journal_directory(knowledge)
    head = read_head(directory) or Head()
    noted = read_anchor(journal_anchor(knowledge))
    return JournalState(
        directory=directory,
        lines=head.seq,
        lost=head.lost,
        problem=_in_the_way(directory),
        removed=max(0, noted.seq - head.seq) if noted else 0,
    )


def _in_the_way(directory: Path) -> str:
    """Why nothing could be written now; nothing is made to find out."""
    try:
        there = directory if os.path.lexists(directory) else directory.parent
        if not os.access(there, os.W_OK | os.X_OK):
            return f"{there} is not writable"
        if there == directory and (directory / LOCK).exists():
            (directory / LOCK).open("ab").close()
        if os.statvfs(there).f_bavail == 0:
            return f"{there} has no space left"
    except OSError as error:
        return f"{directory}: {error.strerror}"
    return ""


def _unnamed(event: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: value for key, value in event.items() if key != "person"}


class Journals:
    """The journals of the bases of a server; each counts what it could not write."""

    def __init__(self) -> None:
        self._known: dict[Path, Journal] = {}

    def write(
        self, events: Iterable[tuple[str | None, Mapping[str, Any]]], bases: Iterable[Knowledge]
    ) -> None:
        """Write each event to the journal of the base that it names, to all where it names none that there is.

        Raises OSError, once all journals were tried. Where no base wants a journal, no event is looked at.
        """
        opened = tuple(bases)
        names = {knowledge.config.name for knowledge in opened}
        kept = [(knowledge, journal) for knowledge in opened if (journal := journal_of(knowledge))]
        events = tuple(events) if kept else ()
        sorted_out: dict[Path, dict[int, Mapping[str, Any]]] = {}
        for knowledge, journal in kept:
            self._known.setdefault(journal.directory, journal)
            mine = sorted_out.setdefault(journal.directory, {})
            for number, (name, event) in enumerate(events):
                if name == knowledge.config.name or name not in names:
                    mine[number] = event if knowledge.config.audit.names else _unnamed(event)
        self._write(sorted_out)

    def _write(self, sorted_out: Mapping[Path, Mapping[int, Mapping[str, Any]]]) -> None:
        failures = []
        for directory, mine in sorted_out.items():
            try:
                if mine:
                    self._known[directory].write([mine[number] for number in sorted(mine)])
            except OSError as error:
                failures.append(error)
        if failures:
            raise failures[0]
