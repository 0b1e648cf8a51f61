"""A model that reads question and passage together orders the first hits again, within its time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from search_library import NOW, library, written
from tokenizers import Tokenizer, models, pre_tokenizers

from okf_server.embed.reranker import CrossEncoder
from okf_server.errors import ModelError
from okf_server.model.access import OPERATOR
from okf_server.model.answer import Filters, SearchResult
from okf_server.search.find import search
from okf_server.search.rerank import Reranker

WORDS = ("[UNK]", "hotel", "rooftop", "payroll")
SHELF = (
    written("a", "Hotel hotel hotel.", title="A"),
    written("b", "Hotel with many other words and a rooftop.", title="B"),
    written("c", "Hotel payroll of old.", title="C", status="deprecated"),
)


def model(directory: Path) -> Path:
    """A cross-encoder that sums a number for each word: `rooftop` is worth most."""
    directory.mkdir()
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(directory / "tokenizer.json"))
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["each"]),
        helper.make_node("ReduceSum", ["each"], ["logits"], keepdims=1),
    ]
    made = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 1])
    save(directory, nodes, made, np.array([0, 0, 5, 9], np.float32))
    return directory


def save(
    directory: Path, nodes: list[onnx.NodeProto], made: onnx.ValueInfoProto, table: np.ndarray
) -> None:
    """A graph that makes one output of `input_ids` and a table of a row for each word."""
    given = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["b", "t"])]
    weights = [numpy_helper.from_array(table, "table")]
    graph = helper.make_graph(nodes, "cross", given, [made], weights)
    opsets = [helper.make_opsetid("", 17)]
    onnx.save(
        helper.make_model(graph, opset_imports=opsets, ir_version=8), directory / "model.onnx"
    )


def asked(tmp_path: Path, reranker: Reranker | None) -> SearchResult:
    return search(
        library(tmp_path / "base", *SHELF, vectors=False),
        "hotel",
        principal=OPERATOR,
        filters=Filters(),
        limit=9,
        offset=0,
        embedder=None,
        now=NOW,
        reranker=reranker,
    )


def stopped() -> float:
    return 0.0


def test_the_model_orders_the_first_hits_but_keeps_the_outdated_below(tmp_path: Path) -> None:
    scores = CrossEncoder(model(tmp_path / "model"))
    result = asked(tmp_path, Reranker(scores=scores, limit_s=1, clock=stopped))
    assert [hit.concept.id for hit in result.hits] == ["b", "a", "c"]
    assert result.hits[0].factors[-1].why == "the reranker put it at 1, it was at 2"


def test_when_time_is_up_the_rest_follows_in_its_own_order(tmp_path: Path) -> None:
    ticks = count()
    asked_for: list[str] = []

    def scores(_question: str, passages: Sequence[str]) -> Iterator[float]:
        for passage in passages:
            asked_for.append(passage)
            yield float(len(asked_for))

    reranker = Reranker(scores=scores, limit_s=1, clock=lambda: float(next(ticks)))
    result = asked(tmp_path, reranker)
    assert len(asked_for) == 1
    assert [hit.concept.id for hit in result.hits] == [
        hit.concept.id for hit in asked(tmp_path / "again", None).hits
    ]


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_reranker_that_is_not_there_is_said_and_does_no_harm(
    tmp_path: Path, missing: str
) -> None:
    directory = model(tmp_path / "model")
    (directory / missing).unlink()
    reranker = Reranker(scores=CrossEncoder(directory), limit_s=1, clock=stopped)
    result = asked(tmp_path, reranker)
    assert f"has no {missing}" in result.mode_reason
    assert [replace(hit, factors=()) for hit in result.hits] == [
        replace(hit, factors=()) for hit in asked(tmp_path / "again", None).hits
    ]


@pytest.mark.parametrize(
    "table", [np.ones((4, 8), np.float32), np.full(4, np.nan, np.float32)], ids=["vectors", "nan"]
)
def test_a_model_that_gives_no_score_for_a_pair_reranks_nothing(
    tmp_path: Path, table: np.ndarray
) -> None:
    directory = model(tmp_path / "model")
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["each"])]
    if table.ndim == 1:
        nodes.append(helper.make_node("ReduceSum", ["each"], ["logits"], keepdims=1))
    name = "logits" if table.ndim == 1 else "each"
    save(directory, nodes, helper.make_tensor_value_info(name, TensorProto.FLOAT, None), table)
    reranker = Reranker(scores=CrossEncoder(directory), limit_s=1, clock=stopped)
    result = asked(tmp_path, reranker)
    assert result.mode_reason.endswith("not reranked: its output is no score")
    assert result.hits == asked(tmp_path / "again", None).hits


def test_a_file_that_is_no_tokenizer_is_a_model_error(tmp_path: Path) -> None:
    directory = model(tmp_path / "model")
    (directory / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match="is no tokenizer"):
        list(CrossEncoder(directory)("hotel", ["x"]))
