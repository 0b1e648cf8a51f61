"""The snapshots of a base: stage, publish in one step, keep, go back.

`current` is a symbolic link to a directory that is never changed again. Whoever reads resolves it once and
keeps to that directory.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from okf_server.errors import FormatVersionError, NotFoundError, StorageError, UsageError
from okf_server.model.manifest import Manifest
from okf_server.snapshot.disk import TEMPORARY, link_whole, sync_all, sync_directory, writing
from okf_server.snapshot.history import Move, read_history, served_before, write_history
from okf_server.snapshot.lock import locked
from okf_server.snapshot.manifest import FILE_NAME, manifest_to_json, read_manifest

_CURRENT = "current"
_SNAPSHOTS = "snapshots"
_STAGING = "staging"
_TRASH = "trash"
_ID = re.compile("[0-9A-Za-z-]+")
_SECOND = len("20261130T021553Z")
_TRIES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A published snapshot and the directory that holds it."""

    id: str
    path: Path
    manifest: Manifest


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A snapshot in a listing; `problem` says why there is no manifest."""

    id: str
    current: bool
    manifest: Manifest | None
    problem: str = ""


class Store:
    """The snapshots below one directory, `<base>/.okf`.

    Reading takes no lock. What changes something wants the lock of `lock` held; `rollback` takes it itself.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._current = root / _CURRENT
        self._snapshots = root / _SNAPSHOTS

    def lock(self, *, now: datetime) -> AbstractContextManager[None]:
        """Hold the base against other writers; raises BusyError, StorageError."""
        return locked(self._root / "lock", now=now)

    def current_id(self) -> str | None:
        """The id of the snapshot that is served now; costs one system call."""
        try:
            return self._current.readlink().name
        except OSError:
            return None

    def current(self) -> Snapshot | None:
        """The snapshot that is served now, None before the first one; raises as `open` does.

        A snapshot that is replaced and removed while it is being opened is not missed: its successor is
        taken.
        """
        for _ in range(_TRIES):
            snapshot_id = self.current_id()
            if snapshot_id is None:
                return None
            try:
                return self.open(snapshot_id)
            except NotFoundError:
                if self.current_id() == snapshot_id:
                    break
        raise StorageError(
            f"The snapshot that {self._current} names is gone.",
            hint="Build the base again, or go back with: okf snapshots rollback --to ID",
        )

    def published(self) -> Snapshot:
        """The snapshot that is served now; raises NotFoundError before the first one, and as `open` does."""
        snapshot = self.current()
        if snapshot is None:
            raise NotFoundError("Nothing is published yet.", hint="Build it: okf build")
        return snapshot

    def open(self, snapshot_id: str) -> Snapshot:
        """A snapshot by its id; raises NotFoundError, FormatVersionError, StorageError."""
        unknown = NotFoundError(
            f"There is no snapshot {snapshot_id!r}.", hint="See: okf snapshots list"
        )
        if not _ID.fullmatch(snapshot_id):
            raise unknown
        path = self._snapshots / snapshot_id
        try:
            return Snapshot(id=snapshot_id, path=path, manifest=read_manifest(path))
        except (FileNotFoundError, NotADirectoryError) as error:
            raise unknown from error

    def list(self) -> tuple[Listed, ...]:
        """All snapshots, the oldest first."""
        current = self.current_id()
        return tuple(self._listed(name, current=name == current) for name in self._ids())

    def previous_id(self) -> str | None:
        """The id of the snapshot that was served before the current one."""
        return served_before(self._moves())

    @contextmanager
    def staging(self) -> Iterator[Path]:
        """An empty directory to make a snapshot in; whatever is left of it at the end is removed.

        What fails to be written there is a StorageError.
        """
        directory = self._root / _STAGING / str(os.getpid())
        try:
            shutil.rmtree(directory, ignore_errors=True)
            with writing(directory):
                directory.mkdir(parents=True)
                yield directory
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def free_id(self, wanted: str) -> str:
        """An id that no snapshot has: the wanted one, or that with a number behind it."""
        number, name = 1, wanted
        while (self._snapshots / name).exists():
            number += 1
            name = f"{wanted}-{number}"
        return name

    def publish(self, staged: Path, manifest: Manifest, *, completes: str = "") -> Snapshot:
        """Make what was staged the snapshot that is served; raises StorageError.

        `completes` is the id of a snapshot that this one takes the place of: it is no longer gone back to.
        Everything is on the disk before the pointer moves, so that neither a reader nor a crash meets a
        part of it.
        """
        path = self._snapshots / manifest.id
        with writing(self._root):
            (staged / FILE_NAME).write_text(manifest_to_json(manifest), "utf-8")
            sync_all(staged)
            self._snapshots.mkdir(exist_ok=True)
            moves = self._moves()
            os.rename(staged, path)  # noqa: PTH104 - replaces nothing: the id is free
            sync_directory(self._snapshots)
            self._point(moves, Move(id=manifest.id, at=manifest.published, completes=completes))
        return Snapshot(id=manifest.id, path=path, manifest=manifest)

    def rollback(self, *, now: datetime, to: str | None = None) -> Snapshot:
        """Serve the snapshot that was served before, or the one named; twice returns.

        Raises BusyError, NotFoundError, and FormatVersionError or StorageError for one that cannot be served.
        """
        with self.lock(now=now):
            wanted = to or self.previous_id()
            if wanted is None:
                raise NotFoundError(
                    "No other snapshot was served before.",
                    hint="See what there is with: okf snapshots list",
                )
            if wanted == self.current_id():
                raise UsageError(
                    f"The snapshot {wanted} is served already.",
                    hint="Name another one: okf snapshots list",
                )
            snapshot = self.open(wanted)
            with writing(self._root):
                self._point(self._moves(), Move(id=wanted, at=now.isoformat(timespec="seconds")))
            return snapshot

    def clean(self) -> None:
        """Remove what builds left behind that were killed.

        A snapshot that was never served is such a thing, but only while it is known which one is served.
        """
        for name in (_STAGING, _TRASH):
            shutil.rmtree(self._root / name, ignore_errors=True)
        for half in self._root.glob(f".*.{TEMPORARY}"):
            half.unlink(missing_ok=True)
        self._remove_unserved()

    def prune(self, keep: int) -> tuple[str, ...]:
        """Remove all but the newest `keep` snapshots of distinct content; the ids of those removed.

        The one that is served and the one that was served before it are always kept.
        """
        self._remove_unserved()
        kept = {self.current_id(), self.previous_id()}
        contents: set[str] = set()
        removed: list[str] = []
        for listed in reversed(self.list()):
            content = listed.manifest.content if listed.manifest else listed.id
            fits = content not in contents and len(contents) < keep
            if fits or listed.id in kept:
                contents.add(content)
            else:
                self._remove(listed.id)
                removed.append(listed.id)
        return tuple(removed)

    def _remove_unserved(self) -> None:
        if self.current_id() is None:
            return
        served = {move.id for move in self._moves()}
        for name in self._ids():
            if name not in served:
                self._remove(name)

    def _ids(self) -> tuple[str, ...]:
        """All ids, the oldest first: by the second of their publishing, within one as they were served."""
        names = self._names()
        moves = read_history(self._root, current=self.current_id(), existing=names)
        served = {move.id: number for number, move in reversed(list(enumerate(moves)))}
        return tuple(sorted(names, key=lambda name: (name[:_SECOND], served.get(name, -1), name)))

    def _names(self) -> tuple[str, ...]:
        try:
            return tuple(sorted(entry.name for entry in os.scandir(self._snapshots)))
        except OSError:
            return ()

    def _listed(self, name: str, *, current: bool) -> Listed:
        try:
            manifest = self.open(name).manifest
        except (FormatVersionError, StorageError, NotFoundError) as error:
            return Listed(id=name, current=current, manifest=None, problem=error.message)
        return Listed(id=name, current=current, manifest=manifest)

    def _moves(self) -> tuple[Move, ...]:
        return read_history(self._root, current=self.current_id(), existing=self._names())

    def _point(self, moves: tuple[Move, ...], move: Move) -> None:
        write_history(self._root, (*moves, move))
        link_whole(self._current, f"{_SNAPSHOTS}/{move.id}")

    def _remove(self, snapshot_id: str) -> None:
        """Take a snapshot's name away in one step, then its files."""
        trash = self._root / _TRASH
        try:
            trash.mkdir(exist_ok=True)
            os.rename(self._snapshots / snapshot_id, trash / snapshot_id)  # noqa: PTH104 - the same disk
        except OSError:
            return  # the next build tries again
        shutil.rmtree(trash, ignore_errors=True)
