"""Look every citation of a base up in its original."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from okf_server.app.knowledge import Knowledge
from okf_server.errors import NotFoundError
from okf_server.evaluate.citations import CitationReport, Cited, check_citations
from okf_server.evaluate.originals_members import member_file
from okf_server.extract.registry import open_readers
from okf_server.index.read import IndexReader, open_index
from okf_server.model.config import BaseConfig
from okf_server.model.item import outermost


def citation_report(knowledge: Knowledge) -> CitationReport:
    """For each passage of the published snapshot: does its locator find its text again?

    Raises NotFoundError where nothing is published.
    """
    snapshot = knowledge.store.current()
    if snapshot is None:
        raise NotFoundError("Nothing is published yet.", hint="Build it: okf build")
    index = open_index(snapshot.path / "index")
    with TemporaryDirectory(prefix="okf-originals-") as directory:
        return check_citations(_cited(index, knowledge.config, Path(directory)))


def _cited(index: IndexReader, config: BaseConfig, directory: Path) -> Iterator[Cited]:
    known = open_readers(config.documents)
    for concept in index.concepts:
        if concept.source >= len(config.sources):
            continue  # its source is not configured any more
        path, numbers = outermost(concept.path)
        original = Path(config.sources[concept.source].original(path))
        suffix = original.suffix
        with suppress(LookupError):
            if numbers:
                original, suffix = member_file(original, numbers, directory, known=known)
        for row in range(concept.first_row, concept.first_row + concept.rows):
            stored = index.passage(row)
            yield Cited(stored.passage, stored.text, original, suffix)
