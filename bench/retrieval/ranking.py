"""Index a set with the shipped code and rank its questions, each side apart."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.retrieval.sets import TestSet

from okf_server.index.analyze import distinct_terms
from okf_server.index.keyword import Ranked
from okf_server.index.parts import part_of
from okf_server.index.passages import context_text, split
from okf_server.index.read import IndexReader, open_index
from okf_server.index.records import IndexEntry
from okf_server.index.vector_cache import VectorCache
from okf_server.index.visible import Visible
from okf_server.index.wording import meaning, plain
from okf_server.index.write import write_index
from okf_server.ingest.vectors import embed, look_up
from okf_server.model.answer import Filters
from okf_server.model.concept import Concept
from okf_server.model.document import BlockKind, Span
from okf_server.model.progress import silent
from okf_server.model.seams import Embedder, Vector
from okf_server.search.factors import Ask
from okf_server.search.fuse import Blend, Fusion
from okf_server.search.order import order

SIDE = 100
"""How many passages each side gives, as in the product."""

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """An embedder and where its vectors are kept between runs."""

    embedder: Embedder
    cache: VectorCache


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Both rankings of a question; the semantic one is empty without a model."""

    question: str
    keyword: Sequence[Ranked]
    semantic: Sequence[Ranked]


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """A set as the product would search it.

    `names` gives a document's id by its concept, `owners` that of each passage.
    """

    index: IndexReader
    names: dict[str, str]
    owners: Sequence[str]
    visible: Visible

    def documents(self, rows: Iterable[int]) -> list[str]:
        """The documents of passages, each at its best one."""
        return list(dict.fromkeys(map(self.owners.__getitem__, rows)))

    def shipped(self, sides: Sides, fusion: Fusion) -> list[str]:
        """The documents as a search orders them."""
        ask = Ask(
            question=sides.question,
            terms=distinct_terms(sides.question.split()),
            visible=self.visible,
            now=_NOW,
            blend=Blend(fusion),
        )
        found = order(self.index, ask, keyword=sides.keyword, semantic=sides.semantic)
        return list(dict.fromkeys(self.names[one.concept.id] for one in found))


def index_set(found: TestSet, directory: Path, model: Model | None) -> Indexed:
    """Write and open the index of a set; every document is a concept of paragraphs."""
    names = {f"d{number:07}": key for number, key in enumerate(found.documents)}
    entries = [_entry(name, *found.documents[key]) for name, key in names.items()]
    vectors = _vectors(entries, model) if model else None
    identity = model.embedder.identity if model else None
    write_index(directory, list(map(part_of, entries)), vectors=vectors, embedder=identity)
    index = open_index(directory)
    return Indexed(
        index=index,
        names=names,
        owners=[names[entry.concept.id] for entry in entries for _ in entry.passages],
        visible=index.visible(None, Filters()),
    )


def rank(indexed: Indexed, question: str, vector: Vector | None) -> Sides:
    """Both rankings of one question."""
    index, visible, asked = indexed.index, indexed.visible, plain(question)
    return Sides(
        question=asked,
        keyword=index.rank_keyword(asked, visible=visible, limit=SIDE),
        semantic=index.rank_semantic(vector, visible=visible, limit=SIDE) if vector else [],
    )


def question_vectors(questions: Sequence[str], model: Model) -> list[Vector]:
    """The vectors of questions as a search embeds them, from the cache where they were made before."""
    identity = f"{model.embedder.identity} of questions"
    texts = look_up(list(map(meaning, questions)), identity, model.cache)
    fresh = {key: model.embedder.query(text) for key, text in texts.missing.items()}
    model.cache.put(identity, fresh)
    known = {**texts.known, **fresh}
    return [known[key] for key in texts.hashes]


def _entry(name: str, title: str, text: str) -> IndexEntry:
    body = "\n\n".join(part.strip() for part in text.split("\n\n") if part.strip())
    concept = Concept(id=name, meta={"title": title} if title else {"title": " "}, body=body)
    return IndexEntry(
        concept=concept,
        passages=split(concept, list(_paragraphs(body))),
        path=f"{name}.txt",
        source=0,
        revision="",
        access_class=0,
    )


def _paragraphs(body: str) -> Iterator[Span]:
    start = 0
    for part in body.split("\n\n") if body else ():
        yield Span(start, start + len(part), BlockKind.PARAGRAPH, None)
        start += len(part) + 2


def _vectors(entries: Sequence[IndexEntry], model: Model) -> Sequence[Vector]:
    texts = [
        context_text(entry.concept, one).strip() for entry in entries for one in entry.passages
    ]
    known = look_up(texts, model.embedder.identity, model.cache)
    return embed(known, model.embedder, model.cache, progress=silent).vectors
