"""Read many files at once, each in a child process that can be ended alone.

Children stay warm, because importing an engine takes longer than most files, and are replaced after a
number of files. Only our own readers of lines work in the calling process, and only on small files: they
take time and memory in proportion to the file.
"""

import os
import selectors
import stat
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from okf_server.extract.child import Child
from okf_server.extract.folder import sweep
from okf_server.extract.limits import LARGEST_FILE, LARGEST_IN_PROCESS
from okf_server.extract.refusals import NOT_A_FILE
from okf_server.extract.worker import find_readers
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Failed, Outcome, Skipped


class Job(NamedTuple):
    """A file to read: a key of the caller's choice, and the kind as a suffix, whatever its name is.

    `here` reads it in this process, where the caller has its own way to. `again` is set where a child that
    read it has crashed.
    """

    key: str
    path: Path
    kind: str
    here: Callable[[], Outcome] | None = None
    again: bool = False


class _Given(NamedTuple):
    """A file that a child is reading."""

    child: Child
    job: Job


REGISTRY = "okf_server.extract.registry:open_readers"
MEMORY_MB = 1024
_POLL_S = 0.05  # how late a deadline or too much memory may be noticed
_RECYCLED = 200  # files that a child reads at most: engines leak
_DEFAULTS = DocumentsConfig()


class Pool:
    """At most `workers` children, each with `timeout_s` seconds and `memory_mb` for a file.

    Inside a `with` block the children are kept from one run to the next, else they end with the run.
    `readers` names the function that gives the readers for the settings of `documents`.
    """

    def __init__(
        self,
        workers: int,
        timeout_s: float,
        *,
        documents: DocumentsConfig = _DEFAULTS,
        memory_mb: int = MEMORY_MB,
        recycled: int = _RECYCLED,
        readers: str = REGISTRY,
    ) -> None:
        self._workers = max(workers, 1)
        self._timeout_s = timeout_s
        self._documents = documents
        self._memory_mb = memory_mb
        self._recycled = recycled
        self._readers = readers
        self._idle: list[Child] = []
        self._kept = False
        self._swept = False

    def __enter__(self) -> Self:
        self._kept = True
        return self

    def __exit__(self, *_error: object) -> None:
        self._kept = False
        self.close()

    def close(self) -> None:
        """End the children."""
        while self._idle:
            self._idle.pop().kill()

    def run(self, jobs: Sequence[Job]) -> Generator[tuple[str, Outcome], None, None]:
        """The outcome of each job as it is ready, in any order; each key comes back exactly once.

        Closing it early ends the children that are at work.
        """
        known = find_readers(self._readers)(self._documents)
        own: deque[Job] = deque()
        given: deque[Job] = deque()
        for job in jobs:
            found = known.of_suffix(job.kind)
            if found is None:
                yield job.key, Skipped(reason=f"unsupported kind: {job.kind or job.path.name}")
            else:
                here = job.here or (found.native and _is_small(job.path))
                (own if here else given).append(job)
        with selectors.DefaultSelector() as busy:
            try:
                while own or given or busy.get_map():
                    yield from self._start(given, busy)
                    if own:
                        job = own.popleft()
                        yield job.key, _read_here(job, known)
                    if busy.get_map():
                        yield from self._collect(busy, given, 0 if own else _POLL_S)
            finally:
                self._stop(busy)

    def _stop(self, busy: selectors.BaseSelector) -> None:
        """End the children that are at work, and the idle ones too where the pool is not kept."""
        for registered in list(busy.get_map().values()):
            _given(registered).child.kill()
        if not self._kept:
            self.close()

    def _start(
        self, given: deque[Job], busy: selectors.BaseSelector
    ) -> Iterator[tuple[str, Outcome]]:
        """Give files to children until all are busy."""
        while given and len(busy.get_map()) < self._workers:
            job = given.popleft()
            file = _opened(job.path)
            if isinstance(file, Failed):
                yield job.key, file
                continue
            try:
                child = self._child_for(job, file)
            finally:
                os.close(file)
            if child is None:
                yield job.key, Failed(reason="no process could be started to read it")
            else:
                busy.register(child, selectors.EVENT_READ, _Given(child, job))

    def _child_for(self, job: Job, file: int) -> Child | None:
        """A child that has taken the file: a warm one, or a new one where none is left alive."""
        while True:
            warm = bool(self._idle)
            try:
                child = self._idle.pop() if warm else self._new_child()
            except OSError:
                return None
            if child.ask(job.key, file, job.kind, self._timeout_s):
                return child
            child.kill()
            if not warm:
                return None

    def _new_child(self) -> Child:
        if not self._swept:
            sweep()
            self._swept = True
        return Child(self._readers, self._documents, self._memory_mb)

    def _collect(
        self, busy: selectors.BaseSelector, given: deque[Job], wait_s: float
    ) -> Iterator[tuple[str, Outcome]]:
        """What has become ready, or has run over its limits; after a crash a file is given once more."""
        ready = {registered.fd for registered, _ in busy.select(wait_s)}
        for registered in list(busy.get_map().values()):
            child, job = _given(registered)
            outcome = child.receive() if registered.fd in ready else None
            outcome = outcome or child.overrun()
            if outcome is None:
                continue
            busy.unregister(registered.fileobj)
            self._release(child)
            if child.crashed and not job.again:
                given.appendleft(job._replace(again=True))
            else:
                yield job.key, outcome

    def _release(self, child: Child) -> None:
        """Keep a child that has answered for the next file."""
        if child.key is None and child.served < self._recycled:
            self._idle.append(child)
        else:
            child.kill()


def _read_here(job: Job, known: Any) -> Outcome:
    outcome: Outcome = (
        job.here() if job.here else known.of_suffix(job.kind).extract(job.path, job.kind)
    )
    return outcome


def _is_small(path: Path) -> bool:
    """Whether a file may be read in this process; one that is no file is refused there without reading."""
    try:
        return path.stat().st_size <= LARGEST_IN_PROCESS
    except OSError:
        return True


def _opened(path: Path) -> int | Failed:
    """The file, open for reading; a pipe that nobody writes to does not stop this."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as error:
        return Failed(reason=f"cannot be read: {error.strerror}")
    about = os.fstat(file)
    if stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST_FILE:
        return file
    os.close(file)
    if not stat.S_ISREG(about.st_mode):
        return NOT_A_FILE
    return Failed(reason=f"larger than {LARGEST_FILE >> 30} GB", hint="Split it.")


def _given(key: selectors.SelectorKey) -> _Given:
    assert isinstance(key.data, _Given)
    return key.data
