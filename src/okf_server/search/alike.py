"""Passages that say nearly the same: one hit for those that agree, a flag where their numbers differ.

Where a number, a denial or a demand (`must`, `may`) differs they do not agree.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from okf_server.index.analyze import distinct_terms
from okf_server.model.answer import Factor
from okf_server.search.disputes import NUMBER, Said, contradict, said
from okf_server.search.near import Sense, agree, differing, sense
from okf_server.search.order import Found
from okf_server.search.standing import standing

_NEAR = 0.9
"""Two passages with so large a share of their words in common, and the same numbers, are one."""

_SUBJECT = 0.6
"""With so large a share they speak of the same; two policies from one template have less in common."""

_LEAST = 6
"""Terms: of shorter passages a share says little."""

_DEEPEST = 12
"""Hits that are compared with each other; what stands further down is hardly seen."""


class _Words(NamedTuple):
    words: frozenset[str]
    numbers: frozenset[str]
    sense: Sense


def compared(found: Sequence[Found]) -> list[Found]:
    """The hits, near repeats as one with `also_in`, and those of current concepts that disagree marked."""
    words = {one.hit.row: _words(one) for one in found[:_DEEPEST]}
    kept: list[Found] = []
    for one in found[:_DEEPEST]:
        place = _same(one, kept, words)
        if place is None:
            kept.append(one)
        else:
            kept[place] = _merged(kept[place], one, words)
    return [*(_disputed(one, kept, words) for one in kept), *found[_DEEPEST:]]


def _merged(one: Found, other: Found, words: Mapping[int, _Words]) -> Found:
    """That of two near repeats which stands for both, with the other's concepts and what differs."""
    if standing(other.concept, other.factors) < standing(one.concept, one.factors):
        one, other = other, one
    differs = differing(words[one.hit.row].sense, words[other.hit.row].sense)
    near = dict(one.near)
    for ordinal in (other.owner, *other.also_in, *(ordinal for ordinal, _ in other.near)):
        if ordinal not in (one.owner, *one.also_in):
            near.setdefault(ordinal, differs)
    return one._replace(near=tuple(sorted(near.items())))


def _words(found: Found) -> _Words:
    """The terms of a passage under its heading without those of numbers, and the numbers."""
    stored = found.stored
    heading = " ".join(stored.passage.headings[-1:])
    numbers = frozenset(NUMBER.findall(f"{heading} {stored.text}"))
    if not numbers:
        held = distinct_terms(heading.split()) | found.reader.terms(found.hit.row)
        return _Words(held, numbers, sense(stored.text))
    plain = NUMBER.sub(" ", f"{heading} {stored.text}")
    return _Words(distinct_terms(plain.split()), numbers, sense(stored.text))


def _same(one: Found, kept: Sequence[Found], words: Mapping[int, _Words]) -> int | None:
    own = words[one.hit.row]
    for place, other in enumerate(kept):
        its = words[other.hit.row]
        others = other.owner != one.owner
        if others and agree(own.sense, its.sense) and _share(own, its, _NEAR):
            return place
    return None


def _disputed(one: Found, kept: Sequence[Found], words: Mapping[int, _Words]) -> Found:
    own = words[one.hit.row]
    if not own.numbers:
        return one
    others = tuple(
        other.owner
        for other in kept
        if (its := words[other.hit.row]).numbers
        and _share(own, its, _SUBJECT)
        and _are_rivals(one, other)
        and contradict(_said(one), _said(other))
    )
    return one._replace(disputed=tuple(dict.fromkeys(others))) if others else one


def _said(found: Found) -> Said:
    stored = found.stored
    return said(found.concept.title, stored.passage.headings, stored.text)


def _are_rivals(one: Found, other: Found) -> bool:
    """Whether both are current and of different documents: that an old version differs is no conflict."""
    if one.owner == other.owner or _is_light(one.factors) or _is_light(other.factors):
        return False
    return other.owner not in (*one.concept.newer, *one.concept.older, *one.concept.copies)


def _is_light(factors: Sequence[Factor]) -> bool:
    return any(one.factor < 1 for one in factors)


def _share(one: _Words, other: _Words, least: float) -> bool:
    """Whether two passages share so much of their words."""
    fewer, more = sorted((len(one.words), len(other.words)))
    if fewer < _LEAST or fewer / more < least:
        return False
    shared = len(one.words & other.words)
    return shared / (fewer + more - shared) >= least
