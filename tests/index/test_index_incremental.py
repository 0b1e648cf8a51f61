"""An index that copies what has not changed is the index of a full build."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from index_library import EVERYTHING, entry, index_of

from okf_server.index import keyword_write
from okf_server.index.keyword_write import read_segments
from okf_server.index.read import IndexReader
from okf_server.index.records import IndexEntry

WORDS = ["hotel", "limit", "travel", "payroll", "Häuser", "die", "und", "der", "税金", "문서"]
QUESTIONS = [*WORDS, "hotel limit travel", '"hotel limit"', "税", "ho"]

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)
states = st.lists(st.dictionaries(st.sampled_from("abcdefgh"), texts), min_size=2, max_size=4)


def entries_of(state: dict[str, str]) -> list[IndexEntry]:
    return [entry(name, text, access_class=ord(name) % 2) for name, text in state.items()]


def rankings(reader: IndexReader) -> list[list[tuple[str, float]]]:
    return [
        [
            (reader.passage(hit.row).passage.concept, hit.score)
            for hit in reader.rank_keyword(
                question, visible=reader.visible(classes, EVERYTHING), limit=3, prefix=True
            )
        ]
        for question in QUESTIONS
        for classes in (None, frozenset({1}))
    ]


def same(one: IndexReader, other: IndexReader) -> bool:
    return rankings(one) == rankings(other)


@given(states)
@settings(max_examples=15, deadline=None)
def test_rankings_do_not_depend_on_history(states: list[dict[str, str]]) -> None:
    with TemporaryDirectory() as name:
        directory = Path(name)
        built = index_of(directory, *entries_of(states[0]), name="i0")
        for number, state in enumerate(states[1:]):
            built = index_of(
                directory, *entries_of(state), name=f"i{number + 1}", previous=f"i{number}"
            )
        assert same(built, index_of(directory, *entries_of(states[-1]), name="full"))


def many(count: int) -> list[IndexEntry]:
    body = "\n\n".join(f"{word} " * 400 for word in WORDS)
    return [entry(f"c{number:04d}", f"number{number} {body}") for number in range(count)]


def test_a_new_concept_writes_one_segment_and_moves_every_row(tmp_path: Path) -> None:
    passages = len(many(1)[0].passages)
    written = many(keyword_write.PASSAGES_A_SEGMENT * 2 // passages)
    index_of(tmp_path, *written, name="old")
    new = [entry("a-new-one", "Travel to Rome."), *written]
    reader = index_of(tmp_path, *new, name="new", previous="old")
    full = index_of(tmp_path, *new, name="full")
    old, now = (read_segments(tmp_path / name / "keyword") for name in ("old", "new"))
    assert len(now) > 1
    assert len([one for one in now if one not in old]) == 1
    assert same(reader, full)


def test_segments_that_have_not_changed_are_the_same_files(tmp_path: Path) -> None:
    entries = many(3)
    index_of(tmp_path, *entries, name="old")
    index_of(tmp_path, *entries, name="same", previous="old")
    index_of(tmp_path, *entries, entry("d", "Travel."), name="changed", previous="old")
    old, same, changed = (inodes(tmp_path / name / "keyword") for name in NAMES)
    assert len(old) > 3
    assert same == old
    assert changed.isdisjoint(old)


NAMES = ("old", "same", "changed")


def inodes(directory: Path) -> set[int]:
    """Those of the files that hold what the engine wrote of a segment."""
    return {file.stat().st_ino for file in directory.glob("*.*") if len(file.stem) == 32}


def test_a_changed_access_class_is_a_changed_segment(tmp_path: Path) -> None:
    one = entry("a", "Hotel.")
    index_of(tmp_path, one, name="old")
    reader = index_of(tmp_path, replace(one, access_class=1), name="new", previous="old")
    hidden, shown = (reader.visible(frozenset({number}), EVERYTHING) for number in (0, 1))
    assert reader.rank_keyword("hotel", visible=hidden, limit=5) == []
    assert len(reader.rank_keyword("hotel", visible=shown, limit=5)) == 1


def test_an_index_before_that_cannot_be_used_is_no_obstacle(tmp_path: Path) -> None:
    reader = index_of(tmp_path, entry("a", "Hotel."), previous="nowhere")
    assert len(reader.rank_keyword("hotel", visible=reader.visible(None, EVERYTHING), limit=5)) == 1
