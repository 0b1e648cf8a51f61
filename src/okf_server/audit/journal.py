"""Write events to a chain; several processes may."""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from okf_server.audit.chain import HEAD, Head, digest_of, file_name, line_of, read_head

MOST_BYTES = 16 * 1024 * 1024
"""Of a file; then the chain goes on in the next one."""

_OWNER_ONLY = 0o600


class Journal:
    """The chain in a directory. One process writes at a time, and each goes on where the last one ended."""

    def __init__(self, directory: Path, *, most_bytes: int = MOST_BYTES) -> None:
        self.directory = directory
        self._most_bytes = most_bytes

    def write(self, event: Mapping[str, Any]) -> None:
        """Append an event; raises OSError."""
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._locked():
            head = read_head(self.directory)
            if head.size >= self._most_bytes:
                head = replace(head, file=head.file + 1, size=0)
            line = line_of(event, head)
            self._append(head, line)
            self._keep(
                replace(head, size=head.size + len(line), seq=head.seq + 1, digest=digest_of(line))
            )

    def _append(self, head: Head, line: bytes) -> None:
        """Write after what the head knows of: a line that a killed process did not finish is overwritten."""
        path = self.directory / file_name(head.file)
        number = os.open(path, os.O_WRONLY | os.O_CREAT, _OWNER_ONLY)
        with os.fdopen(number, "wb") as file:
            file.truncate(min(head.size, os.fstat(number).st_size))
            file.seek(0, os.SEEK_END)
            file.write(line)

    def _keep(self, head: Head) -> None:
        new = self.directory / f"{HEAD}.new"
        new.write_text(json.dumps(asdict(head)))
        new.replace(self.directory / HEAD)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with (self.directory / ".lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
