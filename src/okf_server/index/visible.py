"""What a caller may see and wants to see, decided before anything is ranked."""

from collections.abc import Iterable
from dataclasses import dataclass

from okf_server.index.records import ConceptRecord
from okf_server.model.answer import Filters
from okf_server.model.concept import TrustTier
from okf_server.okf.trust import instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """The concepts that a ranking may return.

    `mask` has one byte for each concept, 1 where it is visible. `classes` and `filters` are what it was
    made from; `classes` None sees every access class.
    """

    mask: bytes
    classes: frozenset[int] | None
    filters: Filters

    def __contains__(self, ordinal: int) -> bool:
        return bool(self.mask[ordinal])

    @property
    def of_operator(self) -> bool:
        """Whether it was made for who may read everything, and know about the machine."""
        return self.classes is None

    @property
    def everything(self) -> bool:
        """Whether nothing is hidden."""
        return self.of_operator and self.filters == Filters()


def visible_set(
    classes_of: bytes | memoryview,
    records: Iterable[ConceptRecord],
    *,
    classes: frozenset[int] | None,
    filters: Filters,
) -> Visible:
    """The visible set; `records` are read only where a filter needs them."""
    numbers = memoryview(classes_of).cast("I")
    if classes is None:
        mask = bytearray(b"\x01") * len(numbers)
    else:
        mask = bytearray(number in classes for number in numbers)
    if filters != Filters():
        for ordinal, record in enumerate(records):
            mask[ordinal] &= fits(record, filters)
    return Visible(mask=bytes(mask), classes=classes, filters=filters)


def fits(record: ConceptRecord, filters: Filters) -> bool:
    """Whether a concept is what the caller narrowed to."""
    if filters.types and record.type.casefold() not in map(str.casefold, filters.types):
        return False
    if filters.tags and {tag.casefold() for tag in record.tags}.isdisjoint(
        map(str.casefold, filters.tags)
    ):
        return False
    if not (below(record.id, filters.path) or below(record.path, filters.path)):
        return False
    return _trusted(record, filters) and _recent(record, filters)


def tiers(least: TrustTier) -> list[TrustTier]:
    """A trust tier and those above it."""
    known = list(TrustTier)
    return known[known.index(least) :]


def _trusted(record: ConceptRecord, filters: Filters) -> bool:
    if filters.statuses and record.status not in filters.statuses:
        return False
    if filters.sources and record.source not in filters.sources:
        return False
    return record.trust_tier in tiers(filters.min_trust)


def _recent(record: ConceptRecord, filters: Filters) -> bool:
    after, before = filters.modified_after, filters.modified_before
    if after is None and before is None:
        return True
    when = instant(record.modified)
    return when is not None and (not after or after < when) and (not before or when < before)


def folded_path(path: str) -> str:
    """A path as filters compare it: without regard to case and to slashes at its ends."""
    return path.strip("/").casefold()


def below(path: str, folder: str) -> bool:
    """Whether a path is this one or lies below it."""
    wanted = folded_path(folder)
    return not wanted or f"{folded_path(path)}/".startswith(f"{wanted}/")
