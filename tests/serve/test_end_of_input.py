"""What was asked before standard input ended is answered, and the server ends then."""

import asyncio
import io
import json
import subprocess
from typing import Any

import pytest
from shelf import Shelf, Shelves
from talk import ENVELOPE, INITIALIZED, child_command, initialize, request, service_of, tool_call

from okf_server.model.wanted import go_on
from okf_server.serve.server import build_server
from okf_server.serve.service import Service
from okf_server.serve.stdio import Connection

OPENINGS: dict[str, list[dict[str, Any]]] = {"old": [initialize(0), INITIALIZED], "new": []}


def search(request_id: int, *, era: str) -> dict[str, Any]:
    return tool_call("search_knowledge", {"query": "a"}, request_id=request_id, modern=era == "new")


def never_end() -> None:
    while True:
        go_on()


def cancelling(request_id: int) -> dict[str, Any]:
    params = {"requestId": request_id}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


def answers_of(service: Service, messages: list[dict[str, Any]]) -> list[Any]:
    """All that a server says to messages whose input ends right behind them."""
    out = io.BytesIO()
    lines = io.BytesIO(b"".join(json.dumps(one).encode() + b"\n" for one in messages))
    connection = Connection(build_server(service), out, protocol="auto")
    try:
        asyncio.run(asyncio.wait_for(connection.serve(lines), 20))
    finally:
        service.calls.close()
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("era", OPENINGS)
def test_calls_that_run_when_the_input_ends_are_answered(era: str) -> None:
    calls = [search(number, era=era) for number in range(1, 6)]
    with subprocess.Popen(
        child_command("auto", "slow"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        told = "".join(json.dumps(one) + "\n" for one in [*OPENINGS[era], *calls])
        out, _ = process.communicate(told.encode(), timeout=30)

    answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines())}
    assert set(answers) - {0} == {1, 2, 3, 4, 5}
    assert all(answers[number]["result"]["structuredContent"] for number in range(1, 6))
    assert process.returncode == 0


@pytest.mark.parametrize("era", OPENINGS)
def test_a_call_that_never_ends_is_answered_when_its_time_is_over(era: str) -> None:
    service = service_of(Shelves(Shelf(hold=never_end)), deadline_s=0.2)
    *_, answer = answers_of(service, [*OPENINGS[era], search(7, era=era)])

    assert answer["id"] == 7
    assert answer["result"]["content"][0]["text"].startswith("No answer within 0.2 s.")


@pytest.mark.parametrize("era", OPENINGS)
def test_nobody_waits_for_a_call_that_was_cancelled(era: str) -> None:
    service = service_of(Shelves(Shelf(hold=never_end)), deadline_s=600)
    messages = [*OPENINGS[era], search(7, era=era), cancelling(7), search(8, era=era)]
    answers = answers_of(service, [*messages, cancelling(8)])

    assert all(answer["id"] == 0 for answer in answers)


def test_a_discovery_a_bad_line_and_a_ping_before_the_end_are_answered() -> None:
    discovery = request("server/discover", {"_meta": ENVELOPE}, 1)
    answers = answers_of(service_of(), [discovery, {"bad": 1}, request("ping", {}, 3)])

    assert sorted(str(answer["id"]) for answer in answers) == ["1", "3", "None"]


def test_an_answer_of_the_client_that_nobody_asked_for_keeps_nothing() -> None:
    given = {"jsonrpc": "2.0", "id": 1, "result": {}}

    assert answers_of(service_of(), [given, cancelling(5), given]) == []
