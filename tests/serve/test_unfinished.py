"""Requests that never come in whole: nobody is waited for without end, and a client that leaves is no fault of the server."""

import http.client
import json
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event
from time import monotonic
from urllib.parse import urlsplit

import httpx2
import pytest
from over_http import LEGACY_HEADERS, MODERN_HEADERS, ask, at, let_the_server_look
from shelf import Shelf, Shelves
from signed_in import RESOURCE
from talk import ERAS, http_server, service_of, started, tool_call, wait

from okf_server.model.config import AuthConfig
from okf_server.serve.auth.sign_in import sign_in
from okf_server.serve.http import build_app
from okf_server.serve.incoming import Incoming
from okf_server.serve.operation import Limits

BODY = json.dumps(tool_call("search_knowledge", {"query": "hotel"}, modern=True)).encode()
ALONE = Limits(at_once=1, operator_too=True)


class Quick(Incoming):
    within_s = 1.0


class Patient(Incoming):
    within_s = 5.0


@contextmanager
def connected(url: str) -> Iterator[socket.socket]:
    address = urlsplit(url)
    place = address.hostname or "", address.port or 0
    with socket.create_connection(place, timeout=10) as connection:
        yield connection


def head_of(url: str, era: str = "auto", length: int = len(BODY), path: str = "/mcp") -> bytes:
    headers = (MODERN_HEADERS if era == "auto" else LEGACY_HEADERS) | {
        "Host": urlsplit(url).netloc,
        "Content-Type": "application/json",
        "Content-Length": str(length),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode()


def told(connection: socket.socket) -> tuple[int, str, bool]:
    """The status of an answer, its error, and whether the connection ends with it."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    error = json.loads(answer.read())["error"]
    return answer.status, error, connection.recv(1) == b""


def test_half_a_request_is_answered_when_its_time_is_over() -> None:
    with http_server(service_of(), connections=Quick) as url, ExitStack() as stack:
        begun = {
            "half a head": head_of(url)[:40],
            "half a body": head_of(url) + BODY[:10],
            "no body": head_of(url),
            "a second request": head_of(url) + BODY + head_of(url) + BODY[:10],
        }
        ways = {name: stack.enter_context(connected(url)) for name in begun}
        for name, connection in ways.items():
            connection.sendall(begun[name])
        answered = http.client.HTTPResponse(ways["a second request"])
        answered.begin()
        answered.read()
        endings = {name: told(connection) for name, connection in ways.items()}
        after = ask(url, {"query": "hotel"}, era="auto")

    late = (408, "The request did not come in whole in time.", True)
    assert endings == dict.fromkeys(begun, late)
    assert (answered.status, after.status_code) == (200, 200)


def test_a_connection_on_which_nothing_comes_is_closed() -> None:
    with http_server(service_of(), connections=Quick) as url, connected(url) as silent:
        assert silent.recv(1) == b""


def dripped(connection: socket.socket) -> bytes:
    """What a client is answered that sends a byte now and then, until its connection is closed."""
    connection.settimeout(0.02)
    answered, began = b"", monotonic()
    while monotonic() - began < 10:
        try:
            connection.sendall(b" ")
            part = connection.recv(2_000)
        except TimeoutError:
            continue
        except OSError:
            return answered
        if not part:
            return answered
        answered += part
    raise AssertionError("the connection was not closed")


def test_drops_do_not_prolong_the_time() -> None:
    with http_server(service_of(), connections=Quick) as url, connected(url) as connection:
        connection.sendall(head_of(url, length=1_000_000))
        answer = dripped(connection)

    assert answer.startswith(b"HTTP/1.1 408 ")


def test_somebody_without_a_token_is_not_waited_for_after_the_answer() -> None:
    auth = AuthConfig(issuer="https://id.test", audiences=("okf",))
    service = service_of()
    app = build_app(service, sign_in([auth], resource=RESOURCE, environment={}))
    with http_server(service, app, connections=Quick) as url, connected(url) as connection:
        connection.sendall(head_of(url, length=10**12))
        answer = dripped(connection)

    assert answer.startswith(b"HTTP/1.1 401 ")


def test_a_call_may_take_longer_than_its_request() -> None:
    released = Event()
    service = service_of(Shelves(Shelf(hold=lambda: wait(released))))
    with http_server(service, connections=Quick) as url, connected(url) as connection:
        connection.sendall(head_of(url) + BODY)
        with connected(url) as silent:
            assert silent.recv(1) == b""  # so long is a request waited for
        released.set()
        answer = http.client.HTTPResponse(connection)
        answer.begin()

    assert answer.status == 200


@pytest.mark.parametrize("era", ERAS)
def test_a_client_that_leaves_within_its_request_is_no_fault(
    era: str, caplog: pytest.LogCaptureFixture
) -> None:
    shelves = Shelves()
    service = service_of(shelves, limits=ALONE)
    with caplog.at_level(logging.INFO), http_server(service) as url:
        for _ in range(3):
            with connected(url) as connection:
                connection.sendall(head_of(url, era) + BODY[:1])
                let_the_server_look(url)
            let_the_server_look(url)
        answer = ask(url, {"query": "hotel"}, era=era)
        metrics = httpx2.get(at(url, "/metrics")).text

    assert answer.status_code == 200
    assert 'okf_http_responses_total{status="5xx"} 0' in metrics
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
    events = [event for event in shelves.recorded if event["what"] == "POST /mcp"]
    assert [event["outcome"] for event in events] == ["cancelled"] * 3


def test_the_place_of_a_request_that_never_ends_is_given_back() -> None:
    service = service_of(limits=ALONE)
    with http_server(service, connections=Patient) as url, connected(url) as half:
        half.sendall(head_of(url) + BODY[:1])
        let_the_server_look(url)
        meanwhile = ask(url, {"query": "hotel"}, era="auto")
        told(half)
        let_the_server_look(url)
        afterwards = ask(url, {"query": "hotel"}, era="auto")

    assert (meanwhile.status_code, afterwards.status_code) == (429, 200)


@pytest.mark.parametrize("kind", ["http", "workers"])
def test_half_a_request_keeps_no_server_from_ending(kind: str) -> None:
    with started(kind) as (url, process), connected(url) as body, connected(url) as head:
        body.sendall(head_of(url) + BODY[:10])
        head.sendall(head_of(url)[:40])
        let_the_server_look(url)
        began = monotonic()
        process.send_signal(signal.SIGTERM)
        ending = told(body)
        assert head.recv(1) == b""
        assert process.wait(timeout=20) == 0
        took = monotonic() - began
        assert process.stderr is not None
        log = process.stderr.read()

    assert ending == (503, "The server ends, and the request has not come in whole.", True)
    assert took < 12  # the time that running calls are let is not waited for
    assert "serve.stopped" in log
    assert "Traceback" not in log
    assert "ERROR" not in log
