"""Tie the versions of a document together: editions, copies, what an owner says supersedes or conflicts."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from okf_server.index.editions import families_of, newer_editions, unordered_editions
from okf_server.index.records import ConceptRecord

_MOST = 20
"""Of each kind: a file that lies in a thousand places needs no list of them all."""

Pairs = Iterator[tuple[int, int]]


def with_families(records: Sequence[ConceptRecord]) -> list[ConceptRecord]:
    """The records, each with the ordinals of what is newer, older, neither or in conflict with it."""
    supersedes = set(_referred(records, lambda record: record.supersedes))
    families = families_of(records)
    newer = set(_flat(newer_editions(families))) - {(new, old) for new, old in supersedes}
    newer |= {(old, new) for new, old in supersedes}
    conflicts = set(_referred(records, lambda record: record.conflicts_with))
    conflicts |= {(two, one) for one, two in conflicts}
    copies = {*_flat(unordered_editions(families)), *_same_bytes(records)}
    copies -= {*newer, *((new, old) for old, new in newer)}
    ahead, behind = _grouped(newer), _grouped((new, old) for old, new in newer)
    equal, against = _grouped(copies), _grouped(conflicts)
    tied = list(records)
    for number in {*ahead, *behind, *equal, *against}:
        tied[number] = replace(
            records[number],
            newer=ahead.get(number, ()),
            older=behind.get(number, ()),
            copies=equal.get(number, ()),
            conflicts=against.get(number, ()),
        )
    return tied


def _flat(found: Mapping[int, tuple[int, ...]]) -> Pairs:
    return ((one, other) for one, others in found.items() for other in others)


def _grouped(pairs: Iterator[tuple[int, int]] | set[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = defaultdict(list)
    for one, other in sorted(pairs):
        found[one].append(other)
    return {one: tuple(others[:_MOST]) for one, others in found.items()}


def _same_bytes(records: Sequence[ConceptRecord]) -> Pairs:
    """Concepts of originals with the same content hash."""
    alike: dict[str, list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        if record.revision and record.rows and "!" not in record.path:
            alike[record.revision].append(number)
    for numbers in alike.values():
        kept = numbers[: _MOST + 1]
        yield from ((one, other) for one in kept for other in kept if one != other)


def _referred(
    records: Sequence[ConceptRecord], references_of: Callable[[ConceptRecord], Sequence[str]]
) -> Pairs:
    """Which concept refers to which; what names no concept is left out."""
    wanted = [(number, references_of(record)) for number, record in enumerate(records)]
    if not any(references for _, references in wanted):
        return
    known = _names(records)
    for number, references in wanted:
        for reference in references:
            other = known.get(_name(reference))
            if other is not None and other != number:
                yield number, other


def _names(records: Sequence[ConceptRecord]) -> Mapping[str, int]:
    """What a reference may call a concept; an id goes before a path that reads like it."""
    known: dict[str, int] = {}
    for names in (("id",), ("okf_id",), ("path",)):
        for number, record in enumerate(records):
            for name in names:
                known.setdefault(_name(getattr(record, name)), number)
    known.pop("", None)
    return known


def _name(reference: str) -> str:
    plain = reference.strip().removeprefix("okf://concept/").lstrip("/").partition("#")[0]
    return plain.casefold().removesuffix(".md")
