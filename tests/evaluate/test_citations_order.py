"""A passage that weaves two columns is not found again, though all its letters stand at its place."""

from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from okf_server.evaluate.citations import Cited, check_citations
from okf_server.evaluate.originals_order import is_woven
from okf_server.model.locator import PdfLocator
from okf_server.model.passage import Passage, PassageKind

_WIDTH, _HEIGHT = A4
_LEFT = [
    "The limit for a hotel in London is 220 pounds",
    "per night, and journeys of less than four hours",
    "are made by rail. Meals are paid up to forty",
    "pounds a day where receipts are handed in.",
]
_RIGHT = ["Business class needs the approval of the", "finance director before a flight is booked."]
_LINES = {(0, n): text for n, text in enumerate(_LEFT)} | {
    (1, n): text for n, text in enumerate(_RIGHT)
}
_WOVEN = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (0, 3)]
_ONE_LINE = [(0, 0), (1, 0), (0, 1), (0, 2), (0, 3)]
_RIGHT_ORDER = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]


def _page(path: Path) -> Path:
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setFont("Helvetica", 10)
    for (column, line), text in _LINES.items():
        canvas.drawString(50 + 260 * column, _HEIGHT - 100 - 12 * line, text)
    canvas.save()
    return path


def _box(column: int, line: int) -> tuple[float, float, float, float]:
    left, top = 50 + 260 * column, 90 + 12 * line
    return (left / _WIDTH, top / _HEIGHT, (left + 245) / _WIDTH, (top + 13) / _HEIGHT)


def _missed(path: Path, order: list[tuple[int, int]]) -> list[str]:
    """Why a passage of lines in this order is not found again."""
    text = " ".join(_LINES[place] for place in order)
    locator = PdfLocator(page=1, boxes=tuple(_box(*place) for place in order))
    passage = Passage(
        concept="a",
        ordinal=0,
        kind=PassageKind.TEXT,
        start=0,
        end=len(text),
        headings=(),
        section="",
        locator=locator,
    )
    return [m.why for m in check_citations([Cited(passage, text, path, ".pdf")]).misses]


@pytest.mark.parametrize("order", [_WOVEN, _ONE_LINE], ids=["two-lines", "one-line"])
def test_lines_of_another_column_between_its_lines_are_a_miss(
    tmp_path: Path, order: list[tuple[int, int]]
) -> None:
    found = _missed(_page(tmp_path / "a.pdf"), order)
    assert found == ["lines of another column stand between its lines"]


def test_columns_one_after_another_are_found(tmp_path: Path) -> None:
    assert _missed(_page(tmp_path / "a.pdf"), _RIGHT_ORDER) == []


def test_the_rows_of_a_table_may_be_drawn_column_by_column() -> None:
    rows = [("Hotels in London per night", "two hundred and twenty pounds")] * 2
    table = "| Name of it | Limit of it |\n| --- | --- |\n| " + " |\n| ".join(map(" | ".join, rows))
    drawn = "Name of it " + " ".join(a for a, _ in rows) + " ".join(b for _, b in rows)
    assert not is_woven(table, drawn)


def test_texts_in_another_order_are_not_woven() -> None:
    texts = [" ".join(_LEFT), " ".join(_RIGHT)]
    assert not is_woven("\n\n".join(texts), "\n".join(reversed(texts)))


def test_words_that_repeat_are_not_taken_for_another_place() -> None:
    text = " ".join([*_LEFT, *_LEFT, *_RIGHT, *_LEFT])
    assert not is_woven(text, text)
