"""Number words are read as digits, and words that only look so are left."""

import pytest

from okf_server.search.numerals import in_digits


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Notice is three months.", "Notice is 3 months."),
        ("Die Frist beträgt Sechs Monate", "Die Frist beträgt 6 Monate"),
        ("dreißig Tage, zwölf Stunden", "30 Tage, 12 Stunden"),
        ("trois mois ou quatre-vingt-dix jours", "3 mois ou 90 jours"),
        ("tres meses y cinco días", "3 meses y 5 días"),
        ("tre mesi, drie maanden, três meses", "3 mesi, 3 maanden, 3 meses"),
        ("세 달과 6개월", "3 달과 6개월"),
        ("삼 개월 전에", "3 개월 전에"),
        ("六个月内", "6个月内"),
        ("三か月と三十日、百二十円", "3か月と30日、120円"),
    ],
)
def test_a_number_word_is_a_number(written: str, read: str) -> None:
    assert in_digits(written) == read


@pytest.mark.parametrize(
    "text",
    ["one of us", "ein Tag", "du papier neuf", "lei sei qui", "once a year", "한국 사람", "万一", "a three-legged stool"],
)  # fmt: skip
def test_other_words_stay_as_they_are(text: str) -> None:
    assert in_digits(text) == text
