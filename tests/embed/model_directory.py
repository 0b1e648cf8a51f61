"""A tiny encoder with its tokenizer, as an operator supplies one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = ("[UNK]", "[CLS]", "[SEP]", "hotel", "limit", "travel", "payroll", "query:", "passage:")
SIZE = 8


def word_vectors() -> Any:
    """The vector of each word: what the encoder gives for a token, whatever stands around it."""
    numbers = np.random.default_rng(1).normal(size=(len(WORDS), SIZE))
    return numbers.astype(np.float32)


def write_tokenizer(path: Path) -> None:
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    tokenizer.save(str(path))


def write_graph(
    path: Path,
    *,
    inputs: Sequence[str] = ("input_ids", "attention_mask"),
    kind: int = TensorProto.INT64,
    pooled: bool = False,
) -> None:
    """A graph that looks each token up; `pooled` gives the sum of a text's tokens."""
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])]
    output = "last_hidden_state"
    shape: list[str | int | None] = ["batch", "length", SIZE]
    constants = [numpy_helper.from_array(word_vectors(), "table")]
    if pooled:
        constants.append(numpy_helper.from_array(np.array([1], np.int64), "axes"))
        output, shape = "sentence_embedding", ["batch", SIZE]
        summed = ["last_hidden_state", "axes"]
        nodes.append(helper.make_node("ReduceSum", summed, [output], keepdims=0))
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, kind, ["batch", "length"]) for name in inputs],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.save(model, str(path))


def write_model(directory: Path, **graph: Any) -> Path:
    """A whole directory."""
    directory.mkdir(parents=True, exist_ok=True)
    write_tokenizer(directory / "tokenizer.json")
    write_graph(directory / "model.onnx", **graph)
    return directory
