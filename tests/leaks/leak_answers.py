"""Everything that a server says to somebody: the answers of every surface, its log and its counters."""

import asyncio
import io
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from leak_requests import Request, messages, requests_of
from leak_worlds import World
from mcp import Client
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError

from okf_server.model.access import Principal
from okf_server.serve.caller import asked_by
from okf_server.serve.server import KnowledgeServer, build_server

_MOST_PAGES = 4

Chosen = Callable[[Request], bool]


def answers(
    world: World, principal: Principal, *, tools: Sequence[str] = (), chosen: Chosen | None = None
) -> dict[str, str]:
    """The answer to every request, page after page, as a caller would get it; of some tools where named."""
    service = world.service()
    with logged() as log:
        try:
            with asked_by(principal):
                found = asyncio.run(_all_answers(build_server(service), world, tools, chosen))
        finally:
            service.calls.close()
    counted = [line for line in service.metrics.text().splitlines() if "okf_calls_total" in line]
    timeless = re.sub(r"ms=[0-9.]+|incident=\S+", "", log.getvalue())
    return {**found, "the log": world.masked(timeless), "the counters": "\n".join(counted)}


async def _all_answers(
    server: KnowledgeServer, world: World, tools: Sequence[str], chosen: Chosen | None
) -> dict[str, str]:
    found: dict[str, str] = {}
    for tool in await server.list_tools():
        for name, arguments in requests_of(tool):
            if (tools and name not in tools) or (chosen and not chosen((name, arguments))):
                continue
            key = json.dumps([name, arguments])
            found[key] = world.masked("\n".join([p async for p in _pages(server, name, arguments)]))
    if not tools:
        async with Client(server) as client:
            for key, ask in messages(client):
                found[key] = world.masked(await _told(ask))
    return found


async def _told(ask: Callable[[], Any]) -> str:
    try:
        return str((await ask()).model_dump_json())
    except MCPError as error:
        return f"{error.error.code} {error.error.message} {error.error.data}"


async def _pages(
    server: KnowledgeServer, name: str, arguments: dict[str, Any]
) -> AsyncIterator[str]:
    for _ in range(_MOST_PAGES):
        text, cursor = await page_of(server, name, arguments)
        yield text
        if not cursor:
            return
        arguments = {**arguments, "cursor": cursor}


async def page_of(
    server: KnowledgeServer, name: str, arguments: dict[str, Any]
) -> tuple[str, str | None]:
    """An answer or a refusal, and the cursor of the next page."""
    try:
        result = await server.call_tool(name, arguments)
    except (ToolError, MCPError) as error:
        return f"{type(error).__name__}: {error}", None
    told = result.model_dump(mode="json")
    return json.dumps(told), (told.get("structured_content") or {}).get("next_cursor")


def differing(left: dict[str, str], right: dict[str, str]) -> Iterator[str]:
    """What two servers answered differently."""
    assert left.keys() == right.keys()
    for key, answer in left.items():
        if answer != right[key]:
            yield f"{key}\n{answer[:2000]}\n{right[key][:2000]}"


def emptied(root: Path) -> Path:
    """A path of the same length that is not taken, so that equal answers have equal sizes."""
    number = 1
    while root.exists():
        number += 1
        root = root.with_name(f"p{number:03}")
    return root


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """What the whole product logs."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.getLogger("okf_server")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield stream
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
