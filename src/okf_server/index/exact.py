"""Vectors as they were made: 32-bit floats, one after the other in a mapped file."""

import mmap
from functools import cached_property
from typing import Any

from okf_server.index.engines import engines
from okf_server.index.visible_rows import VisibleRows


class Exact:
    """All vectors of an index; what is not looked at is not in memory."""

    def __init__(self, file: mmap.mmap | bytes, *, dimension: int) -> None:
        self._file = file
        self._dimension = dimension

    def products(self, question: Any, rows: Any) -> Any:
        """The inner products of some rows with a question, the same ones as a scan gives."""
        numpy, faiss = engines()
        products = numpy.empty(len(rows), numpy.float32)
        at = faiss.swig_ptr
        sizes = (self._dimension, 1, len(rows))
        faiss.fvec_inner_products_by_idx(
            at(products), at(question), at(self._vectors), at(rows), *sizes
        )
        return products

    def scan(self, question: Any, seen: VisibleRows, count: int) -> Any:
        """The nearest visible rows, by looking at every one; as many as asked for, at most all."""
        numpy, faiss = engines()
        products, rows = numpy.empty(count, numpy.float32), numpy.empty(count, numpy.int64)
        at, total = faiss.swig_ptr, len(self._vectors) // self._dimension
        every = (at(question), at(self._vectors), self._dimension, 1, total, count)
        selector = (seen.selector,) if seen.selector is not None else ()
        faiss.knn_inner_product(*every, at(products), at(rows), *selector)
        return rows

    @cached_property
    def _vectors(self) -> Any:
        numpy, _ = engines()
        return numpy.frombuffer(self._file, numpy.float32)
