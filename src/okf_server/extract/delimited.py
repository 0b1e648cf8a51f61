"""Read comma-separated files as one Markdown table, each row with its lines."""

import csv
import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import chain, islice
from pathlib import Path

from okf_server.extract.blocks import Row
from okf_server.extract.compose import compose_table
from okf_server.extract.decode import text_of
from okf_server.extract.limits import MOST_CELLS, MOST_ROWS
from okf_server.extract.refusals import CUT_OFF, NO_TEXT, unreadable
from okf_server.extract.sheets_grid import Budget, in_line
from okf_server.model.document import Extracted, Failed, Outcome, Partial
from okf_server.model.locator import LinesLocator

_DELIMITERS = ",;\t|"
_NAMED = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)  # how Excel is told the delimiter
_SAMPLE_ROWS = 50
_SAMPLE_LINES = 1000


def extract(path: Path) -> Outcome:
    """The document of a .csv or .tsv file; its first row is the table's header."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    records = _Records(read.text)
    try:
        document = compose_table(records, warnings=read.warnings)
    except csv.Error as error:
        return unreadable(".csv", f"{error}; is a closing quote missing?")
    if not document.spans:
        return NO_TEXT
    spans = tuple(span._replace(locator=records.place) for span in document.spans)
    document = replace(document, spans=spans)
    reason = records.spent or (CUT_OFF if records.ends_in_quotes else "")
    return Partial(document=document, reason=reason) if reason else Extracted(document=document)


class _Records:
    """The rows with text, one by one: they are never all held.

    `place` is that of those so far, and `spent` says why the file was not read to its end.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._budget = Budget(MOST_CELLS)
        self.place: LinesLocator | None = None
        self.spent = ""
        self._last = 1  # line that the last row begins in
        self._delimiter = ","

    def __iter__(self) -> Iterator[Row]:
        lines = _lines(self._text)
        opening = list(islice(lines, _SAMPLE_LINES))
        skipped = int(_NAMED.fullmatch(opening[0]) is not None)
        self._delimiter = _delimiter(opening)
        reader = csv.reader(chain(opening[skipped:], lines), delimiter=self._delimiter)
        line, rows = skipped, 0
        for cells in reader:
            self._last = line + 1
            first, line = line + 1, reader.line_num + skipped
            if not any(cell.strip() for cell in cells):
                continue
            rows += 1
            if not self._may_take(rows, len(cells)):
                return
            place = LinesLocator(first=first, last=line)
            self.place = (self.place or place)._replace(last=line)
            yield Row(cells=tuple(map(in_line, cells)), locator=place)

    @property
    def ends_in_quotes(self) -> bool:
        """Whether the quotes around the last cell are not closed."""
        last = islice(_lines(self._text), self._last - 1, None)
        try:
            deque(csv.reader(last, delimiter=self._delimiter, strict=True), maxlen=0)
        except csv.Error as error:
            return "end of data" in str(error)
        return False

    def _may_take(self, rows: int, cells: int) -> bool:
        if not self._budget.take(cells):
            self.spent = self._budget.spent
        elif rows > MOST_ROWS:
            self.spent = f"only the first {MOST_ROWS:,} rows were read"
        return not self.spent


def _lines(text: str) -> Iterator[str]:
    """The lines one by one, with their ends."""
    return StringIO(text, newline="\n")


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
