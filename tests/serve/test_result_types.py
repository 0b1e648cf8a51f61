"""What each era wants around a result: its type, how long it may be kept and by whom; older clients get none of it."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from over_http import LEGACY_HEADERS, MODERN_HEADERS, result_of, served
from talk import ENVELOPE, request

CONCEPT = "okf://concept/policies/travel-policy"
TEMPLATE = {"type": "ref/resource", "uri": "okf://concept/{+concept}"}
KEPT: list[tuple[str, dict[str, Any], int]] = [
    ("tools/list", {}, 60_000),
    ("prompts/list", {}, 60_000),
    ("resources/list", {}, 60_000),
    ("resources/templates/list", {}, 60_000),
    ("resources/read", {"uri": CONCEPT}, 0),
    ("resources/read", {"uri": "skill://okf/SKILL.md"}, 0),
]
"""Requests whose results a client may keep, and for how many milliseconds."""

OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("tools/call", {"name": "search_knowledge", "arguments": {"query": "hotel"}}),
    ("tools/call", {"name": "get_knowledge", "arguments": {"refs": ["nothing"]}}),
    ("tools/call", {"name": "list_bases", "arguments": {}}),
    ("prompts/get", {"name": "answer_with_citations", "arguments": {"question": "x"}}),
    ("completion/complete", {"ref": TEMPLATE, "argument": {"name": "concept", "value": "p"}}),
]
MODERN_ALONE: list[tuple[str, dict[str, Any]]] = [
    ("server/discover", {}),
    ("skills/list", {}),
    ("skills/get", {"uri": "skill://okf/SKILL.md"}),
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as address:
        yield address


def asked(url: str, method: str, params: dict[str, Any], *, modern: bool) -> dict[str, Any]:
    name = params.get("name") or params.get("uri")
    headers = {name: value for name, value in MODERN_HEADERS.items() if name != "Mcp-Name"}
    headers |= {"Mcp-Method": method} | ({"Mcp-Name": name} if name else {})
    response = httpx2.post(
        url,
        json=request(method, params | ({"_meta": ENVELOPE} if modern else {})),
        headers=headers if modern else LEGACY_HEADERS,
        timeout=10,
    )
    result = result_of(response)["result"]
    assert isinstance(result, dict)
    return result


@pytest.mark.parametrize(
    ("method", "params"), [*((one[0], one[1]) for one in KEPT), *OTHERS, *MODERN_ALONE]
)
def test_every_result_says_that_it_is_complete(
    url: str, method: str, params: dict[str, Any]
) -> None:
    result = asked(url, method, params, modern=True)

    assert result["resultType"] == "complete"
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "okf-server"


@pytest.mark.parametrize(("method", "params", "ttl_ms"), [*KEPT, ("server/discover", {}, 60_000)])
def test_what_depends_on_who_asks_is_kept_by_nobody_else(
    url: str, method: str, params: dict[str, Any], ttl_ms: int
) -> None:
    result = asked(url, method, params, modern=True)

    assert (result["cacheScope"], result["ttlMs"]) == ("private", ttl_ms)


@pytest.mark.parametrize(
    ("method", "params"), [*((one[0], one[1]) for one in KEPT), *OTHERS], ids=str
)
def test_older_clients_are_told_nothing_that_they_do_not_know(
    url: str, method: str, params: dict[str, Any]
) -> None:
    result = asked(url, method, params, modern=False)

    assert not {"resultType", "cacheScope", "ttlMs"} & result.keys()
