"""Measure what does not show in one call: many calls, broken ones among them, many clients, many publishes."""

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import uvicorn

from corpus import questions
from measure import OKF, memory_mb
from okf_server.app import Bases
from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.ingest.report import BuildOptions
from okf_server.serve.http import build_app, configure, listen
from okf_server.serve.start import service_of
from overhead import Asked, message_of
from serving import _base, _free_port, _server

CALLS = 10_000
BROKEN_EVERY = 10
WARM = 1_000
CLIENTS = 32
CALLS_EACH = 100
PUBLISHES = 1_000
READERS = 8
DOCUMENTS = ("a", "b", "c")


def measure_soak(scratch: Path) -> dict[str, object]:
    """10,000 calls of which one in ten is broken off; 32 clients at a time; 1,000 publishes under 8 readers."""
    base = _base(scratch)
    return {
        "broken": measure_broken(base),
        "parallel": measure_parallel(base),
        "publishing": measure_publishing(scratch / "published"),
    }


class Loop:
    """A server in a thread of this process, whose tasks can be counted."""

    def __init__(self, server: uvicorn.Server, listener: socket.socket) -> None:
        self._server = server
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(listener,))
        self._thread.start()

    def _run(self, listener: socket.socket) -> None:
        self._loop.run_until_complete(self._server.serve(sockets=[listener]))
        self._loop.close()

    def tasks(self) -> int:
        """How many tasks there are now."""

        async def count() -> int:
            return len(asyncio.all_tasks()) - 1

        return asyncio.run_coroutine_threadsafe(count(), self._loop).result(30)

    def end(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join()


@contextmanager
def _in_this_process(base: Path) -> Iterator[tuple[Loop, int]]:
    with (
        service_of(lambda: Bases(str(base))) as service,
        listen("127.0.0.1", 0) as listener,
    ):
        loop = Loop(uvicorn.Server(configure(build_app(service))), listener)
        try:
            yield loop, listener.getsockname()[1]
        finally:
            loop.end()


def measure_broken(base: Path) -> dict[str, float]:
    """Memory and tasks before and after; a tenth of the calls is broken off, half of each era."""
    with _in_this_process(base) as (loop, port):
        asked = Asked(None, port)
        _ask_and_break(asked, port, WARM)
        before = memory_mb(), loop.tasks()
        _ask_and_break(asked, port, CALLS)
        after = memory_mb(), loop.tasks()
    return {
        "calls": CALLS,
        "broken": CALLS // BROKEN_EVERY,
        "memory_mb_before": round(before[0], 1),
        "memory_mb_after": round(after[0], 1),
        "tasks_before": before[1],
        "tasks_after": after[1],
    }


def _ask_and_break(asked: Asked, port: int, calls: int) -> None:
    for number, question in enumerate(questions(calls)):
        modern = bool(number // 2 % 2)
        if number % BROKEN_EVERY:
            asked.ask(question, modern=modern)
        else:
            _break_off(port, question, modern=modern)
    asked.rest()


def _break_off(port: int, question: str, *, modern: bool) -> None:
    """Send a call, and go away."""
    body, headers = message_of(question, modern=modern)
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/mcp", body, headers)
    connection.close()


def measure_parallel(base: Path) -> dict[str, float]:
    """32 clients, each asking a hundred times: milliseconds of an answer, and errors."""
    port = _free_port()
    command = [*OKF, "serve", "--base", str(base), "--port", str(port), "--workers", "2"]
    asked = list(questions(CLIENTS * CALLS_EACH))
    parts = [asked[start::CLIENTS] for start in range(CLIENTS)]
    with _server(command, port) as process, ThreadPoolExecutor(CLIENTS) as clients:
        timed = clients.map(lambda part: _times(Asked(process, port), part), parts)
        times = sorted(time for one in timed for time in one)
    answered = [time for time in times if time >= 0]
    return {
        "calls": len(times),
        "errors": len(times) - len(answered),
        "p50_ms": round(1000 * answered[len(answered) // 2], 1),
        "p99_ms": round(1000 * answered[len(answered) * 99 // 100], 1),
    }


def _times(client: Asked, part: list[str]) -> list[float]:
    """Seconds of each answer; -1 for one that failed."""
    times = []
    for number, question in enumerate(part):
        start = perf_counter()
        try:
            client.ask(question, modern=bool(number % 2))
        except (RuntimeError, OSError, http.client.HTTPException):
            times.append(-1.0)
        else:
            times.append(perf_counter() - start)
    return times


def measure_publishing(base: Path) -> dict[str, int]:
    """Editions in which every document says the same word; an answer with two words is mixed."""
    (base / "docs").mkdir(parents=True)
    (base / "okf.yaml").write_text("name: base\nsources: [{kind: folder, path: docs}]\n")
    _publish(base, 0)
    port, ended = _free_port(), threading.Event()
    command = [*OKF, "serve", "--base", str(base), "--port", str(port)]
    with _server(command, port) as process, ThreadPoolExecutor(READERS) as readers:
        reading = [readers.submit(_read, Asked(process, port), ended) for _ in range(READERS)]
        try:
            for edition in range(1, PUBLISHES + 1):
                _publish(base, edition)
        finally:
            ended.set()
        seen = [edition for future in reading for edition in future.result()]
    return {
        "publishes": PUBLISHES,
        "readers": READERS,
        "answers": len(seen),
        "editions_seen": len(set(seen) - {"mixed", "error"}),
        "mixed": seen.count("mixed"),
        "errors": seen.count("error"),
    }


def _publish(base: Path, edition: int) -> None:
    for name in DOCUMENTS:
        text = f"# Lamps {name}\n\nThe word is edition{edition}.\n"
        (base / "docs" / f"{name}.md").write_text(text)
    build_base(Knowledge(base), BuildOptions(embeddings=False))


def _read(client: Asked, ended: threading.Event) -> list[str]:
    """The edition of each answer, `mixed` or `error`."""
    seen = []
    while not ended.is_set():
        try:
            answer = json.loads(client.ask("which word is it", modern=True))["result"]
            hits = answer["structuredContent"]["results"]
        except (RuntimeError, OSError, http.client.HTTPException, KeyError):
            seen.append("error")
            continue
        words = {hit["excerpt"].rpartition(" ")[2] for hit in hits}
        whole = len(words) == 1 and len(hits) == len(DOCUMENTS)
        seen.append(words.pop() if whole else "mixed")
    return seen
