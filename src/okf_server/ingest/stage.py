"""Write the parts of a snapshot: bundle, locators, index."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from okf_server.bundle.write import Verbatim, write_bundle
from okf_server.extract.codec import document_to_json
from okf_server.index.lines import write_lines
from okf_server.index.passages import context_text, split
from okf_server.index.records import IndexEntry
from okf_server.index.write import write_index
from okf_server.ingest.compose import Made
from okf_server.ingest.history import EMPTY_LOG
from okf_server.model.progress import Progress
from okf_server.model.seams import Vector

_LOCATORS, _NAME, _INDEX = "locators", "documents", "index"

DOCUMENTS = f"{_LOCATORS}/{_NAME}.jsonl"
"""The file of a snapshot that says of each concept where its blocks lie in the original."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What is searched: passages, their vectors and the embedder that made them, if any.

    `previous` is a snapshot that may have the same parts.
    """

    entries: Sequence[IndexEntry]
    vectors: Sequence[Vector] | None
    embedder: str | None
    previous: Path | None


def entries_of(made: Sequence[Made]) -> tuple[IndexEntry, ...]:
    """What is indexed of each concept, in the order of their ids."""
    return tuple(
        IndexEntry(
            concept=one.concept,
            passages=split(one.concept, one.document.spans),
            path=one.record.path,
            source=one.record.source,
            revision=one.record.revision,
            access_class=one.record.access_class,
        )
        for one in made
    )


def contexts(entries: Sequence[IndexEntry]) -> list[str]:
    """The text of every passage as it is embedded, entry by entry."""
    return [context_text(entry.concept, passage) for entry in entries for passage in entry.passages]


def write_parts(
    directory: Path,
    made: Sequence[Made],
    searched: Searched,
    *,
    title: str,
    progress: Progress,
) -> None:
    """Write all parts into an empty directory; the log is still empty. Raises OSError, StorageError."""
    progress("write", 0, 3, "bundle")
    concepts = [
        one.concept if one.data is None else Verbatim(id=one.concept.id, data=one.data)
        for one in made
    ]
    write_bundle(directory / "bundle", concepts, title=title, log=EMPTY_LOG)
    progress("write", 1, 3, "locators")
    (directory / _LOCATORS).mkdir()
    write_lines(directory / _LOCATORS, _NAME, map(_locators_line, made))
    progress("write", 2, 3, "index")
    write_index(
        directory / _INDEX,
        searched.entries,
        vectors=searched.vectors,
        embedder=searched.embedder,
        previous=searched.previous and searched.previous / _INDEX,
    )


def _locators_line(made: Made) -> bytes:
    """Where the blocks of a concept's body lie in the original, and who found out."""
    value = {
        "concept": made.concept.id,
        "path": made.record.path,
        "revision": made.record.revision,
        "extractor": made.record.extractor,
        **document_to_json(made.document, body=False),
    }
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
