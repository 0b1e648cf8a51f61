"""Vectors are embedded once, whatever happens to their cache."""

import multiprocessing
import sqlite3
from array import array
from pathlib import Path

import pytest

from okf_server.errors import StorageError
from okf_server.index.vector_cache import VectorCache, text_hash

ONE, TWO = array("f", [0.1, 0.2]), array("f", [0.3, 0.4])


def test_vectors_come_back_to_the_bit(tmp_path: Path) -> None:
    VectorCache(tmp_path / "v.db").put("m", {"a": ONE, "b": TWO})
    assert VectorCache(tmp_path / "v.db").get("m", ["a", "b", "c", "a"]) == {"a": ONE, "b": TWO}


def test_models_never_share_vectors(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v.db")
    cache.put("m", {"a": ONE})
    assert cache.get("n", ["a"]) == {}


def test_a_newer_vector_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v.db")
    cache.put("m", {"a": ONE})
    cache.put("m", {"a": TWO})
    assert cache.get("m", ["a"]) == {"a": TWO}


@pytest.mark.parametrize("damage", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_cache_is_begun_anew(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "v.db").write_bytes(damage)
    cache = VectorCache(tmp_path / "v.db")
    assert cache.get("m", ["a"]) == {}
    cache.put("m", {"a": ONE})
    assert cache.get("m", ["a"]) == {"a": ONE}


def test_a_cache_cut_in_the_middle_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    cache = VectorCache(path)
    cache.put("m", {str(number): array("f", [float(number)] * 384) for number in range(100)})
    path.write_bytes(path.read_bytes()[:20_000])
    cache.get("m", map(str, range(100)))
    cache.put("m", {"a": ONE})
    assert cache.get("m", ["a"]) == {"a": ONE}


def test_a_damaged_vector_is_not_given_out(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v.db")
    cache.put("m", {"a": ONE, "b": TWO})
    connection = sqlite3.connect(tmp_path / "v.db")
    connection.execute("UPDATE vectors SET vector = zeroblob(11) WHERE hash = 'a'")
    connection.commit()
    connection.close()
    assert cache.get("m", ["a", "b"]) == {"b": TWO}


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in ("file/v.db", "file/below/v.db", "."):
        with pytest.raises(StorageError, match="cannot be used"):
            VectorCache(tmp_path / name).put("m", {"a": ONE})


def test_the_directory_is_made_where_it_is_missing(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "new" / "v.db")
    cache.put("m", {"a": ONE})
    assert cache.get("m", ["a"]) == {"a": ONE}


def _write(path: Path, first: int) -> None:
    cache = VectorCache(path)
    for number in range(first, first + 20):
        cache.put("m", {str(number): array("f", [float(number)])})


def test_processes_share_a_cache(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_write, args=(path, first)) for first in (0, 20)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert len(VectorCache(path).get("m", map(str, range(40)))) == 40


def test_any_text_has_a_hash() -> None:
    assert text_hash("\ud800\0") != text_hash("")
