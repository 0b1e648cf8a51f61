"""What a person sees of a long passage is what was asked for."""

from hypothesis import given
from hypothesis import strategies as st

from okf_server.index.analyze import distinct_terms
from okf_server.search.excerpt import excerpt, shown_lines

HEAD = ["| Part | Name | Price |", "| --- | --- | --- |"]
ROWS = [f"| K-{number:05} | Bolt | {number} |" for number in range(2980, 3010)]


def shown(lines: list[str], question: str) -> list[str]:
    return shown_lines("\n".join(lines), distinct_terms(question.split()), longest=600, most=8)


def test_the_row_that_is_asked_for_is_shown_below_the_head_of_its_table() -> None:
    for number in (2980, 2990, 2999, 3009):
        lines = shown([*HEAD, *ROWS], f"price of K-{number:05}")
        assert lines[:2] == HEAD
        assert f"| K-{number:05} | Bolt | {number} |" in lines[2:]
        assert len(lines) <= 8
        assert len(set(lines)) == len(lines)


def test_a_table_below_other_text_keeps_its_own_head() -> None:
    lines = shown(["Prices of 2026.", *HEAD, *ROWS], "K-03001")
    assert lines[:2] == HEAD
    assert any("K-03001" in line for line in lines)
    assert "Prices of 2026." not in lines


def test_lines_that_are_no_table_have_no_head() -> None:
    lines = shown([f"Line {number}." for number in range(100)], "line 77")
    assert lines[0] == "Line 77."


@given(st.lists(st.text(max_size=80), max_size=40), st.text(max_size=20))
def test_what_is_shown_are_words_of_the_text_and_few_lines(texts: list[str], question: str) -> None:
    lines = shown(texts, question)
    assert len(lines) <= 8
    assert all(line in "\n".join(texts) for line in lines)


def test_a_header_that_a_passage_repeats_stays_above_what_is_cut() -> None:
    head = "\n".join(HEAD)
    cut = excerpt("\n".join(ROWS), distinct_terms(["K-02999"]), longest=200, header=head)
    assert cut.text.startswith(f"{head}\n| K-02999 | Bolt | 2999 |")
    assert cut.truncated
    assert len(cut.text) <= 200
