"""Write the index of a snapshot."""

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, replace
from itertools import accumulate, chain, pairwise
from pathlib import Path

from okf_server.errors import StorageError
from okf_server.index import layout
from okf_server.index.families import with_families
from okf_server.index.keyword_write import write_keyword
from okf_server.index.lines import chunk, write_lines
from okf_server.index.links import edges
from okf_server.index.parts import Part, carried_line
from okf_server.index.records import ConceptRecord, concept_line, is_marked
from okf_server.index.seals import seal
from okf_server.index.vectors import write_vectors
from okf_server.model.progress import Progress, silent
from okf_server.model.seams import Vector

_COMPARED = 4  # words


def write_index(  # noqa: PLR0913 - called once by a build; all but the first two are named
    directory: Path,
    parts: Sequence[Part],
    *,
    vectors: Sequence[Vector] | None,
    embedder: str | None,
    hashes: Sequence[str] = (),
    previous: Path | None = None,
    progress: Progress = silent,
) -> None:
    """Write an index into a directory that does not exist yet.

    `parts` stand in ascending order of their concepts' ids. `vectors` has one vector for each passage, part by
    part, made by `embedder`; None leaves the semantic side out. `hashes` are those of the texts that were
    embedded, for the next build. What has not changed of the keyword side since the index in `previous` is copied from there, which changes nothing but the time that it takes.
    Raises StorageError.
    """
    _check(parts, vectors)
    try:
        directory.mkdir()
        records = _records(parts)
        old = previous / layout.KEYWORD if previous else None
        write_keyword(directory / layout.KEYWORD, parts, records, previous=old, progress=progress)
        if vectors:
            (directory / layout.TEXTS).write_bytes(b"".join(map(bytes.fromhex, hashes)))
        _write(directory, parts, records, vectors=vectors, embedder=embedder)
        seal(directory, whole=layout.DECISIVE)
    except (OSError, ValueError) as error:  # tantivy reports a full disk as a ValueError
        message = f"The index cannot be written to {directory}: {error}"
        raise StorageError(message, hint="Make room, then build again.") from error


def _check(parts: Sequence[Part], vectors: Sequence[Vector] | None) -> None:
    if any(left.record.id >= right.record.id for left, right in pairwise(parts)):
        raise AssertionError("parts are not in ascending order of their ids")
    if vectors is not None and len(vectors) != sum(part.record.rows for part in parts):
        raise AssertionError("there is not one vector for each passage")


def _write(
    directory: Path,
    parts: Sequence[Part],
    records: Sequence[ConceptRecord],
    *,
    vectors: Sequence[Vector] | None,
    embedder: str | None,
) -> None:
    passages = write_lines(directory, layout.PASSAGES, (part.lines() for part in parts))
    write_lines(directory, layout.CONCEPTS, [chunk(map(concept_line, records))])
    write_lines(directory, layout.CARRIED, [chunk(map(carried_line, parts))])
    owners = (number for number, record in enumerate(records) for _ in range(record.rows))
    _write_numbers(directory / layout.OWNERS, owners)
    _write_numbers(directory / layout.SECTIONS, _sections(parts, records))
    beginnings = array("I", chain.from_iterable(part.beginnings for part in parts))
    _write_numbers(directory / layout.BEGINNINGS, beginnings)
    _write_numbers(directory / layout.CLASSES, (record.access_class for record in records))
    (directory / layout.MARKED).write_bytes(bytes(map(is_marked, records)))
    repeats = json.dumps(_repeats(parts, records, beginnings), separators=(",", ":"))
    (directory / layout.REPEATS).write_text(repeats)
    links = json.dumps(edges(parts), separators=(",", ":"))
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


def _records(parts: Sequence[Part]) -> list[ConceptRecord]:
    rows = accumulate((part.record.rows for part in parts), initial=0)
    placed = zip(parts, rows, strict=False)  # there is one row more: the end
    return with_families([replace(part.record, first_row=row) for part, row in placed])


def _write_numbers(path: Path, numbers: Iterable[int]) -> None:
    path.write_bytes(array("I", numbers).tobytes())


def _sections(parts: Sequence[Part], records: Sequence[ConceptRecord]) -> Iterator[int]:
    """For each row the first one of its concept that is in the same section."""
    for part, record in zip(parts, records, strict=True):
        yield from (record.first_row + number for number in part.sections)


def _repeats(
    parts: Sequence[Part], records: Sequence[ConceptRecord], beginnings: Sequence[int]
) -> list[list[int]]:
    """The rows whose words are the same, in groups, by their first rows.

    Few texts begin or end alike and are not the same: only of those that do are all words compared.
    """
    counts = Counter(beginnings)
    alike = {number for number, count in counts.items() if number and count > 1}
    if not alike:
        return []
    texts = dict(_texts(parts, records, alike))
    groups = _parted(texts, beginnings.__getitem__)
    for key in (_end, _words):
        named = {row: key(texts[row]) for group in groups for row in group}
        groups = [rows for group in groups for rows in _parted(group, named.__getitem__)]
    return sorted(groups)


def _texts(
    parts: Sequence[Part],
    records: Sequence[ConceptRecord],
    wanted: AbstractSet[int],
) -> Iterator[tuple[int, str]]:
    """The texts of the rows that begin so."""
    for part, record in zip(parts, records, strict=True):
        for number in range(record.rows):
            if part.beginnings[number] in wanted:
                yield record.first_row + number, part.text(number)


def _parted(rows: Iterable[int], key: Callable[[int], int | str]) -> list[list[int]]:
    """The rows by the key that they have in common with another."""
    groups: dict[int | str, list[int]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [alike for alike in groups.values() if len(alike) > 1]


def _end(text: str) -> str:
    return " ".join(text.rsplit(None, _COMPARED)[-_COMPARED:]).casefold()


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()
