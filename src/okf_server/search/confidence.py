"""Tell whether hits look like an answer, on a scale that each base makes from its own headings.

A question made of a passage's title and heading is asked twice over: of everything, where it has an answer,
and of everything but its concept, where it has none. The similarity of the best hit and the share of the
question's words in one passage are placed between the medians of both. Only what the caller may see is asked.
"""

import math
from collections.abc import Iterator, Sequence
from statistics import fmean, median
from typing import NamedTuple

from okf_server.index.analyze import question_terms
from okf_server.index.keyword import Ranked
from okf_server.index.read import IndexReader
from okf_server.index.visible import Visible
from okf_server.model.answer import Confidence
from okf_server.model.seams import Embedder
from okf_server.search.whole import terms_of

_QUESTIONS = 24
_LOOKED_AT = 10  # passages
_DEPTH = 50
_FEWEST = 4
"""With fewer questions than these a base has no scale of its own."""

_HIGH, _LOW = 0.2, -0.15
"""Places between a question without (0) and one with an answer (1); real questions stand lower than made ones."""

_PRIOR_COVERAGE = (0.4, 1.0)


class Signal(NamedTuple):
    """What speaks for an answer: the best similarity, None without vectors, and the share of words found."""

    similarity: float | None
    coverage: float


class Scale(NamedTuple):
    """The medians without and with an answer."""

    similarity: tuple[float, float] | None
    coverage: tuple[float, float]


def signal(
    index: IndexReader, question: str, keyword: Sequence[Ranked], semantic: Sequence[Ranked] | None
) -> Signal:
    """What two rankings say of a question."""
    best = semantic[0].score if semantic else None
    return Signal(best, _coverage(index, question_terms(question), keyword[:_LOOKED_AT]))


def scale(index: IndexReader, visible: Visible, embedder: Embedder | None) -> Scale:
    """The scale of what a caller may see; raises ModelError."""
    with_answer: list[Signal] = []
    without: list[Signal] = []
    for question, owner in _questions(index, visible):
        keyword = index.rank_keyword(question, visible=visible, limit=_DEPTH)
        semantic = None
        if embedder:
            vector = embedder.query(question)
            semantic = index.rank_semantic(vector, visible=visible, limit=_DEPTH)
        with_answer.append(signal(index, question, keyword, semantic))
        others = [_others(index, side, owner) for side in (keyword, semantic or ())]
        without.append(signal(index, question, others[0], others[1]))
    return _scale(without, with_answer)


def confidence(found: Signal, on: Scale) -> Confidence:
    """Where a signal stands on a scale."""
    places = [_place(found.coverage, on.coverage)]
    if found.similarity is not None and on.similarity is not None:
        places.append(_place(found.similarity, on.similarity))
    place = fmean(places)
    if place >= _HIGH:
        return Confidence.HIGH
    return Confidence.LOW if place >= _LOW else Confidence.NONE


def _scale(without: Sequence[Signal], with_answer: Sequence[Signal]) -> Scale:
    if len(without) < _FEWEST:
        return Scale(None, _PRIOR_COVERAGE)
    no, yes = _similarities(without), _similarities(with_answer)
    known = min(len(no), len(yes)) >= _FEWEST and median(yes) > median(no)
    low, high = (median(one.coverage for one in side) for side in (without, with_answer))
    return Scale(
        (median(no), median(yes)) if known else None,
        (low, high) if high > low else _PRIOR_COVERAGE,
    )


def _similarities(signals: Sequence[Signal]) -> list[float]:
    return [one.similarity for one in signals if one.similarity is not None]


def _place(value: float, between: tuple[float, float]) -> float:
    low, high = between
    return (value - low) / (high - low)


def _others(index: IndexReader, ranked: Sequence[Ranked], owner: int) -> list[Ranked]:
    """What is left where a concept and its repeats are not there."""
    return [
        hit for hit in ranked if owner not in {index.owner(row) for row in index.repeats(hit.row)}
    ]


def _coverage(index: IndexReader, wanted: frozenset[str], ranked: Sequence[Ranked]) -> float:
    """The largest share of the wanted terms that one passage has; one that few have counts more."""
    passages = [terms_of(index, hit.row) for hit in ranked]
    weights = {
        term: math.log(1 + (len(passages) + 1) / (sum(term in one for one in passages) + 0.5))
        for term in sorted(wanted)
    }
    total = sum(weights.values())
    shares = (sum(weights[term] for term in sorted(wanted & one)) for one in passages)
    return max(shares, default=0.0) / total if total else 0.0


def _questions(index: IndexReader, visible: Visible) -> Iterator[tuple[str, int]]:
    """Questions from titles and headings, evenly from all visible concepts, each with its concept."""
    ordinals = [ordinal for ordinal, seen in enumerate(visible.mask) if seen]
    step = max(1, len(ordinals) // _QUESTIONS)
    for number, ordinal in enumerate(ordinals[::step][:_QUESTIONS]):
        record = index.concept(ordinal)
        if record.rows:
            stored = index.passage(record.first_row + number % record.rows)
            words = dict.fromkeys((record.title, *stored.passage.headings[-1:]))
            yield " ".join(words), ordinal
