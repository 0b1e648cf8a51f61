"""What an index holds of one concept: made of the concept, or taken over from an index that has it already."""

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zlib import crc32

from okf_server.index import layout
from okf_server.index.layout import read_meta
from okf_server.index.lines import Chunk, Lines, chunk, map_file
from okf_server.index.records import (
    ConceptRecord,
    IndexEntry,
    concept_from_line,
    passage_from_line,
    passage_line,
    record_of,
)
from okf_server.model.concept import Concept
from okf_server.model.passage import Passage
from okf_server.model.seams import Vector
from okf_server.okf.links import Link, LinkKind, links
from okf_server.okf.trust import text_of

_COMPARED = 4  # words
_HASH = 32  # bytes
_UNTIED: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """The vectors of a concept's passages, whose model made them, and the hashes of the texts that it read."""

    identity: str
    hashes: Sequence[str]
    vectors: Sequence[Vector]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A concept's part of an index, whichever other concepts the index holds.

    `record` has no place yet and is tied to no other. `title` is that of its frontmatter, empty without one.
    `digest` is that of its text and of how it is cut. For each passage, `sections` has the first one of its
    section, counted from the concept's first, and `beginnings` a number that texts share which begin alike,
    0 for one without words. What is large is read when it is called for: `lines` are those of its passages,
    `text` is that of one of them, `entry` the whole concept, `embedded` what an index before has of vectors.
    """

    record: ConceptRecord
    title: str
    digest: str
    links: tuple[Link, ...]
    sections: Sequence[int]
    beginnings: Sequence[int]
    lines: Callable[[], Chunk]
    text: Callable[[int], str]
    entry: Callable[[], IndexEntry]
    embedded: Callable[[], Embedded | None] = lambda: None


def part_of(entry: IndexEntry) -> Part:
    """The part of a concept that is made of it."""
    body = entry.concept.body

    def text(number: int) -> str:
        passage = entry.passages[number]
        return body[passage.start : passage.end]

    return Part(
        record=record_of(entry, first_row=0),
        title=text_of(entry.concept.meta, "title"),
        digest=_digest(entry),
        links=links(body),
        sections=tuple(_sections(entry.passages)),
        beginnings=array("I", map(_beginning, map(text, range(len(entry.passages))))),
        lines=lambda: _lines(entry),
        text=text,
        entry=lambda: entry,
    )


def in_class(part: Part, access_class: int) -> Part:
    """The part of the same concept in an access class."""
    return replace(part, record=replace(part.record, access_class=access_class))


def carried_line(part: Part) -> bytes:
    """What cannot be told of a part from the rest of its index, for the next build, as a line of JSON."""
    found = [[link.kind, link.text, link.target, link.start, link.end] for link in part.links]
    value = {"title": part.title, "digest": part.digest, "links": found}
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


class Former:
    """An index that parts are taken over from; `body` gives the text of a concept by its id.

    Nothing in it is checked: whoever takes from it has compared it with its digests.
    """

    def __init__(self, directory: Path, body: Callable[[str], str]) -> None:
        self._body = body
        self._concepts = Lines(directory, layout.CONCEPTS)
        self._passages = Lines(directory, layout.PASSAGES)
        self._carried = Lines(directory, layout.CARRIED)
        self._sections = memoryview(map_file(directory / layout.SECTIONS)).cast("I")
        self._beginnings = memoryview(map_file(directory / layout.BEGINNINGS)).cast("I")
        self._meta = read_meta(directory / layout.META)
        if self._meta.embedder:
            self._texts = memoryview(map_file(directory / layout.TEXTS))
            self._vectors = memoryview(map_file(directory / layout.VECTORS)).cast("f")

    def part(self, number: int) -> Part:
        """The part of a concept by its number, in the order of the ids."""
        record = concept_from_line(self._concepts[number])
        carried = json.loads(self._carried[number])
        first, stop = record.first_row, record.first_row + record.rows
        own = replace(
            record, first_row=0, newer=_UNTIED, older=_UNTIED, copies=_UNTIED, conflicts=_UNTIED
        )
        return Part(
            record=own,
            title=carried["title"],
            digest=carried["digest"],
            links=tuple(map(_link, carried["links"])),
            sections=[row - first for row in self._sections[first:stop]],
            beginnings=self._beginnings[first:stop],
            lines=lambda: self._passages.between(first, stop),
            text=lambda number: passage_from_line(self._passages[first + number]).text,
            entry=lambda: self._entry(own, self._passages.between(first, stop)),
            embedded=lambda: self._embedded(range(first, stop)),
        )

    def _embedded(self, rows: range) -> Embedded | None:
        if self._meta.embedder is None:
            return None
        size = self._meta.dimension
        return Embedded(
            identity=self._meta.embedder,
            hashes=[self._texts[row * _HASH : (row + 1) * _HASH].hex() for row in rows],
            vectors=[self._vectors[row * size : (row + 1) * size] for row in rows],
        )

    def _entry(self, record: ConceptRecord, lines: Chunk) -> IndexEntry:
        """A concept with its text and title; the rest of its frontmatter stands in its record."""
        body = self._body(record.id)
        return IndexEntry(
            concept=Concept(id=record.id, meta={"title": record.title}, body=body),
            passages=[passage_from_line(line).passage for line in lines.data.splitlines()],
            path=record.path,
            source=record.source,
            revision=record.revision,
            access_class=record.access_class,
        )


def _link(value: Sequence[Any]) -> Link:
    kind, text, target, start, end = value
    return Link(kind=LinkKind(kind), text=text, target=target, start=start, end=end)


def _lines(entry: IndexEntry) -> Chunk:
    return chunk(passage_line(passage, entry.concept.body) for passage in entry.passages)


def _digest(entry: IndexEntry) -> str:
    spans = [(one.start, one.end, one.headings) for one in entry.passages]
    digest = blake2b(repr(spans).encode("utf-8", "surrogatepass"), digest_size=16)
    digest.update(entry.concept.body.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _sections(passages: Iterable[Passage]) -> Iterator[int]:
    firsts: dict[str, int] = {}
    for number, passage in enumerate(passages):
        yield firsts.setdefault(passage.section, number)


def _beginning(text: str) -> int:
    words = text.split(None, _COMPARED)[:_COMPARED]
    return crc32(" ".join(words).casefold().encode("utf-8", "surrogatepass")) or 1 if words else 0
