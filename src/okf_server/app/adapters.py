"""Choose the adapters that a base's configuration asks for."""

from dataclasses import replace
from pathlib import Path

from okf_server.bundle.tree import discover
from okf_server.catalog.base import Base
from okf_server.connectors.bundle import BundleConnector
from okf_server.connectors.folder import FolderConnector
from okf_server.model.config import BaseConfig, SourceConfig, SourceKind
from okf_server.model.seams import Connector


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
