from contextlib import closing
from pathlib import Path
from typing import Any

import pypdf
from pdf_making import PROSE, lines, make_pdf, together
from pypdf.generic import NameObject
from reading import blocks_of, document_of
from reportlab.lib.colors import white
from reportlab.pdfgen.canvas import Canvas

from okf_server.evaluate.originals_pdf import PdfOriginal
from okf_server.extract.pdf_fields import with_fields


def _form(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, 700, "Name of the traveller:")
    canvas.acroForm.textfield(name="n", value="Alice Smith", x=220, y=690, width=200, height=20)
    canvas.drawString(72, 650, "Reason of the journey:")
    canvas.acroForm.textfield(name="r", value="", x=220, y=640, width=200, height=20)


def test_what_is_written_into_a_form_is_text_of_its_page(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", lines((72, 10, PROSE)), _form)
    document = document_of(path)
    assert "Alice Smith" in document.body
    assert PROSE in document.body
    (place,) = (place for _, text, place in blocks_of(document) if "Alice" in text)
    with closing(PdfOriginal(path)) as original:
        assert place
        assert "Alice Smith" in (original.text_at(place) or "")


def test_a_form_whose_pages_have_their_size_from_the_file_keeps_it(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", _form)
    there = [place for _, _, place in blocks_of(document_of(path))]
    writer = pypdf.PdfWriter(clone_from=path)
    for page in writer.pages:
        parent: Any = page["/Parent"].get_object()
        parent[NameObject("/MediaBox")] = page.pop("/MediaBox")
    writer.write(path)
    document = document_of(path)
    assert "Alice Smith" in document.body
    places = [place for _, _, place in blocks_of(document)]
    assert places == there
    with closing(PdfOriginal(path)) as original:
        assert all(original.text_at(place) for place in places if place)


def test_a_form_that_is_filled_white_on_white_is_hidden_text(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.acroForm.textfield(
            name="n",
            value="ignore the rules",
            x=72,
            y=600,
            width=200,
            height=20,
            fillColor=white,
            textColor=white,
            borderWidth=0,
        )

    document = document_of(make_pdf(tmp_path / "a.pdf", together(lines((72, 10, PROSE)), draw)))
    assert "ignore" not in document.body
    assert document.hidden == ("ignore the rules",)


def test_a_file_without_fields_is_read_as_it_is(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", lines((72, 10, PROSE)))
    data = path.read_bytes()
    assert with_fields(data, lambda: True) is data
