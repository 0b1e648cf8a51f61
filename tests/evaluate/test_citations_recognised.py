"""Places of recognised text are checked by recognising them again, alone."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from citation_documents import passages_of
from citation_sentences import sentences
from pictures import needs_speech, needs_tesseract, page, scan, spoken
from reportlab.pdfgen.canvas import Canvas

from okf_server.evaluate.citations import Cited, check_citations
from okf_server.evaluate.originals_compare import words_held
from okf_server.model.config import DocumentsConfig
from okf_server.model.locator import Locator, PdfLocator, TimeLocator


def _page(seed: int) -> list[str]:
    """Lines of which none is like another, on a page or any other."""
    return [line for sentence in sentences(9, seed) for line in (sentence, "")]


def _scan(folder: Path) -> Path:
    return scan(folder / "scan.pdf", *(page(_page(seed), size=40) for seed in range(3)))


def _turned(folder: Path) -> Path:
    askew, over = (page(_page(seed), size=40) for seed in range(2))
    return scan(folder / "turned.pdf", askew.rotate(3, fillcolor=255), over.rotate(180))


def _fax(folder: Path) -> Path:
    path = folder / "fax.tif"
    first, *others = (page(_page(seed), size=40) for seed in range(2))
    first.save(path, save_all=True, append_images=others)
    return path


def _printed(path: Path, *pages: str) -> Path:
    canvas = Canvas(str(path))
    for words in pages:
        canvas.drawString(72, 700, words)
        canvas.showPage()
    canvas.save()
    return path


def _fraction(cited: list[Cited]) -> float:
    found = check_citations(cited).fraction
    assert found is not None
    return found


def _moved(cited: list[Cited], move: Callable[[Locator], Locator]) -> list[Cited]:
    places = [move(one.passage.locator) for one in cited if one.passage.locator]
    return [
        one._replace(passage=one.passage._replace(locator=place))
        for one, place in zip(cited, places, strict=True)
    ]


def _next_page(locator: Locator) -> Locator:
    assert isinstance(locator, PdfLocator)
    return locator._replace(page=locator.page + 1 if locator.page == 1 else 1)


def _lower(locator: Locator) -> Locator:
    assert isinstance(locator, PdfLocator)
    boxes = tuple((a, b + 0.3, c, min(d + 0.3, 1.0)) for a, b, c, d in locator.boxes)
    return locator._replace(boxes=boxes)


@needs_tesseract
@pytest.mark.parametrize("make", [_scan, _turned, _fax])
def test_what_was_read_is_read_again_in_its_boxes(
    tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    cited = list(passages_of(make(tmp_path)))
    assert len(cited) >= 2
    assert check_citations(cited).misses == ()


@needs_tesseract
@pytest.mark.parametrize("make", [_scan, _fax])
@pytest.mark.parametrize("move", [_next_page, _lower])
def test_the_measure_falls_when_the_boxes_of_scans_are_elsewhere(
    tmp_path: Path, make: Callable[[Path], Path], move: Callable[[Locator], Locator]
) -> None:
    assert _fraction(_moved(list(passages_of(make(tmp_path))), move)) == 0


def test_a_page_of_a_few_words_is_no_scan(tmp_path: Path) -> None:
    path = _printed(tmp_path / "a.pdf", "Name", "Submit it")
    cited = list(passages_of(path))
    assert [one.text.strip() for one in cited] == ["Name", "Submit it"]
    assert check_citations(cited, DocumentsConfig(ocr="xyz")).formats["pdf"].fraction == 1


def test_a_file_without_its_list_of_pages_is_looked_up_as_it_was_read(tmp_path: Path) -> None:
    path = _printed(tmp_path / "a.pdf", *sentences(3, 1))
    cited = list(passages_of(path))
    assert len(cited) == 3
    listed = re.search(rb"\d+ 0 obj\s*<<[^>]*/Kids.*?endobj", path.read_bytes(), re.DOTALL)
    assert listed
    path.write_bytes(path.read_bytes().replace(listed[0], b""))
    assert check_citations(cited).misses == ()


@needs_tesseract
def test_a_page_that_is_not_there_is_a_miss(tmp_path: Path) -> None:
    moved = _moved(list(passages_of(_fax(tmp_path))), lambda _: PdfLocator(page=9))
    whys = {miss.why for miss in check_citations(moved).misses}
    assert whys == {"no such place in the original"}


def test_a_format_without_its_engine_is_not_counted_as_found(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    page(width=800).save(path)
    cited = [one._replace(original=path, suffix=".png") for one in passages_of(_note(tmp_path))]
    report = check_citations(cited, DocumentsConfig(ocr="xyz"))
    assert report.formats["png"].checked == 0
    assert report.formats["png"].note.startswith("not checked: ocr ")


def _note(folder: Path) -> Path:
    path = folder / "a.md"
    path.write_text("Some words.\n")
    return path


@needs_speech
def test_what_was_heard_is_heard_again_in_its_time_and_not_in_another(tmp_path: Path) -> None:
    path = spoken(
        tmp_path / "a.wav",
        "The hotel limit in London is nine hundred dollars per night. "
        "Every claim needs a receipt within thirty days. "
        "The finance manager approves travel above two thousand dollars.",
    )
    cited = list(passages_of(path))
    assert check_citations(cited).misses == ()
    late = TimeLocator(from_s=600.0, to_s=610.0)
    assert _fraction(_moved(cited, lambda _: late)) == 0
    end = TimeLocator(from_s=8.0, to_s=9.0)
    assert _fraction(_moved(cited, lambda _: end)) == 0


def test_words_are_compared_with_their_number() -> None:
    assert words_held("one two two", "Two, one!") == pytest.approx(2 / 3)
    assert words_held("숙박비 한도는", "숙박 비한도는") == 1.0
    assert words_held("an old one", "anold") == 0.0
    assert words_held("", "x") == 1.0
    assert words_held("nothing", "") == 0.0
