"""Members of items, such as a mail's attachments: items of their own, read after the items that hold them.

What becomes of a member depends on its bytes, its name and its place in the item that holds it, never on what
was built before. Its id is that of the item's concept, `!` and its number; no other id has a `!` in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from okf_server.extract.registry import Readers
from okf_server.ingest.held import Held, HeldFile
from okf_server.ingest.plan import (
    Plan,
    Planned,
    skipped,
    suffix_of,
    unfit_name,
    unsupported,
)
from okf_server.ingest.reading import Read, Reading
from okf_server.model.document import Failed, Outcome, Skipped
from okf_server.model.item import Inside, Item, ItemRecord
from okf_server.model.progress import Progress

DEEPEST = 5
"""Items within each other."""

MOST_MEMBERS = 1000
"""Members of one item, those of its members included."""

LARGEST_MEMBERS = 512 * 2**20
"""Bytes of them together."""


class MemberFiles:
    """Fetches the files of members that are planned."""

    def __init__(self) -> None:
        self.files: dict[str, Path] = {}

    def fetch(self, planned: Planned) -> Path | Failed:
        """The file of a member."""
        return self.files[planned.item.path]

    def unchanged_file(self, planned: Planned) -> Path | None:
        """The same: nobody else writes it."""
        return self.files[planned.item.path]

    def data(self, planned: Planned) -> bytes | None:
        """What it holds, None where the disk cannot say."""
        try:
            return self.files[planned.item.path].read_bytes()
        except OSError:
            return None


@dataclass(slots=True, kw_only=True)
class _Search:
    """What is known of the members of all items while they are planned."""

    known: Readers
    held: Held
    paths: set[str]
    concepts: set[str]
    files: MemberFiles = field(default_factory=MemberFiles)
    settled: list[ItemRecord] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)


def with_members(
    plan: Plan, reading: Reading, *, known: Readers, held: Held, read: Read, progress: Progress
) -> tuple[Plan, Reading]:
    """The plan and the outcomes of its items with those of all their members.

    The progress goes on from the items that hold them.
    """
    search = _Search(
        known=known,
        held=held,
        paths={one.item.path for one in plan.planned} | {record.path for record in plan.settled},
        concepts={one.concept for one in plan.planned},
    )
    level: Sequence[Planned] = plan.planned
    planned, outcomes, converted = list(level), dict(reading.outcomes), reading.converted
    before = len(outcomes)
    while level := tuple(_below(level, search)):
        more = read(level, search.files, _counting_on(progress, before))
        before += len(level)
        outcomes |= {one.item.path: _softened(one, more.outcomes[one.item.path]) for one in level}
        converted += more.converted
        planned += level
    planned.sort(key=lambda one: one.item.path)
    settled = sorted((*plan.settled, *search.settled), key=lambda record: record.path)
    return (
        Plan(planned=tuple(planned), settled=tuple(settled)),
        Reading(outcomes=outcomes, converted=converted),
    )


def _counting_on(progress: Progress, before: int) -> Progress:
    return lambda stage, done, total, path: progress(stage, before + done, before + total, path)


def _below(level: Sequence[Planned], search: _Search) -> Iterator[Planned]:
    """The members of these items that can be read; what becomes of the others is settled."""
    for above in level:
        for number, member in enumerate(search.held.of(above.item.path), 1):
            item = _item(above.item, number, member, search)
            found = _planned(above, item, member, search)
            if isinstance(found, Planned):
                yield found
            else:
                search.settled.append(found)


def _item(above: Item, number: int, member: HeldFile, search: _Search) -> Item:
    mark = "!"
    while (path := f"{above.path}{mark}{number}") in search.paths:
        mark += "!"
    search.paths.add(path)
    return Item(
        source=above.source,
        path=path,
        revision=member.revision,
        size=member.size,
        modified=above.modified,
        access=above.access,
        inside=Inside(item=above, name=member.name, inline=member.inline),
    )


def _planned(above: Planned, item: Item, member: HeldFile, search: _Search) -> Planned | ItemRecord:
    problem = _over(item, search)
    if problem:
        return skipped(item, problem)
    if not member.size:
        return skipped(item, "empty")
    suffix = suffix_of(member.name)
    kind = search.known.kind_of(member.file, suffix, name=member.name)
    reader = search.known.of_suffix(kind)
    if reader is None:
        return skipped(item, unsupported(kind, inside=True))
    concept = f"{above.concept}{item.path.removeprefix(above.item.path)}"
    if concept in search.concepts:
        concept = f"{concept}-{sha256(item.path.encode()).hexdigest()[:6]}"
    search.concepts.add(concept)
    search.files.files[item.path] = member.file
    unfit = unfit_name(item, concept)
    return unfit or Planned(item=item, concept=concept, kind=kind, reader=reader, foreign=False)


def _over(item: Item, search: _Search) -> str:
    """Which limit a member is over, if any; all members of one outermost item share a budget."""
    depth, outermost = 0, item
    while outermost.inside is not None:
        depth, outermost = depth + 1, outermost.inside.item
    path = outermost.path
    search.counts[path] = search.counts.get(path, 0) + 1
    search.sizes[path] = search.sizes.get(path, 0) + item.size
    if depth > DEEPEST:
        return f"more than {DEEPEST} files within each other"
    if search.counts[path] > MOST_MEMBERS:
        return f"more than {MOST_MEMBERS} attachments"
    if search.sizes[path] > LARGEST_MEMBERS:
        return f"more than {LARGEST_MEMBERS >> 20} MB of attachments"
    return ""


def _softened(planned: Planned, outcome: Outcome) -> Outcome:
    """A picture that a mail shows in its text need not have text of its own."""
    inside = planned.item.inside
    if isinstance(outcome, Failed) and inside is not None and inside.inline:
        return Skipped(reason=f"a picture in the mail: {outcome.reason}")
    return outcome
