"""Whichever file of an index is damaged, and however: it is noticed, and the search says so or does without."""

import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from search_library import GUEST, find, ids, library, written

from okf_server.errors import StorageError
from okf_server.index import layout
from okf_server.index.read import open_index
from okf_server.index.seals import FILE_NAME, broken, seal
from okf_server.model.answer import SearchMode, SearchResult
from okf_server.search.view import View

SHELF = [
    written("hotel", "# Hotels\n\nA hotel costs 250.\n\nA hotel has a bath.\n", supersedes="inn"),
    written("inn", "# Inns\n\nAn inn costs 100. See [hotels](hotel.md).\n"),
    *(written(f"n{number}", f"# Number {number}\n\nWords of {number}.\n") for number in range(40)),
    written("pay", "# Payroll\n\nPayroll is monthly.\n", access_class=1),
]
QUESTION = "accommodation costs"

DAMAGE: Mapping[str, Callable[[bytes], bytes | None]] = {
    "gone": lambda _: None,
    "cut": lambda held: held[: len(held) // 2],
    "emptied": lambda _: b"",
    "longer": lambda held: held + b"\0\0\0\0",
    "zeroed": lambda held: b"\0" * len(held),
    "ones": lambda held: b"\xff" * len(held),
    "random": lambda held: random.Random(1).randbytes(len(held)),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> View:
    return library(tmp_path_factory.mktemp("whole"), *SHELF)


def files(directory: Path) -> Iterator[str]:
    """All files of an index that hold something."""
    for path in sorted(directory.rglob("*")):
        if path.is_file() and path.stat().st_size:
            yield path.relative_to(directory).as_posix()


def reopened(view: View, directory: Path) -> View:
    return replace(view, index=open_index(directory), scales={})


def hurt(path: Path, damage: str) -> None:
    left = DAMAGE[damage](path.read_bytes())
    path.unlink()
    if left is not None:
        path.write_bytes(left)


def answer_of(view: View, directory: Path) -> SearchResult | str:
    """What is found, or why nothing can be."""
    try:
        return find(reopened(view, directory), QUESTION)
    except StorageError as error:
        return str(error)


def shown(result: SearchResult) -> object:
    return result.mode, ids(result), [hit.citation for hit in result.hits], result.confidence


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_of_any_file_is_told_or_changes_nothing(
    whole: View, tmp_path: Path, damage: str
) -> None:
    original = whole.bundle.parent / "index"
    by_keyword = find(whole, QUESTION, embedder=None)
    as_ever = find(whole, QUESTION)
    ended: dict[str, str] = {}
    for number, name in enumerate(files(original)):
        directory = tmp_path / str(number)
        shutil.copytree(original, directory)
        path = directory / name
        hurt(path, damage)
        result = answer_of(whole, directory)
        if isinstance(result, str):
            assert "okf build" in result
            ended[name] = "refused"
        elif result.mode is SearchMode.KEYWORD:
            assert "vectors cannot be read" in result.mode_reason
            assert shown(result) == shown(by_keyword)
            ended[name] = "keyword"
        else:
            assert shown(result) == shown(as_ever)
            ended[name] = "as ever"
    by_meaning = {name for name, end in ended.items() if end == "keyword"}
    unread = {name for name, end in ended.items() if end == "as ever"}
    assert by_meaning == {layout.VECTORS}
    assert unread <= layout.FOR_BUILDS
    assert len(ended) > 20


def test_who_is_no_operator_reads_of_no_file(whole: View, tmp_path: Path) -> None:
    directory = tmp_path / "index"
    shutil.copytree(whole.bundle.parent / "index", directory)
    path = directory / layout.VECTORS
    path.write_bytes(b"\xff" * path.stat().st_size)
    result = find(reopened(whole, directory), QUESTION, principal=GUEST)
    assert result.mode is SearchMode.KEYWORD
    assert result.mode_reason == "the model cannot be used now"
    assert ids(result)


@pytest.mark.parametrize("byte", [b"\0", b"\xff"])
def test_vectors_that_are_damaged_while_an_index_is_open_are_noticed(
    tmp_path: Path, byte: bytes
) -> None:
    view = library(tmp_path, *SHELF)
    assert find(view, QUESTION).mode is SearchMode.HYBRID
    path = view.bundle.parent / "index" / layout.VECTORS
    with path.open("r+b") as file:
        file.write(byte * path.stat().st_size)
    result = find(view, QUESTION)
    assert result.mode is SearchMode.KEYWORD
    assert "vectors cannot be read" in result.mode_reason


def test_rounded_vectors_that_are_damaged_leave_keyword_search(tmp_path: Path) -> None:
    view = library(tmp_path, *SHELF)
    index = view.bundle.parent / "index"
    (index / layout.ROUNDED).write_bytes(b"as the engine writes them")
    (index / FILE_NAME).unlink()
    seal(index, whole=layout.DECISIVE)
    assert find(reopened(view, index), QUESTION).mode is SearchMode.HYBRID
    (index / layout.ROUNDED).write_bytes(b"something else")
    assert find(reopened(view, index), QUESTION).mode is SearchMode.KEYWORD


@pytest.mark.parametrize("at", [0, 30_000, 99_999])
def test_a_long_file_is_looked_at_from_its_beginning_to_its_end(tmp_path: Path, at: int) -> None:
    held = bytearray(random.Random(2).randbytes(100_000))
    (tmp_path / "long").write_bytes(held)
    seal(tmp_path)
    assert broken(tmp_path) == frozenset()
    held[at : at + 40_000] = bytes(len(held[at : at + 40_000]))
    (tmp_path / "long").write_bytes(held)
    assert broken(tmp_path) == {"long"}


def test_one_wrong_byte_in_what_decides_on_access_is_noticed(tmp_path: Path) -> None:
    held = bytearray(400_000)
    (tmp_path / layout.CLASSES).write_bytes(held)
    seal(tmp_path, whole=layout.DECISIVE)
    held[123_457] = 1
    (tmp_path / layout.CLASSES).write_bytes(held)
    assert broken(tmp_path, whole=layout.DECISIVE) == {layout.CLASSES}
