"""Measure the vector index on vectors shaped like those of the model: time, memory, and that it is exact."""

import subprocess
import sys
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from measure import memory_mb, p50_p95
from okf_server.index import layout
from okf_server.index.vectors import VectorReader, write_vectors
from okf_server.index.visible import Visible, visible_set
from okf_server.model.answer import Filters
from okf_server.model.seams import Vector

SIZES = {"10k": 10_000, "100k": 100_000, "1M": 1_000_000}
DIMENSION = 384
CLASSES = 100
SHARES = {"1%": 1, "10%": 10, "50%": 50, "all": CLASSES}
QUESTIONS = 100
LIMIT = 100
PART = 50_000


def measure_vectors(scratch: Path) -> dict[str, dict[str, float]]:
    """p50 and p95 in processor milliseconds by the share that is visible, and the memory of the process that asks."""
    figures = {}
    for name, rows in SIZES.items():
        directory = scratch / name
        directory.mkdir()
        rounding = _write(directory, rows)
        command = [sys.executable, __file__, str(directory), str(rows), str(rounding)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        pairs = (line.split() for line in done.stdout.splitlines())
        figures[name] = {name: float(value) for name, value in pairs}
    return figures


def made_vectors(rows: int, seed: int) -> Any:
    """Unit vectors in clusters within a narrow cone: cosines of .73 to .92, like those of e5."""
    numbers = np.random.default_rng(seed)
    shared = np.random.default_rng(1)
    axis = shared.normal(size=DIMENSION)
    centres = shared.normal(size=(300, DIMENSION)) * 0.35 / np.sqrt(DIMENSION)
    made = numbers.normal(size=(rows, DIMENSION)) * 0.35 / np.sqrt(DIMENSION)
    made += centres[numbers.integers(0, len(centres), rows)] + 0.87 * axis / np.linalg.norm(axis)
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


class Made(Sequence[Vector]):
    """Vectors made part by part, so that they are never in memory at once."""

    def __init__(self, rows: int) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, at: Any) -> Any:
        return array("f", made_vectors(PART, at // PART)[at % PART].tobytes())

    def __iter__(self) -> Iterator[Vector]:
        for first in range(0, self._rows, PART):
            yield from made_vectors(min(PART, self._rows - first), first // PART)


def _write(directory: Path, rows: int) -> float | None:
    return write_vectors(directory, Made(rows))[1]


def _visible(rows: int, classes: int) -> Visible:
    """What one sees who is in so many of a hundred classes."""
    owners = array("I", (row % CLASSES for row in range(rows))).tobytes()
    chosen = None if classes == CLASSES else frozenset(range(classes))
    return visible_set(owners, (), classes=chosen, filters=Filters())


def meta_of(rows: int, rounding: float | None) -> layout.Meta:
    """What the index of so many vectors says of itself."""
    return layout.Meta(
        format=layout.FORMAT,
        concepts=rows,
        passages=rows,
        embedder="synthetic",
        dimension=DIMENSION,
        rounding=rounding,
    )


def _one(directory: Path, rows: int, rounding: float | None) -> None:
    reader = VectorReader(directory, array("I", range(rows)).tobytes(), meta_of(rows, rounding))
    questions = made_vectors(QUESTIONS, 10_000)
    seen = {name: _visible(rows, classes) for name, classes in SHARES.items()}
    for name, visible in seen.items():
        reader.rank(questions[0], visible=visible, limit=LIMIT)
        times = []
        for question in questions:
            started = process_time()
            reader.rank(question, visible=visible, limit=LIMIT)
            times.append(1000 * (process_time() - started))
        p50, p95 = p50_p95(times)
        print(f"{name}_cpu_ms_p50", round(p50, 2))
        print(f"{name}_cpu_ms_p95", round(p95, 2))
    print("memory_mb", round(memory_mb()))
    stored = np.memmap(directory / layout.VECTORS, np.float32, "r").reshape(-1, DIMENSION)
    wrong = sum(
        _differs(reader, stored, question, visible)
        for visible in seen.values()
        for question in questions[:10]
    )
    print("rankings_unlike_brute_force", wrong)


def _differs(reader: VectorReader, stored: Any, question: Any, visible: Visible) -> bool:
    """Whether a ranking has other products than brute force, or shows what is hidden."""
    products = stored @ question
    products[np.frombuffer(visible.mask, np.uint8) == 0] = -np.inf
    expected = np.sort(products)[::-1][:LIMIT]
    ranked = reader.rank(question, visible=visible, limit=LIMIT)
    leaked = any(hit.row not in visible for hit in ranked)
    return leaked or not np.allclose([hit.score for hit in ranked], expected, rtol=0, atol=1e-5)


if __name__ == "__main__":
    _one(Path(sys.argv[1]), int(sys.argv[2]), None if sys.argv[3] == "None" else float(sys.argv[3]))
