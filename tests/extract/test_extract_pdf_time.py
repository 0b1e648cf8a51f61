"""What is read of a PDF when time runs out, or when a page cannot be read."""

import re
from collections.abc import Callable
from pathlib import Path

from pdf_making import PROSE, lines, make_pdf

from okf_server.extract import pdf
from okf_server.extract.limits import MOST_PAGES
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome, Partial


def _long(path: Path, pages: int) -> Path:
    return make_pdf(
        path, *(lines((72, 10, f"Page number {n}. {PROSE}")) for n in range(1, pages + 1))
    )


def _ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by so many seconds each time it is looked at."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


def _read(path: Path, step: float) -> Outcome:
    return pdf.extract(path, documents=DocumentsConfig(timeout_s=100), clock=_ticking(step))


def test_a_long_file_is_partial_with_the_pages_that_were_read_in_time(tmp_path: Path) -> None:
    outcome = _read(_long(tmp_path / "a.pdf", 60), 8)
    assert isinstance(outcome, Partial)
    found = re.fullmatch(r"pages (\d+) to 60 were not read within 100 s", outcome.reason)
    assert found
    first_missing = int(found[1])
    body = outcome.document.body
    assert 1 < first_missing <= 60
    assert [n for n in range(1, first_missing) if f"Page number {n}." not in body] == []
    assert f"Page number {first_missing}." not in body
    assert outcome.document.details["pages"] == 60


def test_a_file_of_which_no_page_was_read_in_time_fails(tmp_path: Path) -> None:
    outcome = _read(_long(tmp_path / "a.pdf", 3), 90)
    assert isinstance(outcome, Failed)
    assert outcome.reason == "took longer than 100 s"
    assert "timeout_s" in outcome.hint


def test_pages_that_were_not_searched_for_hidden_text_are_told(tmp_path: Path) -> None:
    outcome = _read(_long(tmp_path / "a.pdf", 60), 1.5)
    assert isinstance(outcome, Extracted | Partial)
    assert any("hidden text" in warning for warning in outcome.document.warnings)


def test_a_file_that_is_read_in_time_is_whole(tmp_path: Path) -> None:
    outcome = _read(_long(tmp_path / "a.pdf", 60), 0.001)
    assert isinstance(outcome, Extracted)
    assert outcome.document.warnings == ()


def test_a_page_that_cannot_be_read_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    path = _long(tmp_path / "a.pdf", 20)
    data = path.read_bytes()
    kids = re.search(rb"/Kids \[([^\]]*)\]", data)
    assert kids
    references = kids[1].split(b" R")
    broken = b"9999 0".rjust(len(references[4].strip()))
    references[4] = references[4].replace(references[4].strip(), broken)
    path.write_bytes(data.replace(kids[1], b" R".join(references)))
    outcome = _read(path, 0.001)
    assert isinstance(outcome, Partial)
    assert outcome.reason.startswith("page 5 could not be read: ")
    body = outcome.document.body
    assert [n for n in range(1, 21) if f"Page number {n}." not in body] == [5]


def test_a_file_of_too_many_pages_is_refused_at_once(tmp_path: Path) -> None:
    path = _long(tmp_path / "a.pdf", 1)
    kids, count = rb"/Kids \[ (\d+ 0 R) \]", b"/Count 1 "
    data = path.read_bytes()
    page = re.search(kids, data)
    assert page
    data = data.replace(page[0], b"/Kids [ " + (page[1] + b" ") * (MOST_PAGES + 1) + b"]")
    path.write_bytes(data.replace(count, b"/Count %d " % (MOST_PAGES + 1)))
    outcome = _read(path, 0.001)
    assert isinstance(outcome, Failed)
    assert outcome.reason == "more than 20,000 pages"


def test_pages_that_were_not_read_are_not_warned_of(tmp_path: Path) -> None:
    outcome = _read(_long(tmp_path / "a.pdf", 60), 8)
    assert isinstance(outcome, Partial)
    first_missing = int(outcome.reason.split()[1])
    warned = re.findall(r"from page (\d+) on", " ".join(outcome.document.warnings))
    assert [page for page in warned if int(page) >= first_missing] == []


def test_a_file_that_lost_its_list_of_pages_is_partial_with_those_that_are_found(
    tmp_path: Path,
) -> None:
    path = _long(tmp_path / "a.pdf", 3)
    listed = re.search(rb"\d+ 0 obj\s*<<[^>]*/Kids.*?endobj", path.read_bytes(), re.DOTALL)
    assert listed
    path.write_bytes(path.read_bytes().replace(listed[0], b""))
    outcome = _read(path, 0.001)
    assert isinstance(outcome, Partial)
    assert outcome.reason.startswith("it is damaged: pages or parts of them")
    assert all(f"Page number {n}." in outcome.document.body for n in (1, 2, 3))
