"""Passages that say nearly the same: one hit for those that agree, a flag where their numbers differ.

Where a number, a denial or a demand (`must`, `may`) differs they do not agree.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from okf_server.index.analyze import distinct_terms
from okf_server.model.answer import Factor
from okf_server.search.disputes import (
    Claim,
    Said,
    claimed,
    claims,
    contradict,
    said,
    state_the_same,
)
from okf_server.search.near import Sense, agree, differing, sense
from okf_server.search.numerals import NUMBER, in_digits
from okf_server.search.order import Found
from okf_server.search.standing import standing

_NEAR = 0.9
"""Two passages with so large a share of their words in common, and the same numbers, are one."""

_SUBJECT = 0.6
"""With so large a share they speak of the same, and are compared whole; else sentence by sentence."""

_LEAST = 6
"""Terms: of shorter passages a share says little."""

_DEEPEST = 12
"""Hits that are compared with each other; what stands further down is hardly seen."""


@dataclass(frozen=True)
class _Words:
    text: str
    words: frozenset[str]
    numbers: bool = False
    claims: Sequence[Claim] = ()

    @cached_property
    def sense(self) -> Sense:
        """What must not differ between two that agree; few passages are so much alike that it is asked for."""
        return sense(self.text)


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
    rivals = _disputes(kept, words)
    marked = (
        one._replace(disputed=tuple(dict.fromkeys(rivals.get(one.hit.row, ())))) for one in kept
    )
    return [*marked, *found[_DEEPEST:]]


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
    """The terms of a passage under its heading without those of numbers, and what it says in numbers."""
    own = found.stored.text
    heading = " ".join(found.stored.passage.headings[-1:])
    text = in_digits(own)
    plain, numbers = NUMBER.subn(" ", f"{heading} {text}")
    if not numbers:
        held = distinct_terms(heading.split()) | found.reader.terms(found.hit.row)
        return _Words(own, held)
    return _Words(own, distinct_terms(plain.split()), numbers=True, claims=claims(text))


def _same(one: Found, kept: Sequence[Found], words: Mapping[int, _Words]) -> int | None:
    own = words[one.hit.row]
    for place, other in enumerate(kept):
        its = words[other.hit.row]
        others = other.owner != one.owner
        if others and _share(own, its, _NEAR) and agree(own.sense, its.sense):
            return place
    return None


def _disputes(kept: Sequence[Found], words: Mapping[int, _Words]) -> Mapping[int, Sequence[int]]:
    """For each row the concepts that say the same with other numbers."""
    found: dict[int, list[int]] = defaultdict(list)
    for one, other in combinations((one for one in kept if words[one.hit.row].numbers), 2):
        if _are_rivals(one, other) and _contradict(one, other, words):
            found[one.hit.row].append(other.owner)
            found[other.hit.row].append(one.owner)
    return found


def _contradict(one: Found, other: Found, words: Mapping[int, _Words]) -> bool:
    own, its = words[one.hit.row], words[other.hit.row]
    if _share(own, its, _SUBJECT):
        return contradict(_said(one), _said(other))
    return any(
        contradict(_claimed(one, claim), _claimed(other, rival))
        for claim in own.claims
        for rival in its.claims
        if state_the_same(claim, rival)
    )


def _claimed(found: Found, claim: Claim) -> Said:
    stored = found.stored
    return claimed(found.concept.title, stored.passage.headings, stored.text, claim)


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
