"""Keep what a build before made of the items that are still the same.

A concept follows from its item and the ways of the build alone. Where both are those of a published snapshot, its
file, its locators and its part of the index are there already, and nothing is read or made again.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from okf_server.index.lines import Lines
from okf_server.index.parts import Former, Part
from okf_server.ingest.metadata import repairs
from okf_server.ingest.plan import Planned
from okf_server.model.concept import Status
from okf_server.model.item import ItemRecord, State
from okf_server.okf.frontmatter import parse
from okf_server.snapshot.store import Snapshot

BUNDLE, LOCATORS, INDEX = "bundle", "locators", "index"
"""The directories of a snapshot."""

BY_CONCEPT = "documents"
"""The file in `locators` that has a line for each concept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An item, and what stands of its concept in a snapshot: file, line of locators, part of the index."""

    planned: Planned
    record: ItemRecord
    part: Part
    locators: bytes
    file: Path
    warnings: tuple[str, ...]

    @property
    def title(self) -> str:
        """What the concept calls itself."""
        return self.part.title

    @property
    def status(self) -> Status:
        """Where the concept is in its life."""
        return self.part.record.status


def keep(planned: Sequence[Planned], old: Snapshot | None, *, ways: str) -> dict[str, Kept]:
    """What can be kept of a snapshot, by the paths of the items; `ways` are those of this build.

    The snapshot is as its manifest says. Items that hold others are read again, for what they hold.
    """
    if old is None or old.manifest.ways != ways:
        return {}
    return {one.planned.item.path: one for one in _kept(planned, old)}


def _kept(planned: Sequence[Planned], old: Snapshot) -> Iterator[Kept]:
    bundle = old.path / BUNDLE
    former = Former(old.path / INDEX, lambda concept: _body(bundle / f"{concept}.md"))
    locators = Lines(old.path / LOCATORS, BY_CONCEPT)
    records = old.manifest.items
    known = {record.path: record for record in records if record.state is State.INDEXED}
    ids = sorted(record.concept for record in records if record.concept)
    numbers = {concept: number for number, concept in enumerate(ids)}
    holders = set(_holders(record.path for record in records))
    for one in planned:
        record = known.get(one.item.path)
        if record is None or one.item.path in holders or not _is_same(one, record):
            continue
        number = numbers[record.concept]
        line = locators[number]
        yield Kept(
            planned=one,
            record=record,
            part=former.part(number),
            locators=line,
            file=bundle / f"{record.concept}.md",
            warnings=_warnings(one, json.loads(line)),
        )


def _holders(paths: Iterable[str]) -> Iterator[str]:
    """The paths of all items that hold one of these."""
    for path in paths:
        for end, sign in enumerate(path):
            if sign == "!":
                yield path[:end]


def _is_same(planned: Planned, record: ItemRecord) -> bool:
    item = planned.item
    now = (planned.concept, item.source, item.revision, item.size, item.modified)
    return now == (record.concept, record.source, record.revision, record.size, record.modified)


def _warnings(planned: Planned, locators: Mapping[str, object]) -> tuple[str, ...]:
    """What was said of the concept when it was made."""
    said, own = locators["warnings"], locators["meta"]
    assert isinstance(said, list) and isinstance(own, dict)  # noqa: PT018 - one line of our own
    return (*said, *(repairs(own) if planned.foreign else ()))


def _body(file: Path) -> str:
    return parse(file.read_bytes()).body
