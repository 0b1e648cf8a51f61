from pathlib import Path

import pytest
from glyph_pdf import with_glyphs
from reading import document_of

from okf_server.extract.pdf_bidi import logical


@pytest.mark.parametrize(
    "words",
    [
        "אחת שתיים lastlatin",
        "firstlatin שלוש ארבע",
        "אחת שתיים two words שלוש",
        "שלוש ארבע Version 15 חמש",
        "אחת 2026 שתיים lastlatin",
        "كلمة أولى Latin",
    ],
)
def test_a_right_to_left_line_with_latin_words_reads_in_its_order(
    tmp_path: Path, words: str
) -> None:
    assert document_of(_drawn(tmp_path / "a.pdf", words)).body.strip() == words


def _drawn(path: Path, words: str) -> Path:
    """A line as it is shown: from right to left, what is Latin from left to right."""
    runs: list[list[str]] = []
    for word in words.split(" "):
        latin = word.isascii()
        if latin and runs and runs[-1][-1].isascii():
            runs[-1].append(word)
        else:
            runs.append([word])
    visual = " ".join(" ".join(run) if run[0].isascii() else run[0][::-1] for run in reversed(runs))
    return with_glyphs(path, list(visual), {})


def test_a_left_to_right_line_keeps_its_order_around_other_words() -> None:
    shown = ["The", "words", "עולם", "שלום", "mean", "hello"]
    read = ["The", "words", "שלום", "עולם", "mean", "hello"]
    assert logical(shown, right_to_left=False) == read


def test_numbers_after_a_latin_word_go_with_it() -> None:
    assert logical(["ב", "Version", "15", "א"], right_to_left=True) == ["א", "Version", "15", "ב"]


def test_numbers_among_right_to_left_words_follow_them() -> None:
    assert logical(["ב", "15", "12", "א"], right_to_left=True) == ["א", "12", "15", "ב"]
