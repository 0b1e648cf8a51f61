"""Bases to build in tests."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from okf_server.catalog.base import Base, open_base
from okf_server.connectors.bundle import BundleConnector
from okf_server.connectors.folder import FolderConnector
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions, BuildReport
from okf_server.model.config import SourceKind
from okf_server.model.item import ItemRecord
from okf_server.model.progress import Progress, silent
from okf_server.model.seams import Connector, Embedder, Vector
from okf_server.snapshot.store import Snapshot, Store

NOW = datetime(2026, 11, 30, 2, 15, 53, tzinfo=UTC)
MODIFIED = 1_790_000_000  # 2026-09-21T14:13:20Z


@dataclass
class Shelf:
    """A base with one folder as its source, and what is done with them."""

    directory: Path
    docs: Path
    minutes: int = 0
    embedder: Embedder | None = None
    connectors: Callable[[Base], Sequence[Connector]] | None = None

    def write(self, path: str, text: str | bytes, *, at: int = MODIFIED) -> Path:
        file = self.docs / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        os.utime(file, (at, at))
        return file

    @property
    def base(self) -> Base:
        return open_base(self.directory)

    @property
    def store(self) -> Store:
        return Store(self.base.state)

    @property
    def current(self) -> Snapshot:
        snapshot = self.store.current()
        assert snapshot is not None
        return snapshot

    def build(self, progress: Progress = silent, **options: object) -> BuildReport:
        self.minutes += 1
        return build(
            self.base,
            options=BuildOptions(**options),  # type: ignore[arg-type]
            embedder=self.embedder,
            connectors=(self.connectors or connectors)(self.base),
            now=NOW + timedelta(minutes=self.minutes),
            progress=progress,
        )

    def concept(self, concept: str) -> str:
        return (self.current.path / "bundle" / f"{concept}.md").read_text("utf-8")

    def record(self, path: str) -> ItemRecord:
        (found,) = [record for record in self.current.manifest.items if record.path == path]
        return found

    def log(self) -> list[str]:
        lines = (self.current.path / "bundle" / "log.md").read_text("utf-8").splitlines()
        return [line.removeprefix("* ") for line in lines if line.startswith("* ")]


def shelf(root: Path, config: str = "", *, kind: str = "folder") -> Shelf:
    """A base in `root` for the folder `docs` beside it; `config` are further lines of its okf.yaml."""
    docs = root / "docs"
    docs.mkdir(parents=True)
    directory = root / "kb"
    directory.mkdir()
    source = f"sources: [{{kind: {kind}, path: ../docs}}]"
    (directory / "okf.yaml").write_text(f"name: kb\ntitle: Books\n{source}\n{config}")
    return Shelf(directory=directory, docs=docs)


def connectors(base: Base) -> list[Connector]:
    """The real connectors of a base."""
    made: list[Connector] = []
    for number, source in enumerate(base.config.sources):
        kind = FolderConnector if source.kind is SourceKind.FOLDER else BundleConnector
        made.append(kind(Path(source.path), number, source.mount, exclude=[base.directory]))
    return made


@dataclass
class HashEmbedder:
    """Vectors from hashes: deterministic, and it counts what it was asked for."""

    asked: list[str] = field(default_factory=list)
    identity: str = "hash/1"
    dimension: int = 8

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return [self.query(text) for text in texts]

    def query(self, text: str) -> Vector:
        numbers = [byte - 127.5 for byte in sha256(text.encode()).digest()[:8]]
        length = sum(number**2 for number in numbers) ** 0.5
        return [number / length for number in numbers]
