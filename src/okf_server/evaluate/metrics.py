"""How good a ranking is, from the places of what was expected (0..1, higher is better)."""

import math
from collections.abc import Sequence
from statistics import fmean

DEPTH = 10
"""How far down a ranking is looked at."""


def first_rank(gains: Sequence[frozenset[int]]) -> int | None:
    """The rank of the first hit that is expected, from 1; None where there is none.

    `gains` tells for each hit, best first, which of the expected entries it is; this holds below too.
    """
    return next((rank for rank, entries in enumerate(gains, 1) if entries), None)


def hit_at(ranks: Sequence[int | None], depth: int) -> float | None:
    """The share of questions whose first expected hit is within `depth`; None without questions."""
    return fmean(rank is not None and rank <= depth for rank in ranks) if ranks else None


def mean_reciprocal_rank(ranks: Sequence[int | None]) -> float | None:
    """The mean of 1/rank of the first expected hit, 0 where there is none; None without questions."""
    return fmean(1 / rank if rank else 0.0 for rank in ranks) if ranks else None


def ndcg(gains: Sequence[frozenset[int]], expected: int) -> float:
    """Normalised discounted cumulative gain of the first ten hits, binary (Järvelin, Kekäläinen 2002).

    Each of the `expected` entries counts at its first hit. Entries that one hit stands for, such as copies
    of a document, count as one.
    """
    seen: set[int] = set()
    gain, ideal = 0.0, expected
    for rank, entries in enumerate(gains[:DEPTH], 1):
        fresh = entries - seen
        if fresh:
            gain += _discount(rank)
            ideal -= len(fresh) - 1
            seen |= fresh
    best = sum(_discount(rank) for rank in range(1, min(ideal, DEPTH) + 1))
    return gain / best if best else 0.0


def all_within(gains: Sequence[frozenset[int]], expected: int, depth: int) -> bool:
    """Whether every expected entry is among the first `depth` hits."""
    return len(frozenset[int]().union(*gains[:depth])) == expected


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)
