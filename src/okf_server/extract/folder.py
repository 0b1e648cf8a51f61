"""Temporary directories of a process, which are removed even where it was killed: by the next run."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Self

_PREFIX = "okf-work-"


class Folder:
    """A new directory that nobody else may look into; locked for as long as this process has it.

    `purpose` stands in its name, for people who wonder what it is.
    """

    def __init__(self, purpose: str) -> None:
        self.path, self._lock = _locked(f"{_PREFIX}{purpose}-")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def _locked(prefix: str) -> tuple[str, int]:
    """A directory and the descriptor that locks it; one that a sweep took before it was locked is no more."""
    while True:
        path = tempfile.mkdtemp(prefix=prefix)
        with suppress(FileNotFoundError):
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(lock, fcntl.LOCK_SH)
            if os.fstat(lock).st_nlink:
                return path, lock
            os.close(lock)


def sweep() -> None:
    """Remove the directories of processes that are gone: the lock of such a directory is free."""
    for left in _left():
        with suppress(OSError):
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(lock)


def _left() -> Iterator[str]:
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX):
                yield entry.path
