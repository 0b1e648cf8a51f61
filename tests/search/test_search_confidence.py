"""How far hits look like an answer, beside what the base can and cannot answer."""

from pathlib import Path

import pytest
from search_library import GUEST, find, library, written

from okf_server.model.answer import Confidence
from okf_server.search.confidence import Rarity, Scale, Signal, confidence, signal
from okf_server.search.notes import NO_PHRASE
from okf_server.search.view import View

SUBJECTS = ("Hotels", "Payroll", "Printers", "Passwords", "Holidays", "Warranties", "Forklifts")
SHELF = [
    written(f"c{number}", f"## {subject}\n\nRules of {subject.lower()} for number {number}.\n",
            title=f"{subject} guide")
    for number, subject in enumerate(SUBJECTS)
]  # fmt: skip


def test_what_the_base_speaks_of_is_answered_with_confidence(tmp_path: Path) -> None:
    for vectors in (True, False):
        view = library(tmp_path / str(vectors), *SHELF, vectors=vectors)
        assert find(view, "rules of hotels").confidence is Confidence.HIGH
        assert (
            find(view, "quarterly revenue: zoo visitors, elephants, penguins, number").confidence
            is not Confidence.HIGH
        )


def test_no_hit_is_no_confidence(tmp_path: Path) -> None:
    view = library(tmp_path, *SHELF, vectors=False)
    assert find(view, "???").confidence is Confidence.NONE
    assert find(view, "xylophone").confidence is Confidence.NONE


def test_a_base_of_one_concept_still_has_a_confidence(tmp_path: Path) -> None:
    view = library(tmp_path, SHELF[0])
    assert find(view, "rules of hotels").confidence is Confidence.HIGH


def test_hidden_concepts_do_not_move_the_scale(tmp_path: Path) -> None:
    hidden = [written(f"h{n}", f"Zoo visitors {n} quarterly.", access_class=1) for n in range(9)]
    asked = ["rules of hotels", "zoo visitors", "quarterly guide"]
    seen, alone = library(tmp_path, *SHELF, *hidden), library(tmp_path / "alone", *SHELF)
    for question in asked:
        mine = find(seen, question, principal=GUEST).confidence
        assert mine is find(alone, question, principal=GUEST).confidence


def test_a_signal_stands_between_the_medians() -> None:
    on = Scale(similarity=(0.8, 0.9), rarity=Rarity(1, {}))
    assert confidence(Signal(0.9, 1.0), on) is Confidence.HIGH
    assert confidence(Signal(0.81, 0.1), on) is Confidence.LOW
    assert confidence(Signal(0.75, -0.5), on) is Confidence.NONE
    assert confidence(Signal(None, 1.0), on) is Confidence.HIGH


def test_a_word_tells_more_the_fewer_passages_have_it() -> None:
    rarity = Rarity(10, {"polici": 9, "hotel": 2})
    assert rarity.weight("polici") < rarity.weight("hotel") < rarity.weight("forklift") == 1


def test_one_rare_word_of_many_is_no_answer(tmp_path: Path) -> None:
    view = library(tmp_path, *SHELF, vectors=False)
    asked = "who pays the pension fund of hotels in Madrid"
    assert find(view, asked).confidence is not Confidence.HIGH
    assert find(view, "hotels").confidence is Confidence.HIGH


def test_how_much_is_asked_for_is_no_word_that_an_answer_needs(tmp_path: Path) -> None:
    view = library(tmp_path, *SHELF, vectors=False)
    assert find(view, "how long are the rules of hotels").confidence is Confidence.HIGH


def test_what_is_asked_at_the_end_counts_as_much_as_what_was_told_before(tmp_path: Path) -> None:
    view = library(tmp_path, *SHELF, vectors=False)
    told = "yesterday somebody tripped over cables in Madrid"
    assert find(view, f"{told}, number guide").confidence is Confidence.NONE
    assert find(view, f"{told}, which number has the guide?").confidence is not Confidence.NONE
    assert find(view, f"{told}, what eats a xylophone?").confidence is Confidence.NONE


def test_a_quoted_question_that_nothing_holds_is_asked_by_its_words(tmp_path: Path) -> None:
    for vectors in (True, False):
        view = library(tmp_path / str(vectors), *SHELF, vectors=vectors)
        plain, quoted = find(view, "number rules hotels"), find(view, '"number rules hotels"')
        assert quoted.hits
        assert [hit.concept.id for hit in quoted.hits] == [hit.concept.id for hit in plain.hits]
        assert quoted.confidence is plain.confidence
        assert quoted.notes == (
            "no passage has the words in quotes as they stand; they were looked for one by one",
        )
        assert plain.notes == ()


def test_a_phrase_that_only_hidden_concepts_hold_is_asked_by_its_words(tmp_path: Path) -> None:
    hidden = written("h", "Secret zoo rules of hotels.", access_class=1)
    seen, alone = library(tmp_path, *SHELF, hidden), library(tmp_path / "alone", *SHELF)
    mine = find(seen, '"zoo rules of hotels"', principal=GUEST)
    other = find(alone, '"zoo rules of hotels"', principal=GUEST)
    assert [hit.concept.id for hit in mine.hits] == [hit.concept.id for hit in other.hits]
    assert (mine.notes, mine.confidence) == (other.notes, other.confidence)


NAMED = (
    "Release v2.4.1 was published on 31 March 2026 and fixed parseURL2Text.",
    "See § 12.3 of okf_semantic_search: 2001:db8::1 and 10.0.0.1 are gateways, says the WHO.",
    "სასტუმრო თბილისი ქალაქის ცენტრში.",
)
FAR = Scale(similarity=(5.0, 6.0), rarity=Rarity(1, {}))
"""Vectors that say that there is no answer at all."""


def shelf_of_names(root: Path) -> View:
    texts = (written(f"n{number}", text) for number, text in enumerate(NAMED))
    return library(root, *SHELF, *texts, vectors=False)


def far(view: View, question: str) -> Confidence:
    keyword = view.index.rank_keyword(question, visible=view.visible(GUEST), limit=100)
    found = signal(view.index, question, keyword, None, FAR.rarity)
    return confidence(found._replace(similarity=0.0), FAR)


@pytest.mark.parametrize(
    "question",
    ["parseURL2Text", "what is parseURL2Text", "§ 12.3", "12.3", "2001:db8::1", "10.0.0.1", "WHO",
     "okf_semantic_search", "v2.4.1", '"published on 31 March"'],
)  # fmt: skip
def test_a_name_that_stands_whole_in_a_passage_is_an_answer_whatever_vectors_say(
    tmp_path: Path, question: str
) -> None:
    assert far(shelf_of_names(tmp_path), question) is Confidence.HIGH


@pytest.mark.parametrize(
    "date",
    ["31 March 2026", "31/03/2026", "31.3.2026", "2026-03-31", "2026年3月31日", "2026년 3월 31일",
     "31 de marzo de 2026", "Mar 31 2026", "31. März 2026", "20260331", "31-Mar-26"],
)  # fmt: skip
def test_a_date_has_one_confidence_however_it_is_written(tmp_path: Path, date: str) -> None:
    view = shelf_of_names(tmp_path)
    assert far(view, date) is Confidence.HIGH
    assert far(view, f"who met the ambassador on {date}") is Confidence.LOW
    assert find(view, date).hits[0].concept.id == "n0"


def test_rare_words_that_stand_in_a_passage_together_are_not_nothing(tmp_path: Path) -> None:
    view = shelf_of_names(tmp_path)
    assert far(view, "სასტუმრო თბილისი") is Confidence.LOW
    assert far(view, "სასტუმრო პარიზი") is Confidence.NONE


@pytest.mark.parametrize(
    "question", ["parseXML3Doc", "99.7", "12 June 2019", "2001:db9::7", "UNO", "xylophone"]
)
def test_a_name_that_no_passage_has_is_no_answer(tmp_path: Path, question: str) -> None:
    assert far(shelf_of_names(tmp_path), question) is Confidence.NONE


def test_quotes_around_all_of_a_question_are_no_phrase(tmp_path: Path) -> None:
    view = shelf_of_names(tmp_path)
    plain, quoted = (
        find(view, text) for text in ("Which are the gateways?", '"Which are the gateways?"')
    )
    assert (quoted.notes, quoted.confidence) == (plain.notes, plain.confidence)
    assert find(view, '"gateways of rules"').notes == (NO_PHRASE,)


def test_a_word_that_most_passages_have_is_no_sure_answer(tmp_path: Path) -> None:
    view = shelf_of_names(tmp_path)
    common = Rarity(200, {"rule": 180})
    keyword = view.index.rank_keyword("rules", visible=view.visible(GUEST), limit=100)
    found = signal(view.index, "rules", keyword, None, common)
    assert confidence(found, Scale(None, common)) is Confidence.LOW
