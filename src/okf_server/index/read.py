"""Read the index of a snapshot."""

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from okf_server.errors import StorageError
from okf_server.index import layout, seals
from okf_server.index.analyze import text_terms
from okf_server.index.damage import MALFORMED, Reading, damaged
from okf_server.index.keyword import KeywordReader, Ranked
from okf_server.index.lines import Lines, map_file
from okf_server.index.links import Edge
from okf_server.index.records import (
    ConceptRecord,
    StoredPassage,
    concept_from_line,
    passage_from_line,
)
from okf_server.index.vectors import VectorReader
from okf_server.index.visible import Visible, visible_set
from okf_server.model.answer import Filters, Relation
from okf_server.model.seams import Vector
from okf_server.model.wanted import go_on

_REMEMBERED_SETS = 64
_REMEMBERED_RECORDS = 2_000

_CONCEPTS = Reading("list of concepts")
_PASSAGES = Reading("list of passages")
_REPEATS = Reading("list of repeats")
_LINKS = Reading("list of links")
_KEYWORD = Reading("keyword side")
_VECTORS = Reading("vectors")


def open_index(directory: Path) -> "IndexReader":
    """Open an index; cheap, whatever its size.

    Raises FormatVersionError for one that this version cannot read, StorageError for a damaged one; so does
    whatever is read of it later. Where only its vectors are damaged, ranking by them does.
    """
    try:
        meta = layout.read_meta(directory / layout.META)
        broken = seals.broken(directory, whole=layout.DECISIVE) - layout.FOR_BUILDS
        broken |= seals.broken(directory / layout.KEYWORD)
        if others := broken - layout.SEMANTIC:
            raise ValueError(f"{min(others)} is not as it was written")
        return IndexReader(directory, meta, with_vectors=not broken)
    except (OSError, *MALFORMED) as error:
        raise StorageError(
            f"The snapshot is damaged: {error} in {directory}.",
            hint="Build the base again (okf build), or go back with: okf snapshots rollback",
        ) from error


def _numbers(path: Path) -> "memoryview[int]":
    return memoryview(map_file(path)).cast("I")


class IndexReader:
    """An open index. All files are open from the beginning, so that it can be deleted while it is read.

    Concepts have ordinals, passages have rows. Safe to use from several threads.
    """

    def __init__(self, directory: Path, meta: layout.Meta, *, with_vectors: bool = True) -> None:
        self.meta = meta
        self._concepts = Lines(directory, layout.CONCEPTS)
        self._passages = Lines(directory, layout.PASSAGES)
        self._owners = _numbers(directory / layout.OWNERS)
        self._sections = _numbers(directory / layout.SECTIONS)
        self._classes = memoryview(map_file(directory / layout.CLASSES))
        self._marked = memoryview(map_file(directory / layout.MARKED))
        self._links_file = map_file(directory / layout.LINKS)
        self._repeats_file = map_file(directory / layout.REPEATS)
        with _KEYWORD:
            self._keyword = KeywordReader(directory / layout.KEYWORD)
        vectors = meta.embedder is not None and with_vectors
        self._vectors = VectorReader(directory, self._owners.cast("B"), meta) if vectors else None
        self._check_sizes()
        self.visible = lru_cache(_REMEMBERED_SETS)(self._visible)
        self.concept = lru_cache(_REMEMBERED_RECORDS)(self._concept)
        self.passage = lru_cache(_REMEMBERED_RECORDS)(self._passage)
        self.terms = lru_cache(_REMEMBERED_RECORDS)(self._terms)

    def _check_sizes(self) -> None:
        """Raise ValueError where the files do not hold as much as they say together."""
        of_concepts = (len(self._concepts), len(self._classes) // 4, len(self._marked))
        of_passages = (len(self._passages), len(self._owners), len(self._sections))
        if {*of_concepts} != {self.meta.concepts} or {*of_passages} != {self.meta.passages}:
            raise ValueError("its files are not of the same size")

    def _concept(self, ordinal: int) -> ConceptRecord:
        """One concept."""
        go_on()
        with _CONCEPTS:
            return concept_from_line(self._concepts[ordinal])

    @cached_property
    def concepts(self) -> Sequence[ConceptRecord]:
        """All concepts in ascending order of their ids; read on first use."""
        return tuple(map(self._concept, range(len(self._concepts))))

    def ordinal(self, concept_id: str) -> int | None:
        """Where a concept stands, by its exact id."""
        place = self.place(concept_id)
        exact = place < len(self._concepts) and self.concept(place).id == concept_id
        return place if exact else None

    def place(self, concept_id: str) -> int:
        """Where a concept with this id stands or would stand, in the order of the ids."""
        ordinals = range(len(self._concepts))
        return bisect_left(ordinals, concept_id, key=lambda ordinal: self.concept(ordinal).id)

    def _passage(self, row: int) -> StoredPassage:
        """One passage."""
        go_on()
        with _PASSAGES:
            return passage_from_line(self._passages[row])

    def _terms(self, row: int) -> frozenset[str]:
        """The terms of a passage's text."""
        return text_terms(self.passage(row).text)

    def owner(self, row: int) -> int:
        """The ordinal of the concept that a passage belongs to."""
        return self._owners[row]

    def section(self, row: int) -> int:
        """The first row of the section that a passage belongs to."""
        return self._sections[row]

    def is_marked(self, ordinal: int) -> bool:
        """Whether a concept's status, age, review or newer edition may move its hits."""
        return bool(self._marked[ordinal])

    def repeats(self, row: int) -> Sequence[int]:
        """All rows with the same words, this one among them."""
        return self._repeats.get(row, (row,))

    @cached_property
    def _repeats(self) -> Mapping[int, Sequence[int]]:
        with _REPEATS:
            return {row: rows for rows in json.loads(self._repeats_file[:]) for row in rows}

    def links_of(self, ordinal: int) -> Sequence[Edge]:
        """The references from a concept and to it."""
        return self._links.get(ordinal, ())

    @cached_property
    def _links(self) -> Mapping[int, Sequence[Edge]]:
        found: dict[int, list[Edge]] = {}
        with _LINKS:
            for start, end, relation in json.loads(self._links_file[:]):
                edge = (start, end, Relation(relation))
                found.setdefault(start, []).append(edge)
                found.setdefault(end, []).append(edge)
        return found

    def _visible(self, classes: frozenset[int] | None, filters: Filters) -> Visible:
        """What may be ranked; `classes` None sees every access class."""
        records = self.concepts if filters != Filters() else ()
        return visible_set(self._classes, records, classes=classes, filters=filters)

    def rank_keyword(
        self,
        question: str,
        *,
        visible: Visible,
        limit: int,
        prefix: bool = False,
    ) -> list[Ranked]:
        """The best visible rows for the words of a question, best first; see KeywordReader.rank."""
        go_on()
        with _KEYWORD:
            ranked = self._keyword.rank(
                question,
                classes=visible.classes,
                filters=visible.filters,
                limit=limit,
                prefix=prefix,
            )
        return self._checked(ranked, visible)

    def rank_semantic(self, vector: Vector, *, visible: Visible, limit: int) -> list[Ranked]:
        """The nearest visible rows to the vector of a question, best first; none without vectors.

        Raises ModelError for a vector of another length, or with a number that is not finite, and StorageError
        where the vectors of the index are damaged.
        """
        go_on()
        if self.meta.embedder is None:
            return []
        if self._vectors is None:
            raise damaged("vectors")
        with _VECTORS:
            ranked = self._vectors.rank(vector, visible=visible, limit=limit)
        return self._checked(ranked, visible)

    def _checked(self, ranked: list[Ranked], visible: Visible) -> list[Ranked]:
        """The same ranking, once no row of it is found to be hidden."""
        concepts = len(self._concepts)
        if any(hit.row >= len(self._owners) or self.owner(hit.row) >= concepts for hit in ranked):
            raise damaged("list of owners")
        if any(self.owner(hit.row) not in visible for hit in ranked):
            raise AssertionError("a ranking returned a passage outside its visible set")
        return ranked
