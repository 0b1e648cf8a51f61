"""Lay the rows of an RTF table out in columns: the file tells where each cell ends, and which ones go on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from okf_server.extract.table_heads import ABOVE, LEFT, with_one_header

_NEAR = 60  # twips by which the ends of cells of one column may differ
_MARKS = {"clmrg": LEFT, "clvmrg": ABOVE}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """What the cells of a row say, where each ends, and which are a part of another; `head` is repeated on pages."""

    texts: tuple[str, ...]
    ends: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    head: bool = False


@dataclass(slots=True)
class RowShape:
    """What the words of a row's definition said so far; it holds until the next one begins."""

    ends: list[int] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    mark: str = ""
    head: bool = False

    def take(self, word: str, value: int | None) -> bool:
        """Take a word of a definition; False where it is none."""
        match word:
            case "trowd":
                self.ends, self.marks, self.mark, self.head = [], [], "", False
            case "trhdr":
                self.head = True
            case "clmrg" | "clvmrg":
                self.mark = _MARKS[word]
            case "cellx":
                self.ends.append(value or 0)
                self.marks.append(self.mark)
                self.mark = ""
            case _:
                return False
        return True

    def row(self, texts: Sequence[str]) -> TableRow:
        """A row of this shape; without it where its cells are not those of the definition."""
        if len(texts) != len(self.ends):
            return TableRow(texts=tuple(texts), head=self.head)
        marks = tuple("" if text else mark for text, mark in zip(texts, self.marks, strict=True))
        return TableRow(texts=tuple(texts), ends=tuple(self.ends), marks=marks, head=self.head)


def laid_out(rows: Sequence[TableRow]) -> list[list[str]]:
    """The rows in the columns of the one that has most, with one header."""
    columns = max((row.ends for row in rows), key=len, default=())
    declared = sum(1 for _ in takewhile(lambda row: row.head, rows))
    return with_one_header([_in_columns(row, columns) for row in rows], declared=declared)


def _in_columns(row: TableRow, columns: Sequence[int]) -> list[str]:
    """The cells with a mark in each column that one spans, where all of them end with columns."""
    marks = row.marks or [""] * len(row.texts)
    cells = [mark or text for mark, text in zip(marks, row.texts, strict=True)]
    if not row.ends or len(row.ends) == len(columns):
        return cells
    places = [[n for n, end in enumerate(columns) if abs(end - own) <= _NEAR] for own in row.ends]
    last = [found[0] for found in places if found]
    if len(last) != len(row.ends) or last != sorted(set(last)):
        return cells
    spread: list[str] = []
    for cell, end in zip(cells, last, strict=True):
        beside = ABOVE if cell == ABOVE else LEFT
        spread += [cell, *[beside] * (end - len(spread))]
    return spread
