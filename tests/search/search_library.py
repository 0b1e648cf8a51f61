"""A small published snapshot to search in, and an embedder that knows some synonyms."""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from okf_server.extract.markdown_unseen import scan
from okf_server.index.analyze import terms
from okf_server.index.parts import part_of
from okf_server.index.passages import context_text, split
from okf_server.index.records import IndexEntry
from okf_server.index.write import write_index
from okf_server.model.access import OPERATOR, AccessList, Principal
from okf_server.model.answer import Filters, SearchResult, Wish
from okf_server.model.concept import Concept
from okf_server.model.config import BaseConfig, SearchConfig, SourceConfig, SourceKind
from okf_server.model.manifest import Manifest
from okf_server.model.seams import Vector
from okf_server.okf.frontmatter import emit, parse
from okf_server.search.find import EmbedderOf, search
from okf_server.search.view import View, open_view
from okf_server.snapshot.store import Snapshot

NOW = datetime(2026, 11, 30, tzinfo=UTC)
EVERYBODY, HR_ONLY = AccessList(allow=("*",)), AccessList(allow=("group:hr",))
GUEST = Principal(id="guest", names=frozenset({"*"}))
HR = Principal(id="ana", names=frozenset({"*", "group:hr"}))


_SAME = {"accommod": "hotel", "lodg": "hotel", "wage": "payrol", "salari": "payrol"}


class Synonyms:
    """Vectors of words by their hashes, where some words mean the same."""

    identity = "synonyms/1"
    dimension = 64

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return [self.query(text) for text in texts]

    def query(self, text: str) -> Vector:
        numbers = [1e-6] * self.dimension
        for term in terms(text):
            numbers[crc32(_SAME.get(term, term).encode()) % self.dimension] += 1.0
        length = math.sqrt(sum(number * number for number in numbers))
        return array("f", [number / length for number in numbers])


@dataclass(frozen=True, kw_only=True)
class Written:
    """A document of the library."""

    id: str
    body: str
    meta: dict[str, object] = field(default_factory=dict)
    path: str = ""
    access_class: int = 0


def written(
    concept_id: str, body: str, *, path: str = "", access_class: int = 0, **meta: object
) -> Written:
    return Written(id=concept_id, body=body, meta=meta, path=path, access_class=access_class)


def library(
    root: Path,
    *documents: Written,
    vectors: bool = True,
    fusion: str = "auto",
    moved: dict[str, str] | None = None,
) -> View:
    """A snapshot of these documents, opened."""
    directory = root / "snapshot"
    directory.mkdir(parents=True)
    entries = [
        _entry(directory / "bundle", one) for one in sorted(documents, key=lambda one: one.id)
    ]
    texts = [
        context_text(entry.concept, passage) for entry in entries for passage in entry.passages
    ]
    embedder = Synonyms()
    write_index(
        directory / "index",
        list(map(part_of, entries)),
        vectors=embedder.passages(texts) if vectors else None,
        embedder=embedder.identity if vectors else None,
    )
    manifest = Manifest(
        id="20261130T000000Z-abcdef",
        base="acme",
        published="2026-11-30T00:00:00Z",
        formats={},
        generator="okf-server/0",
        inputs="",
        content="",
        embedder=embedder.identity if vectors else None,
        items=(),
        access=(EVERYBODY, HR_ONLY),
        moved=moved or {},
    )
    config = BaseConfig(
        name="acme",
        sources=(SourceConfig(kind=SourceKind.FOLDER, path="/srv/Acme files", mount="docs"),),
        search=SearchConfig(fusion=fusion),
    )
    return open_view(Snapshot(id=manifest.id, path=directory, manifest=manifest), config)


def _entry(bundle: Path, document: Written) -> IndexEntry:
    file = bundle / f"{document.id}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(emit({"type": "Note", **document.meta}, document.body))
    parsed = parse(file.read_bytes())
    concept = Concept(id=document.id, meta=parsed.meta, body=parsed.body)
    return IndexEntry(
        concept=concept,
        passages=split(concept, scan(concept.body)),
        path=document.path or f"docs/{document.id}.md",
        source=0,
        revision=f"sha256:{sha256(document.body.encode()).hexdigest()}",
        access_class=document.access_class,
    )


def find(  # noqa: PLR0913 - as many as the search itself has
    view: View,
    question: str,
    *,
    principal: Principal = OPERATOR,
    filters: Filters | None = None,
    limit: int = 10,
    offset: int = 0,
    embedder: EmbedderOf | None = Synonyms,
    wish: Wish | None = None,
) -> SearchResult:
    """Search as everything else does."""
    return search(
        view,
        question,
        principal=principal,
        filters=filters or Filters(),
        limit=limit,
        offset=offset,
        embedder=embedder,
        now=NOW,
        wish=wish or Wish(),
    )


def ids(result: SearchResult) -> list[str]:
    """The concepts of the hits, in their order."""
    return [hit.concept.id for hit in result.hits]
