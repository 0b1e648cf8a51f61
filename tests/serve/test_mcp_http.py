"""MCP over HTTP: real clients of both eras, many at once, and the life of the server."""

import asyncio
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from mcp import Client
from over_http import (
    MODERN_HEADERS,
    ask,
    at,
    let_the_server_look,
    result_of,
    sent,
    served,
)
from shelf import Shelf, Shelves
from talk import (
    ERAS,
    Talk,
    child_command,
    initialize,
    service_of,
    tool_call,
    wait,
)

from okf_server.errors import ConfigError, StorageError
from okf_server.model.answer import SnapshotMark
from okf_server.serve.draining import DrainingServer
from okf_server.serve.http import build_app, configure, listen, must_know_its_users


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """One server for all tests that change nothing."""
    with served() as address:
        yield address


@pytest.mark.parametrize("era", ERAS)
def test_a_client_searches_reads_and_browses(era: str, url: str) -> None:
    async def conversation(url: str) -> Any:
        async with Client(url, mode=era) as client:
            it = Talk(client, service_of(Shelves()))
            found = await it.call("search_knowledge", query="hotel limit London")
            read = await it.call("get_knowledge", refs=[found["results"][0]["concept_id"]])
            folders = await it.call("browse_knowledge")
            bases = await it.call("list_bases")
            return found, read, folders, bases

    found, read, folders, bases = asyncio.run(conversation(url))

    assert "260 USD" in found["results"][0]["excerpt"]
    assert "260 USD" in read["results"][0]["text"]
    assert len(folders["folders"]) == 2
    assert bases["bases"][0]["name"] == "finance"


@pytest.mark.parametrize("era", ERAS)
def test_one_request_needs_no_session(era: str, url: str) -> None:
    response = ask(url, {"query": "hotel"}, era=era)

    assert response.status_code == 200
    assert "mcp-session-id" not in response.headers
    assert result_of(response)["result"]["structuredContent"]["base"] == "finance"


def test_readiness_is_a_real_query_and_says_why_not(url: str) -> None:
    class Broken(Shelf):
        def ready(self) -> SnapshotMark:
            raise StorageError("The index of finance cannot be read.", hint="Build it again.")

    class Crashing(Shelf):
        def ready(self) -> SnapshotMark:
            raise RuntimeError("secret")

    with served(Broken()) as broken, served(Crashing()) as crashing:
        ready, not_ready, failed = (httpx2.get(at(it, "/readyz")) for it in (url, broken, crashing))
        alive = httpx2.get(at(broken, "/health"))

    assert ready.status_code == 200
    assert ready.json()["bases"] == [{"base": "finance", "snapshot": "20261130T110000Z-000001"}]
    assert not_ready.status_code == failed.status_code == 503
    assert not_ready.json()["reason"] == "The index of finance cannot be read. Build it again."
    assert "incident" in failed.json()["reason"]
    assert "secret" not in failed.text
    assert alive.json()["status"] == "ok"


def test_thirty_two_clients_at_once_are_all_answered(url: str) -> None:
    async def conversation(url: str) -> Any:
        async with httpx2.AsyncClient(timeout=20) as client:
            message = tool_call("search_knowledge", {"query": "hotel"}, modern=True)
            posts = [client.post(url, json=message, headers=MODERN_HEADERS) for _ in range(32)]
            return await asyncio.gather(*posts)

    responses = asyncio.run(conversation(url))

    assert {response.status_code for response in responses} == {200}
    assert all(response.json()["result"]["structuredContent"]["results"] for response in responses)


def test_the_event_loop_turns_while_every_thread_is_busy() -> None:
    busy, released = threading.Event(), threading.Event()

    def hold() -> None:
        busy.set()
        wait(released)

    with served(Shelf(hold=hold), workers=1) as url:
        asking = threading.Thread(
            target=ask, args=(url, {"query": "hotel"}), kwargs={"era": "auto"}
        )
        asking.start()
        wait(busy)
        alive = httpx2.get(at(url, "/health"), timeout=5)
        released.set()
        asking.join()

    assert alive.status_code == 200


@pytest.mark.parametrize("era", ERAS)
def test_a_call_that_waits_is_dropped_when_its_client_goes_away(era: str) -> None:
    busy, released = threading.Event(), threading.Event()

    def hold() -> None:
        busy.set()
        wait(released)

    shelf = Shelf(hold=hold)
    with served(shelf, workers=1) as url:
        first = threading.Thread(
            target=ask, args=(url, {"query": "hotel one"}), kwargs={"era": "auto"}
        )
        first.start()
        wait(busy)
        with sent(url, {"query": "hotel two"}, era=era):
            let_the_server_look(url)
        let_the_server_look(url)
        released.set()
        first.join()
        ask(url, {"query": "hotel three"}, era="auto")

    assert shelf.asked == ["hotel one", "hotel three"]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.org", "::", ""])
def test_an_address_that_others_can_reach_is_refused(host: str) -> None:
    with pytest.raises(ConfigError, match="can be reached from other machines"):
        must_know_its_users(host, ())


def test_a_taken_port_is_said_to_be_taken() -> None:
    with listen("127.0.0.1", 0) as first, pytest.raises(ConfigError, match="is taken") as caught:
        listen("127.0.0.1", first.getsockname()[1])

    assert "--port" in caught.value.hint


def test_a_number_that_is_no_port_is_said_to_be_none() -> None:
    with pytest.raises(ConfigError, match="is no port"):
        listen("127.0.0.1", 70_000)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_after_its_calls(number: signal.Signals, era: str) -> None:
    answers: list[httpx2.Response] = []
    with subprocess.Popen(
        child_command("http", "slow"), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        (url,) = re.findall(r"serve.listening url=(\S+)", process.stderr.readline())
        asking = threading.Thread(
            target=lambda: answers.append(ask(url, {"query": "hotel"}, era=era))
        )
        asking.start()
        assert process.stderr.readline() == "holding\n"
        process.send_signal(number)
        asking.join()
        code = process.wait(timeout=20)

    assert code == 0
    assert result_of(answers[0])["result"]["structuredContent"]["results"], answers[0].text


def test_a_second_signal_is_left_to_the_operating_system() -> None:
    server = DrainingServer(configure(build_app(service_of())))
    before = signal.getsignal(signal.SIGTERM)

    with server.capture_signals():
        signal.raise_signal(signal.SIGTERM)
        handler = signal.getsignal(signal.SIGTERM)

    assert server.should_exit
    assert handler is signal.SIG_DFL
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_handshake_of_an_older_client_is_answered(url: str) -> None:
    headers = {"Accept": "application/json, text/event-stream"}
    response = httpx2.post(url, json=initialize(version="2025-03-26"), headers=headers)

    assert result_of(response)["result"]["protocolVersion"] == "2025-03-26"


def test_answers_do_not_wait_for_the_clients_acknowledgement() -> None:
    with listen("127.0.0.1", 0) as listener:
        with socket.create_connection(listener.getsockname()):
            connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
