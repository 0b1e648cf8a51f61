"""Find what was changed in a chain after it was written."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from okf_server.audit.anchor import Anchor, departure, read_anchor
from okf_server.audit.chain import (
    BROKEN,
    DROPPED,
    FIRST,
    HEAD,
    LOST,
    Head,
    digest_of,
    file_name,
    files,
    held_still,
    is_own,
    number_of,
    read_head,
    value_of,
)

_MOST_PROBLEMS = 20

_Place = tuple[int, str]
"""The number of a line and its hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What a look at the whole chain found; no problem means that nothing was changed.

    `first` is the number of the oldest line that is kept, `digest` the hash of the last line, `lost` how many
    events could not be written.
    """

    lines: int
    first: int
    digest: str
    lost: int
    problems: tuple[str, ...] = ()


def verify(directory: Path, *, holding: str | None = None, anchor: Path | None = None) -> Verified:
    """Look at every line: one that was changed, taken out, put in or cut off is told, and one that is gone.

    Files of the directory that are none of the record, and those that are missing in it, are told as well.

    `holding` is the hash of a line that must be there: it was noted when the record was looked at before.
    `anchor` is where the end of the chain was noted when it was written.
    """
    with held_still(directory):
        walk = _Walk(noted=read_anchor(anchor))
        head = read_head(directory)
        for path in files(directory):
            with path.open("rb") as file:
                walk.opening = path
                for at, line in enumerate(file, 1):
                    walk.take(line, f"{path.name}, line {at}", holding)
        end = Head(seq=walk.end[0], digest=walk.end[1])
        departed = filter(None, [departure(directory, end, anchor) if anchor else ""])
        ends = walk.at_the_ends(head)
        problems = [*walk.problems, *ends, *departed, *_of_files(directory, head)]
    if holding not in (None, FIRST) and not walk.held:
        problems.append(f"no line has the hash {holding}: the record was written anew, or dropped")
    return Verified(
        lines=walk.lines,
        first=walk.start[0] + 1,
        digest=walk.end[1],
        lost=walk.lost,
        problems=tuple(problems[:_MOST_PROBLEMS]),
    )


def _of_files(directory: Path, head: Head | None) -> Iterator[str]:
    """What is wrong with the files: those that bear a name of the record and are none of it, and their order."""
    named = sorted(directory.glob("audit*"))
    yield from (f"{path.name} is no file of the record" for path in named if not number_of(path))
    for path in (*filter(number_of, named), directory / HEAD):
        if os.path.lexists(path) and not is_own(path):
            yield f"{path.name} is no file, but a link or the like"
    numbers = [number_of(path) for path in files(directory)]
    for before, after in pairwise(numbers):
        if after != before + 1:
            yield f"between {file_name(before)} and {file_name(after)} files are missing"
    if head and numbers:
        yield from _of_head(head, numbers[-1])


def _of_head(head: Head, last: int) -> Iterator[str]:
    if head.file != last:
        yield f"{HEAD} names {file_name(head.file)} as the last file, and {file_name(last)} is"
    for one in head.breaks:
        yield f"the record was broken at its end: {one['reason']}"


@dataclass(slots=True, kw_only=True)
class _Walk:
    """Where a walk along a chain began and where it is, and what it met.

    `opening` is the file of which no event was met yet: what is said there is about the files before it.
    """

    start: _Place = (0, FIRST)
    end: _Place = (0, FIRST)
    lines: int = 0
    lost: int = 0
    held: bool = False
    begins: set[_Place] = field(default_factory=lambda: {(0, FIRST)})
    problems: list[str] = field(default_factory=list)
    noted: Anchor | None = None
    opening: Path | None = None

    def take(self, line: bytes, where: str, holding: str | None) -> None:
        """Go on by a line; after one that does not follow, the walk goes on from what it says itself."""
        value = value_of(line)
        if value is None:
            self.problems.append(f"{where}: it cannot be read")
            return
        before = (value["seq"] - 1, value["prev"])
        if not self.lines:
            self.start = before
        elif before != self.end:
            self.problems.append(f"{where}: it does not follow the line before")
        self.lines += 1
        self.end = (value["seq"], digest_of(line))
        self.held = self.held or self.end[1] == holding or before[1] == holding
        self._heed(value, where)

    def _heed(self, value: dict[str, Any], where: str) -> None:
        what = value.get("what")
        if what == DROPPED and self.opening:
            self.begins.add((value["through"], value["digest"]))
        elif what == DROPPED:
            self.problems.append(f"{where}: files are dropped where one begins, and nowhere else")
        if what == LOST:
            self.lost += value["times"]
        if what not in (DROPPED, BROKEN):
            self.opening = None
        if what == BROKEN:
            self.problems.append(f"{where}: the record was broken here: {value['reason']}")

    def at_the_ends(self, head: Head | None) -> Iterator[str]:
        """What is wrong with the first line that is kept, and with the last."""
        if self.start not in self.begins:
            yield f"the lines before number {self.start[0] + 1} are missing"
        if self.noted and self.end[0] < self.noted.seq:
            yield f"lines {self.end[0] + 1} to {self.noted.seq}, which the base noted, are missing"
        if head is None:
            if self.lines:
                yield "head.json is missing or cannot be read: lines may be missing at the end"
        elif self.end[0] < head.seq:
            yield f"lines {self.end[0] + 1} to {head.seq} are missing at the end"
        elif self.end[0] > head.seq:
            yield "there are lines at the end that no server wrote, or a write was interrupted"
        elif self.end[1] != head.digest:
            yield "the last line was changed"
