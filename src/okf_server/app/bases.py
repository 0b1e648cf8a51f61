"""The bases that a server may open."""

import threading
from dataclasses import dataclass
from pathlib import Path

from okf_server.app.knowledge import Knowledge
from okf_server.catalog.find import find_base, list_bases, nearest_base
from okf_server.errors import NotFoundError, OkfError, UsageError
from okf_server.settings import Settings, read_settings


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

    Safe to use from several threads.
    """

    def __init__(self, asked: str | None = None, *, settings: Settings | None = None) -> None:
        self._settings = settings or read_settings()
        self._asked = asked or self._settings.base
        self._lock = threading.Lock()
        self._opened: dict[Path, Knowledge] = {}

    def list(self) -> tuple[BaseSummary, ...]:
        """All bases, by name; one that cannot be opened is listed as such."""
        summaries = [self._summary(directory) for directory in self._directories()]
        return tuple(sorted(summaries, key=lambda summary: summary.name))

    def open(self, name: str | None) -> Knowledge:
        """The base of that name, or the only one.

        Raises NotFoundError, or UsageError where several could be meant.
        """
        directories = self._directories()
        if name is None:
            return self._only(directories)
        for directory in directories:
            try:
                knowledge = self._open(directory)
            except OkfError:
                continue  # said by list
            if knowledge.config.name == name:
                return knowledge
        raise NotFoundError(f"There is no base {name!r}.", hint="list_bases names them.")

    def _only(self, directories: tuple[Path, ...]) -> Knowledge:
        if not directories:
            raise NotFoundError("There is no base yet.", hint="Make one: okf build FOLDER")
        if len(directories) > 1:
            names = ", ".join(sorted(path.name for path in directories))
            raise UsageError(f"There are several bases: {names}.", hint="Say which one is meant.")
        return self._open(directories[0])

    def _directories(self) -> tuple[Path, ...]:
        where, home = self._settings.working_directory, self._settings.home
        if self._asked is not None:
            return (find_base(self._asked, cwd=where, home=home),)
        nearest = nearest_base(where)
        return (nearest,) if nearest else list_bases(home)

    def _open(self, directory: Path) -> Knowledge:
        with self._lock:
            if directory not in self._opened:
                self._opened[directory] = Knowledge(directory, settings=self._settings)
            return self._opened[directory]

    def _summary(self, directory: Path) -> BaseSummary:
        try:
            knowledge = self._open(directory)
            snapshot = knowledge.store.current()
        except OkfError:
            return BaseSummary(name=directory.name, title="cannot be opened: see okf bases")
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
