"""Work whose answer nobody waits for any more stops: the deadline is over, or the client went away."""

import asyncio
from contextlib import suppress
from threading import Event

import httpx2
import pytest
from over_http import ask, let_the_server_look, sent, served
from shelf import Shelf, Shelves
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from talk import ERAS, Talk, http_server, service_of, talk, wait

from okf_server.model.wanted import UnwantedError, go_on
from okf_server.serve.attending import Attended


class Endless(Shelf):
    """A base whose first search never ends by itself."""

    def __init__(self) -> None:
        super().__init__(hold=self.work)
        self.began, self.stopped = Event(), Event()

    def work(self) -> None:
        if self.began.is_set():
            return
        self.began.set()
        try:
            while True:
                go_on()
        except UnwantedError:
            self.stopped.set()
            raise


@pytest.mark.parametrize("era", ERAS)
def test_the_deadline_stops_the_work(era: str) -> None:
    shelf = Endless()

    async def conversation(it: Talk) -> str:
        told = await it.error("search_knowledge", query="hotel")
        await asyncio.to_thread(wait, shelf.stopped)
        return told

    told = talk(conversation, era=era, service=service_of(Shelves(shelf), deadline_s=0.05))

    assert told.startswith("No answer within 0.05 s.")


@pytest.mark.parametrize("era", ERAS)
def test_a_client_that_closes_its_connection_stops_the_work(era: str) -> None:
    shelf = Endless()
    with served(shelf, workers=1) as url:
        with sent(url, {"query": "hotel"}, era=era):
            wait(shelf.began)
        wait(shelf.stopped)
        let_the_server_look(url)
        answer = ask(url, {"query": "hotel"}, era=era)

    assert answer.status_code == 200


@pytest.mark.parametrize("era", ERAS)
def test_a_call_that_its_client_cancels_stops_the_work(era: str) -> None:
    shelf = Endless()

    async def conversation(it: Talk) -> None:
        call = asyncio.create_task(it.call("search_knowledge", query="hotel"))
        await asyncio.to_thread(wait, shelf.began)
        call.cancel()
        with suppress(asyncio.CancelledError):
            await call
        await asyncio.to_thread(wait, shelf.stopped)
        await it.call("search_knowledge", query="hotel")

    talk(conversation, era=era, service=service_of(Shelves(shelf), workers=1))

    assert shelf.stopped.is_set()


def test_what_is_done_after_the_answer_is_not_broken_off() -> None:
    done = Event()

    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 202, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        await asyncio.to_thread(wait, asked_again)
        done.set()

    asked_again = Event()
    route = Route("/mcp", Attended(app), methods=["POST"])
    service = service_of()
    with http_server(service, Starlette(routes=[route])) as url:
        answer = httpx2.post(url)
        httpx2.get(url)
        asked_again.set()

    assert answer.status_code == 202
    assert done.is_set()
