"""What is flagged as a likely conflict: the same subject with another number, and nothing that only looks like it."""

from pathlib import Path

import pytest
from conflict_pairs import PAIRS, Pair
from conflict_passages import PASSAGES
from search_library import find, library, written


def flagged(root: Path, pair: Pair) -> bool:
    """Whether a search that finds both says that they may be in conflict."""
    (title, text), (second, other) = pair.one, pair.other
    view = library(
        root,
        written("x/one", text, title=title),
        written("y/other", other, title=second),
        written("z", "Lunch is served at noon.", title="Lunch"),
        vectors=False,
    )
    hits = find(view, " ".join(text.replace("|", " ").split()[:30])).hits
    assert {hit.concept.id for hit in hits} >= {"x/one", "y/other"}
    return any(one.relation == "likely" for hit in hits for one in hit.conflicts)


@pytest.mark.parametrize("pair", PAIRS, ids=[pair.name for pair in PAIRS])
def test_a_conflict_is_one_of_the_same_subject(tmp_path: Path, pair: Pair) -> None:
    assert flagged(tmp_path, pair) is pair.contradict


@pytest.mark.parametrize("pair", PASSAGES, ids=[pair.name for pair in PASSAGES])
def test_a_sentence_of_a_longer_passage_can_be_in_conflict(tmp_path: Path, pair: Pair) -> None:
    assert flagged(tmp_path, pair) is pair.contradict


def test_there_are_enough_of_both_kinds() -> None:
    true = sum(pair.contradict for pair in PAIRS)
    assert len(PAIRS) >= 40
    assert true >= 15
    assert len(PAIRS) - true >= 20
