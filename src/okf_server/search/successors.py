"""Put what replaced a concept just above it, where both were found."""

from collections.abc import Mapping, Sequence

from okf_server.index.read import IndexReader
from okf_server.model.answer import Factor
from okf_server.search.factors import SUPERSEDED
from okf_server.search.fuse import Fused

CLOSE = 0.35
"""What replaced a concept speaks of the matter where it has at least this share of the older one's relevance."""

NEAR = 10
"""Hits: one that is no further behind goes up in any case, so that nobody sees the older one first on one page."""


def successors_first(
    index: IndexReader,
    hits: Sequence[Fused],
    why: Mapping[int, tuple[Factor, ...]],
    relevant: Mapping[int, float],
) -> tuple[list[Fused], Mapping[int, Factor]]:
    """The hits once the best of each successor went up to just above what it replaced, and why each did.

    What is replaced stays where it is: only what stood between the two is one place lower. Of several
    editions each stands above the one before it.
    """
    replaced = [
        (place, hit)
        for place, hit in enumerate(hits)
        if any(one.name == SUPERSEDED for one in why[hit.row])
    ]
    if not replaced:
        return list(hits), {}
    best: dict[int, tuple[int, Fused]] = {}
    for place, hit in enumerate(hits):
        best.setdefault(index.owner(hit.row), (place, hit))
    ahead = {}
    for place, hit in replaced:
        newer = index.concept(index.owner(hit.row)).newer
        known = sorted(best[one] for one in newer if one in best)
        least = CLOSE * relevant[hit.row]
        near = [one for its, one in known if its <= place + NEAR][:1]
        ahead[hit.row] = [one for _, one in known if relevant[one.row] >= least] or near
    return _led(index, hits, ahead)


def _led(
    index: IndexReader, hits: Sequence[Fused], ahead: Mapping[int, Sequence[Fused]]
) -> tuple[list[Fused], Mapping[int, Factor]]:
    """The hits, each with those that it has to have ahead of it; of hits that want each other the first one waits."""
    ordered: list[Fused] = []
    moved: dict[int, Factor] = {}
    met: set[int] = set()

    def place(hit: Fused) -> None:
        met.add(hit.row)
        for one in ahead.get(hit.row, ()):
            if one.row not in met:
                old = index.concept(index.owner(hit.row)).id
                factor = Factor(
                    name="successor", factor=round(1 / CLOSE, 2), why=f"it replaces {old}"
                )
                moved[one.row] = factor
                place(one)
        ordered.append(hit)

    for hit in hits:
        if hit.row not in met:
            place(hit)
    return ordered, moved
