"""The semantic side of an index: exact nearest vectors, straight from the mapped file.

Only here are numpy and faiss imported, and only when vectors are written or ranked.
"""

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from okf_server.errors import ConfigError
from okf_server.index.keyword import Ranked
from okf_server.index.lines import map_file
from okf_server.index.visible import Visible
from okf_server.model.seams import Vector

_FEW = 0.02  # of all rows: gathering these beats looking at each row's bit


def write_vectors(path: Path, vectors: Iterable[Vector], *, dimension: int) -> int:
    """Write the vectors as 32-bit floats one after the other; returns their number."""
    number = 0
    with path.open("wb") as file:
        for vector in vectors:
            if len(vector) != dimension:
                raise ValueError(
                    f"vector {number} has {len(vector)} numbers instead of {dimension}"
                )
            file.write(array("f", vector).tobytes())
            number += 1
    return number


class VectorReader:
    """Ranks rows by the inner product with a question's vector; safe to use from several threads."""

    def __init__(self, path: Path, owners: bytes | memoryview, *, dimension: int) -> None:
        self._bytes = map_file(path)
        self._owners = owners
        self._dimension = dimension
        if len(self._bytes) != len(owners) * dimension:  # both have four bytes a number
            raise ConfigError(f"{path} is damaged", hint="Build the base again.")

    def rank(self, vector: Vector, *, visible: Visible, limit: int) -> list[Ranked]:
        """The nearest visible rows, ties in the order of the rows."""
        numpy, faiss = _engines()
        rows = _rows(numpy, self._owners, visible)
        count = min(limit, len(self._owners) // 4 if rows is None else len(rows))
        if count < 1:
            return []
        faiss.omp_set_num_threads(1)
        scores = numpy.empty(count, numpy.float32)
        found = numpy.empty(count, numpy.int64)
        question = numpy.asarray(vector, numpy.float32)
        self._nearest(rows, question, scores, found)
        ranked = (Ranked(int(row), float(score)) for row, score in zip(found, scores, strict=True))
        return sorted(
            (hit for hit in ranked if hit.row >= 0), key=lambda hit: (-hit.score, hit.row)
        )

    def _nearest(self, rows: Any, question: Any, scores: Any, found: Any) -> None:
        numpy, faiss = _engines()
        total = len(self._owners) // 4
        stored = numpy.frombuffer(self._bytes, numpy.float32)
        at, count, size = faiss.swig_ptr, len(found), self._dimension
        ends = (at(scores), at(found))
        if rows is None:
            faiss.knn_inner_product(at(question), at(stored), size, 1, total, count, *ends)
        elif len(rows) < total * _FEW:
            chosen = (at(rows), size, 1, total, len(rows), count)
            faiss.knn_inner_products_by_idx(at(question), at(stored), *chosen, *ends)
        else:
            bits = numpy.zeros(total, bool)
            bits[rows] = True
            selector = faiss.IDSelectorBitmap(numpy.packbits(bits, bitorder="little"))
            every = (size, 1, total, count)
            faiss.knn_inner_product(at(question), at(stored), *every, *ends, selector)


def _rows(numpy: Any, owners: bytes | memoryview, visible: Visible) -> Any:
    """The visible rows, or None for all."""
    if visible.everything:
        return None
    mask = numpy.frombuffer(visible.mask, numpy.uint8)
    return numpy.flatnonzero(mask[numpy.frombuffer(owners, numpy.uint32)]).astype(numpy.int64)


def _engines() -> tuple[Any, Any]:
    try:
        import faiss  # noqa: PLC0415 - keyword search must not load it
        import numpy  # noqa: ICN001, PLC0415
    except ImportError as error:
        hint = "Install okf-server[semantic]."
        raise ConfigError("Semantic search needs numpy and faiss.", hint=hint) from error
    return numpy, faiss
