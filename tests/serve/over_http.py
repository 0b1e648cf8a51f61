"""Requests over HTTP, to a server of this process."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2
from shelf import Shelf, Shelves
from talk import (
    MODERN,
    http_server,
    service_of,
    tool_call,
)

LEGACY_HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}
MODERN_HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": MODERN,
    "Mcp-Method": "tools/call",
    "Mcp-Name": "search_knowledge",
}


@contextmanager
def served(shelf: Shelf | None = None, *, workers: int = 4) -> Iterator[str]:
    with http_server(service_of(Shelves(shelf or Shelf()), workers=workers)) as url:
        yield url


def ask(url: str, arguments: dict[str, Any], *, era: str, **headers: str) -> httpx2.Response:
    """One search as a single request of its era."""
    modern = era == "auto"
    message = tool_call("search_knowledge", arguments, modern=modern)
    sent = (MODERN_HEADERS if modern else LEGACY_HEADERS) | headers
    return httpx2.post(url, json=message, headers=sent, timeout=10)


def result_of(response: httpx2.Response) -> dict[str, Any]:
    """The JSON-RPC message of a response, be it JSON or an event stream."""
    if response.headers["content-type"].startswith("application/json"):
        message = response.json()
    else:
        (line,) = re.findall(r"^data: (\{.*)$", response.text, re.MULTILINE)
        message = json.loads(line)
    assert isinstance(message, dict)
    return message


def at(url: str, path: str) -> str:
    return url.removesuffix("/mcp") + path


def let_the_server_look(url: str) -> None:
    """Several turns of the event loop: what came in before has been seen afterwards."""
    for _ in range(5):
        httpx2.get(at(url, "/health"))


@contextmanager
def sent(url: str, arguments: dict[str, Any], *, era: str) -> Iterator[None]:
    """A request whose answer nobody will read: the connection is closed at the end."""
    address = urlsplit(url)
    body = json.dumps(tool_call("search_knowledge", arguments, modern=era == "auto")).encode()
    headers = (MODERN_HEADERS if era == "auto" else LEGACY_HEADERS) | {
        "Host": address.netloc,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    with socket.create_connection((address.hostname or "", address.port or 0)) as connection:
        connection.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body)
        yield
