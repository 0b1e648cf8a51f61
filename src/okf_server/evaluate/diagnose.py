"""Why an expected answer is not where it should be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from okf_server.evaluate.expected import Part, part_of
from okf_server.evaluate.questions import Measured, Resolve
from okf_server.index.records import ConceptRecord
from okf_server.model.concept import Status
from okf_server.model.item import ItemRecord, State
from okf_server.search.view import View

DEPTH = 100
"""How far down each side is looked at."""


class Cause(StrEnum):
    """What kept an expected answer from its place."""

    NOT_EXTRACTED = "not extracted"
    FILTERED = "filtered"
    NOT_IN_THE_BASE = "not in the base"
    NOT_IN_A_PASSAGE = "not in a passage"
    OUTDATED_ABOVE = "outdated concept above"
    RANKED_LOW = "ranked low"


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """An expected answer that is not where it should be, with its rank on each side where it is low."""

    question: str
    expected: str
    rank: int | None
    cause: Cause
    detail: str
    sides: Mapping[str, int | None] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The miss for programs."""
        return {
            "question": self.question,
            "expected": self.expected,
            "rank": self.rank,
            "cause": self.cause.value,
            "detail": self.detail,
            "sides": dict(self.sides),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an expected answer is: its concept, and the rows of its passages."""

    record: ConceptRecord
    rows: frozenset[int]


def diagnose(
    view: View,
    one: Measured,
    *,
    items: Sequence[ItemRecord],
    resolve: Resolve,
    sides: Mapping[str, Sequence[int]],
) -> Iterator[Miss]:
    """Each expected answer of a question that has no place among the first ones.

    `sides` gives the rows of each side, best first. Of several expected answers each may take one of as
    many first places.
    """
    first = len(one.found_at)
    for expected, rank in zip(one.expected, one.ranks, strict=True):
        if rank is not None and rank <= first:
            continue
        place = _place(view, expected, resolve)
        if place is None:
            cause, detail = _absent(expected, items)
            yield _miss(one, expected, cause, detail=detail)
        elif not place.rows:
            yield _miss(one, expected, Cause.NOT_IN_A_PASSAGE, detail=_without_passage(place))
        elif older := _outdated_above(view, one, place, rank):
            yield _miss(one, expected, Cause.OUTDATED_ABOVE, rank=rank, detail=", ".join(older))
        else:
            ranks = {side: _rank(rows, place.rows) for side, rows in sides.items()}
            detail = _low(ranks, first)
            yield Miss(
                question=one.question,
                expected=expected,
                rank=rank,
                cause=Cause.RANKED_LOW,
                detail=detail,
                sides=ranks,
            )


def _miss(
    one: Measured, expected: str, cause: Cause, *, detail: str, rank: int | None = None
) -> Miss:
    return Miss(question=one.question, expected=expected, rank=rank, cause=cause, detail=detail)


def _place(view: View, expected: str, resolve: Resolve) -> Place | None:
    concept = resolve(expected)
    ordinal = None if concept is None else view.index.ordinal(concept)
    if ordinal is None:
        return None
    record = view.index.concept(ordinal)
    rows = range(record.first_row, record.first_row + record.rows)
    part = part_of(expected)
    return Place(record=record, rows=frozenset(row for row in rows if _holds(view, row, part)))


def _holds(view: View, row: int, part: Part | None) -> bool:
    stored = view.index.passage(row)
    if part is None or not stored.text.strip():
        return False
    passage = stored.passage
    return part.holds(passage.section, passage.headings, passage.locator)


def _without_passage(place: Place) -> str:
    if place.record.rows:
        return "no passage with text lies there"
    return "the concept has no passage"


def _absent(expected: str, items: Sequence[ItemRecord]) -> tuple[Cause, str]:
    """Why there is no such concept: by the item of that path, or of that name where it is the only one."""
    path = expected.partition("#")[0]
    same = [item for item in items if path in (item.path, item.concept)]
    named = [item for item in items if item.path.endswith(f"/{path}")]
    found = same or (named if len(named) == 1 else [])
    if not found:
        return Cause.NOT_IN_THE_BASE, "no document of the sources has this name"
    item = found[0]
    cause = Cause.FILTERED if item.state is State.SKIPPED else Cause.NOT_EXTRACTED
    return cause, f"{item.path} was {item.state.value}: {item.reason or 'no reason is known'}"


def _outdated_above(view: View, one: Measured, place: Place, rank: int | None) -> list[str]:
    """Deprecated concepts, and older editions of the expected one, that rank above it."""
    above = one.returned[: rank - 1] if rank else one.returned
    expected = view.index.ordinal(place.record.id)
    names = dict.fromkeys(reference.partition("#")[0] for reference in above)
    found = []
    for name in names:
        ordinal = view.index.ordinal(name)
        record = None if ordinal is None else view.index.concept(ordinal)
        if record and record.id != place.record.id:
            older = expected in record.newer
            if older or record.status is Status.DEPRECATED:
                found.append(name)
    return found


def _rank(rows: Sequence[int], wanted: frozenset[int]) -> int | None:
    return next((rank for rank, row in enumerate(rows, 1) if row in wanted), None)


def _low(ranks: Mapping[str, int | None], first: int) -> str:
    low = [side for side, rank in ranks.items() if rank is None or rank > first]
    each = ", ".join(
        f"{side} {'below the first ' + str(DEPTH) if rank is None else f'rank {rank}'}"
        for side, rank in ranks.items()
    )
    if low:
        return f"{each}; low by {' and '.join(low)}"
    why = "by their combination" if len(ranks) > 1 else "after its ranking"
    return f"{each}; low {why}"
