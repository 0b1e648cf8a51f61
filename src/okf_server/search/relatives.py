"""The other versions and the rivals of a hit's concept, as far as the caller may see them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from okf_server.index.editions import relation
from okf_server.index.records import ConceptRecord
from okf_server.index.visible import Visible
from okf_server.model.answer import AlsoIn, Relative
from okf_server.search.order import Found
from okf_server.search.view import View, is_stale_record

_MOST = 10


def family(view: View, found: Found, visible: Visible) -> tuple[Relative, ...]:
    """The versions of the same document, the newer ones first."""
    concept = found.concept
    versions = (*concept.newer, *concept.older, *concept.copies)
    return _relatives(
        view,
        visible,
        ((other, _relation(view, concept, other, visible)) for other in versions),
    )


def also_in(view: View, found: Found, now: datetime) -> tuple[AlsoIn, ...]:
    """The concepts that repeat the passage, those that do so word for word first, with their standing."""
    near = dict(found.near)
    return tuple(
        AlsoIn(
            concept=record.id,
            status=record.status,
            trust_tier=record.trust_tier,
            stale=is_stale_record(record, now),
            exact=ordinal not in near,
            differs=near.get(ordinal, ()),
        )
        for ordinal in (*found.also_in, *near)
        for record in (view.index.concept(ordinal),)
    )


def conflicts(view: View, found: Found, visible: Visible) -> tuple[Relative, ...]:
    """What an owner set against the concept, and what says the same with other numbers."""
    named = ((other, "conflicts_with") for other in found.concept.conflicts)
    likely = ((other, "likely") for other in found.disputed)
    return _relatives(view, visible, (*named, *likely))


def _relation(view: View, concept: ConceptRecord, other: int, visible: Visible) -> str:
    """Whether an owner says so (`supersedes`, `superseded_by`), or what names and dates do."""
    record = view.index.concept(other)
    if other in concept.newer and record.supersedes:
        return "superseded_by"
    if other in concept.older and concept.supersedes:
        return "supersedes"
    named = relation(concept, record)
    replaced = named == "current" and any(newer in visible for newer in record.newer)
    return "version" if replaced else named


def _relatives(
    view: View, visible: Visible, related: Iterable[tuple[int, str]]
) -> tuple[Relative, ...]:
    return tuple(_each(view, visible, related))[:_MOST]


def _each(view: View, visible: Visible, related: Iterable[tuple[int, str]]) -> Iterator[Relative]:
    seen: set[int] = set()
    for ordinal, named in related:
        if ordinal in visible and ordinal not in seen:
            seen.add(ordinal)
            record = view.index.concept(ordinal)
            yield Relative(concept=record.id, title=record.title, relation=named)
