"""Look up in an index what a word that somebody is typing may become, and ask for it."""

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from tantivy import Occur, Query, Schema, Searcher

from okf_server.index.keyword_fields import VOCABULARY
from okf_server.index.languages import BETWEEN
from okf_server.index.typed import Beginning, beginnings
from okf_server.index.vocabulary import mark

_REMEMBERED = 5_000
_MOST_LISTED = 48  # terms of a field; the engine finds more of them faster by their pattern


class BegunWords:
    """Asks for the words of one index by their beginnings."""

    def __init__(self, schema: Schema, searcher: Searcher) -> None:
        self._schema = schema
        self._searcher = searcher
        self._terms = lru_cache(_REMEMBERED)(self._listed)
        self._stems = lru_cache(_REMEMBERED)(self._stemmed)

    def queries(
        self, question: str, weights: Mapping[str, float], classes: frozenset[int] | None
    ) -> Iterator[Query]:
        """What the last word may become, as rare as all that begins with it is together.

        A stem counts where a document of the access classes, None for all, has such a word of it.
        """
        begun = beginnings(question)
        parts: list[Query] = []
        most = 0.0
        for field, weight in weights.items() if begun else ():
            terms = {term: held for one in begun for term, held in self._terms(field, one)}
            stems = {
                stem: held
                for one in begun
                for stem in self._stems(one, classes)
                if stem not in terms and (held := self._searcher.doc_freq(field, stem))
            }
            if terms or stems:
                found = [*self._any(field, terms, begun), *self._each(field, stems)]
                parts.append(Query.const_score_query(_any_of(found), weight))
                most = max(most, self._together({**terms, **stems}))
        if parts:
            yield Query.boost_query(_any_of(parts), self._rarity(most))

    def _listed(self, field: str, beginning: Beginning) -> list[tuple[str, int]]:
        """The terms that begin so, and how many passages have each."""
        fits = re.compile(beginning.pattern).fullmatch
        listed = (self._searcher.terms_with_prefix(field, start) for start in beginning.starts)
        return [(term, held) for terms in listed for term, held in terms if fits(term)]

    def _stemmed(self, beginning: Beginning, classes: frozenset[int] | None) -> list[str]:
        """The stems, each once, of the words that begin so and are none of their stems."""
        seen = None
        if classes is not None:
            seen = Query.term_set_query(self._schema, VOCABULARY, sorted(map(mark, classes)))
        words = (
            word.partition(BETWEEN)
            for start in beginning.starts
            for word, _ in self._searcher.terms_with_prefix(VOCABULARY, start, seen)
        )
        fits = re.compile(beginning.pattern).fullmatch
        return sorted({stem for word, _, stem in words if stem and fits(word)})

    def _any(self, field: str, terms: Mapping[str, int], begun: list[Beginning]) -> Iterator[Query]:
        if len(terms) <= _MOST_LISTED:
            return self._each(field, terms)
        return (Query.regex_query(self._schema, field, one.pattern) for one in begun)

    def _each(self, field: str, terms: Mapping[str, int]) -> Iterator[Query]:
        return (Query.term_query(self._schema, field, term, "basic") for term in terms)

    def _together(self, terms: Mapping[str, int]) -> float:
        """How many passages have some of the terms, if these do not depend on each other."""
        passages = self._searcher.num_docs
        return passages * (1 - math.prod(1 - held / passages for held in terms.values()))

    def _rarity(self, held: float) -> float:
        """What BM25 makes of a term that so many passages have."""
        return math.log(1 + (self._searcher.num_docs - held + 0.5) / (held + 0.5))


def _any_of(parts: list[Query]) -> Query:
    return Query.boolean_query([(Occur.Should, part) for part in parts])
