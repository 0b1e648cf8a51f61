"""Words of a PDF: hyphens at line ends, letters of fonts, dashes and quotes, right-to-left scripts."""

import re
from pathlib import Path

import pytest
from glyph_pdf import with_glyphs
from hypothesis import given
from hypothesis import strategies as st
from pdf_making import lines, make_pdf
from reading import document_of
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from okf_server.extract.pdf_glyphs import spelt_out
from okf_server.extract.pdf_letters import (
    Mender,
    dehyphenated,
    line_breaks,
    plain_letters,
    typeset_words,
    vocabulary,
)

_FILLING = "and more words are needed here to make this a line of a paragraph of text"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("ﬁnal oﬃce ﬂow eﬀect", "final office flow effect"),
        ("𝐀𝐛𝑥 ℝ ℓ 𝟏𝟐", "Abx R l 12"),
        ("ﻻ ﺍﻟﻌﺮﺑﻴﺔ", "لا العربية"),
        ("⼈⼝", "人口"),
        ("x² H₂O ½ ① 5ª №5 ™ … µm", "x² H₂O ½ ① 5ª №5 ™ … µm"),
    ],
)
def test_letters_of_fonts_become_plain_and_meaning_stays(written: str, plain: str) -> None:
    assert plain_letters(written) == plain


@given(st.text(st.characters(max_codepoint=0x024F)))
def test_latin_text_stays_as_it_is(text: str) -> None:
    assert plain_letters(text) == text


def test_a_word_that_a_line_end_parts_is_whole(tmp_path: Path) -> None:
    page = lines(
        (72, 10, "This is about the travel-"),
        (84, 10, f"lers of the company {_FILLING}"),
        (96, 10, f"and its well-known rules, {_FILLING}"),
        (108, 10, "among them are the well-"),
        (120, 10, f"known ones {_FILLING}"),
    )
    body = document_of(make_pdf(tmp_path / "a.pdf", page)).body
    assert "the travellers of the company" in " ".join(body.split())
    assert body.count("well-known") == 2


def test_a_hyphen_before_a_capital_letter_stays() -> None:
    breaks = line_breaks(["the Anglo-", "Saxon years"])
    assert breaks == (("Anglo", "Saxon"),)
    assert dehyphenated("the Anglo- Saxon years", breaks, {}) == "the Anglo-Saxon years"


def test_a_soft_hyphen_at_a_line_end_goes() -> None:
    breaks = line_breaks(["travel\u00ad", "lers"])
    assert dehyphenated("travel\u00ad lers", breaks, {}) == "travellers"


def test_a_hyphen_that_the_engine_dropped_comes_back_where_the_document_has_it() -> None:
    words = vocabulary(["an age-adjusted rate"])
    breaks = line_breaks(["the age-", "adjusted rates"])
    assert dehyphenated("the ageadjusted rates", breaks, words) == "the age-adjusted rates"


def test_a_dash_between_numbers_is_no_hyphen() -> None:
    assert line_breaks(["pages 12-", "14 of it", "pre- and post-", "1990"]) == ()


def test_dashes_and_quotes_are_those_of_the_page(tmp_path: Path) -> None:
    words = "The “limit” — it’s 2010–2012 — is well-known to the staff of this company."
    body = document_of(make_pdf(tmp_path / "a.pdf", lines((72, 10, words)))).body
    assert words in body


def test_a_word_in_two_forms_stays_as_the_engine_wrote_it() -> None:
    assert typeset_words("2010–2012 and 2010-2012 and A—B") == {"A-B": "A—B"}


def test_soft_hyphens_within_words_go(tmp_path: Path) -> None:
    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))  # comes with reportlab
    page = lines((72, 10, "The travel\u00adlers are here for all of the staff."), font="Vera")
    assert "The travellers are here" in document_of(make_pdf(tmp_path / "a.pdf", page)).body


_LAM_ALEF = {"لإ": "\ue000", "لا": "\ue001"}  # one glyph for two letters


def _right_to_left(path: Path, words: str) -> Path:
    """A PDF with these words as a browser prints them: glyphs from right to left, one for a lam-alef."""
    spelt = {glyph: letters for letters, glyph in _LAM_ALEF.items()}
    for letters, glyph in _LAM_ALEF.items():
        words = words.replace(letters, glyph)
    return with_glyphs(path, list(reversed(words)), spelt)


@pytest.mark.parametrize(
    "words",
    ["تحسين الإنتاجية", "من خلال العمل", "إلى أعلى", "ألف سلام", "שלום עולם"],
)
def test_right_to_left_text_reads_in_its_order(tmp_path: Path, words: str) -> None:
    body = document_of(_right_to_left(tmp_path / "a.pdf", words)).body
    assert body.strip() == words


def test_only_words_of_the_page_are_mended() -> None:
    mender = Mender(swapped={"اإلنتاجية": "الإنتاجية"})
    assert mender.mend("اإلنتاجية إلى") == "الإنتاجية إلى"


def test_a_ligature_of_which_the_font_says_one_letter_is_whole() -> None:
    codes = [100, 101, 28, 110, 101, 100, 32, 97, 115, 32, 28, 114, 115, 116, 32]
    assert spelt_out("deined as irst", codes, {28: "fi"}) == "defined as first"
    assert spelt_out("dened as rst", codes, {28: "fi"}) == "defined as first"
    assert spelt_out("defined as first", codes, {28: "fi"}) == "defined as first"
    twice = [code for code in codes for _ in range(1 + (code == 28))]
    assert spelt_out("defined as first", twice, {28: "fi"}) == "defined as first"


def test_a_run_that_does_not_agree_with_its_codes_stays() -> None:
    assert spelt_out("something else", [100, 28, 110], {28: "fi"}) == "something else"


def test_ligatures_are_read_by_the_names_of_their_glyphs(tmp_path: Path) -> None:
    words = "The def_inition of a benef_it that is def_ined in this annex"
    path = with_glyphs(tmp_path / "a.pdf", re.findall("f_i|.", words), {"f_i": "i"})
    assert document_of(path).body.strip() == words.replace("_", "")


@pytest.mark.parametrize("word", ["حَبيبي", "الله", "لم", "سلام", "مُحَمد"])
def test_a_word_that_is_one_glyph_reads_as_its_font_says(tmp_path: Path, word: str) -> None:
    document = document_of(with_glyphs(tmp_path / "a.pdf", ["w"], {"w": word}))
    assert document.body == f"{word}\n"


def test_a_ligature_of_two_letters_in_a_word_is_in_order(tmp_path: Path) -> None:
    glyphs = with_glyphs(tmp_path / "a.pdf", ["a", "l", "w"], {"a": "س", "l": "لم", "w": "و"})
    assert document_of(glyphs).body == "ولمس\n"
