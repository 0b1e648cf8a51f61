"""What a reader of workbooks finds on a sheet, before it is text."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from okf_server.extract.figures import Figure
from okf_server.extract.limits import MOST_LETTERS
from okf_server.extract.markup import inline

COVERED = "\0"  # no cell holds it: neither XML nor BIFF text can
_MOST_COVERED = 2**20
_MARKUP = re.compile(r"<|\]\(")
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})", re.ASCII)


class Area(NamedTuple):
    """Cells of a sheet; all four count from 0, the last ones are within."""

    top: int
    left: int
    bottom: int
    right: int


class Line(NamedTuple):
    """The cells of a row that have text: their columns, ascending, and what they show, as Markdown in one line."""

    number: int
    columns: tuple[int, ...]
    texts: tuple[str, ...]


class Drawn(NamedTuple):
    """A chart or diagram and the cells that it lies over, where it is tied to cells."""

    area: Area | None
    figure: Figure


class Note(NamedTuple):
    """A comment on a cell, and who wrote it."""

    row: int
    column: int
    author: str
    text: str


@dataclass(slots=True, kw_only=True)
class Sheet:
    """A sheet; `unseen` are texts that nobody sees who opens it, which `lines` do not hold."""

    name: str
    hidden: bool = False
    lines: list[Line] = field(default_factory=list)
    merged: list[Area] = field(default_factory=list)
    tables: list[Area] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    boxes: list[Note] = field(default_factory=list)  # text boxes, at the cells that they begin in
    figures: list[Drawn] = field(default_factory=list)
    hidden_rows: list[int] = field(default_factory=list)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    formula_count: int = 0
    without_value: int = 0  # formulas whose result the file does not keep
    unseen: list[str] = field(default_factory=list)
    cut: str = ""  # why cells after the last line were not read


class Budget:
    """How many cells, and how much text in them, may still be read."""

    def __init__(self, cells: int) -> None:
        self._cells = cells
        self._letters = MOST_LETTERS
        self._most = cells
        self.spent = ""

    def take(self, cells: int, texts: Iterable[str] = ()) -> bool:
        """Use some up; False where there are no more, and then `spent` says of what."""
        self._cells -= cells
        self._letters -= sum(map(len, texts))
        if self._cells < 0:
            self.spent = f"only the first {self._most:,} cells were read"
        elif self._letters < 0:
            self.spent = f"only the first {MOST_LETTERS >> 20} million letters were read"
        return not self.spent


def cover(lines: list[Line], merged: Iterable[Area]) -> list[Line]:
    """The lines with a mark in each cell that a merged one lies over, so that it parts no table."""
    marks: dict[int, set[int]] = {}
    left = _MOST_COVERED
    for area in merged:
        left -= (area.bottom - area.top + 1) * (area.right - area.left + 1)
        if left < 0 or not _has_text(lines, area.top, area.left):
            continue
        for row in range(area.top, area.bottom + 1):
            marks.setdefault(row, set()).update(range(area.left, area.right + 1))
    if not marks:
        return lines
    known = {line.number: line for line in lines}
    for row, columns in marks.items():
        known[row] = _marked(known.get(row, Line(row, (), ())), columns)
    return [known[number] for number in sorted(known)]


def _has_text(lines: Sequence[Line], row: int, column: int) -> bool:
    at = bisect_left(lines, row, key=lambda line: line.number)
    return at < len(lines) and lines[at].number == row and column in lines[at].columns


def _marked(line: Line, columns: Iterable[int]) -> Line:
    cells = dict.fromkeys(columns, COVERED) | dict(zip(line.columns, line.texts, strict=True))
    order = tuple(sorted(cells))
    return Line(line.number, order, tuple(cells[column] for column in order))


def within(lines: Iterable[Line], columns: range) -> Iterator[Line]:
    """The lines with no other columns than these, those that keep none left out."""
    for line in lines:
        if line.columns[0] in columns and line.columns[-1] in columns:
            yield line
            continue
        start = bisect_left(line.columns, columns.start)
        stop = bisect_left(line.columns, columns.stop)
        if start < stop:
            yield Line(line.number, line.columns[start:stop], line.texts[start:stop])


def in_line(text: str) -> str:
    """What a cell shows as Markdown in one line."""
    if text.isascii() and text.isprintable() and not _MARKUP.search(text):
        return text.strip() if "  " not in text else " ".join(text.split())
    return inline(text)


@lru_cache(maxsize=32_768)
def letters(column: int) -> str:
    """The name of a column that counts from 0: A, Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@lru_cache(maxsize=32_768)
def column_of(name: str) -> int:
    """The column of a name, counted from 0; -1 for none."""
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def area_of(reference: str) -> Area | None:
    """The cells of a reference such as `B2:D9`; None for what is none."""
    found = [_CELL.fullmatch(end) for end in reference.split(":")]
    if not found or len(found) > 2 or None in found:  # noqa: PLR2004 - two corners
        return None
    ends = [(int(end[2]) - 1, column_of(end[1])) for end in found if end]
    (top, left), (bottom, right) = ends[0], ends[-1]
    return Area(top, left, bottom, right) if top <= bottom and left <= right else None


def range_of(area: Area) -> str:
    """The area in A1 notation."""
    start = f"{letters(area.left)}{area.top + 1}"
    end = f"{letters(area.right)}{area.bottom + 1}"
    return start if start == end else f"{start}:{end}"
