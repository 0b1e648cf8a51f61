"""An embeddings endpoint that fails in every way that endpoints fail."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from okf_server.embed.openai import OpenAiCompatibleEmbedder
from okf_server.errors import ModelError
from okf_server.model.config import OpenAiEmbedder

GOOD = {"data": [{"index": 0, "embedding": [3.0, 4.0]}]}
Reply = tuple[int, dict[str, str], Any]


class Endpoint(ThreadingHTTPServer):
    """Gives the replies in turn, the last one for ever, and keeps the requests."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: list[Reply] = [(200, {}, GOOD)]
        self.requests: list[tuple[str, dict[str, Any], str | None]] = []
        self.waits: list[float] = []

    def embedder(self, api_key: str | None = None, **config: Any) -> OpenAiCompatibleEmbedder:
        url = f"http://127.0.0.1:{self.server_port}/v1"
        endpoint = OpenAiEmbedder(url=url, model="m", **config)
        return OpenAiCompatibleEmbedder(endpoint, api_key=api_key, pause=self.waits.append)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Endpoint)
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.requests.append((self.path, request, self.headers["Authorization"]))
        replies = server.replies
        status, headers, body = replies.pop(0) if len(replies) > 1 else replies[0]
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_vectors_are_brought_to_length_one(endpoint: Endpoint) -> None:
    with endpoint.embedder() as embedder:
        assert list(embedder.query("hotel")) == pytest.approx([0.6, 0.8])
        assert embedder.dimension == 2


def test_the_request_names_model_dimensions_prefix_and_key(endpoint: Endpoint) -> None:
    with endpoint.embedder("secret", dimensions=2, query_prefix="q: ") as embedder:
        embedder.query("hotel")
    expected = {"model": "m", "input": ["q: hotel"], "dimensions": 2, "encoding_format": "float"}
    assert endpoint.requests == [("/v1/embeddings", expected, "Bearer secret")]


def test_passing_failures_are_tried_again_after_as_long_as_asked(endpoint: Endpoint) -> None:
    endpoint.replies = [
        (429, {"Retry-After": "7"}, {}),
        (503, {"Retry-After": "soon"}, {}),
        (200, {}, GOOD),
    ]
    with endpoint.embedder() as embedder:
        embedder.query("hotel")
    assert endpoint.waits == [7.0, 1.0]


def test_no_wait_is_longer_than_half_a_minute(endpoint: Endpoint) -> None:
    endpoint.replies = [
        (429, {"Retry-After": "86400"}, {}),
        (429, {"Retry-After": "nan"}, {}),
        (200, {}, GOOD),
    ]
    with endpoint.embedder() as embedder:
        embedder.query("hotel")
    assert endpoint.waits == [30.0, 1.0]


def test_an_endpoint_that_keeps_failing_is_given_up(endpoint: Endpoint) -> None:
    endpoint.replies = [(500, {}, {"error": "overloaded"})]
    with (
        endpoint.embedder() as embedder,
        pytest.raises(ModelError, match=r"failed 4 times.*overloaded"),
    ):
        embedder.query("hotel")
    assert len(endpoint.requests) == 4


def test_a_wrong_key_is_told_at_once_and_never_shown(endpoint: Endpoint) -> None:
    endpoint.replies = [(401, {}, {"error": "invalid"})]
    with (
        endpoint.embedder("secret") as embedder,
        pytest.raises(ModelError, match="Check the key") as caught,
    ):
        embedder.query("hotel")
    assert "secret" not in str(caught.value)
    assert len(endpoint.requests) == 1


def test_a_wrong_address_is_told(endpoint: Endpoint) -> None:
    endpoint.replies = [(404, {}, b"<html>")]
    with endpoint.embedder() as embedder, pytest.raises(ModelError, match="usually ends with /v1"):
        embedder.query("hotel")


def test_nobody_at_the_address_is_a_model_error() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://user:secret@127.0.0.1:{free.getsockname()[1]}"
        waits: list[float] = []
        config = OpenAiEmbedder(url=url, model="m")
        with OpenAiCompatibleEmbedder(config, pause=waits.append) as embedder:
            with pytest.raises(ModelError, match="failed 4 times") as caught:
                embedder.query("hotel")
            assert "secret" not in str(caught.value) + embedder.identity


@pytest.mark.parametrize(
    "body",
    [
        b"no JSON",
        [],
        None,
        {"data": []},
        {"data": [{"index": 0}]},
        {"data": [{"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [0.0, 0.0]}]},
        {"data": [{"index": 0, "embedding": ["a"]}]},
        {"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0]}]},
        b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}',
    ],
)
def test_an_unusable_answer_is_a_model_error(endpoint: Endpoint, body: object) -> None:
    endpoint.replies = [(200, {}, body)]
    with (
        endpoint.embedder(dimensions=2) as embedder,
        pytest.raises(ModelError, match="no usable embeddings"),
    ):
        embedder.query("hotel")


def test_vectors_of_another_configuration_have_another_identity() -> None:
    configs = [
        OpenAiEmbedder(url="http://a/v1", model="m"),
        OpenAiEmbedder(url="http://b/v1", model="m"),
        OpenAiEmbedder(url="http://a/v1", model="n"),
        OpenAiEmbedder(url="http://a/v1", model="m", dimensions=2),
        OpenAiEmbedder(url="http://a/v1", model="m", query_prefix="q: "),
        OpenAiEmbedder(url="http://a/v1", model="m", passage_prefix="q: "),
    ]
    identities = set()
    for config in configs:
        with OpenAiCompatibleEmbedder(config) as embedder:
            identities.add(embedder.identity)
    assert len(identities) == len(configs)
