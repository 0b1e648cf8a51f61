"""The grid of a table of an OpenDocument text; a merged cell stands once, in its first place."""

from collections.abc import Iterator
from typing import Any

from okf_server.extract.table_heads import ABOVE, LEFT
from okf_server.extract.xml_names import name_of, number

_WIDEST = 512
_GROUPS = frozenset({"table-header-rows", "table-rows", "table-row-group"})


def grid(table: Any) -> list[list[Any]]:
    """The rows of a table; a mark stands where a cell covers the place."""
    return [list(_places(row)) for row in _rows(table)]


def _rows(parent: Any) -> Iterator[Any]:
    for one in parent:
        if name_of(one) == "table-row":
            yield one
        elif name_of(one) in _GROUPS:
            yield from _rows(one)


def header_rows(table: Any) -> int:
    """How many rows the document says to repeat on each page."""
    found = (one for one in table if name_of(one) == "table-header-rows")
    return sum(1 for group in found for _ in _rows(group))


def _places(row: Any) -> Iterator[Any]:
    spanned = 0
    for cell in row:
        name = name_of(cell)
        again = min(max(number(cell, "number-columns-repeated", 1), 1), _WIDEST)
        if name == "table-cell":
            spanned = number(cell, "number-columns-spanned", 1) - 1
            yield from [cell] * again
        elif name == "covered-table-cell":
            yield from (LEFT if at < spanned else ABOVE for at in range(again))
            spanned -= again
