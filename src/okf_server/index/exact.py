"""Vectors as they were made: 32-bit floats, one after the other in a file."""

import os
import weakref
from functools import cached_property
from pathlib import Path
from typing import Any

from okf_server.index.engines import engines
from okf_server.index.lines import map_file
from okf_server.index.visible_rows import VisibleRows


class Exact:
    """All vectors of an index, open from the beginning; raises OSError.

    Single rows are read and not mapped: with a page that is mapped the system maps its neighbours, and a
    server of many passages would soon hold all of the file.
    """

    def __init__(self, path: Path, *, dimension: int) -> None:
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        weakref.finalize(self, os.close, self._file)
        self._map = map_file(path)
        self._dimension = dimension

    def __len__(self) -> int:
        return len(self._map) // self._row_bytes

    def products(self, question: Any, rows: Any) -> Any:
        """The inner products of some rows with a question, the same ones that rank a scan."""
        numpy, faiss = engines()
        read = (self._row(row) for row in rows.tolist())
        vectors = numpy.frombuffer(b"".join(read), numpy.float32)
        products = numpy.empty(len(rows), numpy.float32)
        order = numpy.arange(len(rows))
        at = faiss.swig_ptr
        sizes = (self._dimension, 1, len(rows))
        faiss.fvec_inner_products_by_idx(at(products), at(question), at(vectors), at(order), *sizes)
        return products

    def scan(self, question: Any, seen: VisibleRows, count: int) -> Any:
        """The nearest visible rows, by looking at every one; as many as asked for, at most all."""
        numpy, faiss = engines()
        products, rows = numpy.empty(count, numpy.float32), numpy.empty(count, numpy.int64)
        at = faiss.swig_ptr
        every = (at(question), at(self._vectors), self._dimension, 1, len(self), count)
        selector = (seen.selector,) if seen.selector is not None else ()
        faiss.knn_inner_product(*every, at(products), at(rows), *selector)
        return rows

    @property
    def _row_bytes(self) -> int:
        return 4 * self._dimension

    def _row(self, row: int) -> bytes:
        return os.pread(self._file, self._row_bytes, row * self._row_bytes)

    @cached_property
    def _vectors(self) -> Any:
        numpy, _ = engines()
        return numpy.frombuffer(self._map, numpy.float32)
