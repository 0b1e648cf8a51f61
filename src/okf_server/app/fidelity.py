"""Look every citation of a base up in its original."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from okf_server.app.knowledge import Knowledge
from okf_server.evaluate.citations import CitationReport, Cited, check_citations
from okf_server.evaluate.originals_members import member_file
from okf_server.extract.folder import Folder, sweep
from okf_server.extract.registry import open_readers
from okf_server.index.read import IndexReader, open_index
from okf_server.index.records import ConceptRecord
from okf_server.ingest.keep import kept_original
from okf_server.model.item import outermost


def citation_report(knowledge: Knowledge) -> CitationReport:
    """For each passage of the published snapshot: does its locator find its text again?

    Raises NotFoundError where nothing is published.
    """
    index = open_index(knowledge.store.published().path / "index")
    documents = knowledge.config.documents
    sweep()
    with Folder("originals") as folder:
        return check_citations(_cited(index, knowledge, Path(folder.path)), documents)


def _cited(index: IndexReader, knowledge: Knowledge, directory: Path) -> Iterator[Cited]:
    readers = open_readers(knowledge.config.documents)
    whole = {concept.path: concept for concept in index.concepts}
    for concept in index.concepts:
        path, numbers = outermost(concept.path)
        original = _original(whole.get(path, concept), knowledge)
        if original is None:
            continue
        name = PurePosixPath(path).name
        suffix = readers.kind_of(original, PurePosixPath(path).suffix, name=name)
        with suppress(LookupError):  # it is then looked for in the mail itself, and missed
            original, suffix = member_file(original, suffix, numbers, (directory, readers))
        for row in range(concept.first_row, concept.first_row + concept.rows):
            stored = index.passage(row)
            yield Cited(stored.passage, stored.text, original, suffix)


def _original(concept: ConceptRecord, knowledge: Knowledge) -> Path | None:
    """The copy that the base keeps, else the file in its source; None where that is not configured any more."""
    copy = kept_original(knowledge.directory / ".okf", concept.revision)
    if copy:
        return copy
    sources = knowledge.config.sources
    if concept.source >= len(sources):
        return None
    return Path(sources[concept.source].original(concept.path))
