"""How the cells of an .xlsb workbook look, and what stands beside them ([MS-XLSB] 2.1.4)."""

import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from okf_server.extract.limits import MOST_CELLS
from okf_server.extract.opc import DAMAGED, Package
from okf_server.extract.raised import in_runs
from okf_server.extract.sheets_drawings import add_drawings
from okf_server.extract.sheets_format import BUILT_IN
from okf_server.extract.sheets_grid import Area, Note, Sheet, range_of
from okf_server.extract.sheets_looks import error_of
from okf_server.extract.sheets_styles import Style, style_of
from okf_server.extract.sheets_tokens import written

_ROW, _LAST_CELL = 0, 11
_ERRORS = (3, 11)  # as a value, and as the result of a formula
_FORMAT, _LOOK, _BEGIN_LOOKS, _END_LOOKS = 44, 47, 617, 618
_SHEET, _COLUMN, _MERGE = 156, 60, 176
_COMMENT, _COMMENT_TEXT = 635, 637
_FONT, _STRING, _SHARED_STRING, _RICH_STRING = 43, 19, 7, 62
_FORMULAS = (8, 9, 10, 11)
_MOST_FORMULAS = 20  # that are kept to be shown
_HIDDEN_ROW = 0x10

Record = tuple[int, bytes]


class XlsbPage:
    """The looks of one sheet; `strings` are those that are raised in parts, by their numbers."""

    def __init__(self, styles: list[Style], strings: Mapping[int, str]) -> None:
        self._known = styles
        self._strings = strings
        self._cells: dict[tuple[int, int], int] = {}
        self._raised: dict[tuple[int, int], str] = {}
        self._left_out: dict[int, dict[int, str]] = {}
        self.sheet = Sheet(name="")

    def style(self, row: int, column: int) -> Style | None:
        """How a cell shows its value; None where that is not known."""
        at = self._cells.get((row, column), -1)
        return self._known[at] if 0 <= at < len(self._known) else None

    def text(self, row: int, column: int, text: str) -> str:
        """What a cell says, as raised or lowered where its letters are."""
        return self._raised.get((row, column), text)

    def left_out(self, row: int) -> dict[int, str]:
        """The errors and rich texts that cells of a row show, by their columns; calamine leaves them out."""
        return self._left_out.get(row, {})

    def describe(self, sheet: Sheet) -> None:
        """Tell a sheet its notes, its merged cells and what is hidden in it."""
        sheet.notes, sheet.merged = self.sheet.notes, self.sheet.merged
        sheet.boxes, sheet.figures = self.sheet.boxes, self.sheet.figures
        sheet.unseen += self.sheet.unseen
        sheet.formulas, sheet.formula_count = self.sheet.formulas, self.sheet.formula_count
        sheet.hidden_rows, sheet.hidden_columns = self.sheet.hidden_rows, self.sheet.hidden_columns

    def read(self, records: Iterator[Record]) -> None:
        """Learn from the records of the sheet."""
        row = 0
        for kind, data in records:
            if kind == _ROW and len(data) >= 12:  # noqa: PLR2004 - up to its flags
                row = int.from_bytes(data[:4], "little")
                if data[11] & _HIDDEN_ROW:
                    self.sheet.hidden_rows.append(row)
            elif kind <= _LAST_CELL or kind == _RICH_STRING:
                self._read_cell(kind, data, row)
            elif kind == _COLUMN and len(data) >= 18 and data[16] & 1:  # noqa: PLR2004 - up to its flags
                self.sheet.hidden_columns.append(struct.unpack_from("<2I", data))
            elif kind == _MERGE and len(data) >= 16:  # noqa: PLR2004 - four numbers
                top, bottom, left, right = struct.unpack_from("<4I", data)
                self.sheet.merged.append(Area(top, left, bottom, right))

    def _read_cell(self, kind: int, data: bytes, row: int) -> None:
        if len(data) <= 8 or len(self._cells) >= MOST_CELLS:  # noqa: PLR2004 - column and style
            return
        column, style = struct.unpack_from("<II", data)
        self._cells[row, column] = style & 0xFFFFFF
        if kind in _ERRORS:
            self._left_out.setdefault(row, {})[column] = error_of(data[8])
        elif kind == _RICH_STRING:
            self._left_out.setdefault(row, {})[column] = _text(data, 9)
        elif kind == _SHARED_STRING:
            raised = self._strings.get(int.from_bytes(data[8:12], "little"))
            if raised:
                self._raised[row, column] = raised
        if kind in _FORMULAS:
            self._read_formula(kind, data, Area(row, column, row, column))

    def _read_formula(self, kind: int, data: bytes, cell: Area) -> None:
        """A formula stands behind its value, which is a text, a number, or takes one byte."""
        self.sheet.formula_count += 1
        if len(self.sheet.formulas) >= _MOST_FORMULAS:
            return
        value = {8: 4 + 2 * int.from_bytes(data[8:12], "little"), 9: 8}.get(kind, 1)
        tokens = data[10 + value :]
        text = written(tokens[4 : 4 + int.from_bytes(tokens[:4], "little")])
        if text:
            self.sheet.formulas.append(f"{range_of(cell)} = {text}")

    def read_notes(self, records: Iterator[Record]) -> None:
        """Learn from the records of the comments on the sheet."""
        place = (0, 0)
        for kind, data in records:
            if kind == _COMMENT and len(data) >= 20:  # noqa: PLR2004 - author and place
                place = (int.from_bytes(data[4:8], "little"), int.from_bytes(data[12:16], "little"))
            elif kind == _COMMENT_TEXT:
                text = _text(data, 1).strip()
                self.sheet.notes += [Note(*place, "", text)] if text else []


class XlsbBook:
    """The looks of all sheets of a workbook."""

    def __init__(self, pages: dict[str, XlsbPage]) -> None:
        self._pages = pages

    def page(self, name: str) -> XlsbPage:
        """The looks of a sheet; of one that is not known there are none."""
        return self._pages.get(name, XlsbPage([], {}))


def open_xlsb(path: Path) -> XlsbBook:
    """The workbook's looks; those that cannot be read are left out."""
    try:
        with Package(path) as package:
            return XlsbBook(dict(_pages(package)))
    except (zipfile.BadZipFile, *DAMAGED):
        return XlsbBook({})


def _pages(package: Package) -> Iterator[tuple[str, XlsbPage]]:
    workbook = package.first("", "officeDocument") or "xl/workbook.bin"
    relations = {r.id: r for r in package.relations(workbook)}
    parts = {relation.kind: relation.part for relation in relations.values()}
    styles = list(_styles(_records(package, parts.get("styles", ""))))
    fonts = list(_fonts(_records(package, parts.get("styles", ""))))
    strings = dict(_raised(_records(package, parts.get("sharedStrings", "")), fonts))
    for kind, data in _records(package, workbook):
        if kind != _SHEET:
            continue
        relation = _text(data, 8)
        name = _text(data, 12 + 2 * len(relation))
        page = XlsbPage(styles, strings)
        target = relations[relation].part if relation in relations else ""
        page.read(_records(package, target))
        add_drawings(page.sheet, target, package)
        for found in package.relations(target):
            if found.kind == "comments":
                page.read_notes(_records(package, found.part))
        yield name, page


def _styles(records: Iterator[Record]) -> Iterator[Style]:
    codes = dict(BUILT_IN)
    looks = False
    for kind, data in records:
        if kind in (_BEGIN_LOOKS, _END_LOOKS):
            looks = kind == _BEGIN_LOOKS
        elif kind == _FORMAT:
            codes[int.from_bytes(data[:2], "little")] = _text(data, 2)
        elif kind == _LOOK and looks:
            code = codes.get(int.from_bytes(data[2:4], "little"), "General")
            yield style_of(code, from_1904=False)


def _fonts(records: Iterator[Record]) -> Iterator[int]:
    """Where the text of each font stands: 1 above the line, 2 below it."""
    return (int.from_bytes(data[6:8], "little") for kind, data in records if kind == _FONT)


def _raised(records: Iterator[Record], fonts: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The shared strings of which a part is raised, by their numbers."""
    strings = (data for kind, data in records if kind == _STRING)
    for number, data in enumerate(strings):
        if not data[:1] or not data[0] & 1:
            continue
        text = _text(data, 1)
        at = 5 + 2 * len(text)
        count = int.from_bytes(data[at : at + 4], "little")
        starts = struct.iter_unpack("<HH", data[at + 4 : at + 4 + 4 * count])
        runs = [(start, fonts[font] if font < len(fonts) else 0) for start, font in starts]
        if any(place for _, place in runs):
            yield number, in_runs(text, runs)


def _records(package: Package, part: str) -> Iterator[Record]:
    """The records of a part; numbers and lengths take seven bits of a byte each."""
    if not package.has(part):
        return
    with package.open(part) as file:
        data = file.read()
    at = 0
    while at < len(data):
        kind, at = _number(data, at, 2)
        length, at = _number(data, at, 4)
        yield kind, data[at : at + length]
        at += length


def _number(data: bytes, at: int, most: int) -> tuple[int, int]:
    number = 0
    for place in range(most):
        byte = data[at] if at < len(data) else 0
        at += 1
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:  # noqa: PLR2004 - the highest bit says that more follows
            break
    return number, at


def _text(data: bytes, at: int) -> str:
    length = int.from_bytes(data[at : at + 4], "little")
    return data[at + 4 : at + 4 + 2 * length].decode("utf-16-le", "replace")
