"""Nearest vectors: exactly those of brute force, whatever is visible and however they are stored."""

import random
import shutil
import threading
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.errors import StorageError
from okf_server.index import layout
from okf_server.index.vectors import VectorReader, write_vectors
from okf_server.index.visible import Visible, visible_set
from okf_server.model.answer import Filters
from okf_server.model.seams import Vector

np = pytest.importorskip("numpy", reason="the semantic extra is not installed")
pytest.importorskip("faiss", reason="the semantic extra is not installed")

DIMENSION = 16


def vectors_of(number: int, *, seed: int, distinct: int = 10**9) -> list[Vector]:
    """Unit vectors squeezed into a small part of the sphere, as models make them."""
    numbers = np.random.default_rng(seed).normal(size=(min(number, distinct), DIMENSION))
    numbers += 3 * np.random.default_rng(0).normal(size=DIMENSION)
    numbers /= np.linalg.norm(numbers, axis=1, keepdims=True)
    return [array("f", numbers[at % len(numbers)].astype(np.float32)) for at in range(number)]


def reader_of(directory: Path, vectors: Sequence[Vector], *, rounded: bool) -> VectorReader:
    """A reader of rows that each are a concept of their own."""
    limit = 1 if rounded else len(vectors) + 1
    dimension, rounding = write_vectors(directory, vectors, rounded_from=limit)
    meta = layout.Meta(
        format=layout.FORMAT,
        concepts=len(vectors),
        passages=len(vectors),
        embedder="fake/1",
        dimension=dimension,
        rounding=rounding,
    )
    return VectorReader(directory, array("I", range(len(vectors))).tobytes(), meta)


def visible(mask: Sequence[bool], *, everything: bool = False) -> Visible:
    classes = None if everything else frozenset({1})
    numbers = array("I", [int(seen) for seen in mask]).tobytes()
    return visible_set(numbers, (), classes=classes, filters=Filters())


def brute_force(
    vectors: Sequence[Vector], question: Vector, mask: Sequence[bool], limit: int
) -> list[int]:
    products = np.asarray(vectors, np.float64) @ np.asarray(question, np.float64)
    rows = [row for row, seen in enumerate(mask) if seen]
    return sorted(rows, key=lambda row: (-products[row], row))[:limit]


def same(
    vectors: Sequence[Vector], question: Vector, found: Sequence[int], expected: Sequence[int]
) -> bool:
    """Whether two rankings agree but for rows that are equally near within the arithmetic of floats."""
    products = np.asarray(vectors, np.float64) @ np.asarray(question, np.float64)
    return (
        len(found) == len(expected) == len(set(found))
        and np.allclose(products[list(found)], products[list(expected)], rtol=0, atol=1e-6)
    )  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A base, who asks, and how much they want."""

    number: int
    share: float
    distinct: int
    limit: int
    rounded: bool
    seed: int


CASES = st.builds(
    Case,
    number=st.integers(1, 700),
    share=st.sampled_from([0.0, 0.01, 0.1, 0.5, 1.0]),
    distinct=st.sampled_from([1, 7, 10**9]),
    limit=st.integers(1, 50),
    rounded=st.booleans(),
    seed=st.integers(0, 2**16),
)


@settings(deadline=None, max_examples=60)
@given(case=CASES)
def test_a_ranking_is_that_of_brute_force_over_what_is_visible(case: Case) -> None:
    vectors = vectors_of(case.number, seed=case.seed, distinct=case.distinct)
    mask = [random.Random(case.seed + row).random() < case.share for row in range(case.number)]
    question = vectors_of(1, seed=case.seed + 1)[0]
    with TemporaryDirectory() as directory:
        reader = reader_of(Path(directory), vectors, rounded=case.rounded)
        ranked = reader.rank(question, visible=visible(mask), limit=case.limit)
    rows = [hit.row for hit in ranked]
    assert all(mask[row] for row in rows)
    assert same(vectors, question, rows, brute_force(vectors, question, mask, case.limit))
    assert rows == [hit.row for hit in sorted(ranked, key=lambda hit: (-hit.score, hit.row))]


@pytest.mark.parametrize("rounded", [False, True])
def test_equal_vectors_rank_in_the_order_of_their_rows(tmp_path: Path, *, rounded: bool) -> None:
    reader = reader_of(tmp_path, vectors_of(500, seed=1, distinct=1), rounded=rounded)
    question = vectors_of(1, seed=2)[0]
    everything = visible([True] * 500, everything=True)
    assert [hit.row for hit in reader.rank(question, visible=everything, limit=20)] == list(
        range(20)
    )


@pytest.mark.parametrize("limit", [-1, 0, 1, 3000, 10**6])
def test_rounded_or_not_the_ranking_and_its_scores_are_the_same(tmp_path: Path, limit: int) -> None:
    vectors = vectors_of(3000, seed=5)
    (tmp_path / "flat").mkdir()
    flat = reader_of(tmp_path / "flat", vectors, rounded=False)
    rounded = reader_of(tmp_path, vectors, rounded=True)
    half = visible([row % 2 == 0 for row in range(3000)])
    for question in vectors_of(20, seed=6):
        ranked = rounded.rank(question, visible=half, limit=limit)
        assert ranked == flat.rank(question, visible=half, limit=limit)


def test_the_files_are_the_same_each_time(tmp_path: Path) -> None:
    vectors = vectors_of(300, seed=3)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_vectors(tmp_path / name, vectors, rounded_from=1)
    for name in (layout.VECTORS, layout.ROUNDED):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_rounding_takes_a_quarter_of_the_bytes_and_says_how_much_it_changed(
    tmp_path: Path,
) -> None:
    _, rounding = write_vectors(tmp_path, vectors_of(2000, seed=3), rounded_from=2000)
    assert rounding is not None
    assert 0 < rounding < 0.02
    sizes = [(tmp_path / name).stat().st_size for name in (layout.ROUNDED, layout.VECTORS)]
    assert sizes[0] < sizes[1] * 0.26


def test_few_vectors_are_not_rounded_and_none_are_not_written(tmp_path: Path) -> None:
    assert write_vectors(tmp_path, ()) == (0, None)
    assert list(tmp_path.iterdir()) == []
    assert write_vectors(tmp_path, vectors_of(3, seed=3)) == (DIMENSION, None)
    assert [file.name for file in tmp_path.iterdir()] == [layout.VECTORS]


def test_vectors_of_different_lengths_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="vector 1 has 2 numbers instead of 1"):
        write_vectors(tmp_path, [[1.0], [1.0, 2.0]])


def test_an_open_reader_outlives_its_files(tmp_path: Path) -> None:
    vectors = vectors_of(400, seed=4)
    (tmp_path / "index").mkdir()
    reader = reader_of(tmp_path / "index", vectors, rounded=True)
    shutil.rmtree(tmp_path / "index")
    everything = visible([True] * 400, everything=True)
    assert reader.rank(vectors[7], visible=everything, limit=1)[0].row == 7


@pytest.mark.parametrize("damage", [b"", b"no index", b"IxSQ" + b"\0" * 200])
def test_damaged_rounded_vectors_are_told(tmp_path: Path, damage: bytes) -> None:
    vectors = vectors_of(400, seed=4)
    write_vectors(tmp_path, vectors, rounded_from=1)
    (tmp_path / layout.ROUNDED).write_bytes(damage)
    meta = layout.Meta(
        format=layout.FORMAT, concepts=400, passages=400, embedder="f", dimension=DIMENSION, rounding=0.1
    )  # fmt: skip
    owners = array("I", range(400)).tobytes()
    reader = VectorReader(tmp_path, owners, meta)
    with pytest.raises(StorageError, match="damaged"):
        reader.rank(vectors[0], visible=visible([True] * 400, everything=True), limit=1)


@pytest.mark.parametrize("rounded", [False, True])
def test_a_vector_without_numbers_keeps_no_other_from_being_found(
    tmp_path: Path, *, rounded: bool
) -> None:
    vectors = vectors_of(400, seed=4)
    vectors[3] = array("f", [float("nan")] * DIMENSION)
    reader = reader_of(tmp_path, vectors, rounded=rounded)
    everything = visible([True] * 400, everything=True)
    assert reader.rank(vectors[7], visible=everything, limit=1)[0].row == 7
    assert len(reader.rank(vectors[7], visible=everything, limit=400)) == 399


def test_threads_rank_at_once(tmp_path: Path) -> None:
    vectors = vectors_of(2000, seed=8)
    reader = reader_of(tmp_path, vectors, rounded=True)
    seen = visible([row % 3 > 0 for row in range(2000)])
    wrong: list[int] = []

    def ask(first: int) -> None:
        for row in range(first, 2000, 97):
            hits = reader.rank(vectors[row], visible=seen, limit=5)
            if row % 3 and hits[0].row != row:
                wrong.append(row)

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
