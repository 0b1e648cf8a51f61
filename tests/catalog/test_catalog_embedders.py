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
        ("{url: http://u, model: m}", OpenAiEmbedder(url="http://u", model="m")),
        (
            "{kind: openai, url: http://u, model: m, dimensions: 8, api_key_env: K, query_prefix: 'q: ', passage_prefix: p}",
            OpenAiEmbedder(
                url="http://u",
                model="m",
                dimensions=8,
                api_key_env="K",
                query_prefix="q: ",
                passage_prefix="p",
            ),
        ),
        ("{kind: ollama, model: m}", OllamaEmbedder(model="m")),
        (
            "{kind: ollama, model: m, url: http://u, dimensions: 8, query_prefix: q, passage_prefix: p}",
            OllamaEmbedder(
                model="m", url="http://u", dimensions=8, query_prefix="q", passage_prefix="p"
            ),
        ),
        ("{kind: gemini}", GeminiEmbedder()),
        (
            "{kind: gemini, model: m, url: http://u, dimensions: 768, api_key_env: K}",
            GeminiEmbedder(model="m", url="http://u", dimensions=768, api_key_env="K"),
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
        ("{kind: onnx, path: m, url: http://u}", ["unknown key 'url'", "in search.embedder"]),
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


@pytest.mark.parametrize("kind", ["openai", "ollama", "gemini"])
@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("ftp://models.example/v1", "begins with ftp:"),
        ("file:///etc/passwd", "is no address"),
        ("models.example:8080", "is no address"),
        ("localhost", "is no address"),
        ("http://", "is no address"),
        ("http://host:port/", "is no address"),
        ("http://host:99999/", "is no address"),
        ("http://ho st/", "begins with http:"),
        ("https://models.example/v1?key=secret", "has something behind its path"),
        ("https://models.example/v1#secret", "has something behind its path"),
    ],
)
def test_an_address_that_no_request_can_go_to_is_told_when_the_file_is_read(
    tmp_path: Path, kind: str, url: str, problem: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, f"{{kind: {kind}, model: m, url: '{url}'}}")
    assert f"url {problem}" in caught.value.message
    assert "secret" not in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:11434", "https://u:p@models.example/v1/", "http://[::1]:8080", "HTTPS://M"],
)
def test_addresses_over_http_and_https_are_taken_as_they_stand(tmp_path: Path, url: str) -> None:
    found = read(tmp_path, f"{{kind: ollama, model: m, url: '{url}'}}")
    assert found == OllamaEmbedder(model="m", url=url)
