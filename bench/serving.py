"""Measure the server: calls a second over HTTP and the time to `initialize`, each against a stub."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from mcp import Client

from corpus import questions, write_corpus
from measure import OKF, run

STUB = (sys.executable, str(Path(__file__).with_name("stub_server.py")))
CALLS = 200
STARTS = 7
DEADLINE_S = 30


def _base(scratch: Path) -> Path:
    write_corpus(scratch / "docs", documents=400, size=4_000)
    run([*OKF, "build", str(scratch / "docs"), "--base", str(scratch / "base"), "--no-embeddings"])
    return scratch / "base"


def measure_calls(scratch: Path) -> dict[str, float]:
    """Sequential calls a second of search_knowledge and of a tool that does nothing, over HTTP."""
    base = _base(scratch)
    ours_port, stub_port = _free_port(), _free_port()
    with (
        _server([*OKF, "serve", "--base", str(base), "--port", str(ours_port)], ours_port),
        _server([*STUB, "http", str(stub_port)], stub_port),
    ):
        stub = asyncio.run(_calls_a_second(stub_port, "nothing"))
        ours = asyncio.run(_calls_a_second(ours_port, "search_knowledge"))
    return {
        "search_calls_s": round(ours),
        "stub_calls_s": round(stub),
        "ratio": round(ours / stub, 2),
    }


async def _calls_a_second(port: int, tool: str) -> float:
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        await client.call_tool(tool, {"query": "warm up"})
        start = perf_counter()
        for question in questions(CALLS):
            await client.call_tool(tool, {"query": question})
        return CALLS / (perf_counter() - start)


def measure_startup(scratch: Path) -> dict[str, float]:
    """Milliseconds from process start to the answer to `initialize` over stdio; median of seven."""
    base = _base(scratch)
    ours_command = [*OKF, "serve", "--stdio", "--base", str(base)]
    pairs = [(_start_ms(ours_command), _start_ms([*STUB, "stdio"])) for _ in range(STARTS)]
    ours, stub = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    return {"initialize_ms": round(ours), "stub_ms": round(stub), "ratio": round(ours / stub, 2)}


def _start_ms(command: list[str]) -> float:
    parameters = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": parameters}
    start = perf_counter()
    with subprocess.Popen(  # noqa: S603 - our own
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        taken = 1000 * (perf_counter() - start)
        process.stdin.close()
    if "result" not in answer:
        raise RuntimeError(f"{command} did not answer initialize: {answer}")
    return taken


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _server(command: list[str], port: int) -> "Iterator[subprocess.Popen[bytes]]":
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own
    try:
        _wait_for(port, process)
        yield process
    finally:
        process.terminate()
        process.wait(timeout=DEADLINE_S)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = perf_counter() + DEADLINE_S
    while perf_counter() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except ConnectionRefusedError:
            continue
        return
    raise RuntimeError(f"nothing listens on port {port}")
