"""Write the parts of a snapshot: bundle, locators, index."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from okf_server.bundle.write import Placed, Verbatim, write_bundle
from okf_server.extract.codec import document_to_json
from okf_server.index.lines import chunk, write_lines
from okf_server.index.linking import link_file
from okf_server.index.parts import Part, in_class, part_of
from okf_server.index.passages import split
from okf_server.index.records import IndexEntry
from okf_server.index.write import write_index
from okf_server.ingest.compose import Made
from okf_server.ingest.history import EMPTY_LOG
from okf_server.ingest.keeping import BUNDLE, BY_CONCEPT, INDEX, LOCATORS, Kept
from okf_server.model.concept import Concept
from okf_server.model.progress import Progress
from okf_server.model.seams import Vector

DOCUMENTS = f"{LOCATORS}/{BY_CONCEPT}.jsonl"
"""The file of a snapshot that says of each concept where its blocks lie in the original."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What is searched: passages, their vectors and the embedder that made them, if any.

    `previous` is a snapshot that may have the same parts.
    """

    parts: Sequence[Part]
    vectors: Sequence[Vector] | None
    embedder: str | None
    hashes: Sequence[str]
    previous: Path | None


def parts_of(made: Sequence[Made | Kept]) -> tuple[Part, ...]:
    """What is indexed of each concept, in the order of their ids."""
    return tuple(
        in_class(one.part, one.record.access_class)
        if isinstance(one, Kept)
        else part_of(_entry(one))
        for one in made
    )


def _entry(made: Made) -> IndexEntry:
    return IndexEntry(
        concept=made.concept,
        passages=split(made.concept, made.document.spans),
        path=made.record.path,
        source=made.record.source,
        revision=made.record.revision,
        access_class=made.record.access_class,
    )


def write_parts(
    directory: Path,
    made: Sequence[Made | Kept],
    searched: Searched,
    *,
    title: str,
    progress: Progress,
) -> None:
    """Write all parts into an empty directory; the log is still empty. Raises OSError, StorageError."""
    progress("write", 0, 2, "bundle")
    write_bundle(directory / BUNDLE, list(map(_file, made)), title=title, log=EMPTY_LOG)
    progress("write", 1, 2, "locators")
    (directory / LOCATORS).mkdir()
    write_lines(directory / LOCATORS, BY_CONCEPT, (chunk([_locators_line(one)]) for one in made))
    progress("write", 2, 2, "")
    write_index(
        directory / INDEX,
        searched.parts,
        vectors=searched.vectors,
        embedder=searched.embedder,
        hashes=searched.hashes,
        previous=searched.previous and searched.previous / INDEX,
        progress=progress,
    )


def _file(made: Made | Kept) -> Concept | Verbatim | Placed:
    """The file of a concept in the bundle."""
    if isinstance(made, Kept):
        return Placed(
            id=made.record.concept,
            title=made.title,
            description=made.part.record.description,
            put=partial(link_file, made.file),
        )
    if made.data is not None:
        return Verbatim(id=made.concept.id, data=made.data)
    return made.concept


def _locators_line(made: Made | Kept) -> bytes:
    """Where the blocks of a concept's body lie in the original, and who found out."""
    if isinstance(made, Kept):
        return made.locators
    value = {
        "concept": made.concept.id,
        "path": made.record.path,
        "revision": made.record.revision,
        "extractor": made.record.extractor,
        **document_to_json(made.document, body=False),
    }
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
