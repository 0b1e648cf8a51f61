"""What an endpoint or a directory says when it fails is for the operator; who asks reads names alone."""

from pathlib import Path

import pytest
from endpoints import Endpoint, FakeTime, serving
from search_library import NOW, find, library, written

from okf_server.embed.endpoint import EndpointEmbedder
from okf_server.embed.openai import OpenAiDialect
from okf_server.embed.reranker import CrossEncoder
from okf_server.errors import ModelError
from okf_server.model.access import OPERATOR
from okf_server.model.answer import Filters
from okf_server.model.config import OpenAiEmbedder
from okf_server.search.find import search
from okf_server.search.rerank import Reranker

KEY = "sk-live/0123456789"
SHELF = (written("a", "Hotel.", title="A"), written("b", "Hotel two.", title="B"))


class Named(EndpointEmbedder):
    """An endpoint under the name of the model that made the index."""

    identity = "synonyms/1"


def failing(server: Endpoint, time: FakeTime) -> Named:
    config = OpenAiEmbedder(url=f"{server.url}/v1", model="small-3")
    return Named(OpenAiDialect(config, KEY), clock=time.clock)


@pytest.mark.parametrize(("status", "tries"), [(401, 1), (500, 4)])
def test_a_caller_reads_model_and_status_and_the_operator_all_but_the_key(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int, tries: int
) -> None:
    with serving() as server, failing(server, FakeTime()) as embedder:
        server.replies = [(status, {}, {"error": f"bad {KEY} of billing team"})]
        result = find(library(tmp_path, *SHELF), "hotel", embedder=lambda: embedder)
        address = server.url
    assert result.mode_reason == f"the model small-3 gave no embeddings: status {status}"
    assert len(server.asked) == tries
    assert "billing team" in caplog.text
    assert address in caplog.text
    assert KEY not in caplog.text


def test_a_key_is_cut_out_before_the_text_is_cut() -> None:
    with serving() as server, failing(server, FakeTime()) as embedder:
        server.replies = [(400, {}, b"x" * 195 + KEY.encode())]
        with pytest.raises(ModelError) as caught:
            embedder.passages(["hotel"])
    assert KEY[:4] not in str(caught.value)


def test_an_answer_that_repeats_the_key_as_a_number_is_redacted() -> None:
    with serving() as server, failing(server, FakeTime()) as embedder:
        server.replies = [(200, {}, {"data": [{"index": KEY, "embedding": [1.0]}]})]
        with pytest.raises(ModelError, match="no usable embeddings") as caught:
            embedder.passages(["hotel"])
    assert KEY not in str(caught.value)
    assert caught.value.shown == "the model small-3 gave no embeddings: its answer cannot be used"


def test_the_place_of_a_reranker_is_not_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "ranker").mkdir()
    result = search(
        library(tmp_path / "base", *SHELF, vectors=False),
        "hotel",
        principal=OPERATOR,
        filters=Filters(),
        limit=9,
        offset=0,
        embedder=None,
        now=NOW,
        reranker=Reranker(scores=CrossEncoder(tmp_path / "ranker"), limit_s=1, clock=lambda: 0.0),
    )
    assert "not reranked: ranker has no model.onnx" in result.mode_reason
    assert str(tmp_path) not in result.mode_reason
    assert str(tmp_path) in caplog.text
