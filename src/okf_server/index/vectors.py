"""The semantic side of an index: exact nearest vectors, straight from mapped files."""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from okf_server.errors import ModelError
from okf_server.index import layout
from okf_server.index.damage import damaged
from okf_server.index.engines import engines
from okf_server.index.exact import Exact
from okf_server.index.keyword import Ranked
from okf_server.index.lines import map_file
from okf_server.index.rounded import Rounded, write_rounded
from okf_server.index.visible import Visible
from okf_server.index.visible_rows import VisibleRows, visible_rows
from okf_server.model.seams import Vector

_REMEMBERED_SETS = 64
_BUFFER = 1 << 20


def write_vectors(
    directory: Path, vectors: Sequence[Vector], *, rounded_from: int = layout.ROUNDED_FROM
) -> tuple[int, float | None]:
    """Write the vectors of all rows, and rounded ones where they are many; nothing where there are none.

    Returns their dimension, and how far rounding moved one at most. Raises ConfigError where rounding them
    needs what is not installed.
    """
    if not vectors:
        return 0, None
    path, dimension = directory / layout.VECTORS, len(vectors[0])
    with path.open("wb", buffering=_BUFFER) as file:
        for number, vector in enumerate(vectors):
            if len(vector) != dimension:
                message = f"vector {number} has {len(vector)} numbers instead of {dimension}"
                raise ValueError(message)
            _write(file, vector)
    if len(vectors) < rounded_from:
        return dimension, None
    return dimension, write_rounded(path, directory / layout.ROUNDED, dimension=dimension)


def _write(file: BinaryIO, vector: Vector) -> None:
    match vector:
        case array(typecode="f") | memoryview(format="f"):
            file.write(vector)
        case _:
            file.write(array("f", vector))


class VectorReader:
    """Ranks rows by the inner product with a question's vector; safe to use from several threads.

    `owners` has the concept of each row. Where the index has rounded vectors these find candidates, and the
    vectors themselves decide, so that the ranking is the same as without.
    """

    def __init__(self, directory: Path, owners: bytes | memoryview, meta: layout.Meta) -> None:
        self._dimension = meta.dimension
        self._exact = Exact(directory / layout.VECTORS, dimension=meta.dimension)
        if len(self._exact) * 4 != len(owners):
            raise damaged("vectors")
        self._rounded = None
        if meta.rounding is not None:
            rounded = map_file(directory / layout.ROUNDED)
            self._rounded = Rounded(rounded, rows=meta.passages, rounding=meta.rounding)
        self._owners = owners
        self._seen = lru_cache(_REMEMBERED_SETS)(self._visible_rows)

    def rank(self, vector: Vector, *, visible: Visible, limit: int) -> list[Ranked]:
        """The nearest visible rows, ties in the order of the rows.

        Raises ModelError for a vector that cannot be compared with those of the index, and StorageError where
        these have no numbers that rank.
        """
        numpy, _ = engines()
        seen = self._seen(visible)
        count = min(limit, seen.count)
        if count < 1:
            return []
        question = self._question(vector)
        found = self._candidates(question, seen, count)
        rows = found[found >= 0]  # a damaged vector is near to nothing
        products = self._exact.products(question, rows)
        if not (numpy.isfinite(products).all() and products.any()):
            raise damaged("vectors")
        best = numpy.lexsort((rows, -products))[:count]
        return [Ranked(int(rows[at]), float(products[at])) for at in best]

    def _question(self, vector: Vector) -> Any:
        """The vector as the engine takes it, which reads as many numbers as the index has, whatever is there."""
        numpy, _ = engines()
        question = numpy.asarray(vector, numpy.float32)
        if question.shape != (self._dimension,):
            problem = f"{question.size} numbers instead of {self._dimension}"
        elif not numpy.isfinite(question).all():
            problem = "a number that is not finite"
        else:
            return question
        hint = "Build again with the model that questions are asked of."
        raise ModelError(f"The vector of the question has {problem}.", hint=hint)

    def _candidates(self, question: Any, seen: VisibleRows, count: int) -> Any:
        """Rows among which the nearest ones are."""
        if seen.few is not None:
            return seen.few
        rows = None
        if self._rounded is not None:
            rows = self._rounded.candidates(question, self._exact, seen, count)
        return self._exact.scan(question, seen, count) if rows is None else rows

    def _visible_rows(self, visible: Visible) -> VisibleRows:
        return visible_rows(self._owners, visible)
