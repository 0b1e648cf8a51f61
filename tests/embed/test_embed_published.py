"""Endpoints that take only what their published interfaces take: what is no request of these is refused.

Gemini: models.batchEmbedContents of the Gemini API; OpenAI: create embeddings; Ollama: generate embeddings.
"""

import json
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import fsum, sqrt
from struct import pack
from typing import Any

import pytest

from okf_server.embed.endpoint import Dialect, EndpointEmbedder
from okf_server.embed.gemini import GeminiDialect
from okf_server.embed.ollama import OllamaDialect
from okf_server.embed.openai import OpenAiDialect
from okf_server.errors import ModelError
from okf_server.model.config import GeminiEmbedder, OllamaEmbedder, OpenAiEmbedder

WIDE = 8
"""Numbers of a whole vector of the models here."""

Kinds = Mapping[str, type | tuple[type, ...]]
Answer = Callable[[Mapping[str, Any]], Any]


class RefusedError(Exception):
    """The request is none of the interface."""


def _only(body: Mapping[str, Any], needed: Kinds, free: Kinds) -> None:
    unknown = body.keys() - needed.keys() - free.keys()
    missing = needed.keys() - body.keys()
    kinds = {**needed, **free}
    wrong = [name for name, value in body.items() if not isinstance(value, kinds.get(name, object))]
    if unknown or missing or wrong:
        raise RefusedError(f"unknown {unknown}, missing {missing}, wrong {wrong}")


def _texts(value: Any, most: int) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not texts or len(texts) > most or not all(isinstance(one, str) and one for one in texts):
        raise RefusedError("no list of texts")
    return list(texts)


def _vector(mark: str, size: int) -> list[float]:
    """Of length one as a whole, and shorter where it is cut: as models of nested vectors give them."""
    numbers = [((ord(mark[-1]) * (at + 3)) % 11) - 4.5 for at in range(WIDE)]
    length = sqrt(fsum(number * number for number in numbers))
    return [number / length for number in numbers][:size]


def gemini(body: Mapping[str, Any]) -> Any:
    _only(body, {"requests": list}, {})
    if len(body["requests"]) > 100:
        raise RefusedError("at most 100 requests in one batch")
    return {"embeddings": [{"values": _gemini_one(one)} for one in body["requests"]]}


def _gemini_one(one: Mapping[str, Any]) -> list[float]:
    free = {"taskType": str, "title": str, "outputDimensionality": int}
    _only(one, {"model": str, "content": dict}, free)
    _only(one["content"], {"parts": list}, {"role": str})
    for part in one["content"]["parts"]:
        _only(part, {"text": str}, {})
    if one["model"] != "models/gemini-embedding-001":
        raise RefusedError("the model must be that of the address")
    if one.get("taskType") not in {"RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"}:
        raise RefusedError("no task of retrieval")
    if "title" in one and one["taskType"] != "RETRIEVAL_DOCUMENT":
        raise RefusedError("only documents have titles")
    mark = "q" if one["taskType"] == "RETRIEVAL_QUERY" else "d"
    return _vector(mark, one.get("outputDimensionality", WIDE))


def openai(body: Mapping[str, Any]) -> Any:
    free = {"dimensions": int, "encoding_format": str, "user": str}
    _only(body, {"model": str, "input": (str, list)}, free)
    if body.get("encoding_format", "float") not in {"float", "base64"}:
        raise RefusedError("no such format")
    texts = _texts(body["input"], 2048)
    vectors = [_vector(text, body.get("dimensions", WIDE)) for text in texts]
    entries = [
        {"object": "embedding", "index": at, "embedding": vector}
        for at, vector in enumerate(vectors)
    ]
    return {"object": "list", "data": entries[::-1], "model": body["model"], "usage": {}}


def openai_in_base64(body: Mapping[str, Any]) -> Any:
    """As some compatible endpoints answer, whatever format they are asked for."""
    answer = openai(body)
    for entry in answer["data"]:
        entry["embedding"] = b64encode(
            pack(f"<{len(entry['embedding'])}f", *entry["embedding"])
        ).decode()
    return answer


def ollama(body: Mapping[str, Any]) -> Any:
    free = {"truncate": bool, "options": dict, "keep_alive": str, "dimensions": int}
    _only(body, {"model": str, "input": (str, list)}, free)
    texts = _texts(body["input"], 10_000)
    return {
        "model": body["model"],
        "embeddings": [_vector(t, body.get("dimensions", WIDE)) for t in texts],
    }


ROUTES: dict[str, tuple[Answer, Mapping[str, str]]] = {
    "/v1beta/models/gemini-embedding-001:batchEmbedContents": (
        gemini,
        {"x-goog-api-key": "secret"},
    ),
    "/v1/embeddings": (openai, {"authorization": "Bearer secret"}),
    "/base64/v1/embeddings": (openai_in_base64, {"authorization": "Bearer secret"}),
    "/api/embed": (ollama, {}),
}


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, answer = self._answer(body)
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _answer(self, body: Mapping[str, Any]) -> tuple[int, Any]:
        route = ROUTES.get(self.path)
        if route is None:
            return 404, {"error": {"message": f"no {self.path}"}}
        answer, headers = route
        if any(self.headers.get(name) != value for name, value in headers.items()):
            return 401, {"error": {"message": "no key"}}
        if self.headers.get("Content-Type") != "application/json":
            return 400, {"error": {"message": "no JSON"}}
        try:
            return 200, answer(body)
        except RefusedError as error:
            return 400, {"error": {"message": str(error)}}

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def dialects(address: str, size: int | None) -> dict[str, Dialect]:
    return {
        "gemini": GeminiDialect(GeminiEmbedder(url=f"{address}/v1beta", dimensions=size), "secret"),
        "openai": OpenAiDialect(
            OpenAiEmbedder(url=f"{address}/v1", model="m", dimensions=size), "secret"
        ),
        "base64": OpenAiDialect(
            OpenAiEmbedder(url=f"{address}/base64/v1", model="m", dimensions=size), "secret"
        ),
        "ollama": OllamaDialect(OllamaEmbedder(url=address, model="m", dimensions=size)),
    }


def unit(numbers: list[float]) -> list[float]:
    length = sqrt(fsum(number * number for number in numbers))
    return [number / length for number in numbers]


@pytest.mark.parametrize("name", ["gemini", "openai", "base64", "ollama"])
@pytest.mark.parametrize("size", [None, 3])
def test_requests_are_those_of_the_interface_and_vectors_have_length_one(
    address: str, name: str, size: int | None
) -> None:
    asking, answering = ("q", "d") if name == "gemini" else ("a", "b")
    with EndpointEmbedder(dialects(address, size)[name]) as embedder:
        assert embedder.dimension == (size or WIDE)
        query, (passage,) = embedder.query("a"), embedder.passages(["b"])
        many = embedder.passages(["a", "b"] * 70)
    assert list(query) == pytest.approx(unit(_vector(asking, size or WIDE)), abs=1e-6)
    assert list(passage) == pytest.approx(unit(_vector(answering, size or WIDE)), abs=1e-6)
    assert len(many) == 140
    assert many[1::2] == [passage] * 70


def test_gemini_is_asked_otherwise_for_a_question_than_for_a_passage(address: str) -> None:
    with EndpointEmbedder(dialects(address, None)["gemini"]) as embedder:
        assert embedder.query("same") != embedder.passages(["same"])[0]
        assert embedder.queries(["same", "same"]) == [embedder.query("same")] * 2


@pytest.mark.parametrize("name", ["openai", "base64", "ollama"])
def test_texts_keep_their_order_whatever_order_the_answer_has(address: str, name: str) -> None:
    with EndpointEmbedder(dialects(address, None)[name]) as embedder:
        assert embedder.passages(["a", "b", "c"]) == [embedder.query(text) for text in "abc"]


@pytest.mark.parametrize("name", ["gemini", "openai", "ollama"])
def test_texts_that_are_empty_or_no_text_are_asked_for_as_the_interface_takes_them(
    address: str, name: str
) -> None:
    with EndpointEmbedder(dialects(address, None)[name]) as embedder:
        assert len(embedder.passages(["", " ", "\0", "\ud800"])) == 4


@pytest.mark.parametrize("wrong", ["%%%", "AAAAA", "AAA="])
def test_what_is_no_base64_of_numbers_is_unusable(wrong: str) -> None:
    dialect = OpenAiDialect(OpenAiEmbedder(url="http://127.0.0.1", model="m"))
    with pytest.raises(ValueError, match=r"64|buffer|padding|numbers"):
        dialect.embeddings({"data": [{"index": 0, "embedding": wrong}]})


def test_the_endpoints_here_refuse_what_is_none_of_their_requests(address: str) -> None:
    wrong = GeminiDialect(GeminiEmbedder(url=f"{address}/v1beta", model="other"), "secret")
    keyless = OpenAiDialect(OpenAiEmbedder(url=f"{address}/v1", model="m"))
    for dialect in (wrong, keyless):
        with EndpointEmbedder(dialect) as embedder, pytest.raises(ModelError):
            embedder.query("a")
    with pytest.raises(RefusedError):
        gemini({"requests": [{"model": "models/gemini-embedding-001", "content": {"parts": []}}]})
    with pytest.raises(RefusedError):
        openai({"model": "m", "input": ["a", ""]})
