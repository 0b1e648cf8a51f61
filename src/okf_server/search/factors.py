"""What beside relevance moves a hit, each with its reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from okf_server.index.analyze import distinct_terms
from okf_server.index.editions import names_edition, relation
from okf_server.index.read import IndexReader
from okf_server.index.records import ConceptRecord
from okf_server.index.visible import Visible
from okf_server.model.answer import Factor
from okf_server.model.concept import Status, TrustTier
from okf_server.search.fuse import Blend, Fused
from okf_server.search.view import is_stale_record

LIKE = 0.7
"""A passage is of like relevance to another that has at least this share of its relevance."""

SUPERSEDED = "superseded"
"""The name of the factor of a concept that a newer one replaces."""

REVIEWED = 1.05
"""Little enough to decide between near equals alone: neighbouring ranks differ by more on both sides together."""

_MANY = 4  # concepts: a passage that stands in so many tells what they have in common, and little of each


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question and its terms, for whom, when, and how the two rankings are combined."""

    question: str
    terms: frozenset[str]
    visible: Visible
    now: datetime
    blend: Blend


def factors(index: IndexReader, ask: Ask, row: int) -> tuple[Factor, ...]:
    """All that moves a row, the lowering ones first."""
    return (*outdated(index, ask, row), *_repeated(index, ask, row), *_reviewed(index, row))


def outdated(index: IndexReader, ask: Ask, row: int) -> tuple[Factor, ...]:
    """Why the concept of a row is not current; empty where it is."""
    if not index.is_marked(index.owner(row)):
        return ()
    concept = index.concept(index.owner(row))
    whys = {
        "deprecated": "its owner has deprecated it" if concept.status is Status.DEPRECATED else "",
        "draft": "it is a draft" if concept.status is Status.DRAFT else "",
        "stale": f"it was to be reviewed by {concept.stale_after}"
        if is_stale_record(concept, ask.now)
        else "",
        SUPERSEDED: _newer_version(index, ask, concept),
    }
    return tuple(Factor(name=name, factor=LIKE, why=why) for name, why in whys.items() if why)


def also_in(index: IndexReader, visible: Visible, row: int) -> tuple[int, ...]:
    """The other visible concepts that repeat a row."""
    repeats = index.repeats(row)
    if len(repeats) == 1:
        return ()
    owners = {owner for owner in map(index.owner, repeats) if owner in visible}
    return tuple(sorted(owners - {index.owner(row)}))


def lowered(
    hits: Sequence[Fused],
    why: Mapping[int, tuple[Factor, ...]],
    relevant: Mapping[int, float],
) -> list[Fused]:
    """The hits, once those of little weight went down past the following ones of like relevance."""
    light = [any(one.factor < 1 for one in why[hit.row]) for hit in hits]
    places = []
    for number, hit in enumerate(hits):
        place = number
        for other in range(number + 1, len(hits)) if light[number] else ():
            if light[other]:
                continue
            if relevant[hits[other].row] < LIKE * relevant[hit.row]:
                break
            place = other
        places.append((place, light[number], number))
    return [hits[number] for _, _, number in sorted(places)]


def raised(hits: Sequence[Fused], why: Mapping[int, tuple[Factor, ...]]) -> list[Fused]:
    """The hits, once each reviewed one went up past the one before it that is nearly equal."""
    ordered = list(hits)
    for place in range(1, len(ordered)):
        above, hit = ordered[place - 1], ordered[place]
        if _weight(why[hit.row]) <= _weight(why[above.row]):
            continue
        if hit.score <= above.score <= hit.score * REVIEWED:
            ordered[place - 1 : place + 1] = [hit, above]
    return ordered


def newest_edition(
    index: IndexReader, concept: ConceptRecord, visible: Visible
) -> ConceptRecord | None:
    """What a caller sees in the place of a concept: of what goes before it the last that nothing replaces."""
    seen = [index.concept(newer) for newer in concept.newer if newer in visible]
    current = [one for one in seen if not any(newer in visible for newer in one.newer)]
    return next(reversed(current or seen), None)


def named(concept: ConceptRecord, asked: frozenset[str]) -> tuple[Factor, ...]:
    """By which of its names a question asks for a concept; it is found by these words of the keyword side."""
    names = [("title", concept.title), *(("alias", alias) for alias in concept.aliases)]
    return tuple(
        Factor(name=kind, factor=1.0, why=f"the question has its {kind} {name}")
        for kind, name in names
        if (words := distinct_terms(name.split())) and words <= asked
    )


def _weight(found: Sequence[Factor]) -> float:
    weight = 1.0
    for one in found:
        weight *= one.factor
    return weight


def _reviewed(index: IndexReader, row: int) -> tuple[Factor, ...]:
    owner = index.owner(row)
    if (
        not index.is_marked(owner)
        or index.concept(owner).trust_tier is not TrustTier.HUMAN_REVIEWED
    ):
        return ()
    return (Factor(name="reviewed", factor=REVIEWED, why="a person has reviewed it"),)


def _repeated(index: IndexReader, ask: Ask, row: int) -> tuple[Factor, ...]:
    concepts = 1 + len(also_in(index, ask.visible, row))
    if concepts < _MANY:
        return ()
    return (Factor(name="repeated", factor=LIKE, why=f"it stands in {concepts} concepts alike"),)


def _newer_version(index: IndexReader, ask: Ask, concept: ConceptRecord) -> str:
    """Which current edition the caller may see; empty where the question names this one by its year or version."""
    newest = newest_edition(index, concept, ask.visible)
    if newest is None or names_edition(concept, ask.question):
        return ""
    if relation(concept, newest) == "current":
        return f"it is called a draft, {newest.id} is current"
    return f"{newest.id} is newer"
