"""A ranking depends neither on how many are asked for nor on what is hidden."""

from pathlib import Path

import pytest
from index_library import EVERYTHING, entry, index_of

from okf_server.index import keyword_write, layout
from okf_server.index.keyword import KeywordReader
from okf_server.index.read import IndexReader

MANY = 200
QUESTIONS = ["hotel", "hotel bill", "税", "ho"]


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> IndexReader:
    """Passages that a question cannot tell apart, in many segments of the engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keyword_write, "PASSAGES_A_SEGMENT", MANY // 8)
        return index_of(
            tmp_path_factory.mktemp("alike"),
            *(
                entry(f"c{number:04d}", f"The {word} of 税", access_class=number % 3)
                for number in range(MANY)
                for word in ("hotel" if number % 50 else "hotel bill",)
            ),
        )


def rows(
    reader: IndexReader, question: str, limit: int, classes: frozenset[int] | None = None
) -> list[int]:
    visible = reader.visible(classes, EVERYTHING)
    ranked = reader.rank_keyword(question, visible=visible, limit=limit, prefix=True)
    return [hit.row for hit in ranked]


@pytest.mark.parametrize("question", QUESTIONS)
def test_fewer_are_the_first_of_more(alike: IndexReader, question: str) -> None:
    everything = rows(alike, question, MANY)
    assert len(everything) == MANY
    assert [rows(alike, question, limit) for limit in (1, 5)] == [
        everything[:limit] for limit in (1, 5)
    ]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("limit", [1, 5, MANY])
def test_what_is_hidden_moves_nothing(alike: IndexReader, question: str, limit: int) -> None:
    everything = rows(alike, question, MANY)
    for classes in (frozenset({0}), frozenset({1, 2})):
        left = [
            row for row in everything if alike.concept(alike.owner(row)).access_class in classes
        ]
        assert rows(alike, question, limit, classes) == left[:limit]


def test_equals_stand_in_the_order_of_the_rows(alike: IndexReader) -> None:
    assert rows(alike, "hotel", 5) == [1, 2, 3, 4, 5]


def test_a_question_is_read_in_the_languages_of_what_its_asker_sees(tmp_path: Path) -> None:
    german = "Die Kosten der Reise sind von der Firma zu tragen, und die Rechnung liegt bei."
    english = (
        "The costs of a die and of its tools are to be paid by the office that is in need of it."
    )
    reader = index_of(
        tmp_path,
        entry("a", english, access_class=0),
        entry("b", "Die is cast and the die is made of it, that is what a die is.", access_class=0),
        entry("c", german, access_class=1),
    )
    words = KeywordReader(tmp_path / "index" / layout.KEYWORD)
    read_by_all, read_by_one = (words.tongues("die costs", seen) for seen in (None, frozenset({0})))
    assert read_by_all.names == ["english", "german"]
    assert read_by_one.names == ["english"]
    whole = words.rank("die costs", classes=None, filters=EVERYTHING, limit=9, tongues=read_by_one)
    left = [hit for hit in whole if reader.concept(reader.owner(hit.row)).access_class == 0]
    seen = reader.visible(frozenset({0}), EVERYTHING)
    assert reader.rank_keyword("die costs", visible=seen, limit=9) == left
    assert len(left) == len("ab")
