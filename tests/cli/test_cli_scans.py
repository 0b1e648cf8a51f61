"""The whole way of scans and recordings: build, ask, read, measure."""

import shutil
from pathlib import Path

import pytest
from cli_running import call_okf
from pictures import ENGLISH, needs_speech, needs_tesseract, page, scan, spoken

from okf_server import Knowledge

_TEXT = "The parking limit in Leeds is twelve pounds per day, says the page of text."

pytestmark = needs_tesseract


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base with a mixed PDF file, a picture and a photograph."""
    folder = tmp_path_factory.mktemp("scans") / "docs"
    folder.mkdir()
    scan(folder / "docs-mixed.pdf", _TEXT, page(ENGLISH))
    page(("The canteen opens at noon on Mondays.",), width=1600).save(folder / "canteen.png")
    page((), width=1600).save(folder / "empty.jpg")
    base = folder.parent / "base"
    ended = call_okf("build", folder, "--base", base)
    assert ended.code == 0, ended.err
    return base


def test_photographs_are_skipped_with_their_reason_and_fail_no_build(base: Path) -> None:
    status = call_okf("status", "--base", base, "--json").json
    assert status["items"] == {"indexed": 2, "partial": 0, "skipped": 1, "failed": 0}


def test_a_citation_of_a_scanned_page_says_how_sure_it_is(base: Path) -> None:
    shown = call_okf("search", "hotel limit London", "--base", base).out
    assert "docs-mixed.pdf, page 2 (ocr, confidence 0." in shown


def test_a_citation_of_a_page_of_text_in_the_same_file_does_not(base: Path) -> None:
    shown = call_okf("search", "parking limit Leeds", "--base", base).out.split("\n2. ")[0]
    assert "docs-mixed.pdf, page 1; " in shown


def test_programs_are_told_the_same(base: Path) -> None:
    (first, *_) = call_okf("search", "hotel limit London", "--base", base, "--json").json["results"]
    assert first["source"]["extraction"].startswith("ocr, confidence 0.")
    assert first["source"]["location"]["page"] == 2
    (other, *_) = call_okf("search", "parking Leeds", "--base", base, "--json").json["results"]
    assert "extraction" not in other["source"]
    hit = Knowledge(base).search("canteen").hits[0]
    assert hit.citation.extraction.startswith("ocr, confidence 0.")


def test_every_citation_of_a_scan_is_found_again(base: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.yaml"
    questions.write_text("questions:\n  - {question: canteen, expected: [canteen]}\n")
    report = call_okf("eval", questions, "--base", base, "--citations", "--json").json["citations"]
    assert report["formats"]["pdf"]["checked"] == report["formats"]["pdf"]["found"] == 2
    assert report["formats"]["png"]["found"] == 1


def test_the_same_scans_make_the_same_snapshot(base: Path, tmp_path: Path) -> None:
    other = tmp_path / "base"
    assert call_okf("build", base.parent / "docs", "--base", other).code == 0
    first, second = (Knowledge(one).store.current() for one in (base, other))
    assert first is not None
    assert second is not None
    assert first.manifest.content == second.manifest.content


@needs_speech
def test_a_recording_is_cited_by_its_time(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    spoken(docs / "interview.wav", "The hotel limit in London is nine hundred dollars per night.")
    base = tmp_path / "base"
    assert call_okf("build", docs, "--base", base).code == 0
    shown = call_okf("search", "hotel limit London", "--base", base).out
    assert "interview.wav, 00:00:00–00:00:0" in shown
    assert "(speech, confidence 0." in shown
    written = (base / ".okf/current/bundle/interview.md").read_text()
    assert "transcribed_at:" in written
    shutil.rmtree(docs)
