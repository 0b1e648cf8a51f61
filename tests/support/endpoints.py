"""A server on loopback that speaks the protocols of embeddings endpoints."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from okf_server.embed.http import Clock

Reply = tuple[int, dict[str, str], Any]


@dataclass
class Asked:
    """What a request asked."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class FakeTime:
    """Passes only when somebody waits."""

    waits: list[float] = field(default_factory=list)

    @property
    def clock(self) -> Clock:
        return Clock(now=lambda: sum(self.waits), wait=self.waits.append)


class Endpoint(ThreadingHTTPServer):
    """Gives the replies in turn, then the last for ever; without replies it embeds texts by their hashes."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: list[Reply] = []
        self.asked: list[Asked] = []
        self.on_request: Callable[[], object] = lambda: None
        self.url = f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Endpoint)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        server.asked.append(Asked(self.path, headers, body))
        server.on_request()
        status, sent, answer = self._reply(server, body)
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in sent.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _reply(self, server: Endpoint, body: dict[str, Any]) -> Reply:
        if server.replies:
            return server.replies.pop(0) if len(server.replies) > 1 else server.replies[0]
        answers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "/v1/embeddings": _openai,
            "/api/embed": _ollama,
            "/v1beta/models/m:batchEmbedContents": _gemini,
        }
        return 200, {}, answers[self.path](body)

    def log_message(self, *_args: object) -> None:
        pass


def _numbers(text: str) -> list[float]:
    return [byte - 128.0 for byte in sha256(text.encode()).digest()]


def _openai(body: dict[str, Any]) -> Any:
    """In reverse order: the entries say themselves which text they belong to."""
    entries = [{"index": at, "embedding": _numbers(text)} for at, text in enumerate(body["input"])]
    return {"data": entries[::-1]}


def _ollama(body: dict[str, Any]) -> Any:
    return {"embeddings": [_numbers(text) for text in body["input"]]}


def _gemini(body: dict[str, Any]) -> Any:
    texts = (f"{one['taskType']}: {one['content']['parts'][0]['text']}" for one in body["requests"])
    return {"embeddings": [{"values": _numbers(text)} for text in texts]}


@contextmanager
def serving() -> Iterator[Endpoint]:
    """A server that listens until the end of the block."""
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
