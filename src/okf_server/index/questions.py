"""Turn a question into a query of the engine: its words, its phrases in quotes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from tantivy import Occur, Query, Schema, Searcher

from okf_server.index.analyze import (
    asked_terms,
    has_unspaced,
    only_function_words,
    question_stretches,
    terms_in_order,
)
from okf_server.index.keyword_fields import ENDINGS, FUNCTION_WORDS, PHRASED
from okf_server.index.languages import Tongues
from okf_server.index.typed import quoted

_MOST_TERMS = 128
_REMEMBERED_TERMS = 20_000
_MOST_PHRASES = 8
_WITHIN = 0.3  # a character within longer words is found, and tells little
_PHRASE = re.compile(r'"([^"]+)"|“([^“”]+)[”“]|„([^„“”]+)[“”]|«([^«»]+)»')
_SENTENCES = re.compile(r"(?<=\D[.?!;:])\s+|(?<=[。？！；])")  # `31. March` is none


def has_phrase(question: str) -> bool:
    """Whether some of its words stand in quotes."""
    return _PHRASE.search(question) is not None


def without_quotes(question: str) -> str:
    """A question whose words in quotes are words as all others."""
    return _PHRASE.sub(lambda found: f" {' '.join(filter(None, found.groups()))} ", question)


class QuestionReader:
    """Makes queries of one index."""

    def __init__(self, schema: Schema, searcher: Searcher) -> None:
        self._schema = schema
        self._searcher = searcher
        self._term = lru_cache(_REMEMBERED_TERMS)(self._asked)

    def words(
        self,
        question: str,
        tongues: Tongues,
        weights: Mapping[str, float],
        *,
        begun: Iterable[Query] = (),
    ) -> Query | None:
        """What ranks: any of the words, each where it stands, or what is `begun`; None where there is none."""
        counted = _counted(question, tongues).most_common(_MOST_TERMS)
        parts = [
            _boosted(query, weight * count)
            for alternatives, count in counted
            for field, weight in weights.items()
            for query in self._term(field, alternatives)
        ]
        parts += (
            Query.boost_query(self._ending(term), count)
            for (term, *_), count in counted
            if _is_character(term)
        )
        parts += self._function_words(only_function_words(question, tongues), weights)
        parts += begun
        return any_of(parts) if parts else None

    def phrases(self, question: str, tongues: Tongues) -> list[Query]:
        """What must stand in a passage, its title or its headings in this order, one for each phrase."""
        written = ["".join(found) for found in _PHRASE.findall(question)][:_MOST_PHRASES]
        return [query for text in written for query in self._phrase(text, tongues)]

    def _asked(self, field: str, alternatives: tuple[str, ...]) -> tuple[Query, ...]:
        """Alternatives that no passage has cost nothing, several count as the best of them."""
        return tuple(self._each(field, alternatives))

    def _each(self, field: str, alternatives: Sequence[str]) -> Iterator[Query]:
        first = alternatives[0]
        if _is_character(first):
            pairs = Query.regex_query(self._schema, field, f"{quoted(first)}.?")
            yield Query.boost_query(pairs, _WITHIN)
        held = [term for term in alternatives if self._searcher.doc_freq(field, term)]
        queries = [Query.term_query(self._schema, field, term, "freq") for term in held]
        if queries:
            yield queries[0] if len(queries) == 1 else Query.disjunction_max_query(queries)

    def _ending(self, character: str) -> Query:
        return Query.const_score_query(
            Query.term_query(self._schema, ENDINGS, character, "basic"), _WITHIN
        )

    def _function_words(
        self, words: Sequence[str], weights: Mapping[str, float]
    ) -> Iterator[Query]:
        """Words that tell nothing, in the field of their own; and where they stand as names."""
        for word in dict.fromkeys(words):
            yield Query.term_query(self._schema, FUNCTION_WORDS, word, "basic")
            for field, weight in weights.items():
                if self._searcher.doc_freq(field, word):
                    name = Query.term_query(self._schema, field, word, "freq")
                    yield Query.boost_query(name, weight)

    def _phrase(self, text: str, tongues: Tongues) -> Iterator[Query]:
        ways = {_way(" ".join(question_stretches(text)), name) for name in tongues.names}
        if () in ways:  # function words of some language tell nothing
            return
        ways |= {
            _way(text.upper(), name) for name in tongues.names
        }  # as a title in capitals has it
        parts = [self._in_order(field, way) for way in sorted(ways) for field in PHRASED]
        parts += (self._ending(way[0]) for way in ways if len(way) == 1 and _is_character(way[0]))
        yield any_of(parts)

    def _in_order(self, field: str, words: Sequence[str]) -> Query:
        if len(words) > 1:
            return Query.phrase_query(self._schema, field, list(words))
        if _is_character(words[0]):
            return Query.regex_query(self._schema, field, f"{quoted(words[0])}.?")
        return Query.term_query(self._schema, field, words[0], "freq")


def _counted(question: str, tongues: Tongues) -> Counter[tuple[str, ...]]:
    """In how many sentences of a question each of its words stands.

    What a later sentence takes up again is what the question is about; a repeat within one is grammar.
    """
    sentences = _SENTENCES.split(question)
    return Counter(term for one in sentences for term in dict.fromkeys(asked_terms(one, tongues)))


def _way(text: str, language: str) -> tuple[str, ...]:
    """The terms of a phrase in one language."""
    return tuple(terms_in_order(text, language).split()[:_MOST_TERMS])


def _boosted(query: Query, factor: float) -> Query:
    return query if factor == 1 else Query.boost_query(query, factor)


def any_of(parts: Iterable[Query]) -> Query:
    """What fits any part; scores add up."""
    return Query.boolean_query([(Occur.Should, part) for part in parts])


def _is_character(term: str) -> bool:
    """Whether it is one character of a script whose words are kept as pairs."""
    return len(term) == 1 and has_unspaced(term)
