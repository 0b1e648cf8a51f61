"""Whatever a page looks like, each block's text stands in its boxes."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pdf_making import HEIGHT, WIDTH, make_pdf
from reading import blocks_of, document_of
from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from okf_server.evaluate.originals_compare import agreement, prose
from okf_server.evaluate.originals_pdf import PdfOriginal
from okf_server.extract.pdf_labels import label_runs
from okf_server.model.document import BlockKind
from okf_server.model.locator import PdfLocator

_WORDS = st.sampled_from(
    ["the", "limit", "for", "hotels", "in", "London", "is", "higher", "because", "rooms", "cost"]
)
_LINE = st.lists(_WORDS, min_size=4, max_size=9).map(" ".join)
_PARAGRAPH = st.lists(_LINE, min_size=1, max_size=5)
_COLUMNS = st.integers(1, 2)
_TURNS = st.sampled_from([0, 0, 90, 180, 270])
_CROPS = st.sampled_from([None, (40, 30, 560, 800)])
_PAGE = st.tuples(st.lists(_PARAGRAPH, min_size=1, max_size=4), _COLUMNS, st.booleans())
_SLOW = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def _turn(canvas: Canvas, turn: int, crop: tuple[int, int, int, int] | None) -> None:
    """Turn a page without what is drawn on it: the words stand sideways then."""
    canvas.setPageRotation(turn)
    if turn in (90, 270):
        canvas.setPageSize((HEIGHT, WIDTH))  # the canvas exchanges both for a page that is turned
    if crop:
        canvas.setCropBox(crop)


def _draw(canvas: Canvas, paragraphs: list[list[str]], columns: int, *, table: bool) -> None:
    canvas.setFont("Times-Roman", 10)
    for column in range(columns):
        top = 760.0
        for number, paragraph in enumerate(paragraphs):
            for line in paragraph:
                width = 230 if columns > 1 else 460
                words = line if canvas.stringWidth(line, "Times-Roman", 10) < width else line[:40]
                canvas.drawString(60 + 260 * column, top, f"{words} {number}{column}")
                top -= 12
            top -= 14
    if table:
        rows = [["City", "Limit", "Note"], ["London", "220", "a day"], ["Leeds", "150", "a night"]]
        drawn = Table(rows, style=[("GRID", (0, 0), (-1, -1), 1, colors.black)])
        drawn.wrapOn(canvas, 400, 400)
        drawn.drawOn(canvas, 60, 120)


def _in_their_boxes(path: Path) -> list[str]:
    """The blocks of a file that do not stand where they are said to stand."""
    document = document_of(path)
    wrong: list[str] = []
    with closing(PdfOriginal(path)) as original:
        for span in document.spans:
            places = [
                (span.start, span.end, span.locator),
                *((p.start, p.end, p.locator) for p in span.parts),
            ]
            for start, end, locator in places:
                text = document.body[start:end]
                shown = original.text_at(locator) if locator else None
                if shown is None or not agreement(prose(text), shown, exact=False).enough:
                    wrong.append(text)
    return wrong


@_SLOW
@given(pages=st.lists(_PAGE, min_size=1, max_size=2), turn=_TURNS, crop=_CROPS)
def test_every_block_stands_in_its_boxes(
    tmp_path: Path,
    pages: list[tuple[list[list[str]], int, bool]],
    turn: int,
    crop: tuple[int, int, int, int] | None,
) -> None:
    def page(paragraphs: list[list[str]], columns: int, table: bool) -> "Canvas":  # noqa: FBT001 - drawn data
        def draw(canvas: Canvas) -> None:
            _turn(canvas, turn, crop)
            _draw(canvas, paragraphs, columns, table=table)

        return draw

    path = make_pdf(tmp_path / "a.pdf", *(page(*drawn) for drawn in pages))
    assert _in_their_boxes(path) == []


@_SLOW
@given(page=_PAGE)
def test_boxes_are_fractions_and_one_for_each_column(
    tmp_path: Path, page: tuple[list[list[str]], int, bool]
) -> None:
    paragraphs, columns, table = page
    path = make_pdf(
        tmp_path / "a.pdf", lambda canvas: _draw(canvas, paragraphs, columns, table=table)
    )
    for kind, text, locator in blocks_of(document_of(path)):
        assert isinstance(locator, PdfLocator)
        for left, top, right, bottom in locator.boxes:
            assert 0 <= left < right <= 1
            assert 0 <= top < bottom <= 1
            crosses = columns > 1 and left < 0.4 and right > 0.6
            assert not crosses or kind is BlockKind.TABLE, text


@_SLOW
@given(page=_PAGE)
def test_no_word_is_lost(tmp_path: Path, page: tuple[list[list[str]], int, bool]) -> None:
    paragraphs, columns, table = page
    path = make_pdf(
        tmp_path / "a.pdf", lambda canvas: _draw(canvas, paragraphs, columns, table=table)
    )
    body = document_of(path).body
    marks = [f"{number}{column}" for number in range(len(paragraphs)) for column in range(columns)]
    assert [mark for mark in marks if mark not in body] == []


def test_two_columns_read_one_after_the_other(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 10)
        for column in (0, 1):
            for line in range(30):
                words = f"the words of line {line} stand in column {column} here"
                canvas.drawString(60 + 260 * column, 760 - 12 * line, words)

    body = document_of(make_pdf(tmp_path / "a.pdf", draw)).body
    assert body.index("line 29 stand in column 0") < body.index("line 0 stand in column 1")


@pytest.mark.parametrize(
    ("labels", "runs"),
    [
        ({1: "1", 2: "2"}, {}),
        ({1: "i", 2: "ii", 3: "1", 4: "2"}, {"1": "i", "3": "1"}),
        ({1: "A-8", 2: "A-9", 3: "A-10", 4: "B"}, {"1": "A-8", "4": "B"}),
        ({1: "ix", 2: "x", 3: "xi"}, {"1": "ix"}),
        ({}, {}),
    ],
)
def test_labels_are_told_where_they_begin_anew(
    labels: dict[int, str], runs: dict[str, str]
) -> None:
    assert label_runs(labels) == runs


def test_labels_of_pages_are_kept(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        number = canvas.getPageNumber()
        if number == 1:
            canvas.addPageLabel(0, style="ROMAN_LOWER")
            canvas.addPageLabel(2, style="ARABIC", start=1)
        canvas.drawString(72, 700, f"A page of a book with the number {number}")

    document = document_of(make_pdf(tmp_path / "a.pdf", draw, draw, draw))
    assert document.details == {"pages": 3, "page_labels": {"1": "i", "3": "1"}}
