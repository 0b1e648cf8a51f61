"""What to say of a reference that means no concept: why its item has none, and which ids are near to it."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice

from okf_server.errors import NotFoundError
from okf_server.index.read import IndexReader
from okf_server.index.visible import Visible
from okf_server.model.item import ItemRecord, State
from okf_server.okf.ids import concept_ids
from okf_server.okf.reference import Reference

_NAMED = 3
_LOOKED_AT = 30
_NEIGHBOURS = 8
_ALIKE = 0.6
"""Of two names; the same share that difflib takes for near."""

_LONGEST = 200


def refuse_unread(items: Sequence[ItemRecord], references: Iterable[Reference]) -> None:
    """Raises NotFoundError that says why, where one of the references names an item without a concept."""
    for reference in references:
        for item in items:
            if _names(reference, item):
                became = "was skipped" if item.state is State.SKIPPED else "could not be read"
                raise NotFoundError(
                    f"{item.path} {became}: {item.reason}.",
                    hint=f"{item.hint} okf status names all that is not indexed.".strip(),
                )


def near(index: IndexReader, reference: Reference, visible: Visible) -> list[str]:
    """The ids, of what the caller may see, that are written nearly as the reference, the nearest first."""
    wanted = _id_of(reference.path)[:_LONGEST]
    found = {one: _likeness(wanted, one) for one in _candidates(index, wanted, visible)}
    alike = (one for one in found if found[one] >= _ALIKE)
    return sorted(alike, key=lambda one: (-found[one], one))[:_NAMED]


def _names(reference: Reference, item: ItemRecord) -> bool:
    if reference.path.casefold() == item.path.casefold() or reference.text == item.path:
        return True
    return bool(reference.concept) and _id_of(item.path) == reference.concept.casefold()


def _id_of(path: str) -> str:
    """The concept id that an item of this path would have."""
    return concept_ids([path]).get(path, "") if path else ""


def _candidates(index: IndexReader, wanted: str, visible: Visible) -> Iterator[str]:
    """Ids with words in common, and those that stand around it in the order of the ids."""
    ranked = index.rank_keyword(wanted.replace("/", " "), visible=visible, limit=_LOOKED_AT)
    yield from (index.concept(index.owner(hit.row)).id for hit in ranked)
    place = index.place(wanted)
    for side in (range(place, len(visible.mask)), range(place - 1, -1, -1)):
        seen = (ordinal for ordinal in side if ordinal in visible)
        yield from (index.concept(ordinal).id for ordinal in islice(seen, _NEIGHBOURS))


def _likeness(wanted: str, concept_id: str) -> float:
    """How alike two ids are by their last parts, and a little by the rest."""
    folder, _, name = wanted.rpartition("/")
    other_folder, _, other_name = concept_id.casefold().rpartition("/")
    if other_name.startswith(f"{name}-") and name:
        return 1.0 + (folder == other_folder)
    return SequenceMatcher(None, name, other_name).ratio() + 0.01 * (folder == other_folder)
