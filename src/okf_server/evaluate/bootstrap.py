"""How sure a difference between two ways of searching is (Sakai, SIGIR 2006: paired bootstrap)."""

import random
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

RESAMPLES = 2_000
_SEED = 7
_OUTSIDE = 0.025  # on each side of a 95 % interval


class Interval(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def decided(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


def interval(values: Sequence[float]) -> Interval:
    """The mean of one value a question; equal values give an equal interval at each call.

    For a paired comparison the values are the differences of the questions.
    """
    if not values:
        raise ValueError("there is nothing to take the mean of")
    generator = random.Random(_SEED)  # noqa: S311 - draws questions, keeps no secret
    count = len(values)
    means = sorted(fmean(generator.choices(values, k=count)) for _ in range(RESAMPLES))
    outside = int(_OUTSIDE * RESAMPLES)
    return Interval(fmean(values), means[outside], means[-outside - 1])
