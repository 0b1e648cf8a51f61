"""MCP on pipes: a real client, and messages written by hand."""

import asyncio
import json
import subprocess
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from talk import (
    ENVELOPE,
    ERAS,
    HERE,
    INITIALIZED,
    Piped,
    child_command,
    initialize,
    pipe,
    request,
    tool_call,
)

DISCOVER = request("server/discover", {"_meta": ENVELOPE}, request_id=0)
SEARCH = tool_call("search_knowledge", {"query": "hotel"}, request_id=2)
MODERN_SEARCH = tool_call("search_knowledge", {"query": "hotel"}, request_id=2, modern=True)


def found(answer: dict[str, Any]) -> list[str]:
    """The concepts of a search's answer."""
    return [hit["concept_id"] for hit in answer["result"]["structuredContent"]["results"]]


def nothing_but_the_protocol(piped: Piped) -> bool:
    """Whether every line was the answer to a message, and the end was a good one."""
    return piped.rest == b"" and piped.code == 0


@pytest.mark.parametrize("era", ERAS)
def test_a_client_searches(era: str) -> None:
    async def conversation() -> Any:
        command, *arguments = child_command("auto")
        server = StdioServerParameters(command=command, args=arguments, cwd=HERE)
        async with Client(server, mode=era) as client:
            return await client.call_tool("search_knowledge", {"query": "hotel limit London"})

    result = asyncio.run(conversation())

    assert "260 USD" in result.structured_content["results"][0]["excerpt"]


def test_the_end_of_input_ends_the_server_well() -> None:
    assert nothing_but_the_protocol(pipe("auto", messages=[]))
    assert nothing_but_the_protocol(pipe("auto", messages=[initialize(), INITIALIZED]))


@pytest.mark.parametrize("protocol", ["auto", "legacy"])
def test_a_client_may_discover_and_then_initialize_all_the_same(protocol: str) -> None:
    piped = pipe(protocol, messages=[DISCOVER, initialize(), INITIALIZED, SEARCH])

    discovered, initialized, searched = piped.answers
    assert ("result" in discovered) == (protocol == "auto")
    assert initialized["result"]["protocolVersion"] == "2025-11-25"
    assert "policies/travel-policy" in found(searched)
    assert nothing_but_the_protocol(piped)


def test_the_legacy_protocol_knows_no_discovery_at_any_time() -> None:
    piped = pipe("legacy", messages=[DISCOVER, initialize(), INITIALIZED, DISCOVER, SEARCH])

    assert [answer["id"] for answer in piped.answers] == [0, 1, 0, 2]
    assert piped.answers[0]["error"]["code"] == piped.answers[2]["error"]["code"] == -32601


def test_a_modern_client_discovers_and_then_calls() -> None:
    piped = pipe("auto", messages=[DISCOVER, DISCOVER, MODERN_SEARCH, DISCOVER])

    assert [answer["id"] for answer in piped.answers] == [0, 0, 2, 0]
    assert piped.answers[0] == piped.answers[1] == piped.answers[3]
    assert piped.answers[2]["result"]["resultType"] == "complete"
    assert "policies/travel-policy" in found(piped.answers[2])
    assert nothing_but_the_protocol(piped)


@pytest.mark.parametrize("modern", [False, True])
def test_unknown_arguments_are_refused_in_both_eras(modern: bool) -> None:  # noqa: FBT001 - a parameter of the test
    call = tool_call("search_knowledge", {"query": "a", "top_k": 3}, request_id=2, modern=modern)
    opening = [DISCOVER] if modern else [initialize(), INITIALIZED]

    result = pipe("auto", messages=[*opening, call]).answers[-1]["result"]

    assert result["isError"]
    assert "top_k" in result["content"][0]["text"]


def test_what_libraries_print_never_reaches_the_protocol() -> None:
    piped = pipe("auto", "noisy", messages=[initialize(), INITIALIZED, SEARCH, SEARCH])

    assert nothing_but_the_protocol(piped)
    for noise in ("a stray print", "a stray write", "a stray printf of a C library"):
        assert piped.noise.splitlines().count(noise) == 2


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii:strict"},
    ],
    ids=str,
)
def test_the_protocol_is_utf_8_whatever_the_locale(environment: dict[str, str]) -> None:
    call = tool_call("get_knowledge", {"refs": ["런던 호텔"]}, request_id=2)
    piped = pipe(
        "auto", messages=[initialize(), INITIALIZED, SEARCH, call], environment=environment
    )

    hit = piped.answers[1]["result"]["structuredContent"]["results"][0]
    assert hit["source"]["location_text"] == "section “Hotels”, lines 9–12"
    assert "런던 호텔" in piped.answers[2]["result"]["content"][0]["text"]
    assert nothing_but_the_protocol(piped)


@pytest.mark.parametrize(
    ("nonsense", "code", "request_id"),
    [
        ("{bad", -32700, None),
        ("\x00", -32700, None),
        ("[" * 9_000, -32700, None),
        ("[]", -32600, None),
        ("5", -32600, None),
        ('{"jsonrpc": "2.0", "id": true, "method": 7}', -32600, None),
        ('{"jsonrpc": "2.0", "id": 5, "method": 7}', -32600, 5),
        (json.dumps(tool_call("search_knowledge", {"query": "\ud800"}, request_id=5)), -32600, 5),
        (json.dumps(request("\udfff", {}) | {"id": "\ud800"}), -32600, None),
        (json.dumps(request("prompts/get", {"name": "\ud800"}) | {"id": "a"}), -32600, "a"),
    ],
    ids=range(10),
)
def test_a_line_that_is_no_message_is_answered_by_its_id_and_harms_nothing(
    nonsense: str, code: int, request_id: int | str | None
) -> None:
    piped = pipe("auto", messages=[nonsense, initialize(), INITIALIZED, nonsense, SEARCH])

    before, _, within, searched = piped.answers
    assert before == within
    assert (before["error"]["code"], before["id"]) == (code, request_id)
    assert "policies/travel-policy" in found(searched)
    assert nothing_but_the_protocol(piped)


def test_a_client_that_stops_reading_ends_the_server_quietly() -> None:
    with subprocess.Popen(
        child_command("auto"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n' * 3)
        process.stdin.close()
        noise = process.stderr.read()
        code = process.wait(timeout=20)

    assert (code, noise) == (0, b"")
