"""The keyword side of an index: BM25 over separate fields, on tantivy."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tantivy import Document, Index, Occur, Query, Schema, SchemaBuilder

from okf_server.index.analyze import joined_terms, terms
from okf_server.index.records import ConceptRecord
from okf_server.index.visible import folded_path
from okf_server.model.answer import Filters
from okf_server.model.passage import Passage

WEIGHTS: Mapping[str, float] = {
    "title": 1.5,
    "tags": 1.5,
    "description": 1,
    "headings": 1,
    "body": 1,
}
"""What a term is worth by the field that it stands in, beyond what BM25 gives to short fields anyway.

Higher weights of titles ranked worse on Cranfield (nDCG@10 .456 for 10 against .515) and on messy company
files alike: a common word of a title then outweighs the rare words of the passage that answers.
"""

_BEGINNING = 3  # passages
_LONGEST_PATTERN = 200  # characters; the engine refuses patterns of more than 1,000 states
_MOST_TERMS = 128
_MEMORY = 64_000_000
_SPECIAL = re.compile(r"[\\.+*?()|\[\]{}^$#&~-]")
_ROW, _CLASS, _SCOPE = "row", "class", "scope"


class Ranked(NamedTuple):
    """A row and its score, which compares within one ranking only."""

    row: int
    score: float


def _schema() -> Schema:
    builder = SchemaBuilder()
    for field in WEIGHTS:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field(_SCOPE, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field(_CLASS, indexed=True)
    builder.add_integer_field(_ROW, fast=True)
    return builder.build()


class KeywordWriter:
    """Writes the keyword side, row by row, on one thread so that equal input ranks equally."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir()
        self._directory = directory
        self._index = Index(_schema(), str(directory))
        self._writer = self._index.writer(_MEMORY, 1)
        self._row = 0

    def add(self, record: ConceptRecord, passages: Iterable[tuple[Passage, str]]) -> list[str]:
        """Add the passages of a concept with their texts; returns the terms of the texts."""
        bodies = [(passage, joined_terms(text)) for passage, text in passages]
        said = {
            "title": joined_terms(record.title),
            "tags": joined_terms(" ".join(record.tags)),
            "description": _own_description(record, bodies),
        }
        shared = [(field, joined) for field, joined in said.items() if joined]
        scopes = list(_scopes(record))
        for passage, body in bodies:
            document = Document()
            for field, joined in shared:
                document.add_text(field, joined)
            if passage.headings:
                document.add_text("headings", joined_terms(" ".join(passage.headings)))
            document.add_text("body", body)
            for scope in scopes:
                document.add_text(_SCOPE, scope)
            document.add_integer(_CLASS, record.access_class)
            document.add_integer(_ROW, self._row)
            self._writer.add_document(document)
            self._row += 1
        return [body for _, body in bodies]

    def close(self) -> None:
        """Finish the index."""
        self._writer.commit()
        self._writer.wait_merging_threads()
        mode = self._directory.stat().st_mode & 0o666
        for file in self._directory.iterdir():
            file.chmod(mode)  # tantivy keeps some to their owner; a server may run as somebody else


def _own_description(record: ConceptRecord, bodies: Sequence[tuple[Passage, str]]) -> str:
    """The terms of a description, unless it only repeats how the concept begins.

    Such a one would lend the words of the first passage to all others.
    """
    description = joined_terms(record.description).split()
    if not description:
        return ""
    beginning = [term for _, body in bodies[:_BEGINNING] for term in body.split()]
    repeats = f" {' '.join(description)} " in f" {' '.join(beginning)} "
    return "" if repeats else " ".join(description)


def _scopes(record: ConceptRecord) -> Iterable[str]:
    """All that a filter can name the concept by; lone surrogates can be in no filter."""
    names = {_type_scope(record.type), *map(_tag_scope, record.tags)}
    for path in (folded_path(record.id), folded_path(record.path)):
        steps = path.split("/")
        names.update(_path_scope("/".join(steps[: n + 1])) for n in range(len(steps)))
    return map(_clean, sorted(names))


def _clean(name: str) -> str:
    return name.encode("utf-8", "replace").decode()


def _quoted(text: str) -> str:
    """The text as a pattern of the engine's regular expressions."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def _type_scope(name: str) -> str:
    return "type:" + name.casefold()


def _tag_scope(name: str) -> str:
    return "tag:" + name.casefold()


def _path_scope(path: str) -> str:
    return "path:" + path


@contextmanager
def _linked(directory: Path) -> Iterator[Path]:
    """A directory of our own with links to the files of another."""
    with TemporaryDirectory(prefix="okf-keyword-") as name:
        for file in directory.iterdir():
            if file.suffix != ".lock":
                Path(name, file.name).symlink_to(file.resolve())
        yield Path(name)


class KeywordReader:
    """Ranks rows by the terms of a question; safe to use from several threads."""

    def __init__(self, directory: Path) -> None:
        try:
            self._open(directory)
        except ValueError:
            with _linked(directory) as place:  # the engine wants to lock, and may not write here
                self._open(place)

    def _open(self, directory: Path) -> None:
        index = Index.open(str(directory))
        self._schema = index.schema
        self._searcher = index.searcher()  # keeps its files open

    def rank(
        self,
        question: str,
        *,
        classes: frozenset[int] | None,
        filters: Filters,
        limit: int,
        weights: Mapping[str, float] = WEIGHTS,
    ) -> list[Ranked]:
        """The best rows, ties in the order of the rows; `classes` None sees every access class."""
        counted = Counter(terms(question)).most_common(_MOST_TERMS)
        if not counted or limit < 1:
            return []
        query = self._any(
            Query.boost_query(Query.term_query(self._schema, field, term, "freq"), weight * count)
            for term, count in counted
            for field, weight in weights.items()
        )
        narrowing = self._narrowing(classes, filters)
        if narrowing:
            unscored = ((Occur.Must, Query.boost_query(part, 0.0)) for part in narrowing)
            query = Query.boolean_query([(Occur.Must, query), *unscored])
        found = self._searcher.search(query, limit, count=False).hits
        rows = self._searcher.fast_field_values(_ROW, [address for _, address in found])
        ranked = [
            Ranked(int(row), score)
            for row, (score, _) in zip(rows, found, strict=True)
            if row is not None
        ]
        return sorted(ranked, key=lambda hit: (-hit.score, hit.row))

    def _narrowing(self, classes: frozenset[int] | None, filters: Filters) -> Sequence[Query]:
        parts = []
        if classes is not None:
            parts.append(Query.term_set_query(self._schema, _CLASS, sorted(classes)))
        if filters.types:
            parts.append(self._scope(map(_type_scope, filters.types)))
        if filters.tags:
            parts.append(self._scope(map(_tag_scope, filters.tags)))
        if folded_path(filters.path):
            parts.append(self._below(filters.path))
        return parts

    def _scope(self, names: Iterable[str]) -> Query:
        return Query.term_set_query(self._schema, _SCOPE, sorted({_clean(name) for name in names}))

    def _below(self, path: str) -> Query:
        scope = _clean(_path_scope(folded_path(path)))
        if path.endswith("/"):
            return self._scope([scope])
        if len(scope) > _LONGEST_PATTERN:  # so long a beginning has few endings
            return self._scope(name for name, _ in self._searcher.terms_with_prefix(_SCOPE, scope))
        return Query.regex_query(self._schema, _SCOPE, _quoted(scope) + "[^/]*")

    @staticmethod
    def _any(parts: Iterable[Query]) -> Query:
        return Query.boolean_query([(Occur.Should, part) for part in parts])
