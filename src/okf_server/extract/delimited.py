"""Read comma-separated files as one Markdown table, each row with its lines."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.extract.decode import lines_of, text_of
from okf_server.extract.refusals import NO_TEXT, unreadable
from okf_server.extract.sheets_grid import Budget
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome, Partial
from okf_server.model.locator import LinesLocator

MOST_CELLS = 5_000_000
"""Cells of a file that are read."""

_DELIMITERS = ",;\t|"
_NAMED = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)  # how Excel is told the delimiter
_SAMPLE_ROWS = 50


def extract(path: Path) -> Outcome:
    """The document of a .csv or .tsv file; its first row is the table's header."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    lines = [f"{line}\n" for line in lines_of(read.text)]
    budget = Budget(MOST_CELLS)
    try:
        found = list(_records(lines, _delimiter(lines), budget))
    except csv.Error as error:
        return unreadable(".csv", f"{error}; is a closing quote missing?")
    if not found:
        return NO_TEXT
    rows = tuple(Row(cells=tuple(map(markup.inline, c)), locator=place) for c, place in found)
    whole = LinesLocator(first=found[0][1].first, last=found[-1][1].last)
    table = Block(kind=BlockKind.TABLE, locator=whole, rows=rows)
    document = compose([table], warnings=read.warnings)
    if budget.spent:
        return Partial(document=document, reason=budget.spent)
    return Extracted(document=document)


def _records(
    lines: Sequence[str], delimiter: str, budget: Budget
) -> Iterator[tuple[list[str], LinesLocator]]:
    """The rows with text and the lines that they stand in; a quoted cell may hold line ends."""
    skipped = int(_NAMED.fullmatch(lines[0]) is not None)
    reader = csv.reader(lines[skipped:], delimiter=delimiter)
    first = 1 + skipped
    for cells in reader:
        last = reader.line_num + skipped
        if any(cell.strip() for cell in cells):
            if not budget.take(len(cells)):
                return
            yield cells, LinesLocator(first=first, last=last)
        first = last + 1


def _delimiter(lines: Sequence[str]) -> str:
    """The one that the file names, or by which most of the first rows have the same number of cells."""
    named = _NAMED.fullmatch(lines[0])
    if named:
        return named[1]
    return max(_DELIMITERS, key=lambda delimiter: _evenness(lines, delimiter))


def _evenness(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    try:
        rows = list(islice(csv.reader(lines, delimiter=delimiter), _SAMPLE_ROWS))
    except csv.Error:
        return 0.0, 0
    widths = Counter(len(row) for row in rows if row)
    if not widths:
        return 0.0, 0
    width, rows_of_it = widths.most_common(1)[0]
    return (rows_of_it / widths.total(), width) if width > 1 else (0.0, 1)
