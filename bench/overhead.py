"""Measure what a call costs in processor time beyond its search, against a tool that returns as much."""

import http.client
import json
import os
import struct
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from corpus import questions
from serving import _base, _free_port, _server

CALLS = 600
BATCH = 100
MODERN = "2026-07-28"
HERE = Path(__file__).parent
_ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def message_of(question: str, *, modern: bool) -> tuple[str, dict[str, str]]:
    """The body and the headers of a call of search_knowledge in either era."""
    params = {"name": "search_knowledge", "arguments": {"query": question}}
    headers = {"Accept": "application/json, text/event-stream"}
    headers |= {"Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25"}
    if modern:
        params |= {"_meta": _ENVELOPE}
        headers |= {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call"}
        headers |= {"Mcp-Name": "search_knowledge"}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return json.dumps(message), headers


class Asked:
    """A server, and a connection to it."""

    def __init__(self, process: "subprocess.Popen[bytes] | None", port: int) -> None:
        self._process = process
        self._connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(self, question: str, *, modern: bool) -> bytes:
        """The body of the answer to one call of search_knowledge."""
        body, headers = message_of(question, modern=modern)
        self._connection.request("POST", "/mcp", body, headers)
        response = self._connection.getresponse()
        body = response.read()
        if response.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{response.status}: {body[:200]!r}")
        return body

    def ask_all(self, questions: list[str], *, modern: bool) -> None:
        """Ask one after the other on one connection, which a server would close while it is idle."""
        for question in questions:
            self.ask(question, modern=modern)
        self.rest()

    def rest(self) -> None:
        """Close the connection; the next question opens one."""
        self._connection.close()

    def cpu_s(self) -> float:
        """Processor seconds of the server until now."""
        number = self._process.pid if self._process else os.getpid()
        fields = Path(f"/proc/{number}/stat").read_text("ascii").rsplit(")", 1)[1]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def measure_overhead(scratch: Path) -> dict[str, float]:
    """Milliseconds of processor time a call, of ours beyond its search and of the equal tool, in both eras."""
    base, searched, stored = _base(scratch), scratch / "searched", scratch / "answer.json"
    with ExitStack() as stack:
        ours = _started(stack, "timed_server.py", base, searched)
        answer = json.loads(ours.ask(next(iter(questions(1))), modern=True))["result"]
        ours.rest()
        text, data = answer["content"][0]["text"], answer["structuredContent"]
        stored.write_text(json.dumps({"text": text, "data": data}), "utf-8")
        equal = _started(stack, "equal_server.py", stored)
        figures: dict[str, float] = {"answer_bytes": len(json.dumps(answer))}
        for modern in (True, False):
            figures |= _compare(ours, equal, searched, modern=modern)
    return figures


def _started(stack: ExitStack, program: str, *arguments: Path) -> Asked:
    port = _free_port()
    command = [sys.executable, str(HERE / program), str(port), *map(str, arguments)]
    return Asked(stack.enter_context(_server(command, port)), port)


def _compare(ours: Asked, equal: Asked, searched: Path, *, modern: bool) -> dict[str, float]:
    beyond = yardstick = 0.0
    asked = list(questions(CALLS))
    for start in range(0, CALLS, BATCH):
        part = asked[start : start + BATCH]
        before, search_before = ours.cpu_s(), _total(searched)
        ours.ask_all(part, modern=modern)
        beyond += ours.cpu_s() - before - (_total(searched) - search_before)
        before = equal.cpu_s()
        equal.ask_all(part, modern=modern)
        yardstick += equal.cpu_s() - before
    era = "modern" if modern else "legacy"
    return {
        f"{era}_beyond_search_ms": round(1000 * beyond / CALLS, 2),
        f"{era}_equal_tool_ms": round(1000 * yardstick / CALLS, 2),
        f"{era}_ratio": round(beyond / yardstick, 2),
    }


def _total(searched: Path) -> float:
    total: float = struct.unpack("d", searched.read_bytes())[0]
    return total
