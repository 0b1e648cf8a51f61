"""The grid of a table of a Word document; a merged cell's text stands once, in its first place."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple

from okf_server.extract.table_heads import ABOVE, LEFT
from okf_server.extract.word_contents import contents
from okf_server.extract.word_styles import is_shaded
from okf_server.extract.xml_names import attribute, child, name_of, number, switched_on

_WIDEST = 512


class Cell(NamedTuple):
    """A cell that begins at its place; `shaded` tells of a colour behind it."""

    element: Any
    shaded: bool


def grid(table: Any) -> list[list[Cell | str]]:
    """The rows of a table, deleted ones left out; a mark or nothing stands where no cell begins."""
    return [
        list(_places(row))
        for row in contents(table)
        if name_of(row) == "tr" and child(row, "trPr", "del") is None
    ]


def header_rows(table: Any) -> int:
    """How many rows the document says to repeat on each page."""
    rows = (row for row in contents(table) if name_of(row) == "tr")
    return sum(1 for _ in takewhile(_is_header, rows))


def _is_header(row: Any) -> bool:
    return bool(switched_on(child(row, "trPr", "tblHeader")))


def _places(row: Any) -> Iterator[Cell | str]:
    yield from [""] * _skipped(row)
    for cell in contents(row):
        properties = child(cell, "tcPr")
        if name_of(cell) != "tc" or child(properties, "cellDel") is not None:
            continue
        merged = child(properties, "vMerge")
        goes_on = merged is not None and attribute(merged, "val", "continue") != "restart"
        beside = attribute(child(properties, "hMerge"), "val", "restart") == "continue"
        if goes_on or (beside and child(properties, "hMerge") is not None):
            yield ABOVE if goes_on else LEFT
        else:
            shade = child(properties, "shd")
            yield Cell(cell, shade is not None and is_shaded(shade))
        span = child(properties, "gridSpan")
        width = 1 if span is None else number(span, otherwise=1)
        yield from [ABOVE if goes_on else LEFT] * min(max(width - 1, 0), _WIDEST)


def _skipped(row: Any) -> int:
    """Columns that a row leaves out before its first cell."""
    before = child(row, "trPr", "gridBefore")
    return 0 if before is None else min(max(number(before), 0), _WIDEST)
