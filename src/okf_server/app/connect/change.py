"""Plan what connecting a client changes in a project, and do it."""

import fcntl
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from okf_server.app.connect.targets import State, Target
from okf_server.errors import ConfigError, StorageError, UsageError
from okf_server.snapshot.disk import write_whole, writing

_LARGEST = 4_000_000
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A file, what stands in it, and its text before and after; None where there is no file.

    `mark` and `crlf` are how the file begins and ends its lines, and go on to.
    """

    path: str
    state: State
    before: str | None
    after: str | None
    mark: bool = False
    crlf: bool = False

    @property
    def changes(self) -> bool:
        """Whether the file is written or taken away."""
        return self.before != self.after

    @property
    def data(self) -> bytes:
        """The text as it goes into the file."""
        text = (self.after or "").replace("\n", "\r\n" if self.crlf else "\n")
        return f"{_MARK if self.mark else ''}{text}".encode()


@contextmanager
def alone(project: Path) -> Iterator[None]:
    """Keep other runs out of a project; raises StorageError."""
    with writing(project):
        opened = os.open(project, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def plan(project: Path, targets: Sequence[Target], *, remove: bool = False) -> tuple[Change, ...]:
    """What would be written; nothing is. A guide stays while another base is connected.

    Raises UsageError for a place outside the project, ConfigError for a file that cannot be understood.
    """
    changes, shared = [], False
    for target in targets:
        change, others = _change(project, target, remove=remove, shared=shared)
        changes.append(change)
        shared = shared or (remove and others)
    return tuple(changes)


def refuse_foreign(changes: Sequence[Change]) -> None:
    """Raise UsageError where something of our name is not ours: then nothing is written at all."""
    foreign = [change.path for change in changes if change.state is State.FOREIGN]
    if foreign:
        hint = "Take it out or rename it by hand; what okf connect did not write it does not touch."
        raise UsageError(f"{', '.join(foreign)} has an entry that is not ours.", hint=hint)


def apply(project: Path, changes: Sequence[Change]) -> None:
    """Write the changes, each file in one step; links stay, what they lead to is changed. Raises StorageError."""
    for change in changes:
        path = (project / change.path).resolve()
        if not change.changes:
            continue
        with writing(path.parent):
            if change.after is None:
                path.unlink(missing_ok=True)
                _remove_empty(project.resolve(), path.parent)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, change.data)


def _change(project: Path, target: Target, *, remove: bool, shared: bool) -> tuple[Change, bool]:
    """What becomes of a file, and whether it has a part for another base."""
    whole = _text(project, target.path)
    text = whole.removeprefix(_MARK) if whole is not None else ""
    crlf = "\n" in text and text.count("\n") == text.count("\r\n")
    text = text.replace("\r\n", "\n") if crlf else text
    before = None if whole is None else text
    try:
        state, others = target.state(before), target.others(text)
        after = before if shared else _after(target, before, state, remove=remove)
    except ConfigError as error:
        raise ConfigError(f"{target.path}: {error.message}", hint=error.hint) from error
    return Change(
        path=target.path,
        state=state,
        before=before,
        after=after,
        mark=(whole or "").startswith(_MARK),
        crlf=crlf,
    ), others


def _after(target: Target, before: str | None, state: State, *, remove: bool) -> str | None:
    """The text that a file gets: that of before where nothing is to be done, or nothing may be."""
    if state in (State.ABSENT if remove else State.CONNECTED, State.FOREIGN):
        return before
    return target.removed(before or "") if remove else target.connected(before)


def _text(project: Path, name: str) -> str | None:
    path = project / name
    _must_lie_in(project, name)
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise ConfigError(f"{name} is no file.", hint="Connect by hand.")
        if found.st_size > _LARGEST:
            raise ConfigError(f"{name} is too large to be edited.", hint="Connect by hand.")
        return path.read_bytes().decode()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name} is not UTF-8.", hint="Connect by hand.") from error
    except OSError as error:
        raise StorageError(
            f"{name} cannot be read: {error.strerror}.",
            hint="Make the file readable, or connect another project.",
        ) from error


def _must_lie_in(project: Path, name: str) -> None:
    hint = "Remove the link, or connect by hand."
    try:
        inside = (project / name).resolve().is_relative_to(project.resolve())
    except RuntimeError as error:
        raise UsageError(f"{name} is a link that leads to itself.", hint=hint) from error
    if not inside:
        raise UsageError(f"{name} leads out of the project.", hint=hint)


def _remove_empty(project: Path, folder: Path) -> None:
    while folder != project and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
