from collections.abc import Callable
from pathlib import Path

import pytest
from pictures import needs_tesseract
from reading import blocks_of, document_of, failure_of, outcome_of, texts_of
from reportlab.lib import colors, pdfencrypt
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from okf_server.model.document import BlockKind, Extracted
from okf_server.model.locator import PdfLocator

_WIDTH, _HEIGHT = A4
_WORDS = "The limit for a hotel in London is 220 pounds per night, and 150 pounds elsewhere in the country."


def _pdf(path: Path, *pages: Callable[[Canvas], None], encrypt: str | None = None) -> Path:
    standard = pdfencrypt.StandardEncryption(encrypt) if encrypt else None
    canvas = Canvas(str(path), pagesize=A4, encrypt=standard)
    for page in pages:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return path


def _lines(*lines: tuple[float, float, str]) -> Callable[[Canvas], None]:
    """A page with text: points from the top, size, words."""

    def draw(canvas: Canvas) -> None:
        for top, size, words in lines:
            canvas.setFont("Helvetica", size)
            canvas.drawString(72, _HEIGHT - top, words)

    return draw


def _picture(canvas: Canvas) -> None:
    from PIL import Image  # noqa: PLC0415 - comes with reportlab

    image = Image.new("RGB", (300, 400), "white")
    for x in range(50, 250):
        image.putpixel((x, 100), (0, 0, 0))
    canvas.drawImage(ImageReader(image), 0, 0, _WIDTH, _HEIGHT)


def _blank(_canvas: Canvas) -> None:
    pass


def _page_of(place: object) -> int:
    assert isinstance(place, PdfLocator)
    return place.page


def test_blocks_have_their_page_and_boxes(tmp_path: Path) -> None:
    path = _pdf(
        tmp_path / "a.pdf",
        _lines((72, 18, "Travel Policy"), (120, 10, _WORDS)),
        _lines(
            (72, 14, "Meals"),
            (120, 10, "Meals cost up to 40 pounds a day, with receipts for all of it."),
        ),
    )
    document = document_of(path)
    assert document.details == {"pages": 2}
    assert texts_of(document)[:2] == ["# Travel Policy", _WORDS]
    places = [place for _, _, place in blocks_of(document)]
    assert [_page_of(place) for place in places] == [1, 1, 2, 2]
    first = places[0]
    assert isinstance(first, PdfLocator)
    ((left, top, right, bottom),) = first.boxes
    assert left == pytest.approx(72 / _WIDTH, abs=0.01)
    assert top < 72 / _HEIGHT < bottom + 0.01
    assert 0 < left < right < 1


def test_a_short_line_of_larger_text_is_a_heading(tmp_path: Path) -> None:
    lines = [(72.0, 18.0, "Travel Policy"), (100.0, 14.0, "Hotels"), (130.0, 10.0, _WORDS)]
    lines += [(160.0, 14.0, "Meals"), (190.0, 10.0, "Meals cost up to 40 pounds a day.")]
    document = document_of(_pdf(tmp_path / "a.pdf", _lines(*lines)))
    headings = [
        (span.level, text) for span, text in zip(document.spans, texts_of(document), strict=True)
    ]
    assert [pair for pair in headings if pair[0]] == [
        (1, "# Travel Policy"),
        (2, "## Hotels"),
        (2, "## Meals"),
    ]


def test_each_row_of_a_table_has_its_own_box(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        rows = [["City", "Limit", "Note"], ["London", "220", "a|b"], ["Leeds", "150", ""]]
        table = Table(rows, style=[("GRID", (0, 0), (-1, -1), 1, colors.black)])
        table.wrapOn(canvas, 400, 400)
        table.drawOn(canvas, 72, 600)

    document = document_of(_pdf(tmp_path / "a.pdf", draw))
    (table,) = (span for span in document.spans if span.kind is BlockKind.TABLE)
    assert document.body[table.start : table.end].splitlines() == [
        "| City | Limit | Note |",
        "| --- | --- | --- |",
        "| London | 220 | a\\|b |",
        "| Leeds | 150 |  |",
    ]
    tops = [
        part.locator.boxes[0][1] for part in table.parts if isinstance(part.locator, PdfLocator)
    ]
    assert tops == sorted(tops)
    assert len(set(tops)) == 3


def test_a_table_over_pages_loses_no_row(tmp_path: Path) -> None:
    def part(first: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            rows = [["Item", "Qty"], *([f"Row {n}", str(n * 3)] for n in range(first, first + 30))]
            table = Table(rows, style=[("GRID", (0, 0), (-1, -1), 1, colors.black)])
            table.wrapOn(canvas, 400, 700)
            table.drawOn(canvas, 72, 72)

        return draw

    body = document_of(_pdf(tmp_path / "a.pdf", part(0), part(30), part(60))).body
    assert [n for n in range(90) if f"| Row {n} | {n * 3} |" not in body] == []


def test_running_headers_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    def page(number: int) -> Callable[[Canvas], None]:
        return _lines(
            (30, 8, "Acme Corp, confidential"),
            (90, 16, f"Chapter {number}"),
            (140, 10, f"Text number {number} of this handbook: {_WORDS}"),
            (820, 8, f"Page {number} of 5"),
        )

    document = document_of(_pdf(tmp_path / "a.pdf", *(page(n) for n in range(1, 6))))
    assert "confidential" not in document.body
    assert "of 5" not in document.body
    assert [f"Chapter {n}" in document.body for n in range(1, 6)] == [True] * 5


def test_lines_that_stand_wider_apart_begin_a_paragraph(tmp_path: Path) -> None:
    lines = [
        f"Paragraph {p} line {n} with enough words to be read as text."
        for p in (1, 2)
        for n in (1, 2, 3)
    ]
    tops = [80, 92, 104, 122, 134, 146]
    page = _lines(*((top, 10, line) for top, line in zip(tops, lines, strict=True)))
    document = document_of(_pdf(tmp_path / "a.pdf", page))
    assert texts_of(document) == [" ".join(lines[:3]), " ".join(lines[3:])]
    first, second = (place for _, _, place in blocks_of(document))
    assert isinstance(first, PdfLocator)
    assert isinstance(second, PdfLocator)
    assert first.boxes[0][3] <= second.boxes[0][1] + 0.005


def test_text_in_two_columns_has_a_box_for_each(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        for column in (0, 1):
            for line in range(40):
                words = f"column {column} line {line} of the flowing text"
                canvas.drawString(50 + 260 * column, _HEIGHT - 80 - 12 * line, words)

    places = [place for _, _, place in blocks_of(document_of(_pdf(tmp_path / "a.pdf", draw)))]
    for place in places:
        assert isinstance(place, PdfLocator)
        for left, _top, right, _bottom in place.boxes:
            assert right < 0.5 or left > 0.45


def test_text_that_the_layout_analysis_loses_is_kept(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        _lines((72, 10, _WORDS))(canvas)
        canvas.translate(300, 300)
        canvas.rotate(90)
        canvas.drawString(0, 0, "written sideways")

    assert "written sideways" in document_of(_pdf(tmp_path / "a.pdf", draw)).body


@needs_tesseract
def test_pictures_without_words_alone_have_no_text(tmp_path: Path) -> None:
    assert failure_of(_pdf(tmp_path / "a.pdf", _picture, _picture)).reason == "no text in it"


@needs_tesseract
def test_a_picture_without_words_among_others_is_no_loss(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf", _lines((72, 10, _WORDS)), _picture, _blank)
    assert isinstance(outcome_of(path), Extracted)


def test_a_blank_page_is_no_loss(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf", _lines((72, 10, _WORDS)), _blank)
    assert isinstance(outcome_of(path), Extracted)


def test_blank_pages_alone_have_no_text(tmp_path: Path) -> None:
    assert failure_of(_pdf(tmp_path / "a.pdf", _blank)).reason == "no text in it"


def test_bytes_before_the_header_are_passed_over(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf", _lines((72, 10, _WORDS)))
    path.write_bytes(b"junk of a mail gateway\n" + path.read_bytes())
    assert texts_of(document_of(path)) == [_WORDS]


def test_an_encrypted_file_needs_its_password(tmp_path: Path) -> None:
    found = failure_of(_pdf(tmp_path / "a.pdf", _lines((72, 10, _WORDS)), encrypt="secret"))
    assert found.reason == "password required"


@pytest.mark.parametrize("kept", [20, 400])
def test_a_cut_off_file_fails_or_is_read_but_ends(tmp_path: Path, kept: int) -> None:
    path = _pdf(tmp_path / "a.pdf", _lines((72, 10, _WORDS)))
    path.write_bytes(path.read_bytes()[:kept])
    assert failure_of(path).reason.startswith("not a readable .pdf file: ")


def test_markup_characters_are_read_as_they_stand(tmp_path: Path) -> None:
    words = "Use snake_case and 2*3 and <b>tags</b> and [x](y) in this long enough line of text."
    (text,) = texts_of(document_of(_pdf(tmp_path / "a.pdf", _lines((72, 10, words)))))
    assert text == words.replace("<", "\\<").replace("](", "]\\(")


def test_pages_that_are_turned_or_cropped_have_boxes_as_shown(tmp_path: Path) -> None:
    def turned(canvas: Canvas) -> None:
        canvas.setPageSize((400, 600))
        canvas.setPageRotation(90)
        canvas.translate(400, 0)
        canvas.rotate(90)
        canvas.drawString(50, 350, "Read me sideways please, this way")

    def cropped(canvas: Canvas) -> None:
        canvas.setPageRotation(0)
        canvas.setCropBox((0, 300, 400, 600))
        canvas.drawString(50, 580, "At the top of what is shown here")

    for name, draw in (("turned", turned), ("cropped", cropped)):
        ((_, _, place),) = blocks_of(document_of(_pdf(tmp_path / f"{name}.pdf", draw)))
        assert isinstance(place, PdfLocator)
        assert place.boxes[0][3] < 0.25, name
