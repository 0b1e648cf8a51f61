"""What each principal has used up, in memory that all workers of a server share."""

import fcntl
import mmap
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from hashlib import blake2b
from struct import Struct
from tempfile import TemporaryFile

_PLACE = Struct("<16sdd")
_KEY_BYTES = 16
_RUNNING_BYTES = 2
_MOST_RUNNING = 0xFFFF

WAYS = 8
"""Places that the account of a principal may stand in; of as many, the one used longest ago makes room."""

_GROUPS = 2_048


@dataclass(slots=True, kw_only=True)
class Account:
    """Requests that are `left`, as of the time `seen`; `running` now in all workers, `here` in this one.

    A new account was seen at time 0.
    """

    left: float
    seen: float
    running: int
    here: int


class Accounts:
    """Accounts of the principals that asked last, about 16,000.

    A lock of the operating system keeps workers apart: it is free as soon as its holder is dead.
    """

    def __init__(self, *, workers: int = 1, groups: int = _GROUPS) -> None:
        self._groups = groups
        self._places = groups * WAYS
        self._workers = workers
        self._worker = 0
        self._memory = mmap.mmap(-1, self._places * _PLACE.size)
        running = mmap.mmap(-1, workers * self._places * _RUNNING_BYTES)
        self._running = memoryview(running).cast("H")
        self._lock = _lock_file() if workers > 1 else None

    def work_as(self, worker: int) -> None:
        """Count as the worker of that number, and give back what one before it held when it was lost."""
        self._worker = worker
        first = worker * self._places
        self._running[first : first + self._places] = memoryview(
            bytes(self._places * _RUNNING_BYTES)
        ).cast("H")

    @contextmanager
    def account(self, name: str) -> Iterator[Account]:
        """The account of a principal; what is changed in it is kept."""
        key = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
        with self._locked():
            place = self._place(key)
            _, left, seen = self._read(place)
            account = Account(
                left=left, seen=seen, running=self._sum(place), here=self._running[self._own(place)]
            )
            try:
                yield account
            finally:
                _PLACE.pack_into(self._memory, place * _PLACE.size, key, account.left, account.seen)
                self._running[self._own(place)] = min(max(account.here, 0), _MOST_RUNNING)

    def _place(self, key: bytes) -> int:
        """Where the account of this key stands; a new one takes the place of an idle one, the oldest."""
        first = int.from_bytes(key[:8], "little") % self._groups * WAYS
        places = range(first, first + WAYS)
        for place in places:
            if self._read(place)[0] == key:
                return place
        oldest = min(places, key=lambda place: (self._sum(place) > 0, self._read(place)[2]))
        _PLACE.pack_into(self._memory, oldest * _PLACE.size, key, 0.0, 0.0)
        for worker in range(self._workers):
            self._running[worker * self._places + oldest] = 0
        return oldest

    def _read(self, place: int) -> tuple[bytes, float, float]:
        key, left, seen = _PLACE.unpack_from(self._memory, place * _PLACE.size)
        return key, left, seen

    def _own(self, place: int) -> int:
        return self._worker * self._places + place

    def _sum(self, place: int) -> int:
        return sum(self._running[worker * self._places + place] for worker in range(self._workers))

    def _locked(self) -> AbstractContextManager[None]:
        return nullcontext() if self._lock is None else _held(self._lock)


def _lock_file() -> int:
    """A file without a name, open as long as this process and those forked from it run."""
    with TemporaryFile() as file:
        return os.dup(file.fileno())


@contextmanager
def _held(file: int) -> Iterator[None]:
    fcntl.lockf(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.lockf(file, fcntl.LOCK_UN)
