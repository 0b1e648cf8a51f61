"""Read which model a base is searched with (docs/formats.md, Models)."""

import re
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from okf_server.catalog.fields import Fields
from okf_server.model.config import (
    EmbedderConfig,
    GeminiEmbedder,
    OllamaEmbedder,
    OnnxEmbedder,
    OpenAiEmbedder,
    SearchConfig,
)

_LEAST_TOKENS = 8
_SCHEMES = ("http", "https")


class _Kind(StrEnum):
    OPENAI = "openai"
    OLLAMA = "ollama"
    GEMINI = "gemini"
    ONNX = "onnx"


_KEYS = {
    _Kind.OPENAI: tuple(OpenAiEmbedder.__slots__),
    _Kind.OLLAMA: tuple(OllamaEmbedder.__slots__),
    _Kind.GEMINI: tuple(GeminiEmbedder.__slots__),
    _Kind.ONNX: tuple(OnnxEmbedder.__slots__),
}


def parse_embedder(search: Fields, directory: Path) -> EmbedderConfig:
    """The value of `search.embedder`; a path in it is relative to the directory of the okf.yaml."""
    present = dict(search.items())
    if "embedder" not in present:
        return SearchConfig().embedder
    if not isinstance(present["embedder"], dict):
        return search.text("embedder")
    kind = search.fields("embedder").choice("kind", _Kind.OPENAI)
    return _model(kind, search.fields("embedder", ("kind", *_KEYS[kind])), directory)


def _model(kind: _Kind, fields: Fields, directory: Path) -> EmbedderConfig:
    match kind:
        case _Kind.OPENAI:
            return _openai(fields)
        case _Kind.OLLAMA:
            return _ollama(fields)
        case _Kind.GEMINI:
            return _gemini(fields)
        case _Kind.ONNX:
            return _onnx(fields, directory)


def _address(fields: Fields, address: str) -> str:
    """The address of an endpoint, http or https with a host; what it says beside these is never shown."""
    try:
        parts = urlsplit(address)
        port = parts.port
        host = parts.hostname
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if (
        parts.scheme not in _SCHEMES
        or not host
        or port == 0
        or re.search(r"[\s\x00-\x1f]", address)
    ):
        named = f"begins with {parts.scheme}:" if parts.scheme and host else "is no address"
        raise fields.error("url", named, hint="Write https://HOST/PATH, or http://HOST:PORT/PATH.")
    if parts.query or parts.fragment:
        raise fields.error(
            "url",
            "has something behind its path",
            hint="Leave out ? and #; a key belongs into the variable that api_key_env names.",
        )
    return address


def _openai(fields: Fields) -> OpenAiEmbedder:
    return OpenAiEmbedder(
        url=_address(fields, fields.needed("url")),
        model=fields.needed("model"),
        dimensions=fields.number("dimensions", least=1),
        api_key_env=fields.text("api_key_env"),
        query_prefix=fields.text("query_prefix") or "",
        passage_prefix=fields.text("passage_prefix") or "",
    )


def _ollama(fields: Fields) -> OllamaEmbedder:
    model = fields.needed("model")
    return OllamaEmbedder(
        model=model,
        url=_address(fields, fields.text("url") or OllamaEmbedder(model=model).url),
        dimensions=fields.number("dimensions", least=1),
        query_prefix=fields.text("query_prefix") or "",
        passage_prefix=fields.text("passage_prefix") or "",
    )


def _gemini(fields: Fields) -> GeminiEmbedder:
    default = GeminiEmbedder()
    return GeminiEmbedder(
        model=fields.text("model") or default.model,
        url=_address(fields, fields.text("url") or default.url),
        dimensions=fields.number("dimensions", least=1),
        api_key_env=fields.text("api_key_env") or default.api_key_env,
    )


def _onnx(fields: Fields, directory: Path) -> OnnxEmbedder:
    path = str((directory / Path(fields.needed("path")).expanduser()).resolve())
    default = OnnxEmbedder(path=path)
    return OnnxEmbedder(
        path=path,
        query_prefix=fields.text("query_prefix") or "",
        passage_prefix=fields.text("passage_prefix") or "",
        pooling=fields.choice("pooling", default.pooling),
        max_tokens=fields.number("max_tokens", least=_LEAST_TOKENS) or default.max_tokens,
    )
