"""Vectors rounded to 8 bits a number: a quarter of the memory, and a bound on what rounding changed.

A ranking of rounded vectors finds candidates. That no row outside them can belong to the nearest is proved for
each question from the largest distance between a vector and its rounded one, or else there are none.
"""

import mmap
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from okf_server.index.damage import damaged
from okf_server.index.engines import engines
from okf_server.index.exact import Exact
from okf_server.index.lines import map_file
from okf_server.index.visible_rows import VisibleRows

_STRIDE = 65_536  # rows that are looked at together while writing
_FIRST = 10  # candidates for each row that is asked for
_MORE = 4
_TRIES = 3
_ARITHMETIC = 1e-4  # more than sums of 32-bit floats can be wrong by


def write_rounded(vectors: Path, path: Path, *, dimension: int) -> float:
    """Write the vectors of a file in 8 bits; returns the largest distance that rounding moved one."""
    numpy, faiss = engines()
    stored = numpy.frombuffer(map_file(vectors), numpy.float32).reshape(-1, dimension)
    index = faiss.IndexScalarQuantizer(
        dimension, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT
    )
    # The ends of each dimension are all that is learnt, so that no number lies beyond them.
    lows = [part.min(axis=0) for part in _parts(stored)]
    highs = [part.max(axis=0) for part in _parts(stored)]
    index.train(numpy.stack([numpy.min(lows, axis=0), numpy.max(highs, axis=0)]))
    largest = 0.0
    for part in _parts(stored):
        index.add(part)
        moved = index.reconstruct_n(index.ntotal - len(part), len(part)) - part
        largest = max(largest, float(numpy.sqrt(numpy.square(moved).sum(axis=1).max())))
    faiss.write_index(index, str(path))
    return largest


def _parts(stored: Any) -> Iterator[Any]:
    return (stored[first : first + _STRIDE] for first in range(0, len(stored), _STRIDE))


class Rounded:
    """The rounded vectors of an index, in a mapped file; `rounding` is as `write_rounded` gave it."""

    def __init__(self, file: mmap.mmap | bytes, *, rows: int, rounding: float) -> None:
        self._file = file
        self._rows = rows
        self._rounding = rounding

    def candidates(self, question: Any, exact: Exact, seen: VisibleRows, count: int) -> Any:
        """Rows among which the nearest `count` are for certain; None where that cannot be told cheaply."""
        numpy, faiss = engines()
        selected = faiss.SearchParameters(sel=seen.selector) if seen.selector is not None else None
        length = float(numpy.sqrt(numpy.square(question).sum()))
        margin = self._rounding * length + _ARITHMETIC
        for attempt in range(_TRIES):
            wanted = min(count * _FIRST * _MORE**attempt, seen.count)
            (scores,), (rows,) = self._index.search(question[None], wanted, params=selected)
            if rows[-1] < 0:
                return None  # not all rows have numbers that compare
            # No less than so many rows are at least as near as the farthest of these.
            farthest = float(exact.products(question, rows[:count]).min())
            if wanted == seen.count or scores[-1] < farthest - margin:
                return rows[scores >= farthest - margin]
        return None

    @cached_property
    def _index(self) -> Any:
        numpy, faiss = engines()
        data = numpy.frombuffer(self._file, numpy.uint8)
        try:
            reader = faiss.ZeroCopyIOReader(faiss.swig_ptr(data), len(data))
            index = faiss.read_index(reader, faiss.IO_FLAG_MMAP_IFC)
        except RuntimeError as error:
            raise damaged("rounded vectors") from error
        if index.ntotal != self._rows:
            raise damaged("rounded vectors")
        return index
