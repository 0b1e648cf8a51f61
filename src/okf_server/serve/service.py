"""What every tool works with."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

from okf_server.serve.accounts import Accounts
from okf_server.serve.caller import caller
from okf_server.serve.calls import Calls
from okf_server.serve.cursor import Cursors
from okf_server.serve.metrics import Metrics
from okf_server.serve.operation import Limits
from okf_server.serve.seam import Bases


class Lazily:
    """The bases as whoever asks may see them, made when they are first asked for.

    A failure is not kept, so that it can be mended.
    """

    def __init__(self, factory: Callable[[], Bases]) -> None:
        self._factory = factory
        self._lock = Lock()
        self._bases: Bases | None = None

    def __call__(self) -> Bases:
        """The bases; raises what making them raises."""
        with self._lock:
            if self._bases is None:
                self._bases = self._factory()
            bases = self._bases
        return bases.seen_by(caller())


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """The bases, the clock, the secret of the cursors, the threads that calls run on, limits and counters.

    `accounts` hold what each principal has used of the limits, `strangers` what each address has.
    """

    bases: Callable[[], Bases]
    now: Callable[[], datetime]
    cursors: Cursors
    calls: Calls = field(default_factory=lambda: Calls(workers=4, deadline_s=30))
    limits: Limits = field(default_factory=Limits)
    accounts: Accounts = field(default_factory=Accounts)
    strangers: Accounts = field(default_factory=Accounts)
    metrics: Metrics = field(default_factory=Metrics)
