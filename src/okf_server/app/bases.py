"""The bases that a server may open."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from okf_server.app.fitting import Fits, Fitting
from okf_server.app.journals import Journals
from okf_server.app.knowledge import Knowledge
from okf_server.app.withheld import withheld
from okf_server.catalog.find import find_base, list_bases, nearest_base
from okf_server.errors import ConfigError, NotFoundError, OkfError, UsageError
from okf_server.model.access import NOTHING_READABLE, Principal
from okf_server.settings import Settings, read_settings

_SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseSummary:
    """What is said of a base; `snapshot` is None where nothing was published yet or it cannot be opened."""

    name: str
    title: str
    concepts: int = 0
    snapshot: str | None = None
    published: str | None = None
    embedder: str | None = None


class Bases:
    """The base that is asked for; else the one found here; else all in the user's data directory.

    `fits` says of a running server whether what a base says of serving is what it was started with: another,
    and one that has the name of one that is served, is left out. Safe to use from several threads.
    """

    def __init__(
        self,
        asked: str | None = None,
        *,
        settings: Settings | None = None,
        fits: Fits | None = None,
    ) -> None:
        self._settings = settings or read_settings()
        self._asked = asked or self._settings.base
        self._lock = threading.Lock()
        self._known: dict[Path, Knowledge] = {}
        self._fitting = Fitting(fits) if fits else None
        self._journals = Journals()

    def seen_by(self, principal: Principal) -> "Bases | SeenBases":
        """The bases in which a principal may read something; the operator sees all."""
        return self if principal.trusted else SeenBases(self, principal)

    def record(self, events: Iterable[tuple[str | None, Mapping[str, Any]]]) -> None:
        """Write events to the journals of the bases that they name, or to those of all; raises OSError."""
        self._journals.write(events, self._recording())

    def withheld(self, base: str | None, principal: Principal, refs: Sequence[str]) -> int:
        """For the record alone: how many of the references exist and may not be read.

        Without references, how many concepts of the base took no part in an answer.
        """
        return withheld(self.open, base, principal, refs)

    def opened(self) -> Iterator[Knowledge]:
        """All bases that can be opened and fit the server."""
        for directory in self._directories():
            with suppress(OkfError):  # said by list
                yield self._open(directory)

    def _recording(self) -> Iterator[Knowledge]:
        """Those whose records are written: a base that is left out by now goes on with its own."""
        for directory in self._directories():
            with suppress(OkfError):
                knowledge = self._look(directory)
                if not self._reason(knowledge) or self._was_taken_in(knowledge):
                    yield knowledge

    def list(self) -> tuple[BaseSummary, ...]:
        """All bases, by name; one that cannot be opened is listed as such."""
        summaries = (self._summary(directory) for directory in self._directories())
        return tuple(sorted(filter(None, summaries), key=lambda summary: summary.name))

    def open(self, name: str | None) -> Knowledge:
        """The base of that name, or the only one.

        Raises NotFoundError, or UsageError where several could be meant.
        """
        if name is None:
            return self._only()
        named = [one for one in self.opened() if one.config.name == name]
        if not named:
            raise _missing(name, [one.name for one in self.list()])
        return _the_one(named)

    def _only(self) -> Knowledge:
        directories, names = self._directories(), [one.name for one in self.list()]
        if not directories:
            raise _none_yet()
        if len(names) > 1:
            raise _several(names)
        return next(self.opened(), None) or self._open(directories[0])

    def _directories(self) -> tuple[Path, ...]:
        if self._asked is not None:
            return (self._found,)
        nearest = nearest_base(self._settings.working_directory)
        return (nearest,) if nearest else list_bases(self._settings.home)

    @cached_property
    def _found(self) -> Path:
        """The base that was asked for, once it was found."""
        where, home = self._settings.working_directory, self._settings.home
        return find_base(self._asked, cwd=where, home=home)

    def _look(self, directory: Path) -> Knowledge:
        with self._lock:
            if directory not in self._known:
                self._known[directory] = Knowledge(directory, settings=self._settings)
            return self._known[directory]

    def _open(self, directory: Path) -> Knowledge:
        """The base of a directory; raises ConfigError for one that is left out."""
        knowledge = self._look(directory)
        if reason := self._reason(knowledge):
            hint = "Mend that in okf.yaml, or start the server anew."
            raise ConfigError(f"{knowledge.config.name} is not served: {reason}.", hint=hint)
        return knowledge

    def _reason(self, knowledge: Knowledge) -> str:
        return self._fitting.reason(knowledge) if self._fitting else ""

    def _was_taken_in(self, knowledge: Knowledge) -> bool:
        return self._fitting is not None and self._fitting.was_taken_in(knowledge)

    def _summary(self, directory: Path) -> BaseSummary | None:
        """What is said of a base; None of one that is left out."""
        try:
            knowledge = self._look(directory)
            return None if self._reason(knowledge) else _summary_of(knowledge)
        except OkfError:
            return BaseSummary(name=directory.name, title="cannot be opened: see okf bases")


def _summary_of(knowledge: Knowledge) -> BaseSummary:
    snapshot = knowledge.store.current()
    config = knowledge.config
    if snapshot is None:
        return BaseSummary(name=config.name, title=config.title)
    manifest = snapshot.manifest
    return BaseSummary(
        name=config.name,
        title=config.title,
        concepts=sum(1 for item in manifest.items if item.concept),
        snapshot=manifest.id,
        published=manifest.published,
        embedder=manifest.embedder,
    )


class SeenBases:
    """The bases in which a principal may read something: the others are as if they were not there."""

    def __init__(self, bases: Bases, principal: Principal) -> None:
        self._bases = bases
        self._principal = principal

    def seen_by(self, principal: Principal) -> "Bases | SeenBases":
        """As another principal sees them."""
        return self._bases.seen_by(principal)

    def record(self, events: Iterable[tuple[str | None, Mapping[str, Any]]]) -> None:
        """As `Bases.record`."""
        self._bases.record(events)

    def withheld(self, base: str | None, principal: Principal, refs: Sequence[str]) -> int:
        """As `Bases.withheld`."""
        return self._bases.withheld(base, principal, refs)

    def list(self) -> tuple[BaseSummary, ...]:
        """The bases by name, each with the number of concepts that the principal may read."""
        found = []
        for knowledge in self._bases.opened():
            with suppress(OkfError):  # as if it were not there
                if concepts := knowledge.readable(self._principal):
                    found.append(replace(_summary_of(knowledge), concepts=concepts))
        return tuple(sorted(found, key=lambda summary: summary.name))

    def open(self, name: str | None) -> Knowledge:
        """The base of that name, or the only one that the principal sees; raises as `Bases.open` does."""
        named = [one for one in self._bases.opened() if name in (None, one.config.name)]
        seen = [one for one in named if self._is_seen(one)]
        if not seen:
            others = [one.name for one in self.list()] if name is not None else []
            raise _missing(name or "", others) if others else _nothing_readable()
        if name is None and len(seen) > 1:
            raise _several(one.config.name for one in seen)
        return _the_one(seen)

    def _is_seen(self, knowledge: Knowledge) -> bool:
        try:
            return knowledge.readable(self._principal) > 0
        except OkfError:  # not published or not to be read: alike for who is no operator
            return False


def _the_one(named: Sequence[Knowledge]) -> Knowledge:
    """The only base of a name; raises UsageError."""
    if len(named) > 1:
        raise UsageError(
            f"Several bases are named {named[0].config.name!r}.",
            hint="Ask their owner to give each a name of its own.",
        )
    return named[0]


def _missing(name: str, names: Sequence[str]) -> NotFoundError:
    """What to do next, with the names like it among those that may be told."""
    near = get_close_matches(name[:_SHOWN], names, n=3)
    hint = f"Did you mean {', '.join(near)}?" if near else "list_bases names them."
    return NotFoundError(f"There is no base {name[:_SHOWN]!r}.", hint=hint)


def _none_yet() -> NotFoundError:
    return NotFoundError("There is no base yet.", hint="Make one: okf build FOLDER")


def _nothing_readable() -> NotFoundError:
    message, hint = NOTHING_READABLE
    return NotFoundError(message, hint=hint)


def _several(names: Iterable[str]) -> UsageError:
    listed = ", ".join(sorted(names))
    return UsageError(f"There are several bases: {listed}.", hint="Say which one is meant.")
