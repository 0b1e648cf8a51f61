"""Which model an okf.yaml names."""

from pathlib import Path

import pytest

from okf_server.catalog.config import read_config
from okf_server.errors import ConfigError
from okf_server.model.config import (
    EmbedderConfig,
    GeminiEmbedder,
    OllamaEmbedder,
    OnnxEmbedder,
    OpenAiEmbedder,
    Pooling,
)


def read(directory: Path, embedder: str) -> EmbedderConfig:
    (directory / "okf.yaml").write_text(f"name: a\nsearch:\n  embedder: {embedder}\n")
    return read_config(directory / "okf.yaml").search.embedder


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e5-small", "e5-small"),
        ("null", None),
        ("{url: u, model: m}", OpenAiEmbedder(url="u", model="m")),
        (
            "{kind: openai, url: u, model: m, dimensions: 8, api_key_env: K, query_prefix: 'q: ', passage_prefix: p}",
            OpenAiEmbedder(
                url="u",
                model="m",
                dimensions=8,
                api_key_env="K",
                query_prefix="q: ",
                passage_prefix="p",
            ),
        ),
        ("{kind: ollama, model: m}", OllamaEmbedder(model="m")),
        (
            "{kind: ollama, model: m, url: u, dimensions: 8, query_prefix: q, passage_prefix: p}",
            OllamaEmbedder(model="m", url="u", dimensions=8, query_prefix="q", passage_prefix="p"),
        ),
        ("{kind: gemini}", GeminiEmbedder()),
        (
            "{kind: gemini, model: m, url: u, dimensions: 768, api_key_env: K}",
            GeminiEmbedder(model="m", url="u", dimensions=768, api_key_env="K"),
        ),
    ],
)
def test_models_are_read(tmp_path: Path, text: str, expected: EmbedderConfig) -> None:
    assert read(tmp_path, text) == expected


def test_a_directory_is_relative_to_the_base(tmp_path: Path) -> None:
    expected = OnnxEmbedder(path=str(tmp_path / "models" / "bge"))
    assert read(tmp_path, "{kind: onnx, path: models/bge}") == expected
    said = (
        "{kind: onnx, path: /m, pooling: cls, max_tokens: 64, query_prefix: q, passage_prefix: p}"
    )
    assert read(tmp_path, said) == OnnxEmbedder(
        path="/m", pooling=Pooling.CLS, max_tokens=64, query_prefix="q", passage_prefix="p"
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("{kind: olama, model: m}", ["embedder.kind", "'olama'", "'ollama'"]),
        ("{kind: ollama}", ["embedder.model is missing"]),
        ("{kind: onnx}", ["embedder.path is missing"]),
        ("{kind: onnx, path: m, url: u}", ["unknown key 'url'", "in search.embedder"]),
        ("{kind: onnx, path: m, pooling: max}", ["pooling is 'max'", "mean, cls"]),
        ("{kind: onnx, path: m, max_tokens: 2}", ["max_tokens is 2"]),
        ("{kind: gemini, api_key: secret}", ["unknown key 'api_key'", "'api_key_env'"]),
        ("{model: m}", ["embedder.url is missing"]),
        ("[e5-small]", ["embedder is a list"]),
    ],
)
def test_what_is_wrong_with_a_model_is_said(tmp_path: Path, text: str, parts: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    assert [part for part in parts if part not in str(caught.value)] == []
