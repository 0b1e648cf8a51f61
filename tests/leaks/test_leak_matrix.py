"""What a principal may not read shows nowhere: every surface answers as if it were not there."""

import asyncio
from typing import Any

import httpx2
import pytest
from leak_answers import answers, differing, emptied, page_of
from leak_worlds import DOCS, DOCUMENTS, PRINCIPALS, World, may_read, whole_world, world_of

from okf_server.model.access import Principal
from okf_server.serve.caller import asked_by
from okf_server.serve.http import build_app
from okf_server.serve.server import build_server


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
    return world_of(emptied(root), principal)


@pytest.mark.timeout(300)
def test_every_answer_is_that_of_a_server_without_what_is_hidden(
    everything: dict[str, str], part: World, principal: Principal
) -> None:
    assert list(differing(everything, answers(part, principal)))[:3] == []
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
        return await page_of(server, "search_knowledge", arguments)

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
