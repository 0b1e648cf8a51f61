"""The order of reading on pages whose order is known: columns of any height, headings, tables."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pdf_making import HEIGHT, WIDTH, WORDS
from reading import document_of
from reportlab.lib import colors
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Table

_MARGIN, _LEADING, _SIZE = 50.0, 12.0, 10.0
_FONT = "Helvetica"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """A page of columns: the lines of each, its lines' lengths by `seed`, what stands over them."""

    heights: tuple[int, ...]
    gap: float
    lines_of_paragraphs: int
    heading: bool
    table: bool
    seed: int

    @property
    def width(self) -> float:
        count = len(self.heights)
        return float(WIDTH - 2 * _MARGIN - self.gap * (count - 1)) / count


@st.composite
def _pages(draw: st.DrawFn) -> _Page:
    count = draw(st.integers(1, 3))
    # a few short lines beside each other in three columns are a table to any reader
    full = draw(st.integers(24 if count > 2 else 14, 48))
    return _Page(
        heights=(*[full] * (count - 1), draw(st.integers(1, full))),
        gap=draw(st.sampled_from([14.0, 20.0, 30.0])),
        lines_of_paragraphs=draw(st.integers(6 if count > 2 else 2, 9)),
        heading=draw(st.booleans()),
        table=draw(st.booleans()),
        seed=draw(st.integers(0, 18)),
    )


def _draw(page: _Page, path: Path) -> list[int]:
    """The page, every line with a number of its own; the numbers in the order of reading."""
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT))
    numbers: list[int] = []
    top = HEIGHT - 60
    if page.heading:
        canvas.setFont("Helvetica-Bold", 16)
        numbers.append(0)
        canvas.drawString(_MARGIN, top, "q0 A heading over all columns of this page here")
        top -= 30
    if page.table:
        rows = [[f"{name} {row}" for name in ("Name", "Plan", "Actual")] for row in range(4)]
        table = Table(
            rows, colWidths=[165] * 3, style=[("GRID", (0, 0), (-1, -1), 1, colors.black)]
        )
        table.wrapOn(canvas, 500, 200)
        table.drawOn(canvas, _MARGIN, top - 72)
        top -= 100
    canvas.setFont(_FONT, _SIZE)
    for column, height in enumerate(page.heights):
        left = _MARGIN + column * (page.width + page.gap)
        for line in range(height):
            number = 1 + len(numbers)
            last = line % page.lines_of_paragraphs == page.lines_of_paragraphs - 1
            width = page.width * (0.6 if last else 1)
            canvas.drawString(left, top - line * _LEADING, _filled(number, width, page.seed))
            numbers.append(number)
    canvas.save()
    return numbers


def _filled(number: int, width: float, seed: int) -> str:
    text, at = f"q{number}", number * 7 + seed
    while True:
        longer = f"{text} {WORDS[at % len(WORDS)]}"
        canvas_width = len(longer) * _SIZE * 0.5
        if canvas_width > width:
            return text
        text, at = longer, at + 1


@settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example(_Page(heights=(40, 1), gap=20, lines_of_paragraphs=5, heading=True, table=False, seed=0))
@example(_Page(heights=(45, 4), gap=30, lines_of_paragraphs=9, heading=False, table=False, seed=1))
@example(
    _Page(heights=(30, 30, 1), gap=14, lines_of_paragraphs=6, heading=True, table=False, seed=2)
)
@example(_Page(heights=(30, 2), gap=20, lines_of_paragraphs=6, heading=False, table=True, seed=3))
@given(page=_pages())
def test_columns_are_read_one_after_another(tmp_path: Path, page: _Page) -> None:
    numbers = _draw(page, tmp_path / "a.pdf")
    body = document_of(tmp_path / "a.pdf").body
    assert [int(found) for found in re.findall(r"\bq(\d+)\b", body)] == numbers


@pytest.mark.parametrize(
    ("count", "sentence"), [(26, "lorem ipsum dolor sit amet consectetur. " * 6), (61, "")]
)
def test_the_last_page_of_a_document_in_two_columns_is_read_column_by_column(
    tmp_path: Path, count: int, sentence: str
) -> None:
    style = getSampleStyleSheet()
    document = BaseDocTemplate(str(tmp_path / "a.pdf"))
    frames = [Frame(50, 50, 230, 740), Frame(310, 50, 230, 740)]
    document.addPageTemplates([PageTemplate(frames=frames)])
    texts = [f"zcol{n} start {sentence}zend{n}" for n in range(count)]
    story: list[object] = [Paragraph("Zhead", style["Heading1"])]
    document.build(story + [Paragraph(text, style["Normal"]) for text in texts])
    body = document_of(tmp_path / "a.pdf").body
    told = re.findall(r"\bz(?:col|end)\d+\b", body)
    assert told == [name for n in range(count) for name in (f"zcol{n}", f"zend{n}")]
