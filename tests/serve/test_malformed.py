"""What is no message, or a message that nobody can answer as asked: told alike over HTTP and pipes, in both eras."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from over_http import LEGACY_HEADERS, MODERN_HEADERS, at, served
from talk import ENVELOPE, INITIALIZED, MODERN, initialize, pipe, request, tool_call

from okf_server.serve.messages import MalformedError, read_message

PARSE, REQUEST, PARAMS, MISMATCH = -32700, -32600, -32602, -32020
NAMED = ("name", "uri")


def message(**members: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping"} | members)


def nested(depth: int) -> str:
    return message(params={"name": "x"})[:-2] + ', "a": ' + "[" * depth + "]" * depth + "}}"


MALFORMED: list[tuple[str | bytes, int, int | str | None]] = [
    ("", PARSE, None),
    ("{", PARSE, None),
    ("{'id': 7}", PARSE, None),
    (b"\xff\xfe", PARSE, None),
    (b'{"id": 7, "method": "\xed\xa0\x80"}', PARSE, None),
    ("\ufeff" + message(), PARSE, None),
    (message() + message(), PARSE, None),
    ("NaN", PARSE, None),
    (message(params={"a": float("nan")}), PARSE, None),
    (message(params={"a": float("-inf")}), PARSE, None),
    ("1" * 10_000, PARSE, None),
    ("[" * 100_000, PARSE, None),
    (nested(5_000), PARSE, None),
    ("[]", REQUEST, None),
    (f"[{message()}]", REQUEST, None),
    ("null", REQUEST, None),
    ("1", REQUEST, None),
    ('"x"', REQUEST, None),
    ("true", REQUEST, None),
    ("{}", REQUEST, None),
    ('{"id": 7, "method": "ping"}', REQUEST, 7),
    (message(jsonrpc="1.0"), REQUEST, 7),
    (message(jsonrpc=2.0), REQUEST, 7),
    ('{"jsonrpc": "2.0", "id": 7}', REQUEST, 7),
    ('{"jsonrpc": "2.0"}', REQUEST, None),
    (message(method=7), REQUEST, 7),
    (message(method=None, id="a"), REQUEST, "a"),
    (message(id=True), REQUEST, None),
    (message(id=1.5), REQUEST, None),
    (message(id=None), REQUEST, None),
    (message(id={}), REQUEST, None),
    (message(id=[]), REQUEST, None),
    (message(id="\ud800"), REQUEST, None),
    (message(method="\udfff"), REQUEST, 7),
    (message(params={"name": ["\ud800"]}), REQUEST, 7),
    (message(params={"\ud800": 1}), REQUEST, 7),
    ('{"jsonrpc": "2.0", "id": 7, "id": 8, "method": "ping"}', REQUEST, None),
    ('{"jsonrpc": "2.0", "id": 7, "method": "ping", "method": "ping"}', REQUEST, 7),
    ('{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"a": 1, "a": 2}}', REQUEST, 7),
    ('{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"a": 1e999}}', REQUEST, 7),
    (nested(150), REQUEST, 7),
    (message(result={}), REQUEST, None),
    ('{"jsonrpc": "2.0", "id": 7, "result": 5}', REQUEST, None),
    ('{"jsonrpc": "2.0", "id": 7, "error": "no"}', REQUEST, None),
    ('{"jsonrpc": "2.0", "id": 7, "error": {"code": "1", "message": "no"}}', REQUEST, None),
    ('{"jsonrpc": "2.0", "id": 7, "result": {}, "error": {}}', REQUEST, None),
    (message(params=[]), PARAMS, 7),
    (message(params=["ping"]), PARAMS, 7),
    (message(params="x", id="ä"), PARAMS, "ä"),
    (message(params=1), PARAMS, 7),
    (message(params=False), PARAMS, 7),
]
"""A text, and the code and the id that it is answered by."""

UNFIT: list[tuple[str, dict[str, Any]]] = [
    ("tools/call", {}),
    ("tools/call", {"name": 5}),
    ("tools/call", {"name": "search_knowledge", "arguments": []}),
    ("tools/call", {"name": "nothing"}),
    ("tools/call", {"name": "search_knowledge", "_meta": {"progressToken": {}}}),
    ("prompts/get", {"name": None}),
    ("prompts/get", {"name": "answer_with_citations", "arguments": {"question": 5}}),
    ("prompts/get", {"name": "answer_with_citations", "arguments": "x"}),
    ("resources/read", {"uri": 5}),
    ("resources/read", {"uri": ""}),
    ("completion/complete", {"ref": 5}),
    ("completion/complete", {"ref": {"type": "ref/none"}, "argument": {}}),
    ("tools/list", {"cursor": 5}),
    ("skills/get", {}),
    ("skills/get", {"uri": []}),
]
"""A method with parameters that do not fit it."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as address:
        yield address


def told_by(answer: dict[str, Any]) -> str:
    """What an error says, which must be short words of our own."""
    told: str = answer["error"]["message"]
    whole = json.dumps(answer)
    assert len(told) < 300
    for noise in ("pydantic", "validation error", "Traceback", "input_value", "type=", ".py"):
        assert noise not in whole
    return told


@pytest.mark.parametrize("headers", [LEGACY_HEADERS, MODERN_HEADERS, {}], ids=["old", "new", "no"])
def test_what_is_no_message_is_answered_over_http(headers: dict[str, str], url: str) -> None:
    sent = {"Accept": "application/json", "Content-Type": "application/json"} | headers
    with httpx2.Client() as client:
        for text, code, request_id in MALFORMED:
            body = text if isinstance(text, bytes) else text.encode()
            response = client.post(url, content=body, headers=sent)
            answer = response.json()

            got = (response.status_code, answer["error"]["code"], answer["id"])
            assert got == (400, code, request_id), text[:100]
            assert told_by(answer)
        assert client.get(at(url, "/health")).status_code == 200


@pytest.mark.parametrize("modern", [False, True], ids=["old", "new"])
def test_what_is_no_message_is_answered_alike_on_pipes(modern: bool) -> None:  # noqa: FBT001 - a parameter of the test
    opening = [tool_call("list_bases", {}, modern=True)] if modern else [initialize(), INITIALIZED]
    lines = [text for text, _, _ in MALFORMED if text]

    piped = pipe("auto", messages=[*opening, *lines, opening[0] | {"id": 99}])

    answers = piped.answers[1:-1]
    assert [(one["error"]["code"], one["id"]) for one in answers] == [
        (code, request_id) for text, code, request_id in MALFORMED if text
    ]
    assert all(map(told_by, answers))
    assert (piped.answers[-1]["id"], piped.rest, piped.code) == (99, b"", 0)
    assert "Traceback" not in piped.noise


@pytest.mark.parametrize("era", ["old", "new"])
def test_parameters_that_do_not_fit_are_told_alike_on_both_ways(era: str, url: str) -> None:
    modern = era == "new"
    calls = [request(method, with_envelope(params, modern=modern)) for method, params in UNFIT]
    headers = {"MCP-Protocol-Version": MODERN if modern else "2025-11-25"}
    opening = [tool_call("list_bases", {}, modern=True)] if modern else [initialize(), INITIALIZED]
    over_pipes = pipe("auto", messages=[*opening, *calls]).answers[1:]
    with httpx2.Client(headers={"Accept": "application/json, text/event-stream"} | headers) as http:
        over_http = [http.post(url, json=call, headers=names(call)).json() for call in calls]

    for call, one, other in zip(calls, over_http, over_pipes, strict=True):
        if "error" in one:
            mismatch = modern and cannot_be_a_header(call["params"])
            assert one["error"]["code"] in ((PARAMS, MISMATCH) if mismatch else (PARAMS,)), call
            assert told_by(one)
            if mismatch:
                continue
        assert one == other, call


def cannot_be_a_header(params: dict[str, Any]) -> bool:
    return any(params.get(name) is not None and type(params[name]) is not str for name in NAMED)


def with_envelope(params: dict[str, Any], *, modern: bool) -> dict[str, Any]:
    meta = params.get("_meta", {}) | (ENVELOPE if modern else {})
    return params | ({"_meta": meta} if meta else {})


def names(call: dict[str, Any]) -> dict[str, str]:
    """The headers that repeat what is in the body."""
    named = call["params"].get("name", call["params"].get("uri"))
    headers = {"Mcp-Method": call["method"]}
    return headers | ({"Mcp-Name": named} if isinstance(named, str) else {})


def test_a_message_is_read_as_it_is_and_null_parameters_as_none() -> None:
    whole = {"jsonrpc": "2.0", "id": "é", "method": "x", "params": {"a": [1, 2.5, "\U0001f600"]}}

    assert read_message(json.dumps(whole).encode()) == whole
    assert "params" not in read_message(message(params=None).encode())
    assert read_message(nested(90).encode())["id"] == 7
    assert read_message(message(id=10**30).encode())["id"] == 10**30


@pytest.mark.parametrize(
    "answer", [{"result": {}}, {"error": {"code": 1, "message": "no"}}], ids=["result", "error"]
)
def test_an_answer_of_a_client_is_a_message(answer: dict[str, Any]) -> None:
    whole = {"jsonrpc": "2.0", "id": 1} | answer

    assert read_message(json.dumps(whole).encode()) == whole


def test_a_notification_with_a_list_is_told_without_an_id() -> None:
    with pytest.raises(MalformedError) as caught:
        read_message(b'{"jsonrpc": "2.0", "method": "notifications/x", "params": []}')

    assert caught.value.answer()["id"] is None
