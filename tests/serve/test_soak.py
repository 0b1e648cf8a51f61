"""Many calls, some of them broken off, and publishing meanwhile: nothing piles up, nothing is mixed."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
import uvicorn
from over_http import ask, let_the_server_look, result_of, sent
from shelf import Page, Shelf, Shelves
from talk import ERAS, service_of

from okf_server.serve.http import build_app, configure, listen, url_of

CALLS = 60
READERS = 4
PUBLISHED = 20


@contextmanager
def counted_tasks(shelf: Shelf) -> Iterator[tuple[str, "Counting"]]:
    """A server whose tasks can be counted from outside its loop."""
    service = service_of(Shelves(shelf))
    counting = Counting()
    with listen("127.0.0.1", 0) as listener:
        server = uvicorn.Server(configure(build_app(service)))
        thread = threading.Thread(target=lambda: asyncio.run(counting.serve(server, listener)))
        thread.start()
        try:
            yield url_of(listener), counting
        finally:
            server.should_exit = True
            thread.join()
            service.calls.close()


class Counting:
    """Runs a server and counts the tasks of its loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    async def serve(self, server: uvicorn.Server, listener: object) -> None:
        self._loop = asyncio.get_running_loop()
        await server.serve(sockets=[listener])  # type: ignore[list-item]  # a socket

    def tasks(self) -> int:
        assert self._loop is not None

        async def count() -> int:
            return len(asyncio.all_tasks())

        return asyncio.run_coroutine_threadsafe(count(), self._loop).result(10)


@pytest.mark.parametrize("era", ERAS)
def test_calls_that_are_broken_off_leave_no_task_behind(era: str) -> None:
    with counted_tasks(Shelf()) as (url, counting):
        ask(url, {"query": "hotel"}, era=era)
        let_the_server_look(url)
        before = counting.tasks()
        for number in range(CALLS):
            if number % 10:
                ask(url, {"query": "hotel"}, era=era)
            else:
                with sent(url, {"query": "hotel"}, era=era):
                    pass
        let_the_server_look(url)
        after = counting.tasks()

    assert after <= before + 2  # connections that the server has not yet seen closed


def test_answers_of_two_editions_are_never_mixed_while_it_is_published() -> None:
    shelf = Shelf()

    def page(edition: int) -> Page:
        return Page(id="policies/limit", title=f"Edition {edition}", text=f"hotel {edition}")

    shelf.publish(page(shelf.edition + 1))
    ended = threading.Event()

    def read(url: str) -> list[bool]:
        whole = []
        while not ended.is_set():
            message = result_of(ask(url, {"query": "hotel"}, era="auto"))
            (hit,) = message["result"]["structuredContent"]["results"]
            whole.append(hit["title"].split()[1] == hit["excerpt"].split()[1])
        return whole

    with counted_tasks(shelf) as (url, _), ThreadPoolExecutor(READERS) as readers:
        reading = [readers.submit(read, url) for _ in range(READERS)]
        for _ in range(PUBLISHED):
            ask(url, {"query": "hotel"}, era="auto")
            shelf.publish(page(shelf.edition + 1))
        ended.set()
        answers = [whole for future in reading for whole in future.result()]

    assert len(answers) >= READERS
    assert all(answers)
