"""Read the planned items: from the cache where their content was read before, else by their readers."""

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from okf_server.errors import SourceError
from okf_server.extract.cache import ExtractionCache
from okf_server.extract.limits import LARGEST_IN_PROCESS
from okf_server.extract.pool import Job, Pool
from okf_server.extract.registry import Readers
from okf_server.ingest.held import Held
from okf_server.ingest.plan import Planned
from okf_server.model.document import Failed, Outcome
from okf_server.model.item import Item
from okf_server.model.progress import Progress
from okf_server.model.seams import Connector

CHANGED = Failed(reason="changed while it was read", hint="Build again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The outcome of every planned item by its path, and how many were converted anew."""

    outcomes: dict[str, Outcome]
    converted: int


class Originals:
    """Fetches the files of items, and tells whether they are still what was listed."""

    def __init__(self, connectors: Sequence[Connector]) -> None:
        self._connectors = connectors
        self._files: dict[str, Path] = {}

    def fetch(self, planned: Planned) -> Path | Failed:
        """The file of an item, or why there is none; what was fetched once is not fetched again."""
        return self.file(planned.item)

    def file(self, item: Item) -> Path | Failed:
        """The same, of an item that is not planned yet."""
        path = item.path
        if path not in self._files:
            try:
                self._files[path] = self._connectors[item.source].fetch(item)
            except SourceError as error:
                return Failed(reason=f"cannot be fetched: {error.message}", hint=error.hint)
        return self._files[path]

    def unchanged_file(self, planned: Planned) -> Path | None:
        """The file of an item, None where it no longer has the revision that was listed."""
        file = self.fetch(planned)
        if isinstance(file, Failed):
            return None
        try:
            with file.open("rb", buffering=0) as opened:
                digest = hashlib.file_digest(opened, "sha256").hexdigest()
        except OSError:
            return None
        return file if f"sha256:{digest}" == planned.item.revision else None

    def data(self, planned: Planned) -> bytes | None:
        """The bytes of an item; None where they are no longer those that were listed."""
        file = self.fetch(planned)
        try:
            data = b"" if isinstance(file, Failed) else _bytes(file, planned.item.size)
        except OSError:
            return None
        digest = hashlib.sha256(data).hexdigest()
        return data if f"sha256:{digest}" == planned.item.revision else None


def _bytes(file: Path, expected: int) -> bytes:
    """What a file holds, and hardly more than is expected; of a pipe nothing is waited for."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    with open(descriptor, "rb") as opened:  # noqa: PTH123 - called for each file
        return opened.read(expected + 1)


class Fetching(Protocol):
    """Where the files of items come from."""

    def fetch(self, planned: Planned) -> Path | Failed:
        """The file of an item, or why there is none."""
        ...

    def unchanged_file(self, planned: Planned) -> Path | None:
        """The file of an item, None where it no longer has the revision that was listed."""
        ...

    def data(self, planned: Planned) -> bytes | None:
        """The bytes of an item, None where they are no longer those that were listed."""
        ...


Read = Callable[[Sequence[Planned], Fetching, Progress], Reading]
"""`read_all` with its cache, its pool and the like."""


def sniffed(item: Item, originals: Originals, known: Readers) -> str:
    """The kind of an item whose name tells none that is read, by its bytes; its suffix where they do not tell."""
    file = originals.file(item)
    return "" if isinstance(file, Failed) else known.unnamed_kind(file, item.name)


def recognised(
    planned: Sequence[Planned], originals: Originals, known: Readers
) -> tuple[Planned, ...]:
    """The items with the kind that their bytes tell, and its reader."""
    return tuple(one if one.foreign else _recognised(one, originals, known) for one in planned)


def _recognised(planned: Planned, originals: Originals, known: Readers) -> Planned:
    file = originals.fetch(planned)
    kind = planned.kind if isinstance(file, Failed) else known.kind_of(file, planned.kind)
    if kind == planned.kind:
        return planned
    return replace(planned, kind=kind, reader=known.of_suffix(kind) or planned.reader)


def read_all(
    planned: Sequence[Planned],
    originals: Fetching,
    progress: Progress,
    *,
    cache: ExtractionCache,
    pool: Pool,
    held: Held,
) -> Reading:
    """The outcome of every item. The same content is read once; raises StorageError for a full disk.

    What has members gives them to `held`.
    """
    groups = _groups(planned)
    outcomes: dict[str, Outcome] = {}
    jobs: list[Job] = []
    for key, group in groups.items():
        first = group[0]
        outcome = _cached(first, cache) or originals.fetch(first)
        if isinstance(outcome, Path):
            here = partial(_read_here, first, originals) if _is_held(first) else None
            jobs.append(Job(key, outcome, first.kind, here))
        else:
            outcomes |= _held(group, outcome, held)
    if outcomes:
        progress("read", len(outcomes), len(planned), "")
    converted = 0
    for key, outcome in pool.run(jobs):
        group = groups[key]
        checked = outcome if _is_held(group[0]) else _checked(group[0], originals, outcome)
        outcomes |= _held(group, checked, held)
        progress("read", len(outcomes), len(planned), group[0].item.path)
        if not group[0].reader.native:
            converted += 1
            if checked is outcome:
                cache.put(group[0].item.revision, group[0].reader.identity, outcome)
    return Reading(outcomes=outcomes, converted=converted)


def _is_held(planned: Planned) -> bool:
    """Whether the bytes of an item are read once, and all is made of them in this process."""
    return planned.reader.read_bytes is not None and planned.item.size <= LARGEST_IN_PROCESS


def _read_here(planned: Planned, originals: Fetching) -> Outcome:
    data = originals.data(planned)
    return CHANGED if data is None else planned.reader.extract_bytes(data, planned.kind)


def _checked(planned: Planned, originals: Fetching, outcome: Outcome) -> Outcome:
    return CHANGED if originals.unchanged_file(planned) is None else outcome


def _groups(planned: Sequence[Planned]) -> dict[str, list[Planned]]:
    """Items of the same content that the same reader reads."""
    groups: dict[str, list[Planned]] = {}
    for one in planned:
        groups.setdefault(f"{one.item.revision} {one.kind} {one.reader.identity}", []).append(one)
    return groups


def _cached(planned: Planned, cache: ExtractionCache) -> Outcome | None:
    if planned.reader.native:
        return None  # reading it costs less than keeping what was read
    return cache.get(planned.item.revision, planned.reader.identity)


def _held(group: Sequence[Planned], outcome: Outcome, held: Held) -> dict[str, Outcome]:
    """The outcome for each item of the group."""
    paths = [one.item.path for one in group]
    return dict.fromkeys(paths, held.take(paths, outcome))
