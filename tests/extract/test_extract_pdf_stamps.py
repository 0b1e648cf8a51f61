"""Scans with words that a program printed on them."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from pdf_making import HEIGHT, WIDTH, lines, make_pdf, prose, together
from pictures import ENGLISH, needs_tesseract, noise, page
from PIL import Image
from reading import document_of, outcome_of
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from okf_server.extract import ocr_rapid, ocr_tesseract
from okf_server.model.document import Extracted, Failed, Partial

Draw = Callable[[Canvas], None]
JOURNAL = "Downloaded from www.jstor.org by user 4471 on 2 March 2026"
BATES = "ACME-LIT-000123 CONFIDENTIAL ATTORNEYS EYES ONLY"
WRITING = tuple(f"{line} ({number})" for number, line in enumerate(ENGLISH * 5))


def _over(
    image: Image.Image, box: tuple[float, float, float, float] = (0, 0, WIDTH, HEIGHT)
) -> Draw:
    data = BytesIO()
    image.save(data, "PNG")

    def draw(canvas: Canvas) -> None:
        data.seek(0)
        canvas.drawImage(ImageReader(data), *box)

    return draw


def _scan_with(stamp: Draw) -> Draw:
    return together(_over(page()), stamp)


def _below(words: str) -> Draw:
    return lines((HEIGHT - 15, 12, words), left=40)


def _words(path: Path) -> str:
    return " ".join(document_of(path).body.split())


@needs_tesseract
@pytest.mark.parametrize("stamp", [JOURNAL, BATES])
def test_a_scan_with_a_stamp_in_its_margin_is_read_and_the_stamp_stands_once(
    stamp: str, tmp_path: Path
) -> None:
    outcome = outcome_of(make_pdf(tmp_path / "a.pdf", _scan_with(_below(stamp))))
    assert isinstance(outcome, Extracted)
    assert " ".join(outcome.document.body.split()) == " ".join([*ENGLISH, stamp])
    facts = outcome.document.details["extraction"]
    assert isinstance(facts, dict)
    assert list(facts["pages"]) == ["1"]


@needs_tesseract
def test_a_stamp_above_a_scan_comes_first(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", _scan_with(lines((20, 10, JOURNAL), left=40)))
    assert _words(path) == " ".join([JOURNAL, *ENGLISH])


@needs_tesseract
def test_a_stamp_along_the_side_or_below_the_picture_is_one_too(tmp_path: Path) -> None:
    def aside(canvas: Canvas) -> None:
        canvas.translate(18, 200)
        canvas.rotate(90)
        canvas.setFont("Helvetica", 10)
        canvas.drawString(0, 0, JOURNAL)

    part = _over(page(), (30, 90, WIDTH - 60, HEIGHT - 120))
    path = make_pdf(
        tmp_path / "a.pdf", _scan_with(aside), together(part, _below(f"{BATES} exhibit"))
    )
    words = _words(path)
    assert words.count(ENGLISH[0]) == 2
    assert words.count(JOURNAL) == words.count(f"{BATES} exhibit") == 1


@needs_tesseract
def test_every_page_of_a_stamped_scan_is_read(tmp_path: Path) -> None:
    pages = [_scan_with(_below(BATES.replace("123", f"12{n}"))) for n in range(3)]
    outcome = outcome_of(make_pdf(tmp_path / "a.pdf", *pages))
    assert isinstance(outcome, Extracted)
    assert outcome.document.body.count(ENGLISH[0]) == 3


@needs_tesseract
def test_a_few_words_across_a_page_of_writing_are_a_stamp(tmp_path: Path) -> None:
    stamp = lines((500, 14, "RECEIVED BY THE COURT 12 March 2026"), left=250)
    path = make_pdf(tmp_path / "a.pdf", together(_over(page(WRITING)), stamp))
    words = _words(path)
    assert ENGLISH[0] in words
    assert words.count("RECEIVED BY THE COURT 12 March 2026") == 1


def _layer(canvas: Canvas) -> None:
    text = canvas.beginText(40, 15)
    text.setTextRenderMode(3)
    text.textOut("A page number and a line of a text layer 17")
    canvas.drawText(text)


@pytest.mark.parametrize(
    "draw",
    [
        together(_over(page(ENGLISH)), prose(150, 20)),  # a letterhead
        together(_over(page(ENGLISH[:1])), lines((400, 30, "Annual report of the year 2026"))),
        together(_over(noise((300, 420))), lines((400, 30, "Annual report of 2026"))),
        together(_over(page()), _layer),
        together(_over(page(), (72, 200, 300, 300)), _below(JOURNAL)),  # a figure
    ],
    ids=["letter", "cover", "photograph", "layer", "figure"],
)
def test_text_of_a_page_with_pictures_is_no_stamp(draw: Draw, tmp_path: Path) -> None:
    outcome = outcome_of(make_pdf(tmp_path / "a.pdf", draw))
    assert isinstance(outcome, Extracted)
    assert "extraction" not in outcome.document.details


@needs_tesseract
def test_a_photograph_with_words_below_it_is_no_loss(tmp_path: Path) -> None:
    grey = Image.linear_gradient("L").resize((500, 700))
    outcome = outcome_of(make_pdf(tmp_path / "a.pdf", together(_over(grey), _below(JOURNAL))))
    assert isinstance(outcome, Extracted)
    assert outcome.document.body == f"{JOURNAL}\n"


def test_without_an_engine_a_stamped_scan_is_partial_or_fails_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = (ocr_tesseract.version, ocr_tesseract.installed_languages, ocr_rapid.version)
    for one in asked:
        one.cache_clear()
    try:
        single = outcome_of(make_pdf(tmp_path / "a.pdf", _scan_with(_below(JOURNAL))))
        three = outcome_of(make_pdf(tmp_path / "b.pdf", *[_scan_with(_below(JOURNAL))] * 3))
    finally:
        for one in asked:
            one.cache_clear()
    assert isinstance(single, Partial)
    assert single.reason == "no text layer on page 1 (ocr engine missing)"
    assert single.document.body == f"{JOURNAL}\n"
    assert isinstance(three, Failed)
    assert three.reason == "no text layer on pages 1, 2, 3 (ocr engine missing)"
