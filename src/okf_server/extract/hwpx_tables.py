"""Lay the cells of a Hangul table out as rows: each value once, where its span begins."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from okf_server.extract.hwpx_styles import number
from okf_server.extract.xml_names import name_of

_MOST_COLUMNS = 1_000
_MOST_PLACES = 2_000_000  # of rows times columns


class Placed(NamedTuple):
    """A cell, and the column in which it begins."""

    column: int
    cell: Any


def grid(table: Any) -> list[list[Placed]]:
    """The cells of each row. A cell stands where it says, or else in the next column that is free."""
    rows = [row for row in table if name_of(row) == "tr"]
    widest = max(min(_MOST_COLUMNS, _MOST_PLACES // max(len(rows), 1)), 1)
    spans: dict[int, int] = {}  # by column: rows below that a cell above still covers
    return [list(_row(row, spans, widest)) for row in rows]


def only_cell(rows: list[list[Placed]]) -> Any | None:
    """The cell of a table that has just one: a frame around text."""
    cells = [placed.cell for row in rows for placed in row]
    return cells[0] if len(cells) == 1 else None


def _row(row: Any, spans: dict[int, int], widest: int) -> Iterator[Placed]:
    free = 0
    fresh: dict[int, int] = {}
    for cell in (child for child in row if name_of(child) == "tc"):
        while spans.get(free, 0) and free < widest - 1:
            free += 1
        column = min(max(_said_column(cell), free), widest - 1)
        width, height = _span(cell)
        yield Placed(column, cell)
        free = min(column + width, widest - 1)
        fresh.update(dict.fromkeys(range(column, free), height - 1))
    for column in [column for column, left in spans.items() if column not in fresh]:
        spans[column] -= 1
        if spans[column] <= 0:
            del spans[column]
    spans.update({column: height for column, height in fresh.items() if height})


def _said_column(cell: Any) -> int:
    address = cell.find("{*}cellAddr")
    return number((cell if address is None else address).get("colAddr"))


def _span(cell: Any) -> tuple[int, int]:
    span = cell.find("{*}cellSpan")
    source = cell if span is None else span
    return max(number(source.get("colSpan")), 1), max(number(source.get("rowSpan")), 1)
