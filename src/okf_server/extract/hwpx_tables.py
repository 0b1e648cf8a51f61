"""Lay the cells of a Hangul table out as rows: each value once, where its span begins."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple

from okf_server.extract.hwpx_styles import number
from okf_server.extract.table_heads import ABOVE, LEFT, heads, joined
from okf_server.extract.xml_names import name_of

_MOST_COLUMNS = 1_000
_MOST_HEADS = 5  # rows that are looked at for what heads a table
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


def headed(rows: list[list[Placed]], texts: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """What the rows say, those that head the table in one."""
    top = [
        [marks.get(column, text) for column, text in enumerate(_as_wide(said, marks))]
        for said, marks in zip(texts, _covered(rows[:_MOST_HEADS]), strict=False)
    ]
    declared = sum(1 for _ in takewhile(_is_head, rows[:_MOST_HEADS]))
    full = list(takewhile(all, top[1:]))  # a cell above spans what a row of the header leaves out
    count = heads(top[: max(len(full), declared - 1) + 2], declared=declared)
    return texts if count < 2 else [tuple(joined(top[:count])), *texts[count:]]  # noqa: PLR2004 - one is one already


def _covered(rows: list[list[Placed]]) -> list[dict[int, str]]:
    """By row and column, that a cell is spanned by the one to the left or the one above."""
    marks: list[dict[int, str]] = [{} for _ in rows]
    for place, row in enumerate(rows):
        for column, cell in row:
            width, height = _span(cell)
            beside = range(column + 1, min(column + width, _MOST_COLUMNS))
            marks[place].update(dict.fromkeys(beside, LEFT))
            for below in marks[place + 1 : place + height]:
                below.update(dict.fromkeys((column, *beside), ABOVE))
    return marks


def _as_wide(texts: tuple[str, ...], marks: dict[int, str]) -> list[str]:
    return [*texts, *[""] * (max(marks, default=-1) + 1 - len(texts))]


def _is_head(row: list[Placed]) -> bool:
    """Whether a row is one that is repeated on each page."""
    return bool(row) and all(cell.get("header") == "1" for _, cell in row)


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
