"""Words of a PDF: hyphens at line ends, letters of fonts, dashes and quotes, right-to-left scripts."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
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
_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 800] /Contents 5 0 R"
    b" /Resources << /Font << /F 4 0 R >> >> >>"
)


def _stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%b\nendstream" % (len(data), data)


def _with_glyphs(path: Path, glyphs: Sequence[str], spelt: Mapping[str, str]) -> Path:
    """A PDF with these glyphs from the left, each named by its key and spelt as the font says."""
    codes = {glyph: code for code, glyph in enumerate(dict.fromkeys(glyphs), start=33)}
    codes |= {glyph: 28 for glyph in codes if "_" in glyph}
    text = bytes(codes[glyph] for glyph in glyphs)
    unicode_map = "\n".join(
        f"<{code:02x}> <{spelt.get(glyph, glyph).encode('utf-16-be').hex()}>"
        for glyph, code in codes.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{unicode_map}\nendbfchar endcmap end end"
    ).encode()
    names = {code: glyph if "_" in glyph else f"g{code}" for glyph, code in codes.items()}
    differences = "".join(f"{code} /{name} " for code, name in names.items())
    procs = "".join(f"/{name} 6 0 R " for name in names.values())
    last = max(codes.values())
    font = (
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [.001 0 0 .001 0 0]"
        f" /BaseFont /Made /Name /Made /CharProcs << {procs}>>"
        f" /Encoding << /Type /Encoding /Differences [{differences}] >> /FirstChar 28"
        f" /LastChar {last} /Widths [{' '.join(['500'] * (last - 27))}] /ToUnicode 7 0 R >>"
    )
    content = b"BT /F 20 Tf 50 700 Td <" + text.hex().encode() + b"> Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        _PAGE,
        font.encode(),
        _stream(content),
        _stream(b"500 0 0 0 500 700 d1 0 0 450 650 re f"),
        _stream(cmap),
    ]
    return _written(path, objects)


def _written(path: Path, objects: Sequence[bytes]) -> Path:
    written = b"%PDF-1.7\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, table)
    written += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, start)
    path.write_bytes(written)
    return path


def _right_to_left(path: Path, words: str) -> Path:
    """A PDF with these words as a browser prints them: glyphs from right to left, one for a lam-alef."""
    spelt = {glyph: letters for letters, glyph in _LAM_ALEF.items()}
    for letters, glyph in _LAM_ALEF.items():
        words = words.replace(letters, glyph)
    return _with_glyphs(path, list(reversed(words)), spelt)


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
    path = _with_glyphs(tmp_path / "a.pdf", re.findall("f_i|.", words), {"f_i": "i"})
    assert document_of(path).body.strip() == words.replace("_", "")
