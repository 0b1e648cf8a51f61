"""A signal ends the server; whatever was sent to it before is answered, and no connection is reset."""

import http.client
import json
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from time import monotonic
from urllib.parse import urlsplit

import httpx2
import pytest
from over_http import MODERN_HEADERS, at
from talk import started, tool_call

CALL = json.dumps(tool_call("search_knowledge", {"query": "hotel"}, modern=True)).encode()
HEADERS = MODERN_HEADERS | {"Content-Type": "application/json"}
MOST_S = 20


def raw_call(address: tuple[str, int]) -> bytes:
    host = {"Host": f"{address[0]}:{address[1]}", "Content-Length": str(len(CALL))}
    head = "".join(f"{name}: {value}\r\n" for name, value in (HEADERS | host).items())
    return f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + CALL


def address_of(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or 0


def answer_on(connection: socket.socket) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(connection)
    response.begin()
    assert json.loads(response.read())["result"]["structuredContent"]["results"]
    return response


@contextmanager
def serving(kind: str) -> Iterator[tuple[str, "subprocess.Popen[str]", Future[str]]]:
    """A server that answers, and what it logs from then to its end, read as it comes: a full pipe would stop it."""
    with ThreadPoolExecutor(1) as reading, started(kind) as (url, process):
        assert httpx2.get(at(url, "/health")).status_code == 200
        assert process.stderr is not None
        yield url, process, reading.submit(process.stderr.read)


def ended(process: "subprocess.Popen[str]", log: Future[str], since: float) -> str:
    """What the server logged until it ended, well and soon."""
    assert process.wait(timeout=MOST_S) == 0
    assert monotonic() - since < MOST_S
    return log.result()


@pytest.mark.parametrize("kind", ["http", "workers"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_waits_unread_when_the_signal_comes_is_answered(
    kind: str, number: signal.Signals
) -> None:
    with serving(kind) as (url, process, log), ExitStack() as stack:
        address = address_of(url)
        used = [stack.enter_context(socket.create_connection(address)) for _ in range(20)]
        for connection in used:
            connection.sendall(raw_call(address))
            answer_on(connection)
        fresh = [stack.enter_context(socket.create_connection(address)) for _ in range(40)]
        for connection in used + fresh:
            connection.sendall(raw_call(address))
        since = monotonic()
        process.send_signal(number)
        answers = [answer_on(connection) for connection in used + fresh]
        told = ended(process, log, since)

    assert {answer.status for answer in answers} == {200}
    assert len(re.findall(r"serve.draining calls=\d+", told)) == (2 if kind == "workers" else 1)
    assert "serve.stopped" in told.splitlines()[-1]


class Busy:
    """A client that asks again and again until it is told that this was the last time, or nobody is there."""

    def __init__(self, address: tuple[str, int], *, keeps: bool) -> None:
        self._address = address
        self._keeps = keeps
        self.answered = 0
        self.lost: list[float] = []
        """When each request that got no answer was sent whole."""

    def run(self, over: threading.Event) -> None:
        connection = http.client.HTTPConnection(*self._address, timeout=MOST_S)
        while not over.is_set():
            sent = float("inf")
            try:
                connection.request("POST", "/mcp", CALL, HEADERS)
                sent = monotonic()
                response = connection.getresponse()
                response.read()
                assert response.status == 200
                self.answered += 1
            except (OSError, http.client.HTTPException):
                self.lost.append(sent)
                over.set()
            if not self._keeps:
                connection.close()
        connection.close()


@pytest.mark.parametrize("kind", ["http", "workers"])
def test_clients_that_ask_all_the_time_lose_nothing_that_they_sent_before(kind: str) -> None:
    over = threading.Event()
    with serving(kind) as (url, process, log), ThreadPoolExecutor(16) as asking:
        clients = [Busy(address_of(url), keeps=number % 2 == 0) for number in range(16)]
        running = [asking.submit(client.run, over) for client in clients]
        while min(client.answered for client in clients) < 3:
            assert not over.wait(0.01)
        since = monotonic()
        process.send_signal(signal.SIGTERM)
        ended(process, log, since)
        over.set()
        for one in running:
            one.result()

    assert [sent for client in clients for sent in client.lost if sent < since] == []


def test_an_idle_server_ends_soon() -> None:
    with serving("http") as (_, process, log):
        since = monotonic()
        process.send_signal(signal.SIGTERM)
        told = ended(process, log, since)

    assert "serve.draining calls=0" in told
    assert told.count("serve.stopped") == 1


def test_a_connection_on_which_nothing_is_asked_is_closed_and_not_reset() -> None:
    with serving("http") as (url, process, log), socket.create_connection(address_of(url)) as idle:
        idle.sendall(raw_call(address_of(url)))
        answer_on(idle)
        since = monotonic()
        process.send_signal(signal.SIGTERM)
        assert idle.recv(1) == b""
        ended(process, log, since)
