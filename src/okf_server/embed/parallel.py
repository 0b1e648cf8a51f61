"""Share the embedding of many passages out to an executor."""

from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import chain

from okf_server.model.seams import Embedder, Vector


class ParallelEmbedder:
    """An embedder whose passages are embedded by the workers of an executor, `share` at a time.

    The vectors are those of the embedder itself, in the same order.
    """

    def __init__(self, embedder: Embedder, executor: Executor, *, share: int) -> None:
        self._embedder = embedder
        self._executor = executor
        self._share = share

    @property
    def identity(self) -> str:
        """That of the embedder itself."""
        return self._embedder.identity

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return self._embedder.dimension

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        shares = [texts[first : first + self._share] for first in range(0, len(texts), self._share)]
        return list(chain.from_iterable(self._executor.map(self._embedder.passages, shares)))

    def query(self, text: str) -> Vector:
        """The vector of a question, here."""
        return self._embedder.query(text)
