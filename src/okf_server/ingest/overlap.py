"""Refuse sources that hold the same files: nobody could say which of two items is meant."""

from collections.abc import Sequence
from itertools import combinations
from os.path import realpath

from okf_server.errors import ConfigError
from okf_server.model.config import SourceConfig
from okf_server.model.item import Listing


def refuse_overlap(sources: Sequence[SourceConfig], listings: Sequence[Listing]) -> None:
    """Raise ConfigError where two sources are the same folder, or one reads what lies in the other.

    A folder that the outer source leaves out, by an ignore file or because it is hidden, may be a source.
    """
    places = [realpath(source.path) for source in sources]
    for first, second in combinations(range(len(sources)), 2):
        if places[first] == places[second]:
            raise ConfigError(
                f"okf.yaml: {_both(first, second)} are the same folder, {places[first]}.",
                hint="Remove one of them.",
            )
        outer, inner = (
            (first, second) if len(places[first]) < len(places[second]) else (second, first)
        )
        relative = _below(places[inner], places[outer])
        if relative and _reads(listings[outer], sources[outer], relative):
            raise ConfigError(
                f"okf.yaml: sources[{inner}] ({places[inner]}) lies inside sources[{outer}] "
                f"({places[outer]}): its documents would be read twice.",
                hint=f"Remove sources[{inner}], or leave it out of sources[{outer}] by a line "
                f"/{relative}/ in {places[outer]}/.okfignore.",
            )


def _both(first: int, second: int) -> str:
    return f"sources[{first}] and sources[{second}]"


def _below(inner: str, outer: str) -> str:
    """The path from the outer folder to the inner one; empty where it does not lie in it."""
    folder = f"{outer.rstrip('/')}/"
    return inner.removeprefix(folder) if inner.startswith(folder) else ""


def _reads(listing: Listing, source: SourceConfig, folder: str) -> bool:
    """Whether a source has items in a folder of it."""
    start = f"{source.mount}/{folder}/" if source.mount else f"{folder}/"
    return any(item.path.startswith(start) for item in listing.items)
