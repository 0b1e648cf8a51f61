"""Measure what a call costs in processor time beyond its search, against a tool that returns as much."""

import http.client
import json
import os
import struct
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import clock_gettime

from corpus import questions
from serving import _base, _free_port, _server

ROUNDS = 7
CALLS = 300
BATCH = 30
MODERN = "2026-07-28"
HERE = Path(__file__).parent
_PROCESS_CLOCK = (
    2  # clock_getcpuclockid(3): the number of a process, inverted, and the kind of clock
)
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
        answer = response.read()
        if response.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{response.status}: {answer[:200]!r}")
        return answer

    def ask_all(self, questions: list[str], *, modern: bool) -> None:
        """Ask one after the other on one connection, which a server would close while it is idle."""
        for question in questions:
            self.ask(question, modern=modern)
        self.rest()

    def rest(self) -> None:
        """Close the connection; the next question opens one."""
        self._connection.close()

    def cpu_s(self) -> float:
        """Processor seconds of the server until now, of all its threads."""
        number = self._process.pid if self._process else os.getpid()
        return clock_gettime(~number << 3 | _PROCESS_CLOCK)


class Searching(Asked):
    """A server that writes down the processor time which its searches take."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, searched: Path) -> None:
        super().__init__(process, port)
        self._searched = searched

    def cpu_s(self) -> float:
        """Processor seconds beyond the searches."""
        total: float = struct.unpack("d", self._searched.read_bytes())[0]
        return super().cpu_s() - total


def measure_overhead(scratch: Path) -> dict[str, float]:
    """Milliseconds of processor time a call beyond its search, ours and two yardsticks', in both eras.

    `equal` returns an answer of equal size and searches nothing; `same_search` does our very search before, which
    leaves the processor's caches as ours does.
    """
    base, stored = _base(scratch), scratch / "answer.json"
    with ExitStack() as stack:
        ours = _searching(stack, "timed_server.py", base, scratch / "searched")
        answer = json.loads(ours.ask(next(iter(questions(1))), modern=True))["result"]
        ours.rest()
        text, data = answer["content"][0]["text"], answer["structuredContent"]
        stored.write_text(json.dumps({"text": text, "data": data}), "utf-8")
        yardsticks = {
            "equal": Asked(*_started(stack, "equal_server.py", stored)),
            "same_search": _searching(stack, "equal_server.py", stored, base, scratch / "same"),
        }
        figures: dict[str, float] = {"answer_bytes": len(json.dumps(answer))}
        for modern in (True, False):
            figures |= _compare({"ours": ours, **yardsticks}, modern=modern)
    return figures


def _searching(stack: ExitStack, program: str, *arguments: Path) -> Searching:
    return Searching(*_started(stack, program, *arguments), searched=arguments[-1])


def _started(
    stack: ExitStack, program: str, *arguments: Path
) -> "tuple[subprocess.Popen[bytes], int]":
    port = _free_port()
    command = [sys.executable, str(HERE / program), str(port), *map(str, arguments)]
    return stack.enter_context(_server(command, port)), port


def _compare(servers: dict[str, Asked], *, modern: bool) -> dict[str, float]:
    """The median of the rounds; within a round the servers take turns, since the machine's other work comes and goes."""
    for server in servers.values():
        server.ask_all(list(questions(BATCH)), modern=modern)
    rounds = [_round(servers, modern=modern) for _ in range(ROUNDS)]
    era = "modern" if modern else "legacy"
    figures = {
        f"{era}_{name}_ms": round(median(1000 * one[name] for one in rounds), 2) for name in servers
    }
    for name in servers:
        if name != "ours":
            ratios = [one["ours"] / one[name] for one in rounds]
            figures[f"{era}_ratio_to_{name}"] = round(median(ratios), 2)
    return figures


def _round(servers: dict[str, Asked], *, modern: bool) -> dict[str, float]:
    """Processor seconds a call of each server."""
    asked, spent = list(questions(CALLS)), dict.fromkeys(servers, 0.0)
    for start in range(0, CALLS, BATCH):
        for name, server in servers.items():
            before = server.cpu_s()
            server.ask_all(asked[start : start + BATCH], modern=modern)
            spent[name] += server.cpu_s() - before
    return {name: seconds / CALLS for name, seconds in spent.items()}
