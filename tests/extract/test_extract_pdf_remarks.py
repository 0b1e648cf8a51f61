"""Remarks on the pages of a PDF, which readers of text pass over."""

from contextlib import closing
from pathlib import Path

from pdf_making import PROSE, lines, make_pdf, together
from reading import blocks_of, document_of
from reportlab.pdfgen.canvas import Canvas

from okf_server.evaluate.originals_pdf import PdfOriginal
from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator


def _remark(canvas: Canvas) -> None:
    canvas.textAnnotation("Not for contractors.", Rect=[300, 700, 320, 720])
    canvas.textAnnotation("Nobody sees it.", Rect=[300, 600, 320, 620], addtopage=1, F=2)


def _type(canvas: Canvas) -> None:
    canvas.freeTextAnnotation("Typed on it.", Rect=[300, 500, 400, 520], DA="/Helv 12 Tf 0 g")


def test_a_remark_is_a_note_on_its_page_at_its_place(tmp_path: Path) -> None:
    first = together(lines((72, 10, PROSE)), _remark)
    path = make_pdf(tmp_path / "a.pdf", first, lines((72, 10, PROSE.replace("a", "o"))))
    blocks = blocks_of(document_of(path))
    kind, text, place = blocks[1]
    assert (kind, text) == (BlockKind.NOTE, "Not for contractors.")
    assert isinstance(place, PdfLocator)
    assert place.page == 1
    assert "Nobody" not in " ".join(text for _, text, _ in blocks)
    with closing(PdfOriginal(path)) as original:
        assert "Not for contractors." in (original.text_at(place) or "")
        shifted = place._replace(boxes=((0.0, 0.5, 0.1, 0.6),))
        assert "contractors" not in (original.text_at(shifted) or "")


def test_what_is_typed_on_a_page_without_an_appearance_is_a_note(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", together(lines((72, 10, PROSE)), _type))
    assert blocks_of(document_of(path))[-1][:2] == (BlockKind.NOTE, "Typed on it.")
