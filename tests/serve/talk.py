"""Ways to talk to the server under test: in memory, over HTTP, over pipes."""

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from mcp import Client
from mcp_types import CallToolResult, TextContent
from shelf import NOW, Shelves
from starlette.applications import Starlette

from okf_server.model.access import OPERATOR, Principal
from okf_server.serve.caller import asked_by
from okf_server.serve.calls import Calls
from okf_server.serve.cursor import Cursors
from okf_server.serve.http import build_app, configure, listen, url_of
from okf_server.serve.incoming import Incoming
from okf_server.serve.operation import Limits
from okf_server.serve.server import build_server
from okf_server.serve.service import Service

ERAS = ("legacy", "auto")
MODERN = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}
HERE = Path(__file__).parent

T = TypeVar("T")


def service_of(
    shelves: Shelves | None = None,
    *,
    workers: int = 4,
    deadline_s: float = 30,
    limits: Limits | None = None,
) -> Service:
    bases = shelves or Shelves()
    return Service(
        bases=lambda: bases,
        now=lambda: NOW,
        cursors=Cursors(key=b"a key for tests"),
        calls=Calls(workers=workers, deadline_s=deadline_s),
        limits=limits or Limits(),
    )


class Talk:
    """A connected client, and the server's service behind it."""

    def __init__(self, client: Client, service: Service) -> None:
        self.client = client
        self.service = service

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The data of an answer that must not be an error."""
        result = await self.result(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    async def text(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that must not be an error."""
        result = await self.result(tool, **arguments)
        assert not result.is_error, text_of(result)
        return text_of(result)

    async def error(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that must be an error."""
        result = await self.result(tool, **arguments)
        assert result.is_error
        return text_of(result)

    async def result(self, tool: str, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(tool, arguments)


def text_of(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def talk(
    conversation: Callable[[Talk], Awaitable[T]],
    shelves: Shelves | None = None,
    *,
    era: str = "auto",
    service: Service | None = None,
    admitting: bool = False,
    principal: Principal = OPERATOR,
) -> T:
    """Hold a conversation with a server in memory."""
    served = service or service_of(shelves or Shelves())

    async def hold() -> T:
        with asked_by(principal):
            async with Client(build_server(served, admitting=admitting), mode=era) as client:
                return await conversation(Talk(client, served))

    try:
        return asyncio.run(hold())
    finally:
        served.calls.close()


@contextmanager
def http_server(
    service: Service, app: Starlette | None = None, *, connections: type[Incoming] = Incoming
) -> Iterator[str]:
    """A real server on a free port; the address of its MCP endpoint."""
    with listen("127.0.0.1", 0) as listener:
        config = configure(app or build_app(service))
        config.http = connections
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield url_of(listener)
        finally:
            server.should_exit = True
            thread.join()
            service.calls.close()


def child_command(*arguments: str) -> list[str]:
    return [sys.executable, str(HERE / "serve_child.py"), *arguments]


def pipe(
    *arguments: str,
    messages: Sequence[dict[str, Any] | str | bytes],
    environment: dict[str, str] | None = None,
) -> "Piped":
    """Send messages to a server on pipes, each once the one before is answered, and end its input."""
    process = subprocess.Popen(
        child_command(*arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})},  # noqa: TID251 - the child needs PATH and the coverage of ours
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        answers = []
        for message in messages:
            raw = json.dumps(message) if isinstance(message, dict) else message
            process.stdin.write((raw.encode() if isinstance(raw, str) else raw) + b"\n")
            process.stdin.flush()
            if not isinstance(message, dict) or "id" in message:
                answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        rest, noise = process.stdout.read(), process.stderr.read()
    return Piped(answers, rest, noise.decode(), process.returncode)


@contextmanager
def started(
    *arguments: str,
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    command = child_command(*(arguments or ("workers",)))
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        (url,) = re.findall(r"url=([^\s\"]+)", process.stderr.readline())
        try:
            yield url, process
        finally:
            process.terminate()
            process.stderr.read()
            process.wait(timeout=20)


class Piped:
    """What came back through the pipes."""

    def __init__(self, answers: list[Any], rest: bytes, noise: str, code: int) -> None:
        self.answers = answers
        self.rest = rest
        self.noise = noise
        self.code = code


def initialize(request_id: int = 1, version: str = "2025-11-25") -> dict[str, Any]:
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
    return request("initialize", params, request_id)


def request(method: str, params: dict[str, Any], request_id: int = 1) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


def tool_call(
    tool: str, arguments: dict[str, Any], *, request_id: int = 1, modern: bool = False
) -> dict[str, Any]:
    params: dict[str, Any] = {"name": tool, "arguments": arguments}
    return request("tools/call", params | ({"_meta": ENVELOPE} if modern else {}), request_id)


def wait(event: threading.Event) -> None:
    """Wait for another thread's event, but never for ever."""
    assert event.wait(10)


INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
