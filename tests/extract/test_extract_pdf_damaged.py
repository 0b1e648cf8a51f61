"""PDF files that are cut off, as a broken transfer leaves them."""

import io
import zlib
from pathlib import Path

import pypdf
import pytest
from pdf_making import PROSE, lines, make_pdf
from reading import document_of, failure_of, outcome_of

from okf_server.model.document import Partial

_PAGES = 12


def _whole(path: Path) -> bytes:
    pages = [lines((72, 14, f"Page number {n}."), (120, 10, PROSE)) for n in range(1, _PAGES + 1)]
    return make_pdf(path, *pages).read_bytes()


def _told(path: Path) -> list[int]:
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial), outcome
    assert outcome.reason.startswith("it is damaged: pages or parts of them may be missing")
    body = outcome.document.body
    return [n for n in range(1, _PAGES + 1) if f"Page number {n}." in body]


@pytest.mark.parametrize("share", [60, 80, 95])
def test_a_file_that_is_cut_off_keeps_the_pages_that_it_has(tmp_path: Path, share: int) -> None:
    path = tmp_path / "a.pdf"
    data = _whole(path)
    path.write_bytes(data[: len(data) * share // 100])
    told = _told(path)
    assert told
    assert told == list(range(1, len(told) + 1))


def test_more_of_a_file_keeps_as_many_pages_or_more(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    data = _whole(path)
    counts = []
    for share in (70, 80, 90):
        path.write_bytes(data[: len(data) * share // 100])
        counts.append(len(_told(path)))
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


def test_a_file_that_lost_its_catalogue_too_keeps_its_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    data = _whole(path)
    for name in (b"/Catalog", b"/Pages\n", b"/Kids", b"trailer", b"startxref"):
        data = data.replace(name, b"/Lost" + name[5:] if name[0:1] == b"/" else b"")
    path.write_bytes(data)
    assert _told(path) == list(range(1, _PAGES + 1))


def test_pages_that_are_packed_in_a_stream_are_found(tmp_path: Path) -> None:
    """As most programs write them since version 1.5 of the format."""
    reader = pypdf.PdfReader(io.BytesIO(_whole(tmp_path / "plain.pdf")))
    content = reader.pages[2].get_contents()
    assert content is not None
    page = b"<</Type/Page/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F1 6 0 R>>>>>>"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    head = b"4 0 6 %d " % (len(page) + 1)
    packed = zlib.compress(head + page + b" " + font)
    stream = content.get_data().replace(b"/F2", b"/F1")
    path = tmp_path / "a.pdf"
    path.write_bytes(
        b"%%PDF-1.5\n5 0 obj\n<</Length %d>>\nstream\n%b\nendstream\nendobj\n"
        b"7 0 obj\n<</Type/ObjStm/N 2/First %d/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream\n"
        % (len(stream), stream, len(head), len(packed), packed)
    )
    assert _told(path) == [3]


def test_an_encrypted_file_that_is_cut_off_fails(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", lines((72, 10, PROSE)), encrypt="secret")
    path.write_bytes(path.read_bytes().replace(b"startxref", b"startxxxx")[:-40])
    assert failure_of(path).reason


def test_a_whole_file_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    _whole(path)
    assert document_of(path).details["pages"] == _PAGES
    assert not isinstance(outcome_of(path), Partial)
