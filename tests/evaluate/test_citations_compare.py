import pytest

from okf_server.evaluate.originals_compare import agreement, prose

_LINES = [
    "The hotel limit in London is 220 pounds per night.",
    "Rail is preferred for journeys of less than four hours.",
    "Meals are paid up to 40 pounds a day with receipts.",
    "Business class needs the approval of the finance director.",
]
_TEXT = "\n".join(_LINES)


def _holds(markdown: str, original: str) -> bool:
    return agreement(prose(markdown), original).enough


@pytest.mark.parametrize(
    ("markdown", "original"),
    [
        ("## 2.1 Travel\n\nBook *early*.".replace("*", ""), "Travel Book early."),
        ("- one\n    - two\n3. three", "one\ntwo\nthree"),
        ("| City | Limit |\n| --- | --- |\n| Rome | 90 |", "City\tLimit\nRome\t90"),
        ("| a\\|b | c |", "a|b c"),
        ("```python\nx = 1\n```", "x = 1"),
        ("See [the site](https://example.com/a) now.", "See the site now."),
        ("Write \\<b> and 1\\. and \\# here.", "Write <b> and 1. and # here."),
        ("Oﬃce ﬂow in ２０２６", "Office flow in 2026"),
        ("international agreements", "inter-\nnational agreements"),
        ("costs 150GBP a night", "costs 150 GBP a night"),
        ("The area is $A=\\pi r^{2}$ for every circle.", "The area is A=πr2 for every circle."),
        ("왼쪽 정렬된 문장입니다", "왼쪽  정렬된\n문장입니다"),
    ],
)
def test_markup_and_spacing_make_no_difference(markdown: str, original: str) -> None:
    assert _holds(markdown, original)


def test_the_order_of_lines_makes_no_difference() -> None:
    assert _holds(_TEXT, "\n".join(reversed(_LINES)))


def test_more_text_around_makes_no_difference() -> None:
    assert _holds(_LINES[1], f"Before it. {_TEXT} After it.")


def test_a_superscript_read_elsewhere_is_forgiven_in_a_pdf_alone() -> None:
    line = (
        "The area of the room must be at least 25 m2 and the height at least 2 m, as the rules say."
    )
    read = line.replace("m2", "m") + "\n2"
    assert agreement(line, read, exact=False).enough
    assert not agreement(line, read).enough


@pytest.mark.parametrize("missing", [0, 3])
def test_a_missing_first_or_last_line_is_noticed(missing: int) -> None:
    assert not _holds(_TEXT, "\n".join(line for n, line in enumerate(_LINES) if n != missing))


def test_one_missing_line_in_a_long_passage_is_noticed_at_its_ends() -> None:
    lines = [f"Rule {n}: item {(n + 1) * 7919} of order {(n + 1) * 104729}." for n in range(60)]
    assert not _holds("\n".join(lines), "\n".join(lines[1:]))
    assert not _holds("\n".join(lines), "\n".join(lines[:-1]))


def test_other_text_of_the_same_words_is_noticed() -> None:
    assert not _holds(
        "Invoice 1204 is paid within 30 days.", "Invoice 5588 is sent after 14 weeks."
    )


@pytest.mark.parametrize(("cell", "original"), [("40", "1400 pounds"), ("art", "party"), ("5", "")])
def test_a_short_text_must_stand_as_a_word(cell: str, original: str) -> None:
    assert not _holds(cell, original)


def test_a_short_text_that_stands_as_a_word_is_found() -> None:
    assert _holds("40", "Meals: 40 pounds")


def test_text_without_letters_asks_for_nothing() -> None:
    assert _holds("---\n***", "")


def _near(markdown: str, original: str) -> bool:
    """Whether it holds where two readers guess at the text, as of a PDF page."""
    return agreement(prose(markdown), original, exact=False).enough


def test_labels_of_a_figure_stand_in_any_order() -> None:
    assert _near("0.25 0.11 0.09 0.24", "0.09\n0.11\n0.24\n0.25")
    assert not _near("0.25 0.11 0.09 0.24", "0.09\n0.11\n0.24\n0.20")
    assert not _near("1 1 2 2 3 3", "1\n2\n3")


def test_a_sentence_does_not_stand_in_any_order() -> None:
    words = _TEXT.split()
    assert not _near(" ".join(words), " ".join(sorted(words)))


def test_a_formula_has_the_letters_of_its_place_in_any_order() -> None:
    formula = "$d_{n-1}(d_{n}\\sigma)=\\sum_{i=0}^{n}(-1)^{i}d_{n-1}$"
    assert _near(formula, "d\nn-1\n(d\nn\nσ) =\nn\nX\ni=0\n(-1)\ni\nd\nn-1")
    assert not _near(formula, _LINES[0])
    assert not _near(formula, "d\nn-1\n(d\nn\nσ) =\nn\nX\ni=0\n(-1)\ni\nd\nn-1" + _TEXT)
