"""Tell whether hits look like an answer, on a scale that each base makes from what a caller may see.

Words of a question speak for an answer where several that few passages have stand together in one. Of
vectors the similarity of the best hit does: a question made of a passage's title and heading is asked of
everything, where it has an answer, and of everything but its concept, where it has none, and a similarity
is placed between the medians of both.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import NamedTuple

from okf_server.index.analyze import question_stretches, question_terms, terms
from okf_server.index.dates import dates_named
from okf_server.index.keyword import Ranked
from okf_server.index.questions import has_phrase
from okf_server.index.read import IndexReader
from okf_server.index.visible import Visible
from okf_server.index.wording import asking_clause, meaning, subject
from okf_server.model.answer import Confidence
from okf_server.model.seams import Embedder, TogetherEmbedder, Vector
from okf_server.search.whole import held_of, terms_of

_QUESTIONS = 24
_COUNTED = 200  # passages
_LOOKED_AT = 100
"""Passages by keyword: all that a ranking contributes. The first few of them alone would depend on how frequent words
are in passages that the caller may not see, and the confidence with them."""

_DEPTH = 50
_FEWEST = 4
"""With fewer questions than these a base has no scale of its own."""

_HIGH, _LOW = 0.2, -0.15
"""Places between a question without (0) and one with an answer (1); real questions stand lower than made ones."""

_CHANCE, _ENOUGH = 1.0, 2.5
"""Rare words that a passage has together without and with an answer; of short questions half and all of them."""

_NOTHING = -1.0
"""Where not one word of the question stands in what was found; what is worded otherwise is left to the vectors."""

_TELLING = 0.7
"""What a name or the words of a question tell at least, for their place in one passage to be evidence by itself."""

_COMMON = 0.25
"""Words that tell less than this together, such as `policy` where most passages have it, are the less evidence."""

_NAME = re.compile(
    r"(?=.*\d)(?:.*[^\W\d]|.*\d[-_./:]+\w)|[^\W_][_/]\w|[a-z][A-Z]|^\W*[A-Z]{2}[A-Z\d]*\W*$"
)

_MOST = 2.0  # so that words alone do not outweigh what vectors say


class Rarity(NamedTuple):
    """In how many of some passages words stand; those of one passage alone are left out."""

    passages: int
    held: Mapping[str, int]

    def weight(self, term: str) -> float:
        """What a word tells, as a share of what one tells that is in none of the passages."""
        held = self.held.get(term, 0)
        return _rare(self.passages, held) / _rare(self.passages, 0)


class Signal(NamedTuple):
    """What speaks for an answer: the best similarity, None without vectors, and the place of the words found."""

    similarity: float | None
    evidence: float
    least: float = -math.inf
    """The place that what stands whole in one passage has at least."""


class Scale(NamedTuple):
    """The median similarities without and with an answer, None where they tell nothing, and how rare words are."""

    similarity: tuple[float, float] | None
    rarity: Rarity


def signal(
    index: IndexReader,
    question: str,
    keyword: Sequence[Ranked],
    semantic: Sequence[Ranked] | None,
    rarity: Rarity,
) -> Signal:
    """What two rankings say of a question."""
    best = semantic[0].score if semantic else None
    question = dates_named(question)
    wanted = _weights(subject(question), rarity)
    asked = _weights(subject(asking_clause(question)), rarity)
    names = _names(question)
    sought = names.union(wanted, asked)
    passages = [held_of(index, hit.row, sought) for hit in keyword[:_LOOKED_AT]]
    whole = _evidence(wanted, passages)
    if whole > 0:
        whole *= min(1, sum(wanted.values()) / _COMMON)
    asking = _evidence(asked, passages) if asked else whole
    least = _least(wanted, passages, names)
    return Signal(best, max(whole, fmean((whole, asking))), least)


def scale(index: IndexReader, visible: Visible, embedder: Embedder | None) -> Scale:
    """The scale of what a caller may see; raises ModelError."""
    similarity = _similarities(index, visible, embedder) if embedder else None
    return Scale(similarity, _rarity(index, visible))


def place(found: Signal, on: Scale) -> float:
    """Where a signal stands between a question without (0) and one with an answer (1)."""
    places = [found.evidence]
    if found.similarity is not None and on.similarity is not None:
        places.append(_place(found.similarity, on.similarity))
    return max(fmean(places), found.least)


def confidence(found: Signal, on: Scale) -> Confidence:
    """How far a signal looks like an answer."""
    stands = place(found, on)
    if stands >= _HIGH:
        return Confidence.HIGH
    return Confidence.LOW if stands >= _LOW else Confidence.NONE


def _similarities(
    index: IndexReader, visible: Visible, embedder: Embedder
) -> tuple[float, float] | None:
    with_answer: list[float] = []
    without: list[float] = []
    questions = list(_questions(index, visible))
    vectors = _vectors(embedder, [meaning(question) for question, _ in questions])
    for (_, owner), vector in zip(questions, vectors, strict=True):
        ranked = index.rank_semantic(vector, visible=visible, limit=_DEPTH)
        with_answer += [hit.score for hit in ranked[:1]]
        without += [hit.score for hit in _others(index, ranked, owner)[:1]]
    if min(len(without), len(with_answer)) < _FEWEST:
        return None
    low, high = median(without), median(with_answer)
    return (low, high) if low < high else None


def _vectors(embedder: Embedder, questions: Sequence[str]) -> Iterable[Vector]:
    if isinstance(embedder, TogetherEmbedder):
        return embedder.queries(questions)
    return map(embedder.query, questions)


def _place(value: float, between: tuple[float, float]) -> float:
    low, high = between
    return (value - low) / (high - low)


def _others(index: IndexReader, ranked: Sequence[Ranked], owner: int) -> list[Ranked]:
    """What is left where a concept and its repeats are not there."""
    return [
        hit for hit in ranked if owner not in {index.owner(row) for row in index.repeats(hit.row)}
    ]


def _weights(text: str, rarity: Rarity) -> Mapping[str, float]:
    return {term: rarity.weight(term) for term in sorted(question_terms(text))}


def _evidence(wanted: Mapping[str, float], passages: Sequence[frozenset[str]]) -> float:
    """The largest weight of wanted terms that one passage has together, between chance (0) and an answer (1)."""
    best = max((sum(wanted[term] for term in wanted if term in one) for one in passages), default=0)
    everything = sum(wanted.values())
    if not everything:
        return 0.0
    if not best:
        return _NOTHING
    between = min(_CHANCE, everything / 2), min(_ENOUGH, everything)
    return min(_MOST, _place(best, between))


def _least(
    wanted: Mapping[str, float], passages: Iterable[frozenset[str]], names: frozenset[str]
) -> float:
    """The least place of a question whose rare words stand in one passage all, or a rare name among them.

    All of them are an answer where one is a name: who asks for an address or a day wants what has it.
    """
    telling = {term for term in names if wanted.get(term, 0) >= _TELLING}
    enough = sum(wanted.values()) >= _TELLING
    least = -math.inf
    for held in passages:
        if enough and held >= wanted.keys():
            return _HIGH if telling else _LOW
        if not telling.isdisjoint(held):
            least = _LOW
    return least


def _names(question: str) -> frozenset[str]:
    """The terms that name one thing: codes, dates, numbers with dots, words in capitals, all in quotes."""
    if has_phrase(question):
        return question_terms(question)
    words = [word for word in question_stretches(question) if _NAME.search(word)]
    return frozenset(term for word in words for term in terms(word)[:1])


def _rarity(index: IndexReader, visible: Visible) -> Rarity:
    """How rare words are, by the passages of some concepts, evenly from all that are visible."""
    ordinals = _sample(visible, _COUNTED)
    each = _COUNTED // max(len(ordinals), 1)
    records = map(index.concept, ordinals)
    rows = [one.first_row + row for one in records for row in range(one.rows)[:each]]
    counted = Counter(term for row in rows for term in terms_of(index, row))
    return Rarity(len(rows), {term: count for term, count in counted.items() if count > 1})


def _rare(passages: int, held: int) -> float:
    return math.log(1 + (passages - held + 0.5) / (held + 0.5))


def _questions(index: IndexReader, visible: Visible) -> Iterator[tuple[str, int]]:
    """Questions from titles and headings, each with its concept."""
    for number, ordinal in enumerate(_sample(visible, _QUESTIONS)):
        record = index.concept(ordinal)
        if record.rows:
            stored = index.passage(record.first_row + number % record.rows)
            words = dict.fromkeys((record.title, *stored.passage.headings[-1:]))
            yield " ".join(words), ordinal


def _sample(visible: Visible, most: int) -> Sequence[int]:
    """Some concepts, evenly from all visible ones."""
    ordinals = [ordinal for ordinal, seen in enumerate(visible.mask) if seen]
    return ordinals[:: max(1, len(ordinals) // most)][:most]
