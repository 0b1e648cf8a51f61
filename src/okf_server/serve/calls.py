"""Run the core's synchronous work beside the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import Any, TypeVar

from okf_server.model.wanted import while_wanted

T = TypeVar("T")

_TO_STOP_S = 1
"""Seconds that a call is given to reach its next step."""


class DeadlineError(Exception):
    """A call took longer than it may."""


class Calls:
    """A few threads that answer calls, and the time that each call may take.

    A call whose time is over, or whose client goes away, is not waited for: it is dropped where it has not
    begun, and stops at its next step where it has (`model/wanted`).
    """

    def __init__(self, *, workers: int, deadline_s: float) -> None:
        self.deadline_s = deadline_s
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="okf-call")
        self._running: set[Future[Any]] = set()

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` returns, called as the one who asks; raises what it raises, or DeadlineError."""
        context, wanted = copy_context(), [True]

        def answer() -> T:
            with while_wanted(lambda: wanted[0]):
                return work()

        future = self._threads.submit(context.run, answer)
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        limit = asyncio.timeout(self.deadline_s)
        try:
            async with limit:
                return await asyncio.wrap_future(future)
        except TimeoutError:
            if limit.expired():
                raise DeadlineError from None
            raise
        finally:
            wanted[0] = False

    def close(self) -> int:
        """Start nothing more, and give what runs a moment to stop; how many calls did not."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        return len(wait(tuple(self._running), timeout=_TO_STOP_S).not_done)
