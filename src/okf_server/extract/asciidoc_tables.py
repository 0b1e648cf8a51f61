"""Tables of AsciiDoc."""

import re
from collections.abc import Sequence

_CELL = re.compile(r"(?:^|(?<=\s))(?:\d+\*|(?:\d+)?(?:\.\d+)?\+)?[<^>.]{0,2}[adehlmsv]?\|(?!=)")
_COLUMNS = re.compile(r"cols\s*=\s*\"([^\"]*)\"|cols\s*=\s*(\d+)")
_REPEATED = re.compile(r"(\d{1,3})\*")
_MOST_COLUMNS = 500


def rows(lines: Sequence[str], first: int, attributes: str) -> list[tuple[list[str], int, int]]:
    """The rows of the lines between the borders of a table; `first` is the number of the first of them."""
    cells: list[tuple[str, int, int]] = []
    width = _declared(attributes)
    for number, line in enumerate(lines, first):
        before, *found = _CELL.split(line.replace("\\|", "\0"))
        if before.strip() and cells:
            text, start, _ = cells[-1]
            cells[-1] = (f"{text} {before}", start, number)
        cells += [(text, number, number) for text in found]
        width = width or len(found)
    width = width or 1
    return [_row(cells[at : at + width]) for at in range(0, len(cells), width)]


def _row(cells: Sequence[tuple[str, int, int]]) -> tuple[list[str], int, int]:
    texts = [" ".join(text.replace("\0", "|").split()) for text, _, _ in cells]
    return texts, cells[0][1], max(last for _, _, last in cells)


def _declared(attributes: str) -> int:
    """The number of columns that the table's attributes name; 0 where they do not."""
    found = _COLUMNS.search(attributes)
    if found is None:
        return 0
    columns = 0
    for column in (found[1] or f"{found[2]}*").split(","):
        repeated = _REPEATED.match(column.strip())
        columns += int(repeated[1]) if repeated else 1
    return min(columns, _MOST_COLUMNS)
