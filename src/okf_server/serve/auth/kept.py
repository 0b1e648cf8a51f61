"""Keep a bounded number of things for a while."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_KEPT = 10_000


class Kept(Generic[T]):
    """Things by digest, each good until its time; the one that was kept first makes room for the next."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._things: OrderedDict[bytes, tuple[float, T]] = OrderedDict()

    def __contains__(self, digest: bytes) -> bool:
        return digest in self._things

    def get(self, digest: bytes, now: float) -> T | None:
        """What is kept, while it is good."""
        until, thing = self._things.get(digest, (now, None))
        return thing if now < until else None

    def keep(self, digest: bytes, thing: T, *, until: float) -> None:
        """Keep a thing, in the place of the one before."""
        self.drop(digest)
        while len(self._things) >= self._most:
            self._things.popitem(last=False)
        self._things[digest] = (until, thing)

    def drop(self, digest: bytes) -> None:
        """Forget a thing."""
        self._things.pop(digest, None)
