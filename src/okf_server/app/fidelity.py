"""Look every citation of a base up in its original."""

from collections.abc import Iterator
from pathlib import Path

from okf_server.app.knowledge import Knowledge
from okf_server.errors import NotFoundError
from okf_server.evaluate.citations import CitationReport, Cited, check_citations
from okf_server.index.read import IndexReader, open_index
from okf_server.model.config import SourceConfig


def citation_report(knowledge: Knowledge) -> CitationReport:
    """For each passage of the published snapshot: does its locator find its text again?

    Raises NotFoundError where nothing is published.
    """
    snapshot = knowledge.store.current()
    if snapshot is None:
        raise NotFoundError("Nothing is published yet.", hint="Build it: okf build")
    index = open_index(snapshot.path / "index")
    return check_citations(_cited(index, knowledge.config.sources), knowledge.config.documents)


def _cited(index: IndexReader, sources: tuple[SourceConfig, ...]) -> Iterator[Cited]:
    for concept in index.concepts:
        if concept.source >= len(sources):
            continue  # its source is not configured any more
        original = Path(sources[concept.source].original(concept.path))
        for row in range(concept.first_row, concept.first_row + concept.rows):
            stored = index.passage(row)
            yield Cited(stored.passage, stored.text, original, original.suffix)
