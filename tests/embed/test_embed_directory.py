"""An encoder that the operator supplies."""

import math
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("onnxruntime", reason="the semantic extra is not installed")
onnx = pytest.importorskip("onnx", reason="the semantic extra is not installed")

from model_directory import SIZE, WORDS, word_vectors, write_graph, write_model  # noqa: E402

from okf_server.embed.directory import DirectoryEmbedder  # noqa: E402
from okf_server.errors import ModelError  # noqa: E402
from okf_server.model.config import OnnxEmbedder, Pooling  # noqa: E402


def embedder(directory: Path, **config: Any) -> DirectoryEmbedder:
    return DirectoryEmbedder(OnnxEmbedder(path=str(directory), **config))


def unit(*words: str) -> list[float]:
    """The direction of the mean of some words' vectors."""
    table = word_vectors()
    total = sum(table[WORDS.index(word)] for word in words)
    length = math.sqrt(float((total * total).sum()))
    return [float(number) / length for number in total]


def test_the_mean_of_all_tokens_is_the_vector(tmp_path: Path) -> None:
    (vector,) = embedder(write_model(tmp_path)).passages(["hotel limit"])
    assert list(vector) == pytest.approx(unit("[CLS]", "hotel", "limit", "[SEP]"), abs=1e-6)


def test_or_the_first_token_is(tmp_path: Path) -> None:
    vector = embedder(write_model(tmp_path), pooling=Pooling.CLS).query("hotel limit")
    assert list(vector) == pytest.approx(unit("[CLS]"), abs=1e-6)


def test_a_graph_that_pools_itself_is_taken_at_its_word(tmp_path: Path) -> None:
    vector = embedder(write_model(tmp_path, pooled=True), pooling=Pooling.CLS).query("hotel")
    assert list(vector) == pytest.approx(unit("[CLS]", "hotel", "[SEP]"), abs=1e-6)


def test_prefixes_stand_before_questions_and_passages(tmp_path: Path) -> None:
    model = embedder(write_model(tmp_path), query_prefix="query: ", passage_prefix="passage: ")
    asked, said = ("[CLS]", "query:", "hotel", "[SEP]"), ("[CLS]", "passage:", "hotel", "[SEP]")
    assert list(model.query("hotel")) == pytest.approx(unit(*asked), abs=1e-6)
    assert list(model.passages(["hotel"])[0]) == pytest.approx(unit(*said), abs=1e-6)


def test_a_text_longer_than_the_model_reads_is_read_in_windows(tmp_path: Path) -> None:
    model = embedder(write_model(tmp_path), max_tokens=8)
    words = ["hotel"] * 6 + ["payroll"] * 3
    first = [value / 8 * 6 for value in _sum("[CLS]", *words[:6], "[SEP]")]
    second = [value / 5 * 3 for value in _sum("[CLS]", *words[6:], "[SEP]")]
    total = [one + two for one, two in zip(first, second, strict=True)]
    length = math.sqrt(sum(number * number for number in total))
    expected = [number / length for number in total]
    assert list(model.query(" ".join(words))) == pytest.approx(expected, abs=1e-5)


def _sum(*words: str) -> list[float]:
    table = word_vectors()
    return [float(number) for number in sum(table[WORDS.index(word)] for word in words)]


@pytest.mark.parametrize(
    ("inputs", "kind"),
    [
        (("input_ids",), onnx.TensorProto.INT64),
        (("input_ids", "attention_mask", "token_type_ids"), onnx.TensorProto.INT64),
        (("input_ids", "position_ids"), onnx.TensorProto.INT32),
    ],
)
def test_encoders_may_take_what_encoders_take(
    tmp_path: Path, inputs: tuple[str, ...], kind: int
) -> None:
    model = embedder(write_model(tmp_path, inputs=inputs, kind=kind))
    assert model.dimension == SIZE


def test_the_graph_may_lie_in_its_own_folder(tmp_path: Path) -> None:
    write_model(tmp_path)
    (tmp_path / "onnx").mkdir()
    (tmp_path / "model.onnx").rename(tmp_path / "onnx" / "model.onnx")
    assert len(embedder(tmp_path).query("hotel")) == SIZE


def test_the_identity_follows_the_content_and_not_the_place(tmp_path: Path) -> None:
    here, there = write_model(tmp_path / "here"), write_model(tmp_path / "there")
    same = embedder(here).identity
    assert embedder(there).identity == same
    others = {
        embedder(here, max_tokens=9).identity,
        embedder(here, pooling=Pooling.CLS).identity,
        embedder(here, query_prefix="q").identity,
        embedder(write_model(tmp_path / "other", pooled=True)).identity,
    }
    (there / "model.onnx.data").write_bytes(b"weights beside the graph")
    assert len(others | {same, embedder(there).identity}) == 6


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    (write_model(tmp_path) / missing).unlink()
    model = embedder(tmp_path)
    with pytest.raises(ModelError, match=rf"has no {missing}.*names a directory"):
        model.query("hotel")
    with pytest.raises(ModelError, match=rf"has no {missing}.*names a directory"):
        assert model.identity


@pytest.mark.parametrize("data", [b"", b"no graph", b"\x80\x04\x95pickle"])
@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_broken_file_is_a_model_error(tmp_path: Path, name: str, data: bytes) -> None:
    (write_model(tmp_path) / name).write_bytes(data)
    with pytest.raises(ModelError, match=name):
        embedder(tmp_path).query("hotel")


def test_a_graph_that_is_no_encoder_of_text_is_refused(tmp_path: Path) -> None:
    write_model(tmp_path)
    write_graph(tmp_path / "model.onnx", inputs=("input_ids", "pixel_values"))
    with pytest.raises(ModelError, match=r"takes input_ids, pixel_values"):
        embedder(tmp_path).query("hotel")
