"""Embeddings endpoints: what they are asked, and that they fail in every way that endpoints fail."""

import socket
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from endpoints import Endpoint, FakeTime, serving

from okf_server.embed.endpoint import Dialect, EndpointEmbedder
from okf_server.embed.gemini import GeminiDialect
from okf_server.embed.http import Clock
from okf_server.embed.ollama import OllamaDialect
from okf_server.embed.openai import OpenAiDialect
from okf_server.errors import ModelError
from okf_server.model.config import GeminiEmbedder, OllamaEmbedder, OpenAiEmbedder

GOOD = {"data": [{"index": 0, "embedding": [3.0, 4.0]}]}


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with serving() as server:
        server.replies = [(200, {}, GOOD)]
        yield server


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


def openai(
    endpoint: Endpoint, time: FakeTime, key: str | None = None, **config: Any
) -> EndpointEmbedder:
    dialect = OpenAiDialect(OpenAiEmbedder(url=f"{endpoint.url}/v1", model="m", **config), key)
    return EndpointEmbedder(dialect, clock=time.clock)


def test_vectors_are_brought_to_length_one(endpoint: Endpoint, time: FakeTime) -> None:
    with openai(endpoint, time) as embedder:
        assert list(embedder.query("hotel")) == pytest.approx([0.6, 0.8])
        assert embedder.dimension == 2


def test_openai_is_asked_by_model_dimensions_prefix_and_key(
    endpoint: Endpoint, time: FakeTime
) -> None:
    with openai(endpoint, time, "secret", dimensions=2, query_prefix="q: ") as embedder:
        embedder.query("hotel")
    (asked,) = endpoint.asked
    assert asked.path == "/v1/embeddings"
    assert asked.headers["authorization"] == "Bearer secret"
    expected = {"model": "m", "input": ["q: hotel"], "dimensions": 2, "encoding_format": "float"}
    assert asked.body == expected


def test_ollama_is_asked_for_whole_texts_and_without_a_key(
    endpoint: Endpoint, time: FakeTime
) -> None:
    endpoint.replies = [(200, {}, {"embeddings": [[3.0, 4.0], [4.0, 3.0]]})]
    config = OllamaEmbedder(url=endpoint.url + "/", model="m", passage_prefix="p: ", dimensions=2)
    with EndpointEmbedder(OllamaDialect(config), clock=time.clock) as embedder:
        first, second = embedder.passages(["one", "two"])
    assert [*first, *second] == pytest.approx([0.6, 0.8, 0.8, 0.6])
    (asked,) = endpoint.asked
    assert asked.path == "/api/embed"
    assert "authorization" not in asked.headers
    expected = {"model": "m", "input": ["p: one", "p: two"], "truncate": True, "dimensions": 2}
    assert asked.body == expected


def test_gemini_is_told_whether_a_text_asks_or_answers(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = [(200, {}, {"embeddings": [{"values": [0.3, 0.4]}]})]
    config = GeminiEmbedder(url=f"{endpoint.url}/v1beta", model="m", dimensions=2)
    with EndpointEmbedder(GeminiDialect(config, "secret"), clock=time.clock) as embedder:
        assert list(embedder.query("hotel")) == pytest.approx([0.6, 0.8])
        embedder.passages(["hotel"])
    question, passage = endpoint.asked
    assert question.path == passage.path == "/v1beta/models/m:batchEmbedContents"
    assert question.headers["x-goog-api-key"] == "secret"
    common = {"model": "models/m", "outputDimensionality": 2}
    content = {"content": {"parts": [{"text": "hotel"}]}}
    asking, answering = {"taskType": "RETRIEVAL_QUERY"}, {"taskType": "RETRIEVAL_DOCUMENT"}
    assert question.body == {"requests": [{**common, **asking, **content}]}
    assert passage.body == {"requests": [{**common, **answering, **content}]}


def test_many_texts_are_asked_for_in_parts(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = []
    with openai(endpoint, time) as embedder:
        vectors = embedder.passages([str(number) for number in range(70)])
    assert len({tuple(vector) for vector in vectors}) == 70
    assert [len(asked.body["input"]) for asked in endpoint.asked] == [32, 32, 6]


def test_passing_failures_are_tried_again_after_as_long_as_asked(
    endpoint: Endpoint, time: FakeTime
) -> None:
    endpoint.replies = [
        (429, {"Retry-After": "7"}, {}),
        (503, {"Retry-After": "soon"}, {}),
        (200, {}, GOOD),
    ]
    with openai(endpoint, time) as embedder:
        embedder.passages(["hotel"])
    assert time.waits == [7.0, 1.0]


def test_no_wait_is_longer_than_half_a_minute(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = [
        (429, {"Retry-After": "86400"}, {}),
        (429, {"Retry-After": "nan"}, {}),
        (200, {}, GOOD),
    ]
    with openai(endpoint, time) as embedder:
        embedder.passages(["hotel"])
    assert time.waits == [30.0, 1.0]


def test_a_question_is_not_kept_waiting_as_long_as_passages(
    endpoint: Endpoint, time: FakeTime
) -> None:
    endpoint.replies = [(429, {"Retry-After": "20"}, {"error": "slow down"})]
    with openai(endpoint, time) as embedder:
        with pytest.raises(ModelError, match=r"failed once.*slow down"):
            embedder.query("hotel")
        assert time.waits == []
        with pytest.raises(ModelError, match="failed 4 times"):
            embedder.passages(["hotel"])
    assert time.waits == [20.0, 20.0, 20.0]


def test_an_endpoint_that_keeps_failing_is_given_up(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = [(500, {}, {"error": "overloaded"})]
    with (
        openai(endpoint, time) as embedder,
        pytest.raises(ModelError, match=r"failed 4 times.*overloaded"),
    ):
        embedder.query("hotel")
    assert len(endpoint.asked) == 4


def test_after_a_question_failed_others_are_not_kept_waiting_for_a_minute(
    endpoint: Endpoint, time: FakeTime
) -> None:
    endpoint.replies = [(500, {}, {"error": "overloaded"})]
    with openai(endpoint, time) as embedder:
        with pytest.raises(ModelError, match="failed 4 times"):
            embedder.query("hotel")
        waited = list(time.waits)
        for _ in range(3):
            with pytest.raises(ModelError, match=r"a moment ago, and is asked again in 60 seconds"):
                embedder.query("hotel")
        assert (len(endpoint.asked), time.waits) == (4, waited)
        time.waits.append(60.0)
        with pytest.raises(ModelError, match="failed 4 times"):
            embedder.query("hotel")
        assert len(endpoint.asked) == 8
        time.waits.append(61.0)
        endpoint.replies = [(200, {}, GOOD)]
        assert len(embedder.query("hotel")) == len(embedder.query("hotel")) == 2


def test_only_one_of_those_who_wait_tries_again(time: FakeTime) -> None:
    with serving() as endpoint:
        endpoint.replies = [(500, {}, {})]
        with openai(endpoint, time) as embedder:
            with pytest.raises(ModelError):
                embedder.query("hotel")
            time.waits.append(60.0)
            told = []
            endpoint.on_request = lambda: told.append(refusal_of(embedder))
            with pytest.raises(ModelError, match="failed 4 times"):
                embedder.query("hotel")
    assert told
    assert all("a moment ago" in one for one in told)


def refusal_of(embedder: EndpointEmbedder) -> str:
    """What somebody else is told who asks now."""
    with pytest.raises(ModelError) as caught:
        embedder.query("other")
    return str(caught.value)


def test_passages_are_asked_for_whatever_questions_met(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = [(500, {}, {})]
    with openai(endpoint, time) as embedder:
        with pytest.raises(ModelError):
            embedder.query("hotel")
        endpoint.replies = [(200, {}, GOOD)]
        assert len(embedder.passages(["hotel"])) == 1
        assert len(embedder.query("hotel")) == 2


def test_a_refusal_keeps_nobody_from_asking_again(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = [(401, {}, {}), (200, {}, GOOD)]
    with openai(endpoint, time) as embedder:
        with pytest.raises(ModelError, match="Check the key"):
            embedder.query("hotel")
        assert len(embedder.query("hotel")) == 2


def test_an_answer_that_comes_byte_by_byte_is_given_up(endpoint: Endpoint) -> None:
    endpoint.replies = [(200, {}, b" " * 100)]
    numbers = count(step=10)
    dialect = OpenAiDialect(OpenAiEmbedder(url=f"{endpoint.url}/v1", model="m"))
    clock = Clock(now=lambda: float(next(numbers)), wait=lambda _: None)
    with (
        EndpointEmbedder(dialect, clock=clock) as embedder,
        pytest.raises(ModelError, match="failed once, last with ReadTimeout"),
    ):
        embedder.query("hotel")


@pytest.mark.parametrize("name", ["openai", "gemini"])
def test_a_wrong_key_is_told_at_once_and_never_shown(
    endpoint: Endpoint, time: FakeTime, name: str
) -> None:
    endpoint.replies = [(401, {}, {"error": "invalid"})]
    dialects: dict[str, Dialect] = {
        "openai": OpenAiDialect(OpenAiEmbedder(url=endpoint.url, model="m"), "secret"),
        "gemini": GeminiDialect(GeminiEmbedder(url=endpoint.url, model="m"), "secret"),
    }
    with (
        EndpointEmbedder(dialects[name], clock=time.clock) as embedder,
        pytest.raises(ModelError, match="Check the key") as caught,
    ):
        embedder.query("hotel")
    assert "secret" not in str(caught.value) + embedder.identity
    assert len(endpoint.asked) == 1


def test_a_wrong_address_is_told(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = [(404, {}, b"<html>")]
    with (
        openai(endpoint, time) as embedder,
        pytest.raises(ModelError, match=r"Check search\.embedder\.url and model"),
    ):
        embedder.query("hotel")


def test_a_redirection_is_not_followed(endpoint: Endpoint, time: FakeTime) -> None:
    endpoint.replies = [(307, {"Location": f"{endpoint.url}/elsewhere"}, b"")]
    with openai(endpoint, time, "secret") as embedder, pytest.raises(ModelError, match="307"):
        embedder.query("hotel")
    assert [asked.path for asked in endpoint.asked] == ["/v1/embeddings"]


def test_nobody_at_the_address_is_a_model_error(time: FakeTime) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://user:secret@127.0.0.1:{free.getsockname()[1]}"
        dialect = OpenAiDialect(OpenAiEmbedder(url=url, model="m"))
        with EndpointEmbedder(dialect, clock=time.clock) as embedder:
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
def test_an_unusable_answer_is_a_model_error(
    endpoint: Endpoint, time: FakeTime, body: object
) -> None:
    endpoint.replies = [(200, {}, body)]
    with (
        openai(endpoint, time, dimensions=2) as embedder,
        pytest.raises(ModelError, match="no usable embeddings"),
    ):
        embedder.query("hotel")


@pytest.mark.parametrize("body", [{}, {"embeddings": 1}, {"embeddings": [[]]}, {"embeddings": []}])
def test_an_unusable_answer_of_the_others_is_a_model_error(
    endpoint: Endpoint, time: FakeTime, body: object
) -> None:
    endpoint.replies = [(200, {}, body)]
    dialects: list[Dialect] = [
        OllamaDialect(OllamaEmbedder(url=endpoint.url, model="m")),
        GeminiDialect(GeminiEmbedder(url=endpoint.url, model="m"), "key"),
    ]
    for dialect in dialects:
        with (
            EndpointEmbedder(dialect, clock=time.clock) as embedder,
            pytest.raises(ModelError, match="no usable embeddings"),
        ):
            embedder.query("hotel")


def test_vectors_of_another_configuration_have_another_identity() -> None:
    dialects: list[Dialect] = [
        OpenAiDialect(OpenAiEmbedder(url="http://a/v1", model="m")),
        OpenAiDialect(OpenAiEmbedder(url="http://b/v1", model="m")),
        OpenAiDialect(OpenAiEmbedder(url="http://a/v1", model="n")),
        OpenAiDialect(OpenAiEmbedder(url="http://a/v1", model="m", dimensions=2)),
        OpenAiDialect(OpenAiEmbedder(url="http://a/v1", model="m", query_prefix="q: ")),
        OpenAiDialect(OpenAiEmbedder(url="http://a/v1", model="m", passage_prefix="q: ")),
        OllamaDialect(OllamaEmbedder(url="http://a", model="m")),
        OllamaDialect(OllamaEmbedder(url="http://a", model="m", dimensions=2)),
        GeminiDialect(GeminiEmbedder(url="http://a", model="m"), "key"),
        GeminiDialect(GeminiEmbedder(url="http://a", model="m", dimensions=2), "key"),
    ]
    identities = set()
    for dialect in dialects:
        with EndpointEmbedder(dialect) as embedder:
            identities.add(embedder.identity)
    assert len(identities) == len(dialects)
