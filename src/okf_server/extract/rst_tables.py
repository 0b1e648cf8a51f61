"""Tables of reStructuredText: grid tables, simple tables and tables made of lists."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

Rows = list[tuple[list[str], int, int]]
"""Rows of a table: cells, first and last line."""

_GRID = re.compile(r"\+(?:[-=]{2,}\+)+")
_BORDER = re.compile(r"=+(?: +=+)+")
MOST_LINES = 5000


def starts(line: str) -> bool:
    """Whether a table may start with this line."""
    return bool(_GRID.fullmatch(line) or _BORDER.fullmatch(line))


def table(lines: Sequence[str]) -> tuple[Rows, int] | None:
    """The table that starts in the first line, its rows with line offsets, and how many lines it takes."""
    if _GRID.fullmatch(lines[0]):
        return _grid(lines)
    if _BORDER.fullmatch(lines[0]):
        return _simple(lines)
    return None


def list_table(lines: Sequence[tuple[int, str]]) -> Rows:
    """The rows of a list of lists, `* - cell`, with the numbers of their lines."""
    rows: Rows = []
    for number, text in lines:
        found = re.match(r"(?:(\*) )?\s*-(?: (.*))?$", text)
        if found and (found[1] or text.startswith("  -")):
            if found[1]:
                rows.append(([], number, number))
            if rows:
                rows[-1][0].append((found[2] or "").strip())
        elif rows and rows[-1][0] and text.strip():
            rows[-1][0][-1] += f" {text.strip()}"
        if rows and text.strip():
            rows[-1] = (rows[-1][0], rows[-1][1], number)
    return rows


def _grid(lines: Sequence[str]) -> tuple[Rows, int]:
    stop = 1
    while stop < min(len(lines), MOST_LINES) and lines[stop].startswith(("+", "|")):
        stop += 1
    edges = [at for at, sign in enumerate(lines[0]) if sign == "+"]
    rows: Rows = []
    cells: list[str] = []
    first = 1
    for at in range(1, stop):
        if not lines[at].startswith("+"):
            parts = _columns(lines[at], edges)
            cells = (
                [f"{a} {b}".strip() for a, b in zip(cells, parts, strict=True)] if cells else parts
            )
        elif cells:
            rows.append((cells, first, at - 1))
            cells, first = [], at + 1
    return rows, stop


def _columns(line: str, edges: Sequence[int]) -> list[str]:
    """The cells of a line; one that spans columns stands in its first, and the last one takes what is left."""
    cells: list[str] = []
    taken = ""
    for left, right in pairwise(edges):
        is_last = right == edges[-1]
        taken += line[left + 1 :] if is_last else line[left + 1 : right + 1]
        ends = is_last or line[right : right + 1] in ("|", "+", "")
        cells.append(taken.rstrip("|+").strip() if ends else "")
        taken = "" if ends else taken
    return _spans_first(cells, line, edges)


def _spans_first(cells: list[str], line: str, edges: Sequence[int]) -> list[str]:
    for at in range(len(cells) - 1, 0, -1):
        joined = line[edges[at] : edges[at] + 1] not in ("|", "+", "")
        if joined:
            cells[at - 1], cells[at] = cells[at], ""
    return cells


def _simple(lines: Sequence[str]) -> tuple[Rows, int] | None:
    """A simple table: a border, a header, a border, rows, a border; or rows between two borders."""
    columns = [found.span() for found in re.finditer(r"=+", lines[0])]
    limit = min(len(lines), MOST_LINES)
    borders = [at for at in range(limit) if _BORDER.fullmatch(lines[at]) or not lines[at].strip()]
    closing = [at for at in borders if at and lines[at].strip()]
    if not closing:
        return None
    end = closing[1] if len(closing) > 1 and not _blank_between(lines, closing) else closing[0]
    rows: Rows = []
    for at in _filled(lines, end):
        cells = list(_cells(lines[at], columns))
        if cells[0] or not rows:
            rows.append((cells, at, at))
        else:  # a blank first column goes on with the row above
            above, first, _ = rows[-1]
            rows[-1] = ([f"{a} {b}".strip() for a, b in zip(above, cells, strict=True)], first, at)
    return rows, end + 1


def _blank_between(lines: Sequence[str], closing: Sequence[int]) -> bool:
    """Whether the second border is that of another table."""
    return any(
        not lines[at].strip() and not lines[at + 1].strip()
        for at in range(closing[0], closing[1] - 1)
    )


def _filled(lines: Sequence[str], end: int) -> Iterator[int]:
    signs = re.compile(r"[=\- ]*")
    return (at for at in range(1, end) if not signs.fullmatch(lines[at]))


def _cells(line: str, columns: Sequence[tuple[int, int]]) -> Iterator[str]:
    for number, (start, _) in enumerate(columns):
        end = columns[number + 1][0] if number + 1 < len(columns) else len(line)
        yield line[start:end].strip()
