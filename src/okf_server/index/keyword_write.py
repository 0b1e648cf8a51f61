"""Write the keyword side in segments, so that a build copies those that have not changed.

A segment is an index of the engine by itself: all passages of the concepts whose ids fall into it. The segments
stand together in one index, whose statistics are those of all passages. What a segment holds follows from its
concepts alone and never from an earlier build, and none ever holds a deleted passage: rankings are those of a
full build.
"""

import json
import shutil
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from hashlib import blake2b
from importlib.metadata import version
from itertools import chain, islice
from pathlib import Path
from typing import Any
from zlib import crc32

from tantivy import Document, Index

from okf_server.index.analyze import endings, read_terms, terms
from okf_server.index.keyword_fields import (
    ACCESS,
    ENDINGS,
    FUNCTION_WORDS,
    MODIFIED,
    PLACE,
    SCOPE,
    joined,
    moment,
    schema,
    scopes,
)
from okf_server.index.languages import function_words, language_of
from okf_server.index.linking import link_file
from okf_server.index.parts import Part
from okf_server.index.records import ConceptRecord, IndexEntry
from okf_server.index.seals import seal
from okf_server.index.vocabulary import Vocabulary
from okf_server.model.progress import Progress, silent
from okf_server.okf.trust import instant

SEGMENTS = "segments.json"
"""What each segment holds, beside the engine's own files."""

PLACES = "places.u32"
"""For each passage, in the order of the segments, its row."""

BUCKET_BITS = 32
"""A place is the number of its segment, and in so many bits below its number in the segment."""

ANALYZER = 6
"""The version of what turns text into terms: where it changes no segment is copied."""

PASSAGES_A_SEGMENT = 8_192
_MOST_SEGMENTS = 64
_BEGINNING = 3  # passages
_MEMORY = 64_000_000
_TOLD = 1000  # passages between two reports of the progress
_META = "meta.json"

Placed = tuple[Part, ConceptRecord]
"""A part, and its record with its place and what it is tied to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of the index.

    It has a digest of what it was made from, how many passages it holds and how many terms their titles have
    together, the access classes of its languages, and what the engine says of it.
    """

    digest: str
    passages: int
    titles: int
    languages: Mapping[str, Sequence[int]]
    engine: Sequence[Mapping[str, Any]]


class _Count:
    """Tells how many passages are indexed."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def each(self, texts: Iterable[str]) -> Iterator[str]:
        """The same texts, each a passage that is done when the next one is taken."""
        for text in texts:
            yield text
            self.add(1)

    def add(self, passages: int) -> None:
        """So many more are done."""
        before, self._done = self._done, self._done + passages
        if self._done // _TOLD > before // _TOLD or self._done == self._total:
            self._progress("index", self._done, self._total, "")


def write_keyword(
    directory: Path,
    parts: Sequence[Part],
    records: Sequence[ConceptRecord],
    *,
    previous: Path | None = None,
    progress: Progress = silent,
) -> None:
    """Write the keyword side into a directory that does not exist; `previous` has segments to copy."""
    directory.mkdir()
    Index(schema(), str(directory))
    fields = json.dumps(json.loads((directory / _META).read_text())["schema"])
    buckets = _buckets(list(zip(parts, records, strict=True)))
    known = {one.digest: one for one in read_segments(previous)} if previous else {}
    count = _Count(progress, sum(record.rows for record in records))
    segments = []
    for number, bucket in enumerate(buckets):
        digest = _digest(number, bucket, fields)
        found = known.get(digest)
        if found and previous:
            _copy(previous, directory, found)
            count.add(found.passages)
        segments.append(found or _segment(directory, number, bucket, digest, count))
    _assemble(directory, segments)
    rows = (
        row
        for bucket in buckets
        for _, record in bucket
        for row in range(record.first_row, record.first_row + record.rows)
    )
    (directory / PLACES).write_bytes(array("I", rows).tobytes())
    seal(directory)


def read_segments(directory: Path) -> list[Segment]:
    """The segments of a keyword directory; none where it has none that this version knows."""
    try:
        return [Segment(**value) for value in json.loads((directory / SEGMENTS).read_text())]
    except (OSError, ValueError, TypeError):
        return []


def _buckets(concepts: Sequence[Placed]) -> list[list[Placed]]:
    """The concepts of each segment: by hashes of their ids, so that a new one moves no other."""
    passages = sum(record.rows for _, record in concepts)
    count = 1
    while count < _MOST_SEGMENTS and passages > count * PASSAGES_A_SEGMENT:
        count *= 2
    buckets: list[list[Placed]] = [[] for _ in range(count)]
    for part, record in concepts:
        buckets[crc32(_bytes(record.id)) % count].append((part, record))
    return buckets


def _digest(number: int, bucket: Sequence[Placed], fields: str) -> str:
    """All that decides on a segment."""
    digest = blake2b(f"{version('tantivy')} {ANALYZER} {fields} {number}".encode())
    for part, record in bucket:
        said = (record.id, *_shared(record), *scopes(record), record.access_class, record.modified)
        digest.update(_bytes(repr((said, part.digest))))
    return digest.hexdigest()[:32]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _copy(previous: Path, directory: Path, segment: Segment) -> None:
    for part in segment.engine:
        for file in previous.glob(f"{_file_name(part)}.*"):
            link_file(file, directory / file.name)


def _file_name(part: Mapping[str, Any]) -> str:
    return str(part["segment_id"]).replace("-", "")


def _segment(
    directory: Path, number: int, bucket: Sequence[Placed], digest: str, count: _Count
) -> Segment:
    place = directory / "building"
    place.mkdir()
    vocabulary = Vocabulary()
    held: dict[int, Document] = {}  # the first of each access class
    passages = titles = 0
    writer = Index(schema(), str(place)).writer(_MEMORY, 1)
    for part, record in bucket:
        entry = part.entry()
        language = language_of(entry.concept.body)
        read = vocabulary.reader(language, record.access_class)
        first = (number << BUCKET_BITS) + passages
        for document in _documents(entry, record, count, language=language, first=first, read=read):
            if held.setdefault(record.access_class, document) is not document:
                writer.add_document(document)
        passages += record.rows
        titles += record.rows * len(terms(record.title, language))
    for access_class, document in held.items():
        vocabulary.say(document, access_class)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    engine = json.loads((place / _META).read_text())["segments"]
    for part in engine:
        for file in place.glob(f"{_file_name(part)}.*"):
            file.rename(directory / file.name)
    shutil.rmtree(place)
    return Segment(
        digest=digest,
        passages=passages,
        titles=titles,
        languages=vocabulary.languages(),
        engine=engine,
    )


def _documents(
    entry: IndexEntry,
    record: ConceptRecord,
    count: _Count,
    *,
    language: str,
    first: int,
    read: Callable[[str], str],
) -> Iterator[Document]:
    """What the engine is given of each passage, the first of them at a place; `read` gives the terms of a stretch."""
    body = entry.concept.body
    texts = (body[passage.start : passage.end] for passage in entry.passages)
    said_of = ((text, read_terms(text, read)) for text in count.each(texts))
    beginning = list(islice(said_of, _BEGINNING))
    shared = _shared_document(record, [own for _, own in beginning], read)
    headings, titled, said = None, "", ""
    each = zip(entry.passages, chain(beginning, said_of), strict=True)
    for number, (passage, (text, own)) in enumerate(each):
        if passage.headings != headings:
            headings = passage.headings
            titled = joined((record.title, *headings))
            said = read_terms(joined(headings), read)
        document = copy(shared)
        _say(document, "headings", said)
        _say(document, "body", own)
        whole = f"{titled} {text}"
        _say(document, ENDINGS, endings(whole))
        _say(document, FUNCTION_WORDS, joined(function_words(whole, language)))
        document.add_integer(PLACE, first + number)
        yield document


def _shared_document(
    record: ConceptRecord, bodies: Sequence[str], read: Callable[[str], str]
) -> Document:
    """What the documents of all passages of a concept say."""
    document = Document()
    title, aliases, tags, description = (read_terms(text, read) for text in _shared(record))
    _say(document, "title", title)
    _say(document, "aliases", aliases)
    _say(document, "tags", tags)
    _say(document, "description", _own_description(description, bodies))
    for name in scopes(record):
        document.add_text(SCOPE, name)
    document.add_integer(ACCESS, record.access_class)
    when = instant(record.modified)
    if when is not None:
        document.add_integer(MODIFIED, moment(when))
    return document


def _say(document: Document, field: str, terms: str) -> None:
    if terms:
        document.add_text(field, terms)


def _shared(record: ConceptRecord) -> tuple[str, str, str, str]:
    """What all passages of a concept are found by: title, aliases, tags, description."""
    return record.title, joined(record.aliases), joined(record.tags), record.description


def _own_description(description: str, bodies: Sequence[str]) -> str:
    """The terms of a description, unless it only repeats how the concept begins, whose terms are `bodies`.

    Such a one would lend the words of the first passage to all others.
    """
    repeats = f" {description} " in f" {joined(bodies)} "
    return "" if repeats else description


def _assemble(directory: Path, segments: Sequence[Segment]) -> None:
    """Make one index of the segments, in their order."""
    meta = json.loads((directory / _META).read_text())
    meta["segments"] = [part for segment in segments for part in segment.engine]
    (directory / _META).write_text(json.dumps(meta))
    (directory / SEGMENTS).write_text(json.dumps([asdict(segment) for segment in segments]))
    mode = directory.stat().st_mode & 0o666
    for file in directory.iterdir():
        if file.stat().st_mode & 0o777 != mode:
            file.chmod(
                mode
            )  # the engine keeps some to their owner; a server may run as somebody else
