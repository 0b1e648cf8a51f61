"""Read comma-separated files as one Markdown table, each row with its lines."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.extract.decode import lines_of, text_of
from okf_server.extract.refusals import NO_TEXT, unreadable
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome
from okf_server.model.locator import LinesLocator

_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 50


def extract(path: Path) -> Outcome:
    """The document of a .csv file; its first row is the table's header."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    lines = [f"{line}\n" for line in lines_of(read.text)]
    try:
        found = list(_records(lines, _delimiter(lines)))
    except csv.Error as error:
        return unreadable(".csv", f"{error}; is a closing quote missing?")
    if not found:
        return NO_TEXT
    rows = tuple(Row(cells=tuple(map(markup.inline, c)), locator=place) for c, place in found)
    whole = LinesLocator(first=found[0][1].first, last=found[-1][1].last)
    table = Block(kind=BlockKind.TABLE, locator=whole, rows=rows)
    return Extracted(document=compose([table], warnings=read.warnings))


def _records(lines: Sequence[str], delimiter: str) -> Iterator[tuple[list[str], LinesLocator]]:
    """The rows with text and the lines that they stand in; a quoted cell may hold line ends."""
    reader = csv.reader(lines, delimiter=delimiter)
    first = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield cells, LinesLocator(first=first, last=reader.line_num)
        first = reader.line_num + 1


def _delimiter(lines: Sequence[str]) -> str:
    """The delimiter by which most of the first rows have the same number of cells, and the most of them."""
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
