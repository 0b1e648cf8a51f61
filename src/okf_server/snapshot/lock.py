"""One writer of a base at a time."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

from okf_server.errors import BusyError
from okf_server.snapshot.disk import writing


@contextmanager
def locked(path: Path, *, now: datetime) -> Iterator[None]:
    """Hold a lock file; raises BusyError where another process holds it, StorageError.

    The lock goes with the process that holds it, however it ends.
    """
    with writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = path.open("a+", encoding="utf-8")
    with opened as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _busy(path, file) from error
        file.truncate(0)
        json.dump({"pid": os.getpid(), "since": now.isoformat(timespec="seconds")}, file)
        file.flush()
        yield


def _busy(path: Path, file: IO[str]) -> BusyError:
    file.seek(0)
    try:
        holder = json.loads(file.read())
        who = f"process {holder['pid']} since {holder['since']}"
    except (ValueError, KeyError, TypeError):
        who = "another process"
    return BusyError(
        f"The base {path.parent.parent} is being written by {who}.",
        hint="Wait until it has ended, then try again.",
    )
