"""What a principal may not read shows nowhere: every surface answers as if it were not there."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from leak_requests import requests_of
from leak_worlds import DOCS, DOCUMENTS, PRINCIPALS, World, may_read, whole_world, world_of
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError

from okf_server.model.access import Principal
from okf_server.serve.caller import asked_by
from okf_server.serve.http import build_app
from okf_server.serve.server import KnowledgeServer, build_server

_MOST_PAGES = 4


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> World:
    return whole_world(tmp_path_factory.mktemp("leaks") / "full")


@pytest.fixture(scope="module")
def answered() -> dict[str, dict[str, str]]:
    """What the whole world answered, by principal: asked once for both tests."""
    return {}


@pytest.fixture
def everything(
    whole: World, principal: Principal, answered: dict[str, dict[str, str]]
) -> dict[str, str]:
    if principal.id not in answered:
        answered[principal.id] = answers(whole, principal)
    return answered[principal.id]


@pytest.fixture(params=PRINCIPALS, ids=lambda one: one.id)
def principal(request: pytest.FixtureRequest) -> Principal:
    assert isinstance(request.param, Principal)
    return request.param


@pytest.fixture
def part(whole: World, principal: Principal) -> World:
    """As long a path as the whole world has, so that equal answers have equal sizes."""
    root = whole.root.with_name("part")
    return world_of(_emptied(root), principal)


def _emptied(root: Path) -> Path:
    number = 1
    while root.exists():
        number += 1
        root = root.with_name(f"p{number:03}")
    return root


def answers(world: World, principal: Principal) -> dict[str, str]:
    """The answer to every request, page after page, as a caller would get it."""
    service = world.service()
    try:
        with asked_by(principal):
            return asyncio.run(_all_answers(build_server(service), world))
    finally:
        service.calls.close()


async def _all_answers(server: KnowledgeServer, world: World) -> dict[str, str]:
    found: dict[str, str] = {}
    for tool in await server.list_tools():
        for name, arguments in requests_of(tool):
            key = json.dumps([name, arguments])
            found[key] = world.masked("\n".join([p async for p in _pages(server, name, arguments)]))
    for key, listed in (
        ("resources", await server.list_resources()),
        ("templates", await server.list_resource_templates()),
        ("prompts", await server.list_prompts()),
    ):
        found[key] = world.masked(json.dumps([one.model_dump(mode="json") for one in listed]))
    return found


async def _pages(
    server: KnowledgeServer, name: str, arguments: dict[str, Any]
) -> AsyncIterator[str]:
    for _ in range(_MOST_PAGES):
        text, cursor = await _page(server, name, arguments)
        yield text
        if not cursor:
            return
        arguments = {**arguments, "cursor": cursor}


async def _page(
    server: KnowledgeServer, name: str, arguments: dict[str, Any]
) -> tuple[str, str | None]:
    try:
        result = await server.call_tool(name, arguments)
    except (ToolError, MCPError) as error:
        return f"{type(error).__name__}: {error}", None
    told = result.model_dump(mode="json")
    return json.dumps(told), (told.get("structured_content") or {}).get("next_cursor")


def _differing(left: dict[str, str], right: dict[str, str]) -> Iterator[str]:
    assert left.keys() == right.keys()
    for key, answer in left.items():
        if answer != right[key]:
            yield f"{key}\n{answer[:2000]}\n{right[key][:2000]}"


@pytest.mark.timeout(300)
def test_every_answer_is_that_of_a_server_without_what_is_hidden(
    everything: dict[str, str], part: World, principal: Principal
) -> None:
    assert list(_differing(everything, answers(part, principal)))[:3] == []
    assert len(everything) > DOCUMENTS


@pytest.mark.timeout(300)
def test_no_answer_has_a_word_of_a_hidden_document_that_the_caller_did_not_say(
    everything: dict[str, str], principal: Principal
) -> None:
    hidden = [word for doc in DOCS if not may_read(doc, principal) for word in doc.canaries]
    shown = [doc for doc in DOCS if may_read(doc, principal)]
    for key, answer in everything.items():
        asked = key.casefold()
        leaked = [word for word in hidden if word in answer.casefold() and word not in asked]
        assert leaked == [], key
    whole_text = "\n".join(everything.values()).casefold()
    assert [doc.id for doc in shown if doc.canary not in whole_text] == []


def test_the_routes_without_a_caller_tell_nothing_of_documents(whole: World) -> None:
    service = whole.service()
    app = build_app(service)

    async def ask() -> list[str]:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
            paths = [getattr(route, "path", "") for route in app.routes]
            return [(await client.get(path)).text for path in {*paths, "/nosuch", "/dept6"}]

    try:
        told = "\n".join(asyncio.run(ask())).casefold()
    finally:
        service.calls.close()
    assert [word for doc in DOCS for word in doc.canaries if word in told] == []


def test_a_cursor_of_somebody_else_reads_like_one_that_never_was(whole: World) -> None:
    service = whole.service()
    server = build_server(service)
    asked = {"query": "shared words", "base": "kb", "limit": 1}

    async def page(arguments: dict[str, Any]) -> tuple[str, str | None]:
        return await _page(server, "search_knowledge", arguments)

    try:
        with asked_by(PRINCIPALS[0]):
            _, cursor = asyncio.run(page(asked))
        assert cursor
        with asked_by(PRINCIPALS[1]):
            foreign, _ = asyncio.run(page({**asked, "cursor": cursor}))
            unknown, _ = asyncio.run(page({**asked, "cursor": "bm9z.dWNo"}))
    finally:
        service.calls.close()
    assert foreign == unknown
    assert "belongs to another question" in foreign
