"""Our server, with the processor time that searches take in it written to a file.

python bench/timed_server.py PORT BASE FILE
"""

import mmap
import struct
import sys
from pathlib import Path
from time import thread_time
from typing import Any

from okf_server.app import Bases
from okf_server.serve import run_http


class Timed:
    """A base that counts the processor time of its searches."""

    def __init__(self, knowledge: Any, total: memoryview) -> None:
        self._knowledge = knowledge
        self._total = total

    def __getattr__(self, name: str) -> Any:
        """Everything else is the base's."""
        return getattr(self._knowledge, name)

    def search(self, *arguments: Any, **options: Any) -> Any:
        """The base's own search."""
        start = thread_time()
        try:
            return self._knowledge.search(*arguments, **options)
        finally:
            self._total[0] += thread_time() - start


class TimedBases(Bases):
    """The bases of the application, timed."""

    def __init__(self, asked: Path, total: memoryview) -> None:
        super().__init__(str(asked))
        self._total = total

    def open(self, name: str | None) -> Timed:
        """One base."""
        return Timed(super().open(name), self._total)


def total_in(file: Path) -> memoryview:
    """A number that another process can read in the file."""
    file.write_bytes(struct.pack("d", 0))
    with file.open("r+b") as opened:
        return memoryview(mmap.mmap(opened.fileno(), 8)).cast("d")


def main(port: int, base: Path, file: Path) -> None:
    """Serve until the process is ended."""
    total = total_in(file)
    run_http(lambda: TimedBases(base, total), host="127.0.0.1", port=port)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
