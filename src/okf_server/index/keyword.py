"""The keyword side of an index: BM25 over separate fields, on tantivy."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tantivy import FieldType, Index, Occur, Query

from okf_server.extract.folder import Folder
from okf_server.index.begun import BegunWords
from okf_server.index.keyword_fields import (
    ACCESS,
    MODIFIED,
    PLACE,
    SCOPE,
    clean,
    field_weights,
    moment,
    path_scope,
    source_scope,
    status_scope,
    tag_scope,
    trust_scope,
    type_scope,
)
from okf_server.index.keyword_write import BUCKET_BITS, PLACES, read_segments
from okf_server.index.languages import Tongues, languages_of
from okf_server.index.lines import map_file
from okf_server.index.questions import QuestionReader
from okf_server.index.visible import folded_path, tiers
from okf_server.model.answer import Filters
from okf_server.model.concept import TrustTier

_MORE = 8
_MORE_TIES = 10
_DIGITS = 5  # of a score; the engine adds numbers up in no certain order


class Ranked(NamedTuple):
    """A row and its score, which compares within one ranking only."""

    row: int
    score: float


@contextmanager
def _linked(directory: Path) -> Iterator[Path]:
    """A directory of our own with links to the files of another."""
    with Folder("keyword") as folder:
        for file in directory.iterdir():
            if file.suffix != ".lock":
                Path(folder.path, file.name).symlink_to(file.resolve())
        yield Path(folder.path)


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
        self._begun = BegunWords(self._schema, self._searcher)
        self._questions = QuestionReader(self._schema, self._searcher)
        self._rows = memoryview(map_file(directory / PLACES)).cast("I")
        self._starts: list[int] = []
        self._languages: dict[str, set[int]] = {}
        start = titles = 0
        for segment in read_segments(directory):
            self._starts.append(start)
            start += segment.passages
            titles += segment.titles
            for language, classes in segment.languages.items():
                self._languages.setdefault(language, set()).update(classes)
        if start != len(self._rows):
            raise ValueError("its segments are not known")
        self._weights = field_weights(titles / max(start, 1))

    def tongues(self, question: str, classes: frozenset[int] | None) -> Tongues:
        """How a question is read by those who see the classes: in the languages of what they see."""
        return languages_of(question, self._languages, classes)

    def rank(
        self,
        question: str,
        *,
        classes: frozenset[int] | None,
        filters: Filters,
        limit: int,
        prefix: bool = False,
        tongues: Tongues | None = None,
    ) -> list[Ranked]:
        """The best rows, ties in the order of the rows; `classes` None sees every access class.

        What stands in quotes must stand in a passage in the same order. With `prefix` the last word may be
        the beginning of one. Without `tongues` the question is read as by those who see the classes.
        """
        tongues = tongues or self.tongues(question, classes)
        begun = self._begun.queries(question, self._weights, classes) if prefix else ()
        query = self._questions.words(question, tongues, self._weights, begun=begun)
        if query is None or limit < 1:
            return []
        needed = [*self._narrowing(classes, filters), *self._questions.phrases(question, tongues)]
        if needed:
            unscored = ((Occur.Must, Query.boost_query(part, 0.0)) for part in needed)
            query = Query.boolean_query([(Occur.Must, query), *unscored])
        return self._best(query, limit)

    def _best(self, query: Query, limit: int) -> list[Ranked]:
        """The best rows; the engine's order of ties is that of its files, so it is asked for all of them."""
        asked = limit + _MORE
        found = self._searcher.search(query, asked, count=False).hits
        while len(found) == asked and found[-1][0] >= _least(found[limit - 1][0]):
            asked *= _MORE_TIES
            found = self._searcher.search(query, asked, count=False).hits
        if len(found) > limit:
            least = _least(found[limit - 1][0])
            found = [hit for hit in found if hit[0] >= least]
        places = self._searcher.fast_field_values(PLACE, [address for _, address in found])
        ranked = [
            Ranked(self._row(int(place)), score)
            for place, (score, _) in zip(places, found, strict=True)
            if place is not None
        ]
        return sorted(ranked, key=lambda hit: (-_rounded(hit.score), hit.row))[:limit]

    def _row(self, place: int) -> int:
        start = self._starts[place >> BUCKET_BITS]
        return self._rows[start + (place & ((1 << BUCKET_BITS) - 1))]

    def _narrowing(self, classes: frozenset[int] | None, filters: Filters) -> Sequence[Query]:
        parts = []
        if classes is not None:
            parts.append(Query.term_set_query(self._schema, ACCESS, sorted(classes)))
        parts.extend(map(self._scope, _named(filters)))
        if folded_path(filters.path):
            parts.append(self._scope([path_scope(folded_path(filters.path))]))
        if filters.modified_after or filters.modified_before:
            parts.append(self._modified(filters))
        return parts

    def _modified(self, filters: Filters) -> Query:
        after, before = filters.modified_after, filters.modified_before
        return Query.range_query(
            self._schema,
            MODIFIED,
            FieldType.Integer,
            lower_bound=moment(after) if after else None,
            upper_bound=moment(before) if before else None,
            include_lower=after is None,
            include_upper=before is None,
        )

    def _scope(self, names: Iterable[str]) -> Query:
        return Query.term_set_query(self._schema, SCOPE, sorted({clean(name) for name in names}))


def _named(filters: Filters) -> Iterator[list[str]]:
    """For each filter by name the terms of which a concept needs one."""
    yield from filter(
        None,
        (
            list(map(type_scope, filters.types)),
            list(map(tag_scope, filters.tags)),
            list(map(status_scope, filters.statuses)),
            list(map(source_scope, filters.sources)),
        ),
    )
    if filters.min_trust is not TrustTier.UNVERIFIED:
        yield list(map(trust_scope, tiers(filters.min_trust)))


def _rounded(score: float) -> float:
    return float(f"{score:.{_DIGITS}g}")


def _least(score: float) -> float:
    """What is surely less than any score that is rounded to the same."""
    return score * (1 - 0.1 ** (_DIGITS - 1))
