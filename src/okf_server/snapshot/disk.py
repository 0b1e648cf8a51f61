"""Write to a disk that may be full, and be sure of what was written."""

import ctypes
import errno
import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from okf_server.errors import StorageError

TEMPORARY = "part"
"""The suffix of what is not whole yet; its name starts with a dot. One process writes at a time."""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def writing(directory: Path) -> Iterator[None]:
    """Turn failures of the disk into StorageError."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            hint = "Free some space or give the base another disk; what was published is untouched."
            raise StorageError(f"The disk of {directory} is full.", hint=hint) from error
        reason = error.strerror or str(error)
        name = error.filename or directory
        hint = "Make it writable; what was published is untouched."
        raise StorageError(f"{name} cannot be written: {reason}.", hint=hint) from error


def sync_all(directory: Path) -> None:
    """Wait until everything on the file system of a directory is on its disk."""
    syncfs = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None)
    if syncfs is None:
        os.sync()
        return
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if syncfs(handle) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), str(directory))
    finally:
        os.close(handle)


def sync_directory(directory: Path) -> None:
    """Wait until the names in a directory are on the disk."""
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file in one step; readers see the old bytes or the new ones, also after a crash.

    Who may read it stays as it is.
    """
    temporary = path.with_name(f".{path.name}.{TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            if path.exists():
                shutil.copymode(path, temporary)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def link_whole(link: Path, target: str) -> None:
    """Point a symbolic link somewhere else in one step."""
    temporary = link.with_name(f".{link.name}.{TEMPORARY}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    os.replace(temporary, link)
    sync_directory(link.parent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Digested:
    """A directory that was digested before, and the digests of its files by their relative paths."""

    path: Path
    files: Mapping[str, str]

    def of(self, name: str, entry: os.DirEntry[str]) -> str | None:
        """The digest of a file that is one of these under the same name, by a hard link."""
        try:
            same = os.path.samestat(entry.stat(), (self.path / name).stat())
        except OSError:
            return None
        return self.files.get(name) if same else None


def digests(directory: Path, *, before: Digested | None = None) -> dict[str, str]:
    """The sha256 of every file below a directory, by its relative path, in the order of the paths.

    What was digested before is not read again.
    """
    found: dict[str, str] = {}
    waiting = [(str(directory), "")]
    while waiting:
        here, prefix = waiting.pop()
        with os.scandir(here) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, f"{prefix}{entry.name}/"))
                else:
                    name = f"{prefix}{entry.name}"
                    known = before.of(name, entry) if before else None
                    found[name] = known or _digest(entry.path)
    return dict(sorted(found.items()))


def _digest(path: str) -> str:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - called for each file
        return hashlib.file_digest(file, "sha256").hexdigest()
