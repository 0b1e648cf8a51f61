"""What libraries say becomes words for people."""

import pytest

from okf_server.extract.refusals import first_line


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("File is not a zip file", "it is cut off, or no package at all"),
        (
            "Excessive depth in document: 256, use XML_PARSE_HUGE option, line 1, column 9",
            "more than 256 elements inside each other",
        ),
        (
            "Maximum entity amplification factor exceeded, see xmlCtxtSetMaxAmplification., line 1",
            "it declares entities that unpack to too much",
        ),
        (
            "Resource limit exceeded: Text node too long, try XML_PARSE_HUGE, line 1, column 9",
            "a text, a name or a value in it is longer than 10 million letters",
        ),
        ("parse error: doc: not a compound file", "it is no Word document"),
        ("parse error: doc: something new", "something new"),
        ("PDF error: invalid PDF format", "its structure is damaged"),
        ("it has no text", "it has no text"),
    ],
)
def test_known_messages_are_told_in_plain_words(said: str, told: str) -> None:
    assert first_line(said) == told
    assert first_line(ValueError(said)) == told


def test_an_error_without_a_message_is_told_by_its_name() -> None:
    assert first_line(ValueError()) == "ValueError"
    assert first_line(RecursionError("maximum depth")) == "what it holds is nested too deep"
