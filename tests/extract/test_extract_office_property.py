"""Whatever a workbook or a deck holds, every text is in the body once, at a place where it stands."""

import re
import tempfile
from itertools import chain
from pathlib import Path

import openpyxl
import pptx
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils.cell import range_boundaries
from pptx.util import Inches
from reading import document_of

from okf_server.model.locator import SheetLocator, SlideLocator

_LIMITED = settings(max_examples=25, deadline=None)
_cells = st.dictionaries(
    st.tuples(st.integers(1, 14), st.integers(1, 9)), st.integers(0, 3), min_size=1, max_size=60
)
_slides = st.lists(
    st.lists(st.tuples(st.floats(0, 8), st.floats(0, 6)), min_size=1, max_size=6),
    min_size=1,
    max_size=4,
)


def _value(kind: int, row: int, column: int) -> tuple[object, str, str]:
    """A value of its own for a cell, its format and what it reads as."""
    number = row * 100 + column
    return (
        (f"text {number}x", "General", f"text {number}x"),
        (number * 10_000 + 0.5, "0.00", f"{number * 10_000}.50"),
        (number, "0000000", f"{number:07d}"),
        (number * 1_000_003, "General", f"{number * 1_000_003}"),
    )[kind]


@_LIMITED
@given(_cells, st.booleans())
def test_every_cell_is_read_once_and_found_again(
    cells: dict[tuple[int, int], int],
    hidden: bool,  # noqa: FBT001 - drawn by the test
) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.create_sheet("Data")
    sheet.sheet_state = "hidden" if hidden else "visible"
    texts = {}
    for (row, column), kind in cells.items():
        value, code, text = _value(kind, row, column)
        cell = sheet.cell(row, column, value)
        cell.number_format = code
        texts[text] = (row, column)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.xlsx"
        workbook.save(path)
        document = document_of(path)
    pieces = [
        part for span in document.spans for part in (span.parts[:1] + span.parts[2:]) or [span]
    ]
    for text, (row, column) in texts.items():
        whole = re.compile(rf"(?<![\w.]){re.escape(text)}(?![\w.])")
        holders = [p for p in pieces if whole.search(document.body[p.start : p.end])]
        assert len(holders) == 1, text
        place = holders[0].locator
        assert isinstance(place, SheetLocator)
        left, top, right, bottom = range_boundaries(place.range)
        assert (top, bottom) == (row, row)
        assert left <= column <= right


@_LIMITED
@given(_slides)
def test_every_shape_is_read_once_on_its_slide(slides: list[list[tuple[float, float]]]) -> None:
    deck = pptx.Presentation()
    texts = {}
    for number, shapes in enumerate(slides, 1):
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        for order, (left, top) in enumerate(shapes):
            box = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(1), Inches(0.5))
            text = f"shape {number}-{order}x"
            box.text_frame.text = text
            texts[text] = number
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.pptx"
        deck.save(str(path))
        document = document_of(path)
    for text, number in texts.items():
        assert document.body.count(text) == 1
        at = document.body.index(text)
        span = next(span for span in document.spans if span.start <= at < span.end)
        assert span.locator == SlideLocator(slide=number)
    ordered = [span.locator for span in document.spans]
    assert ordered == [
        SlideLocator(slide=n) for n in chain(*([n] * len(s) for n, s in enumerate(slides, 1)))
    ]
