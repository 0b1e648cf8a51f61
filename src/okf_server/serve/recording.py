"""Write the record of who asked what beside the calls, a few times a second."""

import logging
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from okf_server.errors import OkfError
from okf_server.model.access import OPERATOR
from okf_server.serve.auditing import Happened, event_of
from okf_server.serve.caller import asked_by
from okf_server.serve.metrics import Metrics
from okf_server.serve.seam import Bases

PAUSE_S = 0.25
"""For so long events are gathered; so much is lost where the process is killed."""

_MOST_WAITING = 10_000

log = logging.getLogger(__name__)


class Recorder:
    """Takes events without waiting for the disk; a thread of its own writes them.

    What cannot be written, or comes in faster than it can be, is counted and fails nobody's call.
    """

    def __init__(self, bases: Callable[[], Bases], metrics: Metrics) -> None:
        self._bases = bases
        self._metrics = metrics
        self._waiting: deque[Happened] = deque()
        self._woken = threading.Event()
        self._ending = threading.Event()
        self._writing = threading.Lock()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, happened: Happened) -> None:
        """Have an event written soon."""
        if len(self._waiting) >= _MOST_WAITING:
            self._metrics.unrecorded(1)
            return
        self._waiting.append(happened)
        if self._thread is None:
            self._start()
        if not self._woken.is_set():
            self._woken.set()

    def flush(self) -> None:
        """Write what came in until now."""
        with self._writing:
            taken = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if not taken:
                return
            try:
                self._write(taken)
            except (OkfError, OSError) as error:
                self._lose(taken, str(error))
            except Exception as error:
                log.exception("audit.fault")
                self._lose(taken, type(error).__name__)

    def _lose(self, taken: Sequence[Happened], reason: str) -> None:
        self._metrics.unrecorded(len(taken))
        log.warning("audit.failed events=%d reason=%r", len(taken), reason)

    def close(self) -> None:
        """Write what is left, and end."""
        self._ending.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join()
        self.flush()

    def _write(self, taken: Iterable[Happened]) -> None:
        with asked_by(OPERATOR):
            bases = self._bases()
        bases.record(event_of(happened, bases) for happened in _merged(taken))

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="okf-audit", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while not self._ending.is_set():
            self._woken.wait()
            self._ending.wait(PAUSE_S)
            self._woken.clear()
            self.flush()


def _merged(taken: Iterable[Happened]) -> Iterator[Happened]:
    """The events; those of nobody that are alike become one, so that a flood of them cannot fill the disk."""
    alike: Counter[tuple[str, str]] = Counter()
    firsts: dict[tuple[str, str], Happened] = {}
    for happened in taken:
        if happened.who is not None:
            yield happened
            continue
        kind = (happened.what, happened.outcome)
        firsts.setdefault(kind, happened)
        alike[kind] += 1
    for kind, first in firsts.items():
        yield replace(first, times=alike[kind])
