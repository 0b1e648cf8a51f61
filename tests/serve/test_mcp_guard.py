"""Requests over HTTP as only a hostile or careless client sends them."""

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx2
import pytest
from over_http import LEGACY_HEADERS, MODERN_HEADERS, ask, at, result_of, served
from talk import (
    ENVELOPE,
    ERAS,
    MODERN,
    request,
    tool_call,
)

from okf_server.serve.gathering import MOST_BODY_BYTES


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """One server for all tests that change nothing."""
    with served() as address:
        yield address


@pytest.mark.parametrize("era", ERAS)
def test_unknown_arguments_are_refused(era: str, url: str) -> None:
    result = result_of(ask(url, {"query": "hotel", "top_k": 3}, era=era))["result"]

    assert result["isError"]
    assert "top_k: unknown argument; do you mean limit?" in result["content"][0]["text"]


@pytest.mark.parametrize("era", ERAS)
def test_a_lone_surrogate_is_an_argument_that_does_not_fit(era: str, url: str) -> None:
    modern = era == "auto"
    message = json.dumps(tool_call("search_knowledge", {"query": "\ud800"}, modern=modern))
    headers = (MODERN_HEADERS if modern else LEGACY_HEADERS) | {"Content-Type": "application/json"}
    response = httpx2.post(url, content=message.encode(), headers=headers)

    assert response.status_code in (200, 400)
    assert "error" in response.text.lower()


def test_a_modern_request_without_its_envelope_is_refused(url: str) -> None:
    message = tool_call("search_knowledge", {"query": "hotel"})
    response = httpx2.post(url, json=message, headers=MODERN_HEADERS)

    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32602


def test_headers_that_contradict_the_body_are_refused(url: str) -> None:
    response = ask(url, {"query": "hotel"}, era="auto", **{"Mcp-Name": "get_knowledge"})

    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32020


def test_a_version_that_nobody_knows_is_refused_with_those_that_are(url: str) -> None:
    version = "2031-01-01"
    envelope = ENVELOPE | {"io.modelcontextprotocol/protocolVersion": version}
    message = request("tools/list", {"_meta": envelope})
    headers = MODERN_HEADERS | {"MCP-Protocol-Version": version, "Mcp-Method": "tools/list"}
    headers.pop("Mcp-Name")
    response = httpx2.post(url, json=message, headers=headers)

    assert response.status_code == 400
    assert MODERN in response.json()["error"]["data"]["supported"]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:5001",
        "localhost.evil.example",
        "127.0.0.1@evil.example",
        "10.0.0.1",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/mcp", "/health", "/readyz", "/nowhere"])
def test_a_foreign_host_is_misdirected(host: str, path: str, url: str) -> None:
    response = httpx2.get(at(url, path), headers={"Host": host})

    assert response.status_code == 421
    assert response.json()["hint"]


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:5001", "127.0.0.1:1", "127.8.9.1", "[::1]:5001"]
)
def test_any_name_of_this_machine_will_do(host: str, url: str) -> None:
    assert httpx2.get(at(url, "/health"), headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "file://",
        "http://localhost.evil.example",
        "https://127.0.0.1@evil",
        "http://localhost:3000",
        "http://127.0.0.1",
    ],
)
def test_a_foreign_origin_is_forbidden(origin: str, url: str) -> None:
    assert ask(url, {"query": "hotel"}, era="auto", Origin=origin).status_code == 403


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_a_page_of_the_server_itself_may_ask(name: str, url: str) -> None:
    origin = f"http://{name}:{urlsplit(url).port}"
    assert ask(url, {"query": "hotel"}, era="auto", Origin=origin).status_code == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT", "OPTIONS"])
def test_mcp_is_spoken_with_post_alone_so_that_nothing_hangs(method: str, url: str) -> None:
    response = httpx2.request(method, url, headers=LEGACY_HEADERS, timeout=5)

    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


def test_a_body_that_is_too_large_is_refused(url: str) -> None:
    declared = ask(url, {"query": "x" * MOST_BODY_BYTES}, era="auto")
    parts = (b"x" * 1_000 for _ in range(MOST_BODY_BYTES // 1_000 + 1))
    typed = MODERN_HEADERS | {"Content-Type": "application/json"}
    chunked = httpx2.post(url, content=parts, headers=typed)

    for response in (declared, chunked):
        assert response.status_code == 413
        assert response.json() == {
            "error": "The request is larger than 1048576 bytes.",
            "hint": "Ask with a shorter question, or for fewer references at a time.",
        }


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("header", "value", "status"),
    [("Content-Type", "text/plain", 415), ("Accept", "text/html", 406), ("Accept", "", 406)],
)
def test_what_is_not_json_is_refused_with_what_to_send(
    header: str, value: str, status: int, era: str, url: str
) -> None:
    response = ask(url, {"query": "hotel"}, era=era, **{header: value})

    assert response.status_code == status
    assert "application/json" in response.json()["hint"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000])
@pytest.mark.parametrize("headers", [LEGACY_HEADERS, MODERN_HEADERS], ids=ERAS)
def test_a_body_that_is_no_request_is_a_bad_request(
    body: bytes, headers: dict[str, str], url: str
) -> None:
    typed = headers | {"Content-Type": "application/json"}
    response = httpx2.post(url, content=body, headers=typed)
    alive = httpx2.get(at(url, "/health"))

    assert response.status_code == 400
    assert alive.status_code == 200


def test_an_address_is_not_repeated_at_length(url: str) -> None:
    assert len(httpx2.get(at(url, f"/{'x' * 10_000}")).content) < 500


def test_an_unknown_address_gets_a_hint(url: str) -> None:
    response = httpx2.get(at(url, "/sse"))

    assert response.status_code == 404
    assert response.json() == {
        "error": "There is no /sse here.",
        "hint": "MCP is at /mcp; /health and /readyz tell how the server is.",
    }
