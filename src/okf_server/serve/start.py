"""What both transports begin with."""

import gc
import logging
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from okf_server.serve.accounts import Accounts
from okf_server.serve.calls import Calls
from okf_server.serve.cursor import Cursors
from okf_server.serve.metrics import Metrics
from okf_server.serve.operation import DEFAULT, Operation
from okf_server.serve.seam import Bases
from okf_server.serve.service import Lazily, Service
from okf_server.serve.strangers import GROUPS

log = logging.getLogger(__name__)

_KEY_BYTES = 32
_FEWEST_THREADS = 2
_MOST_THREADS = 4
_ALLOCATIONS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What all workers of a server have in common: the cursors' secret, so that each takes up any, and what is counted."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(_KEY_BYTES), repr=False)
    metrics: Metrics = field(default_factory=Metrics)
    accounts: Accounts = field(default_factory=Accounts)
    strangers: Accounts = field(default_factory=Accounts)

    @classmethod
    def among(cls, workers: int) -> "Shared":
        """What so many workers share."""
        return cls(
            metrics=Metrics(workers=workers),
            accounts=Accounts(workers=workers),
            strangers=Accounts(workers=workers, groups=GROUPS),
        )

    def work_as(self, worker: int) -> None:
        """Be the worker of that number, from 0, in the place of one that may have been lost."""
        self.metrics.work_as(worker)
        self.accounts.work_as(worker)
        self.strangers.work_as(worker)


@contextmanager
def service_of(
    bases_factory: Callable[[], Bases],
    *,
    operation: Operation = DEFAULT,
    shared: Shared | None = None,
) -> Iterator[Service]:
    """The service of this process; its calls are dropped at the end.

    Python would wait for a call that is stuck in a library: where there is one, the process ends at once.
    """
    shared = shared or Shared()
    service = Service(
        bases=Lazily(bases_factory),
        now=_now,
        cursors=Cursors(key=shared.key),
        calls=Calls(workers=_threads(operation.workers), deadline_s=operation.deadline_s),
        limits=operation.limits,
        metrics=shared.metrics,
        accounts=shared.accounts,
        strangers=shared.strangers,
    )
    try:
        yield service
    finally:
        stuck = service.calls.close()
    if stuck:
        log.warning("serve.cut_off calls=%d", stuck)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def collect_rarely() -> None:
    """Have this process look for garbage that refers to itself once in many calls, and never in what is loaded now.

    By its defaults Python looks in every few calls, since an answer alone has more parts than it allows for.
    """
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS)


def _threads(workers: int) -> int:
    """As many as this worker has processors: more of them would wait for each other, and for longer."""
    processors = (os.cpu_count() or 1) // workers
    return min(max(processors, _FEWEST_THREADS), _MOST_THREADS)


def _now() -> datetime:
    from okf_server.app.clock import utc_now  # noqa: PLC0415 - app is loaded at the first call, not before

    return utc_now()
