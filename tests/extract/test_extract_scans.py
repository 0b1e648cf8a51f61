"""PDF files with pages that are pictures."""

import time
from pathlib import Path

import pytest
from pictures import ENGLISH, KOREAN, needs_korean, needs_tesseract, page, scan
from reading import document_of, outcome_of

from okf_server.extract import ocr_rapid, ocr_tesseract
from okf_server.extract.pdf_scans import read_scans
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Partial
from okf_server.model.locator import PdfLocator

_TEXT = "This page has text of its own, and more than a stamp of it."


def _pages(path: Path) -> list[int]:
    places = [span.locator for span in document_of(path).spans]
    return [place.page for place in places if isinstance(place, PdfLocator)]


@needs_tesseract
def test_a_scan_is_read(tmp_path: Path) -> None:
    outcome = outcome_of(scan(tmp_path / "a.pdf", page()))
    assert isinstance(outcome, Extracted)
    assert " ".join(outcome.document.body.split()) == " ".join(ENGLISH)


@needs_tesseract
def test_scanned_pages_stand_between_the_others_in_their_order(tmp_path: Path) -> None:
    path = scan(tmp_path / "a.pdf", _TEXT, page(ENGLISH[:1]), _TEXT, page(ENGLISH[2:]))
    document = document_of(path)
    assert _pages(path) == [1, 2, 3, 4]
    assert document.body.split("\n\n") == [_TEXT, ENGLISH[0], _TEXT, f"{ENGLISH[2]}\n"]
    facts = document.details["extraction"]
    assert isinstance(facts, dict)
    assert list(facts["pages"]) == ["2", "4"]


@needs_tesseract
def test_a_number_stamped_on_a_scan_is_not_taken_for_its_text(tmp_path: Path) -> None:
    from reportlab.lib.utils import ImageReader  # noqa: PLC0415 - beside its use
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - beside its use

    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.drawImage(ImageReader(page()), 0, 0, 595, 842)
    canvas.drawString(500, 30, "B-000123")
    canvas.save()
    body = document_of(path).body
    assert ENGLISH[0] in body
    assert body.count("000123") == 1


@needs_tesseract
def test_a_page_that_is_shown_turned_is_read_where_it_is_shown(tmp_path: Path) -> None:
    import pypdfium2  # noqa: PLC0415 - beside its use

    path = scan(tmp_path / "a.pdf", page().rotate(90, expand=True).resize((2480, 3472)))
    with pypdfium2.PdfDocument(path) as document:
        document[0].set_rotation(90)
        document.save(tmp_path / "b.pdf")
    (place, *_) = [span.locator for span in document_of(tmp_path / "b.pdf").spans]
    assert isinstance(place, PdfLocator)
    assert place.boxes[0][0] < 0.1
    assert place.boxes[0][1] < 0.1


@needs_tesseract
def test_a_page_with_a_drawing_and_no_words_is_no_loss(tmp_path: Path) -> None:
    outcome = outcome_of(scan(tmp_path / "a.pdf", _TEXT, page(("—",), size=300)))
    assert isinstance(outcome, Extracted)


@needs_korean
def test_a_korean_scan_is_read_in_the_languages_of_the_base(tmp_path: Path) -> None:
    path = scan(tmp_path / "a.pdf", page(KOREAN * 2, size=42, font="NanumMyeongjo.ttf"))
    outcome = outcome_of(path, DocumentsConfig(ocr="kor+eng"))
    assert isinstance(outcome, Extracted)
    assert "영수증을 제출하지 않은 경비는" in outcome.document.body


def test_without_an_engine_a_scan_fails_and_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for asked in (ocr_tesseract.version, ocr_tesseract.installed_languages, ocr_rapid.version):
        asked.cache_clear()
    try:
        whole = outcome_of(scan(tmp_path / "a.pdf", page()))
        mixed = outcome_of(scan(tmp_path / "b.pdf", _TEXT, page()))
    finally:
        for asked in (ocr_tesseract.version, ocr_tesseract.installed_languages):
            asked.cache_clear()
    assert isinstance(whole, Failed)
    assert whole.reason == "ocr engine missing"
    assert "apt install tesseract-ocr" in whole.hint
    assert isinstance(mixed, Partial)
    assert mixed.reason == "no text layer on page 2 (ocr engine missing)"
    assert mixed.hint == whole.hint


@needs_tesseract
def test_a_page_without_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    import pypdfium2  # noqa: PLC0415 - beside its use

    path = tmp_path / "a.pdf"
    with pypdfium2.PdfDocument(scan(tmp_path / "b.pdf", page())) as document:
        document[0].set_mediabox(0, 0, 14_400, 14_400)
        document.save(path)
    assert isinstance(outcome_of(path), Extracted | Failed)


@needs_tesseract
def test_a_file_that_cannot_be_drawn_costs_its_scans_alone() -> None:
    found = read_scans(b"%PDF-1.4 nothing", [2, 3], DocumentsConfig(), time.monotonic() + 20)
    assert list(found.drafts) == []
    assert found.missing[0].startswith("pages 2, 3 could not be read: it cannot be drawn")


@needs_tesseract
def test_pages_that_time_does_not_allow_are_named(tmp_path: Path) -> None:
    data = scan(tmp_path / "a.pdf", page(), page()).read_bytes()
    found = read_scans(data, [1, 2], DocumentsConfig(), 0.0)
    assert found.missing == ("no time was left for pages 1, 2: raise documents.timeout_s",)
