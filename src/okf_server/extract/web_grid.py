"""A table of a page while it is read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from okf_server.extract.table_heads import LEFT, joined
from okf_server.extract.web_runs import Run, in_one_line

_MOST_HEADS = 4  # rows of a header
_WIDEST = 1000  # columns that a cell may span, as browsers have it
_TALLEST = 65_534
_MOST_SPREAD = 500_000  # cells that a table may get from cells that span rows
_MOST_IN_CELLS = 400  # letters of a table with tables in it that still is data
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_SECTIONS = ("thead", "tbody", "tfoot")
_CELLS = ("td", "th")


@dataclass(slots=True)
class _Cell:
    """The text of a cell, how many rows it still covers, and how many columns; `head` is a column's name."""

    runs: list[Run]
    rows: int
    columns: int
    head: bool


@dataclass(slots=True)
class Grid:
    """The rows so far; a cell that spans several rows is kept in each, in its first column, and said once."""

    rows: list[dict[int, _Cell]] = field(default_factory=list)
    loose: list[Run] = field(default_factory=list)  # what stands in no cell, such as the caption
    _open: list[Run] | None = None
    _column: int = 0
    _spread: int = 0
    head: bool = False  # whether rows are the table's head by what the page says

    @property
    def runs(self) -> list[Run]:
        """Where text goes now."""
        return self.loose if self._open is None else self._open

    def open_row(self) -> None:
        """Begin a row; cells of the row above reach into it."""
        above = self.rows[-1] if self.rows and self._spread < _MOST_SPREAD else {}
        row = {at: replace(cell, rows=cell.rows - 1) for at, cell in above.items() if cell.rows > 1}
        self._spread += len(row)
        self.rows.append(row)
        self._open = None
        self._column = 0

    def open_cell(self, name: str, attributes: Mapping[str, str]) -> None:
        """Begin a cell in the first column that is free."""
        if not self.rows:
            self.open_row()
        row = self.rows[-1]
        while self._column in row:
            self._column += 1
        self._open = []
        rows = span(attributes.get("rowspan", ""), _TALLEST)
        columns = span(attributes.get("colspan", ""), _WIDEST)
        row[self._column] = _Cell(self._open, rows, columns, head=self.head or name == "th")
        self._column += columns

    def close_cell(self) -> None:
        """End a cell."""
        self._open = None

    def cells(self) -> list[tuple[str, ...]]:
        """The rows as Markdown cells.

        A cell that spans rows stands in the first of them. Columns in which nothing stands are left out, and
        rows of which the next one says all.
        """
        below = [*self.rows[1:], {}]
        kept = [
            row for row, after in zip(self.rows, below, strict=True) if not _goes_on(row, after)
        ]
        said: set[int] = set()
        heads = _heads(kept)
        header = [_joined(kept[:heads])] if heads > 1 else []
        written = [*header, *(dict(_unsaid(row, said)) for row in kept[len(header) * heads :])]
        columns = sorted({at for row in written for at in row})
        return [tuple(row.get(at, "") for at in columns) for row in written if row]


def _heads(rows: Sequence[Mapping[int, _Cell]]) -> int:
    """How many rows at the top hold names of columns alone; the last of them names two or more, each by itself."""
    most = min(_MOST_HEADS, len(rows) - 1)
    heads = list(takewhile(_is_head, rows[:most]))
    while heads and len(heads[-1]) == 1:
        heads.pop()
    return len(heads)


def _is_head(row: Mapping[int, _Cell]) -> bool:
    """Whether a row holds names alone, of two columns or more."""
    return sum(cell.columns for cell in row.values()) > 1 and all(c.head for c in row.values())


def _joined(rows: Sequence[Mapping[int, _Cell]]) -> dict[int, str]:
    """The header that these rows are together, where they have columns of their own below."""
    columns = sorted({at for row in rows for at in row})
    return dict(zip(columns, joined([_laid_out(row, columns) for row in rows]), strict=True))


def _laid_out(row: Mapping[int, _Cell], columns: Sequence[int]) -> list[str]:
    texts = dict.fromkeys(columns, "")
    for at, cell in row.items():
        below = (column for column in columns if at < column < at + cell.columns)
        texts |= {at: in_one_line(cell.runs)} | dict.fromkeys(below, LEFT)
    return list(texts.values())


def _unsaid(row: Mapping[int, _Cell], said: set[int]) -> Iterator[tuple[int, str]]:
    """The texts of a row by column, without those of cells that a row before it has said."""
    for at, cell in row.items():
        text = in_one_line(cell.runs)
        if text and id(cell.runs) not in said:
            said.add(id(cell.runs))
            yield at, text


def _goes_on(row: Mapping[int, _Cell], after: Mapping[int, _Cell]) -> bool:
    """Whether all that stands in a row stands in the next one as well, because its cells span both."""
    return all(
        (at in after and after[at].runs is cell.runs) or not in_one_line(cell.runs)
        for at, cell in row.items()
    )


def span(value: str, most: int) -> int:
    """How many rows or columns a cell covers."""
    return min(max(int(value), 1), most) if _NUMBER.fullmatch(value) else 1


def is_layout(table: Any) -> bool:
    """Whether a table only arranges a page: its cells are then read as the page's own text."""
    if table.get("role", "") in ("presentation", "none") or _holds_pages(table):
        return True
    if any("highlight" in name or name == "rouge-table" for name in table.get("class", "").split()):
        return True
    widest = 0
    for row in _rows(table):
        cells = [cell.tag for cell in row if cell.tag in _CELLS]
        if "th" in cells:
            return False
        widest = max(widest, len(cells))
    return widest <= 1


def _holds_pages(table: Any) -> bool:
    """Whether there are tables in it, and more text than cells have."""
    if next(table.iterdescendants("table"), None) is None:
        return False
    letters = 0
    for text in table.itertext():
        letters += len(text.strip())
        if letters > _MOST_IN_CELLS:
            return True
    return False


def _rows(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in _SECTIONS:
            yield from (row for row in child if row.tag == "tr")
