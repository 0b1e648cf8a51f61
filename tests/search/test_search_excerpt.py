"""Excerpts are the passage's own words around the place that answers."""

from hypothesis import given
from hypothesis import strategies as st

from okf_server.index.analyze import terms
from okf_server.search.excerpt import excerpt


def wanted(question: str) -> frozenset[str]:
    return frozenset(terms(question))


def test_a_short_text_is_shown_whole() -> None:
    assert excerpt("The limit is 250.", wanted("limit")) == ("The limit is 250.", False)


def test_a_long_text_is_shown_from_the_sentence_that_answers() -> None:
    text = (
        "Nothing to see here. " * 50
        + "The hotel limit in London is 250. "
        + "More of nothing. " * 50
    )
    shown = excerpt(text, wanted("hotel limit London"), longest=100)
    assert shown.truncated
    assert shown.text.startswith("The hotel limit in London is 250.")
    assert shown.text in text


def test_text_without_a_wanted_word_is_shown_from_its_beginning() -> None:
    assert excerpt("one two three four", frozenset(), longest=9).text == "one two"


@given(st.text(max_size=400), st.text(max_size=20), st.integers(1, 100))
def test_an_excerpt_is_never_longer_than_asked_and_always_of_the_text(
    text: str, question: str, longest: int
) -> None:
    shown = excerpt(text, wanted(question), longest=longest)
    assert len(shown.text) <= longest
    assert shown.text in text
    assert shown.truncated == (len(text) > longest)
