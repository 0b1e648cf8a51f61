"""Plan what connecting a client changes in a project, and do it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from okf_server.app.connect.targets import State, Target
from okf_server.errors import ConfigError, StorageError, UsageError
from okf_server.snapshot.disk import write_whole, writing

_LARGEST = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A file, what stands in it, and the text that it gets: empty takes the file away, None leaves it."""

    path: str
    state: State
    text: str | None


def plan(project: Path, targets: Sequence[Target], *, remove: bool = False) -> tuple[Change, ...]:
    """What would be written; nothing is.

    Raises UsageError for a place outside the project, ConfigError for a file that cannot be understood.
    """
    return tuple(_change(project, target, remove=remove) for target in targets)


def refuse_foreign(changes: Sequence[Change]) -> None:
    """Raise UsageError where something of our name is not ours: then nothing is written at all."""
    foreign = [change.path for change in changes if change.state is State.FOREIGN]
    if foreign:
        hint = "Take it out or rename it by hand; what okf connect did not write it does not touch."
        raise UsageError(f"{', '.join(foreign)} has an entry that is not ours.", hint=hint)


def apply(project: Path, changes: Sequence[Change]) -> None:
    """Write the changes, each file in one step; raises StorageError."""
    for change in changes:
        path = project / change.path
        with writing(path.parent):
            if change.text:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path.resolve(), change.text.encode())
            elif change.text is not None:
                path.unlink(missing_ok=True)
                _remove_empty(project, path.parent)


def _change(project: Path, target: Target, *, remove: bool) -> Change:
    text = _text(project, target.path)
    try:
        state = target.state(text)
    except ConfigError as error:
        raise ConfigError(f"{target.path}: {error.message}", hint=error.hint) from error
    wanted = State.ABSENT if remove else State.CONNECTED
    if state in (wanted, State.FOREIGN):
        return Change(path=target.path, state=state, text=None)
    changed = target.removed(text) if remove else target.connected(text)
    return Change(path=target.path, state=state, text=changed)


def _text(project: Path, name: str) -> str:
    path = project / name
    if not path.resolve().is_relative_to(project.resolve()):
        raise UsageError(
            f"{name} leads out of the project.", hint="Remove the link, or connect by hand."
        )
    try:
        if path.exists() and path.stat().st_size > _LARGEST:
            raise ConfigError(f"{name} is too large to be edited.", hint="Connect by hand.")
        return path.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name} is not UTF-8.", hint="Connect by hand.") from error
    except OSError as error:
        raise StorageError(f"{name} cannot be read: {error.strerror}.") from error


def _remove_empty(project: Path, folder: Path) -> None:
    while folder != project and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
