"""Passages that say nearly the same: one hit for those that agree, a flag where their numbers differ."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from okf_server.index.analyze import terms
from okf_server.index.read import IndexReader
from okf_server.model.answer import Factor
from okf_server.search.order import Found

_NEAR = 0.9
"""Two passages with so large a share of their words in common, and the same numbers, are one."""

_SUBJECT = 0.6
"""With so large a share they speak of the same; two policies from one template have less in common."""

_LEAST = 6
"""Terms: of shorter passages a share says little."""

_DEEPEST = 12
"""Hits that are compared with each other; what stands further down is hardly seen."""

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


@dataclass(frozen=True, slots=True)
class _Words:
    words: frozenset[str]
    numbers: frozenset[str]


def compared(index: IndexReader, found: Sequence[Found]) -> list[Found]:
    """The hits, near repeats as one with `also_in`, and those of current concepts that disagree marked."""
    words = {one.hit.row: _words(one) for one in found[:_DEEPEST]}
    kept: list[Found] = []
    for one in found[:_DEEPEST]:
        place = _same(one, kept, words)
        if place is None:
            kept.append(one)
            continue
        ordinals = {*kept[place].also_in, *one.also_in, index.owner(one.hit.row)}
        ordinals.discard(index.owner(kept[place].hit.row))
        kept[place] = replace(kept[place], also_in=tuple(sorted(ordinals)))
    return [*(_disputed(index, one, kept, words) for one in kept), *found[_DEEPEST:]]


def _words(found: Found) -> _Words:
    text = " ".join((*found.stored.passage.headings[-1:], found.stored.text))
    numbers = frozenset(_NUMBER.findall(text))
    plain = frozenset(term for term in terms(_NUMBER.sub(" ", text)))
    return _Words(plain, numbers)


def _same(one: Found, kept: Sequence[Found], words: Mapping[int, _Words]) -> int | None:
    own = words[one.hit.row]
    for place, other in enumerate(kept):
        its = words[other.hit.row]
        others = other.concept.id != one.concept.id
        if others and own.numbers == its.numbers and _shared(own, its) >= _NEAR:
            return place
    return None


def _disputed(
    index: IndexReader, one: Found, kept: Sequence[Found], words: Mapping[int, _Words]
) -> Found:
    own = words[one.hit.row]
    others = tuple(
        index.owner(other.hit.row)
        for other in kept
        if _are_rivals(index, one, other)
        and own.numbers != words[other.hit.row].numbers
        and own.numbers
        and words[other.hit.row].numbers
        and _shared(own, words[other.hit.row]) >= _SUBJECT
    )
    return replace(one, disputed=tuple(dict.fromkeys(others))) if others else one


def _are_rivals(index: IndexReader, one: Found, other: Found) -> bool:
    """Whether both are current and of different documents: that an old version differs is no conflict."""
    if one.concept.id == other.concept.id or _is_light(one.factors) or _is_light(other.factors):
        return False
    owner = index.owner(other.hit.row)
    return owner not in (*one.concept.newer, *one.concept.older, *one.concept.copies)


def _is_light(factors: Sequence[Factor]) -> bool:
    return any(one.factor < 1 for one in factors)


def _shared(one: _Words, other: _Words) -> float:
    if min(len(one.words), len(other.words)) < _LEAST:
        return 0.0
    return len(one.words & other.words) / len(one.words | other.words)
