from pathlib import Path

from pdf_making import PROSE, Draw, lines, make_pdf, together
from reading import document_of

_HEADER = "Northwind Trading, internal use only"


def _page(number: int, *more: Draw, header: str = _HEADER, top: float = 30) -> Draw:
    text = lines((140, 10, f"Text number {number} of this handbook: {PROSE}"))
    return together(lines((top, 8, header), (820, 8, f"Page {number} of 9")), text, *more)


def test_what_repeats_on_three_pages_in_one_place_is_left_out(tmp_path: Path) -> None:
    body = document_of(make_pdf(tmp_path / "a.pdf", *(_page(n) for n in range(1, 8)))).body
    assert _HEADER not in body
    assert "of 9" not in body
    assert [n for n in range(1, 8) if f"Text number {n}" not in body] == []


def test_half_of_the_pages_are_enough_in_a_short_document(tmp_path: Path) -> None:
    body = document_of(make_pdf(tmp_path / "a.pdf", _page(1), _page(2))).body
    assert _HEADER not in body


def test_what_stands_at_an_edge_once_is_kept(tmp_path: Path) -> None:
    pages = [_page(n) for n in range(1, 6)]
    pages[2] = _page(3, lines((780, 8, "Approved by the board on 3 May 2026")))
    body = document_of(make_pdf(tmp_path / "a.pdf", *pages)).body
    assert "Approved by the board" in body


def test_equal_words_in_other_places_are_kept(tmp_path: Path) -> None:
    pages = [
        together(
            lines((20 + 12 * n, 8, "See the annex for the limits")),
            lines((140, 10, f"Text {n}: {PROSE}")),
        )
        for n in range(4)
    ]
    body = document_of(make_pdf(tmp_path / "a.pdf", *pages)).body
    assert body.count("See the annex for the limits") == 4


def test_numbered_chapters_at_the_top_of_pages_are_kept(tmp_path: Path) -> None:
    pages = [
        together(
            lines((40, 20, f"Part {n}")), lines((140, 10, f"Text number {n} of this book: {PROSE}"))
        )
        for n in range(1, 6)
    ]
    body = document_of(make_pdf(tmp_path / "a.pdf", *pages)).body
    assert [n for n in range(1, 6) if f"Part {n}" not in body] == []


def test_a_document_of_one_page_keeps_its_edges(tmp_path: Path) -> None:
    assert _HEADER in document_of(make_pdf(tmp_path / "a.pdf", _page(1))).body


def test_a_title_that_every_page_repeats_stays_once(tmp_path: Path) -> None:
    pages = [
        together(lines((40, 16, "Travel Policy")), lines((140, 10, f"Text {n}: {PROSE}")))
        for n in range(4)
    ]
    document = document_of(make_pdf(tmp_path / "a.pdf", *pages))
    assert document.body.count("Travel Policy") == 1
    assert document.title == "Travel Policy"
