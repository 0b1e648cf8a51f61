"""Questions of function words, and names that look like them, find what holds them."""

from pathlib import Path

import pytest
from index_library import entry, found, index_of

from okf_server.index.analyze import question_stretches, question_terms, terms
from okf_server.index.read import IndexReader


@pytest.fixture
def reader(tmp_path: Path) -> IndexReader:
    return index_of(
        tmp_path,
        entry("agency", "In this report the WHO recommends vaccination of every child."),
        entry("people", "Those who travel ask their head of division what the limit is."),
        entry("vitamin", "Carrots hold Vitamin A, which is good for eyes and skin."),
        entry("guide", "Read the manual. Nobody knows how to do it otherwise.", title="How to"),
        entry("de", "Das war die Antwort auf die Frage, wie und was wir mit dem Geld machen."),
        entry("numbers", "4711 0815", title="Numbers"),
        entry("loud", "THE TERMS OF USE APPLY TO ALL. WHAT IS NOT ALLOWED IS FORBIDDEN."),
    )


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("WHO", "agency"),
        ("what does the WHO say", "agency"),
        ("The WHO?", "agency"),
        ("Vitamin A", "vitamin"),
        ("A", "vitamin"),
        ("how to", "guide"),
        ("How to?", "guide"),
        ("Wie", "de"),
        ("Was war das", "de"),
        ("Was war das?", "de"),
    ],
)
def test_the_text_that_holds_the_words_comes_first(
    reader: IndexReader, question: str, first: str
) -> None:
    assert found(reader, question)[0] == first


@pytest.mark.parametrize(
    "question", ["is it", "the", "what is it", "what's it", "who", "IT IS", "Is"]
)
def test_any_words_are_a_question(reader: IndexReader, question: str) -> None:
    assert found(reader, question)


@pytest.mark.parametrize("question", ["the unicorn", "what is a quark", "42 of it", "das Einhorn"])
def test_function_words_beside_others_find_nothing(reader: IndexReader, question: str) -> None:
    assert found(reader, question) == []


def test_function_words_are_of_what_the_caller_may_see(tmp_path: Path) -> None:
    hidden = entry("a", "What is it? It is here.", access_class=1)
    reader = index_of(tmp_path, hidden, entry("b", "Nothing of that kind for you and me."))
    assert found(reader, "what is it", classes=frozenset({0})) == []
    assert found(reader, "what is it") == ["a"]


def test_a_name_in_capitals_is_a_term_and_the_word_is_none() -> None:
    assert terms("the WHO and those who ask") == ["who", "ask"]
    assert terms("Vitamin A and I") == ["vitamin", "a"]
    assert terms("we give US citizens what IT asks of us") == ["give", "us", "citizen", "it", "ask"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what does the WHO say", {"who", "say"}),
        ("WHAT IS THE HOTEL LIMIT", {"hotel", "limit"}),
        ("A hotel. A limit", {"hotel", "limit"}),
        ("hotels of type A", {"hotel", "type", "a"}),
        ("can I use IT", {"use", "it"}),
        ("THE IT POLICY", {"it", "polici"}),
        ("WHO", {"who"}),
        ("WHO 2026", {"who", "2026"}),
        ("what is it", set()),
    ],
)
def test_capitals_tell_a_name_unless_all_are_capitals(question: str, told: set[str]) -> None:
    assert question_terms(question) == told


def test_a_question_keeps_its_words() -> None:
    question = "What DOES it cost,  the K-02999 in Łódź?"
    assert question_stretches(question) == question.split()


@pytest.mark.parametrize("phrase", ["terms of use", "Terms of Use", "TERMS OF USE"])
def test_a_phrase_is_found_in_any_capitals(tmp_path: Path, phrase: str) -> None:
    reader = index_of(
        tmp_path,
        entry("loud", "THE TERMS OF USE APPLY."),
        entry("low", "The terms of use apply."),
        entry("title", "Nothing.", title="Terms Of Use"),
        entry("other", "Use the terms."),
    )
    assert set(found(reader, f'"{phrase}"')) == {"loud", "low", "title"}
