"""Words of a PDF: hyphens at line ends, letters of fonts, dashes and quotes, right-to-left scripts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_making import lines, make_pdf
from reading import document_of
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

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


_LAM_ALEF = "\ue000"  # one glyph for two letters


_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R"
    b" /Resources << /Font << /F 4 0 R >> >> >>"
)


def _right_to_left(path: Path, words: str) -> Path:
    """A PDF with these words as a browser prints them: glyphs from right to left, one for a lam-alef."""
    glyphs = list(words.replace("لإ", _LAM_ALEF).replace("لا", "\ue001"))
    spelt = {_LAM_ALEF: "لإ", "\ue001": "لا"}
    codes = {glyph: number for number, glyph in enumerate(dict.fromkeys(glyphs), start=33)}
    text = bytes(codes[glyph] for glyph in reversed(glyphs))
    unicode_map = "\n".join(
        f"<{code:02x}> <{spelt.get(glyph, glyph).encode('utf-16-be').hex()}>"
        for glyph, code in codes.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{unicode_map}\nendbfchar endcmap end end"
    ).encode()
    drawing = b"500 0 0 0 500 700 d1 0 0 450 650 re f"
    procs = "".join(f"/g{code} 6 0 R " for code in codes.values())
    names = "".join(f"{code} /g{code} " for code in codes.values())
    last = 32 + len(codes)
    widths = " ".join("500" for _ in codes)
    content = b"BT /F 20 Tf 100 700 Td <" + text.hex().encode() + b"> Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        _PAGE,
        (
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [.001 0 0 .001 0 0]"
            f" /CharProcs << {procs}>> /Encoding << /Type /Encoding /Differences [{names}] >>"
            f" /FirstChar 33 /LastChar {last} /Widths [{widths}] /ToUnicode 7 0 R >>"
        ).encode(),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(drawing), drawing),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(cmap), cmap),
    ]
    written = b"%PDF-1.7\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table)
    written += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1,
        start,
    )
    path.write_bytes(written)
    return path


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
