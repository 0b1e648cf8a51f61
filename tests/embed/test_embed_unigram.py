"""The best split of a text into pieces, against every possible split."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.embed.unigram import Unigram

PIECES = {"▁": 1, "a": 2, "b": 3, "ab": 4, "▁a": 5, "ba": 6, "▁ab": 7, "bab": 8}
SCORES = (0.0, -2.0, -3.0, -3.5, -4.0, -3.25, -5.0, -6.0, -6.5)
UNKNOWN = 0
WORST = min(SCORES) - 10


@pytest.fixture(scope="module")
def tokenizer() -> Unigram:
    return Unigram(PIECES, SCORES, folding={ord("A"): "a", 7: ""}, unknown=UNKNOWN)


def _splits(text: str) -> Iterator[tuple[float, list[int]]]:
    if not text:
        yield 0.0, []
        return
    for size in range(1, len(text) + 1):
        id_ = PIECES.get(text[:size], UNKNOWN)
        if id_ == UNKNOWN and size > 1:
            continue
        for score, ids in _splits(text[size:]):
            yield (WORST if id_ == UNKNOWN else SCORES[id_]) + score, [id_, *ids]


def _score(ids: list[int]) -> float:
    return sum(WORST if id_ == UNKNOWN else SCORES[id_] for id_ in ids)


@given(st.text(alphabet="abx", min_size=1, max_size=9))
def test_no_split_is_better(text: str) -> None:
    ids = Unigram(PIECES, SCORES, folding={}, unknown=UNKNOWN).ids(text)
    best = max(score for score, _ in _splits("▁" + text))
    assert _score(ids) == pytest.approx(best)


def test_characters_are_folded_and_spaces_made_one(tokenizer: Unigram) -> None:
    assert tokenizer.ids("A\7  b") == tokenizer.ids("a b")


def test_each_unknown_character_is_a_token(tokenizer: Unigram) -> None:
    assert tokenizer.ids("xx").count(UNKNOWN) == 2


def test_a_text_begins_with_one_space(tokenizer: Unigram) -> None:
    assert tokenizer.ids(" ab") == tokenizer.ids("ab")
    assert tokenizer.ids("") == [PIECES["▁"]]
