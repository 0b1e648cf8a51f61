from pathlib import Path

import pytest
from pdf_making import HEIGHT, PROSE, WIDTH, Draw, lines, make_pdf, picture, together
from reading import document_of, texts_of
from reportlab.lib.colors import Color, black, red, white, yellow
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

_SECRET = "Statement of John Secretperson"
_SEEN = lines((72, 10, PROSE))
_UNSEEN_WARNING = ("text that nobody sees was left out on page 1",)


def _said(canvas: Canvas, top: float = 300) -> None:
    canvas.setFillColor(black)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, HEIGHT - top, _SECRET)


def _bar(canvas: Canvas, *, left: float = 70, width: float = 200, height: float = 14) -> None:
    canvas.rect(left, HEIGHT - 303, width, height, stroke=0, fill=1)


def _below_a_bar(colour: Color) -> Draw:
    def draw(canvas: Canvas) -> None:
        _said(canvas)
        canvas.setFillColor(colour)
        _bar(canvas)

    return draw


def _below_a_picture(canvas: Canvas) -> None:
    from PIL import Image  # noqa: PLC0415 - comes with reportlab

    _said(canvas)
    image = Image.new("RGB", (60, 10), "white")
    for x in range(60):
        image.putpixel((x, x % 10), (200, 10, 10))
    canvas.drawImage(ImageReader(image), 70, HEIGHT - 305, 200, 18)


def _below_a_bar_in_a_form(canvas: Canvas) -> None:
    canvas.beginForm("part")
    _said(canvas)
    _bar(canvas)
    canvas.endForm()
    canvas.doForm("part")


def _below_a_bar_of_a_form(canvas: Canvas) -> None:
    _said(canvas)
    canvas.beginForm("bar")
    _bar(canvas)
    canvas.endForm()
    canvas.doForm("bar")


def _below_many_bars(canvas: Canvas) -> None:
    _said(canvas)
    for number in range(10):
        _bar(canvas, left=70 + 20 * number, width=20.5)


def _clipped(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(300, 100, 50, 50)
    canvas.clipPath(path, stroke=0, fill=0)
    _said(canvas)


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(_below_a_bar(black), id="black"),
        pytest.param(_below_a_bar(white), id="white"),
        pytest.param(_below_a_bar(red), id="red"),
        _below_a_picture,
        _below_a_bar_in_a_form,
        _below_a_bar_of_a_form,
        _below_many_bars,
        _clipped,
    ],
)
def test_text_that_is_covered_or_clipped_away_is_kept_apart(tmp_path: Path, draw: Draw) -> None:
    document = document_of(make_pdf(tmp_path / "a.pdf", together(_SEEN, draw)))
    assert PROSE in document.body
    assert "John" not in document.body
    assert document.hidden == (_SECRET,)
    assert document.warnings == _UNSEEN_WARNING


def test_words_of_a_line_that_a_bar_covers_are_cut_out_of_it(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, HEIGHT - 300, "The witness John Secretperson left at noon.")
        start = 72 + canvas.stringWidth("The witness ", "Helvetica", 10) - 1
        width = canvas.stringWidth("John Secretperson", "Helvetica", 10) + 2
        _bar(canvas, left=start, width=width)

    visible = lines((72, 10, "John is a common name."))
    document = document_of(make_pdf(tmp_path / "a.pdf", together(visible, draw)))
    assert texts_of(document) == ["John is a common name.", "The witness left at noon."]
    assert document.hidden == ("John Secretperson",)
    assert document.warnings == _UNSEEN_WARNING


def _highlighted(canvas: Canvas) -> None:
    _said(canvas)
    canvas.setFillColor(Color(1, 1, 0, alpha=0.4))
    _bar(canvas)


def _multiplied(canvas: Canvas) -> None:
    _said(canvas)
    canvas.setFillColor(yellow)
    canvas.setBlendMode("Multiply")
    _bar(canvas)


def _on_a_bar(canvas: Canvas) -> None:
    canvas.setFillColor(yellow)
    _bar(canvas)
    _said(canvas)


def _struck_through(canvas: Canvas) -> None:
    _said(canvas)
    canvas.setFillColor(black)
    canvas.rect(70, HEIGHT - 297.5, 200, 1, stroke=0, fill=1)


def _framed(canvas: Canvas) -> None:
    _said(canvas)
    canvas.rect(60, HEIGHT - 310, 300, 30, stroke=1, fill=0)


def _partly_clipped(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(60, HEIGHT - 310, 400, 30)
    canvas.clipPath(path, stroke=0, fill=0)
    _said(canvas)


def _again_above_the_bar(canvas: Canvas) -> None:
    _said(canvas)
    canvas.setFillColor(white)
    _bar(canvas)
    _said(canvas)


def _cut_off(canvas: Canvas, left: float, right: float) -> None:
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(left, HEIGHT - 310, right - left, 30)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(72, HEIGHT - 300, "visible words then secret words")
    canvas.restoreState()


def _edge() -> float:
    return 72 + float(stringWidth("visible words ", "Helvetica", 12))


def test_words_that_are_cut_off_at_an_edge_are_kept_apart(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        _cut_off(canvas, 60, _edge())

    document = document_of(make_pdf(tmp_path / "a.pdf", together(_SEEN, draw)))
    assert "visible words" in document.body
    assert "secret" not in document.body
    assert document.hidden == ("then secret words",)
    assert document.warnings == ("text that nobody sees was left out on page 1",)


def test_a_text_in_two_parts_with_an_edge_between_them_is_not_hidden(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        _cut_off(canvas, 60, _edge())
        _cut_off(canvas, _edge(), 500)

    document = document_of(make_pdf(tmp_path / "a.pdf", together(_SEEN, draw)))
    assert document.hidden == ()
    assert document.warnings == ()


@pytest.mark.parametrize(
    "draw", [_highlighted, _multiplied, _on_a_bar, _struck_through, _framed, _partly_clipped]
)
def test_text_that_shows_through_is_seen(tmp_path: Path, draw: Draw) -> None:
    document = document_of(make_pdf(tmp_path / "a.pdf", together(_SEEN, draw)))
    assert _SECRET in document.body
    assert document.hidden == ()
    assert document.warnings == ()


def test_text_that_is_written_again_above_its_cover_is_seen(tmp_path: Path) -> None:
    document = document_of(make_pdf(tmp_path / "a.pdf", together(_SEEN, _again_above_the_bar)))
    assert document.body.count("John Secretperson") == 1


def test_text_below_the_picture_of_a_scan_is_the_text_of_the_page(tmp_path: Path) -> None:
    document = document_of(make_pdf(tmp_path / "a.pdf", together(_SEEN, _said, picture)))
    assert _SECRET in document.body
    assert PROSE in document.body
    assert document.hidden == ()


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_covered_text_is_found_on_pages_that_are_turned(tmp_path: Path, angle: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(angle)
        _below_a_bar(black)(canvas)
        canvas.drawString(72, HEIGHT - WIDTH / 2, "seen by everybody")

    document = document_of(make_pdf(tmp_path / "a.pdf", draw))
    assert document.hidden == (_SECRET,)
    assert "seen by everybody" in document.body
