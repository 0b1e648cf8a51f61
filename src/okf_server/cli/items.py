"""What became of a base's items, for people and for programs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from okf_server.cli.counting import counted
from okf_server.model.item import ItemRecord, State
from okf_server.model.manifest import Manifest

_SHOWN = 20
_LONGEST = 200  # characters of a warning, which may name every item


def totals(items: Iterable[ItemRecord]) -> dict[str, int]:
    """How many items ended in each state; every state is named."""
    counted = Counter(item.state for item in items)
    return {state.value: counted[state] for state in State}


def totals_line(items: Sequence[ItemRecord]) -> str:
    """The totals in a line; they add up to the number of items."""
    parts = ", ".join(f"{count} {state}" for state, count in totals(items).items())
    return f"{counted(len(items), 'item')}: {parts}"


def trouble_lines(items: Sequence[ItemRecord], *, all_of_them: bool) -> Iterator[str]:
    """Each item that is not indexed whole, skipped ones last, with its reason; each hint once.

    Of the skipped ones only some, unless all are asked for: they are what the base was never meant to read.
    """
    hinted: set[str] = set()
    for item in items:
        if item.state in (State.FAILED, State.PARTIAL):
            yield f"{item.state.value:<8} {item.path}: {item.reason}"
            if item.hint and item.hint not in hinted:
                yield f"{'':<8} {item.hint}"
            hinted.add(item.hint)
    skipped = [item for item in items if item.state is State.SKIPPED]
    shown = skipped if all_of_them else skipped[:_SHOWN]
    for item in shown:
        yield f"{item.state.value:<8} {item.path}: {item.reason}"
    if len(shown) < len(skipped):
        yield f"{'':<8} {len(skipped) - len(shown)} more skipped, see --verbose"


def warning_lines(warnings: Sequence[str], *, all_of_them: bool) -> Iterator[str]:
    """What a build warned of; of many warnings and of long ones only a part, unless all is asked for."""
    shown = warnings if all_of_them else warnings[:_SHOWN]
    whole = True
    for warning in shown:
        fits = all_of_them or len(warning) <= _LONGEST
        whole = whole and fits
        yield f"warning  {warning if fits else f'{warning[: _LONGEST - 1]}…'}"
    more = len(warnings) - len(shown)
    if more or not whole:
        yield f"{'':<8} {f'{more} more warnings, ' if more else ''}see --verbose"


def items_json(items: Iterable[ItemRecord]) -> list[dict[str, str]]:
    """Each item that is not indexed whole."""
    return [
        {"path": item.path, "state": item.state.value, "reason": item.reason, "hint": item.hint}
        for item in items
        if item.state is not State.INDEXED
    ]


def concepts(manifest: Manifest) -> int:
    """How many concepts a snapshot has."""
    return sum(1 for item in manifest.items if item.concept)


def manifest_json(manifest: Manifest) -> dict[str, Any]:
    """What is said of a snapshot."""
    return {
        "snapshot": manifest.id,
        "published": manifest.published,
        "generator": manifest.generator,
        "embedder": manifest.embedder,
        "concepts": concepts(manifest),
        "items": totals(manifest.items),
        "not_indexed": items_json(manifest.items),
        "warnings": list(manifest.warnings),
    }
