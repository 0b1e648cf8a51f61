"""Write the index of a snapshot."""

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

from okf_server.errors import StorageError
from okf_server.index import layout
from okf_server.index.families import with_families
from okf_server.index.keyword_write import write_keyword
from okf_server.index.lines import write_lines
from okf_server.index.links import edges
from okf_server.index.records import (
    ConceptRecord,
    concept_line,
    is_marked,
    passage_line,
    record_of,
)
from okf_server.index.records import IndexEntry as IndexEntry
from okf_server.index.vectors import write_vectors
from okf_server.model.seams import Vector

_COMPARED = 4  # words


def write_index(
    directory: Path,
    entries: Sequence[IndexEntry],
    *,
    vectors: Sequence[Vector] | None,
    embedder: str | None,
    previous: Path | None = None,
) -> None:
    """Write an index into a directory that does not exist yet.

    `entries` stand in ascending order of their concepts' ids. `vectors` has one vector for each passage,
    entry by entry, made by `embedder`; None leaves the semantic side out. What has
    not changed since the index in `previous` is copied from there, which changes nothing but the time that
    it takes. Raises StorageError.
    """
    _check(entries, vectors)
    try:
        directory.mkdir()
        records = _records(entries)
        old = previous / layout.KEYWORD if previous else None
        write_keyword(directory / layout.KEYWORD, entries, records, previous=old)
        _write(directory, entries, records, vectors=vectors, embedder=embedder)
    except (OSError, ValueError) as error:  # tantivy reports a full disk as a ValueError
        message = f"The index cannot be written to {directory}: {error}"
        raise StorageError(message, hint="Make room, then build again.") from error


def _check(entries: Sequence[IndexEntry], vectors: Sequence[Vector] | None) -> None:
    if any(left.concept.id >= right.concept.id for left, right in pairwise(entries)):
        raise AssertionError("entries are not in ascending order of their ids")
    if vectors is not None and len(vectors) != sum(len(entry.passages) for entry in entries):
        raise AssertionError("there is not one vector for each passage")


def _write(
    directory: Path,
    entries: Sequence[IndexEntry],
    records: Sequence[ConceptRecord],
    *,
    vectors: Sequence[Vector] | None,
    embedder: str | None,
) -> None:
    passages = write_lines(directory, layout.PASSAGES, _passage_lines(entries))
    write_lines(directory, layout.CONCEPTS, map(concept_line, records))
    owners = (number for number, record in enumerate(records) for _ in range(record.rows))
    _write_numbers(directory / layout.OWNERS, owners)
    _write_numbers(directory / layout.SECTIONS, _sections(entries))
    _write_numbers(directory / layout.CLASSES, (record.access_class for record in records))
    (directory / layout.MARKED).write_bytes(bytes(map(is_marked, records)))
    repeats = json.dumps(_repeats(entries), separators=(",", ":"))
    (directory / layout.REPEATS).write_text(repeats)
    links = json.dumps(edges(entries), separators=(",", ":"))
    (directory / layout.LINKS).write_text(links)
    dimension, rounding = write_vectors(directory, vectors or ())
    meta = layout.Meta(
        format=layout.FORMAT,
        concepts=len(records),
        passages=passages,
        embedder=embedder if dimension else None,
        dimension=dimension,
        rounding=rounding,
    )
    (directory / layout.META).write_text(json.dumps(asdict(meta), indent=1) + "\n")


def _records(entries: Sequence[IndexEntry]) -> list[ConceptRecord]:
    records: list[ConceptRecord] = []
    row = 0
    for entry in entries:
        records.append(record_of(entry, first_row=row))
        row += len(entry.passages)
    return with_families(records)


def _passage_lines(entries: Iterable[IndexEntry]) -> Iterator[bytes]:
    return (
        passage_line(passage, entry.concept.body) for entry in entries for passage in entry.passages
    )


def _write_numbers(path: Path, numbers: Iterable[int]) -> None:
    path.write_bytes(array("I", numbers).tobytes())


def _sections(entries: Iterable[IndexEntry]) -> Iterator[int]:
    """For each row the first one of its concept that is in the same section."""
    first_row = 0
    for entry in entries:
        firsts: dict[str, int] = {}
        for row, passage in enumerate(entry.passages, first_row):
            yield firsts.setdefault(passage.section, row)
        first_row += len(entry.passages)


def _repeats(entries: Iterable[IndexEntry]) -> list[list[int]]:
    """The rows whose words are the same, in groups, by their first rows.

    Few texts begin or end alike and are not the same: only of those that do are all words compared.
    """
    texts = [
        (entry.concept.body, passage.start, passage.end)
        for entry in entries
        for passage in entry.passages
    ]
    groups: list[list[int]] = [list(range(len(texts)))]
    for key in (_beginning, _end, _words):
        groups = [alike for rows in groups for alike in _parted(rows, texts, key)]
    return sorted(groups)


def _parted(
    rows: Iterable[int], texts: Sequence[tuple[str, int, int]], key: Callable[[str], str]
) -> Iterator[list[int]]:
    """The rows by the key that they have in common with another; an empty key tells nothing."""
    groups: dict[str, list[int]] = {}
    for row in rows:
        body, start, end = texts[row]
        if name := key(body[start:end]):
            groups.setdefault(name, []).append(row)
    return (alike for alike in groups.values() if len(alike) > 1)


def _beginning(text: str) -> str:
    return " ".join(text.split(None, _COMPARED)[:_COMPARED]).casefold()


def _end(text: str) -> str:
    return " ".join(text.rsplit(None, _COMPARED)[-_COMPARED:]).casefold()


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()
