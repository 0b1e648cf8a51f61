"""Make one header of the rows that a table is headed by, as Markdown has it: `Budget / Plan`."""

import re
from collections.abc import Sequence

LEFT = "\0<"
"""Stands in a cell that the one to the left spans; no text holds it."""

ABOVE = "\0^"
"""Stands in a cell that the one above spans."""

MARKS = (LEFT, ABOVE)
_MOST = 4  # rows of a header
_LONGEST_NAME = 60  # letters
_NUMBER = re.compile(r"[-+(]?\W{0,3}\d[\d.,\s']*\W{0,4}")
_YEAR = re.compile(r"(?:19|20)\d\d")


def with_one_header(rows: Sequence[Sequence[str]], *, declared: int = 1) -> list[list[str]]:
    """The rows, all that are headers joined in the first one, and nothing in spanned cells.

    `declared` rows are headers by what the document says.
    """
    count = heads(rows, declared=declared)
    header = [joined(rows[:count])] if rows else []
    return [*header, *(plain(row) for row in rows[count:])]


def heads(rows: Sequence[Sequence[str]], *, declared: int = 1) -> int:
    """How many rows head the table: below a cell that spans columns stand the names of these.

    The last of them names each column, where no cell spans any: in a form cells do in every row.
    """
    count = least = min(max(declared, 1), max(len(rows) - 1, 1))
    while count < min(_MOST, len(rows) - 1):
        wide = any(LEFT in row for row in rows[:count])
        goes_on = LEFT in rows[count - 1] or ABOVE in rows[count]
        if not (wide and goes_on and _names(rows[count], below=rows[count - 1])):
            break
        count += 1
    while count > least and ABOVE in rows[count]:  # a label that spans rows of values
        count -= 1
    return least if rows and LEFT in rows[count - 1] else count


def joined(rows: Sequence[Sequence[str]]) -> list[str]:
    """The names of each column from the top, those that span columns with each of them."""
    if len(rows) == 1:
        return plain(rows[0])
    spread = [_spread(row) for row in rows]
    width = max(map(len, spread), default=0)
    columns = ([row[at] for row in spread if at < len(row)] for at in range(width))
    return [" / ".join(dict.fromkeys(filter(None, column))) for column in columns]


def plain(row: Sequence[str]) -> list[str]:
    """A row with nothing in spanned cells."""
    return ["" if cell in MARKS else cell for cell in row]


def _names(row: Sequence[str], *, below: Sequence[str]) -> bool:
    """Whether a row has two names or more, all below cells that span columns or say nothing, and no value."""
    texts = [(at, cell.strip()) for at, cell in enumerate(plain(row)) if cell.strip()]
    values = (_NUMBER.fullmatch(text) and not _YEAR.fullmatch(text) for _, text in texts)
    short = all(len(text) <= _LONGEST_NAME for _, text in texts)
    return (
        len(texts) > 1 and short and not any(values) and all(_takes(below, at) for at, _ in texts)
    )


def _takes(row: Sequence[str], at: int) -> bool:
    """Whether a column's name in a row leaves room for one below it."""
    spans = LEFT in row[at : at + 2]
    return spans or at >= len(row) or not row[at].strip()


def _spread(row: Sequence[str]) -> list[str]:
    texts: list[str] = []
    for cell in row:
        left = texts[-1] if texts else ""
        texts.append(left if cell == LEFT else "" if cell == ABOVE else cell.strip())
    return texts
