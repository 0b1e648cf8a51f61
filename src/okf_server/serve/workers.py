"""Several processes that answer on one socket, and one that looks after them."""

import logging
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

from okf_server.errors import ConfigError

MOST = 64
_MOST_LOST = 20

log = logging.getLogger(__name__)


class Workers:
    """Forks workers, replaces those that are lost, passes signals on, and ends when the last has ended.

    `ending` is called when a signal came: no further worker will be needed.
    """

    def __init__(
        self, number: int, work: Callable[[int], None], *, ending: Callable[[], None]
    ) -> None:
        if not 1 <= number <= MOST:
            raise ConfigError(
                f"--workers: {number} is not between 1 and {MOST}.", hint=f"Use 1 to {MOST}."
            )
        self._number = number
        self._work = work
        self._end = ending
        self._working: dict[int, int] = {}  # process id: number of the worker
        self._ending = False
        self._lost = 0

    def run(self) -> None:
        """Return when all workers have ended after a signal; raises ConfigError where they keep being lost."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._pass_on)
        for worker in range(self._number):
            self._start(worker)
        while self._working:
            process, status = os.wait()
            worker = self._working.pop(process)
            if not self._ending:
                self._replace(worker, os.waitstatus_to_exitcode(status))
        if self._lost > _MOST_LOST:
            raise ConfigError(
                "The workers end as soon as they begin: see the log above.",
                hint="Run it with --workers 1 to see why.",
            )

    def _replace(self, worker: int, code: int) -> None:
        log.error("serve.worker_lost worker=%d exit=%d", worker, code)
        self._lost += 1
        if self._lost > _MOST_LOST:
            self._pass_on(signal.SIGTERM, None)
            return
        self._start(worker)

    def _start(self, worker: int) -> None:
        process = os.fork()
        if process:
            self._working[process] = worker
            if self._ending:  # the signal came in between
                os.kill(process, signal.SIGTERM)
            return
        code = 1
        try:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            self._work(worker)
            code = 0
        except BaseException:
            log.exception("serve.worker_failed worker=%d", worker)
        finally:
            sys.stderr.flush()
            os._exit(code)

    def _pass_on(self, number: int, _: FrameType | None) -> None:
        self._ending = True
        self._end()
        for process in self._working:
            os.kill(process, number)
