"""What documents, their names and questions repeat costs no more than its length."""

import time
from collections.abc import Callable

import pytest

from okf_server.app.connect.jsonc import document
from okf_server.errors import ConfigError
from okf_server.index.analyze import question_terms, terms
from okf_server.index.copies import cut_copy, is_copy
from okf_server.index.dates import spelled_names
from okf_server.index.questions import has_phrase, without_quotes
from okf_server.index.typed import beginnings
from okf_server.okf.log import parse_log
from okf_server.search.whole import codes

LONGEST = 4_000
UNITS = (
    "1", "a", "A", "a1", "A-", "1-", "a.", "2026-", "1.", ",", ",000", "-", "_", " ", ".", '"', "“", "„", "«", "'",
    "n't", "q1 ", "2026年", "31 march ", "2026 ", "31. ", "é", "가", "²", "x²", "&#1;", "\\_", "final1", "-final",
    " copy", "(1)", "\t", "$", "v1.", "ab:",
)  # fmt: skip


def seconds(read: Callable[[str], object], text: str) -> float:
    before = time.thread_time()
    read(text)
    return time.thread_time() - before


@pytest.mark.parametrize(
    "read",
    [terms, question_terms, spelled_names, codes, beginnings, has_phrase, without_quotes, cut_copy],
    ids=lambda read: read.__name__,
)
@pytest.mark.parametrize("unit", UNITS)
def test_repeats_in_a_question_or_text_are_read_at_once(
    read: Callable[[str], object], unit: str
) -> None:
    repeated = (unit * LONGEST)[:LONGEST]
    assert all(seconds(read, text) < 2.0 for text in (repeated, f"{repeated}x", f"3 {repeated}#"))


@pytest.mark.parametrize("unit", ["1", "-final", "final1", "-final 12", "v1", "_"])
def test_a_file_name_of_repeats_is_read_at_once(unit: str) -> None:
    name = f"Report-final{unit * 80}x"
    assert seconds(lambda text: is_copy(text, text), name) < 2.0


def test_a_history_with_a_heading_of_blanks_is_read_at_once() -> None:
    assert seconds(parse_log, f"# a{' ' * LONGEST}\0\n# # {'# ' * LONGEST}\0") < 2.0


def test_a_file_of_comments_that_does_not_end_is_read_at_once() -> None:
    text = "/*a*/" * LONGEST + "/*"

    def refused(text: str) -> None:
        with pytest.raises(ConfigError):
            document(text)

    assert seconds(refused, text) < 2.0


def test_a_name_that_says_final_with_numbers_is_still_that_of_a_copy() -> None:
    assert is_copy("Leave", "hr/leave-final-v2.docx")
    assert is_copy("Leave FINAL (12)", "hr/leave.docx")
    assert not is_copy("Final report", "hr/final-report.docx")
