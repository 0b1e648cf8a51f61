"""Which revision of the protocol a request is served by: header and body, in all their combinations."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from mcp import MCPError
from over_http import at, served
from talk import ENVELOPE, ERAS, INITIALIZED, MODERN, Talk, initialize, pipe, request, talk

OLDER = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
UNKNOWN = "2031-01-01"
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"

MISMATCH, UNSUPPORTED, PARAMS = (400, -32020), (400, -32022), (400, -32602)
SERVED = (200, None)

HEADERS: tuple[tuple[str, ...], ...] = (
    (),
    *((version,) for version in (*OLDER, MODERN, UNKNOWN, "")),
    ("2025-11-25", MODERN),
    (MODERN, "2025-11-25"),
    (MODERN, MODERN),
)
BODIES: dict[str, dict[str, Any]] = {
    "no envelope": {},
    "no version": {CAPABILITIES: {}},
    "no capabilities": {VERSION: MODERN},
    "modern": ENVELOPE,
    "unknown": ENVELOPE | {VERSION: UNKNOWN},
    "old": ENVELOPE | {VERSION: "2025-11-25"},
    "no text": ENVELOPE | {VERSION: 5},
    "null": ENVELOPE | {VERSION: None},
}


def due(headers: tuple[str, ...], body: str) -> tuple[int, int | None]:
    """Status and code of what a request of tools/list deserves."""
    says = BODIES[body].get(VERSION)
    modern = headers[:1] not in [(), *((version,) for version in OLDER)]
    if VERSION not in BODIES[body] and not modern:
        return SERVED
    if len(headers) > 1:
        return MISMATCH
    if VERSION not in BODIES[body] or CAPABILITIES not in BODIES[body]:
        return PARAMS
    if headers != (says,):
        return MISMATCH
    return SERVED if says == MODERN else UNSUPPORTED


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("headers", HEADERS, ids=str)
def test_a_request_is_served_by_the_revision_that_header_and_body_agree_on(
    headers: tuple[str, ...], body: str, url: str
) -> None:
    params = {"_meta": BODIES[body]} if BODIES[body] else {}
    sent = [("Accept", "application/json"), ("Mcp-Method", "tools/list")]
    sent += [("MCP-Protocol-Version", version) for version in headers]
    response = httpx2.post(url, json=request("tools/list", params, 7), headers=sent)
    answer = response.json()

    assert (response.status_code, answer.get("error", {}).get("code")) == due(headers, body)
    assert answer["id"] == 7
    assert ("resultType" in answer.get("result", {})) == (
        due(headers, body) == SERVED and body == "modern"
    )


@pytest.mark.parametrize("headers", [{}, {"MCP-Protocol-Version": "2025-11-25"}], ids=str)
def test_the_handshake_is_an_older_request_whatever_it_is_stamped_with(
    headers: dict[str, str], url: str
) -> None:
    stamped = initialize()
    stamped["params"]["_meta"] = ENVELOPE
    over_http = httpx2.post(url, json=stamped, headers={"Accept": "application/json"} | headers)
    on_pipes = pipe("auto", messages=[stamped, INITIALIZED]).answers[0]

    assert over_http.json()["result"]["protocolVersion"] == "2025-11-25"
    assert on_pipes["result"]["protocolVersion"] == "2025-11-25"


def test_a_notification_of_two_revisions_is_refused(url: str) -> None:
    told = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"_meta": ENVELOPE}}
    response = httpx2.post(
        url, json=told, headers={"Accept": "application/json", "MCP-Protocol-Version": "2025-11-25"}
    )

    assert (response.status_code, response.json()["error"]["code"]) == MISMATCH
    assert response.json()["id"] is None
    assert httpx2.get(at(url, "/health")).status_code == 200


@pytest.mark.parametrize("cursor", ["", "bogus", "eyJhIjoxfQ=="])
@pytest.mark.parametrize("era", ERAS)
def test_a_cursor_that_no_list_gave_is_refused(cursor: str, era: str) -> None:
    async def conversation(it: Talk) -> list[int]:
        lists = (
            it.client.list_tools,
            it.client.list_prompts,
            it.client.list_resources,
            it.client.list_resource_templates,
        )
        codes = []
        for one in lists:
            await one()
            with pytest.raises(MCPError) as caught:
                await one(cursor=cursor)
            codes.append(caught.value.error.code)
        return codes

    assert talk(conversation, era=era) == [-32602] * 4


@pytest.mark.parametrize("modern", [False, True])
def test_a_cursor_of_another_list_is_refused_over_pipes_for_skills_as_well(modern: bool) -> None:  # noqa: FBT001 - a parameter of the test
    opening = [] if modern else [initialize(), INITIALIZED]
    params = {"cursor": "x"} | ({"_meta": ENVELOPE} if modern else {})
    answer = pipe("auto", messages=[*opening, request("skills/list", params, 9)]).answers[-1]

    assert (answer["id"], answer["error"]["code"]) == (9, -32602)
