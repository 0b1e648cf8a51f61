"""Small indexes to look into."""

from pathlib import Path

from okf_server.index.parts import part_of
from okf_server.index.passages import split
from okf_server.index.read import IndexReader, open_index
from okf_server.index.records import IndexEntry
from okf_server.index.write import write_index
from okf_server.model.answer import Filters
from okf_server.model.concept import Concept
from okf_server.model.document import BlockKind, Span

EVERYTHING = Filters()


def entry(
    concept_id: str, text: str, *, access_class: int = 0, source: int = 0, **meta: object
) -> IndexEntry:
    """A concept of one paragraph."""
    concept = Concept(id=concept_id, meta={"type": "Note", "title": "x", **meta}, body=text)
    span = Span(start=0, end=len(text), kind=BlockKind.PARAGRAPH, locator=None)
    return IndexEntry(
        concept=concept,
        passages=split(concept, [span]),
        path=f"{concept_id}.md",
        source=source,
        revision="",
        access_class=access_class,
    )


def index_of(
    directory: Path, *entries: IndexEntry, name: str = "index", previous: str = ""
) -> IndexReader:
    """An index of these, opened; `previous` names the one before it."""
    write_index(
        directory / name,
        [part_of(one) for one in sorted(entries, key=lambda one: one.concept.id)],
        vectors=None,
        embedder=None,
        previous=directory / previous if previous else None,
    )
    return open_index(directory / name)


def found(
    reader: IndexReader,
    question: str,
    filters: Filters = EVERYTHING,
    *,
    classes: frozenset[int] | None = None,
    prefix: bool = False,
) -> list[str]:
    """The concepts of the passages that a question finds, best first."""
    visible = reader.visible(classes, filters)
    ranked = reader.rank_keyword(question, visible=visible, limit=10, prefix=prefix)
    return [reader.passage(hit.row).passage.concept for hit in ranked]
