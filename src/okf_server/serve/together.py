"""Do once what several ask for at a time."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Together(Generic[T]):
    """Work that runs under a key is shared: all who ask meanwhile are told how it ended.

    It goes on where one of them goes away. For one event loop.
    """

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[T]] = {}

    async def do(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What the work under this key returns; raises what it raises."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(work())
            task.add_done_callback(partial(self._ended, key))
        return await asyncio.shield(task)

    def _ended(self, key: Hashable, task: asyncio.Task[T]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not log what nobody waits for any more
