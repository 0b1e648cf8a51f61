"""How the cells of an .xls workbook look, and what stands beside them, as xlrd reads it.

A workbook that xlrd cannot open has no looks; its values are shown plainly, dates and times in ISO 8601.
"""

import os
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from okf_server.extract.raised import in_runs
from okf_server.extract.sheets_format import shown_text
from okf_server.extract.sheets_grid import Area, Note, Sheet, range_of
from okf_server.extract.sheets_styles import PLAIN, Style, style_of
from okf_server.extract.sheets_xls import Asides, Formula, read_asides

_ERRORS = {
    0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!",
    0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A",
}  # fmt: skip
_ERROR = 5  # the kind of a cell in xlrd
_DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001 - sheets know no zones
_DAY = timedelta(days=1)
_LEAP = 60  # before that day Excel counts one less
_VAST = 2_000_000
_TINY = 20  # twentieths of a point
_WHITE = (9, 65)  # numbers of colours: white, and the window's ground
_ONE_CELL = re.compile(
    r"(?<!:)(\$?[A-Z]{1,3}\$?\d+):\1(?![\d:])"
)  # as xlrd writes those of other sheets
_BLANK = 0  # a pattern that fills nothing


class Page:
    """The looks of one sheet; of none where nothing is known of them."""

    def __init__(
        self, sheet: Any = None, styles: Sequence[Style] = (), asides: Asides | None = None
    ) -> None:
        self._sheet = sheet
        self._styles = styles
        self._asides = asides or Asides()

    def style(self, row: int, column: int) -> Style | None:
        """How a cell shows its value; None where that is not known."""
        if self._sheet is None or row >= self._sheet.nrows or column >= self._sheet.row_len(row):
            return None
        at: int = self._sheet.cell_xf_index(row, column)
        return self._styles[at]

    def left_out(self, row: int) -> dict[int, str]:
        """The errors that cells of a row show, by their columns; calamine leaves them out."""
        if self._sheet is None or row >= self._sheet.nrows:
            return {}
        kinds, values = self._sheet.row_types(row), self._sheet.row_values(row)
        return {n: error_of(values[n]) for n, kind in enumerate(kinds) if kind == _ERROR}

    def text(self, row: int, column: int, text: str) -> str:
        """What a cell says, as raised or lowered where its letters are."""
        runs = self._sheet and self._sheet.rich_text_runlist_map.get((row, column))
        if not runs:
            return text
        fonts = self._sheet.book.font_list
        return in_runs(text, [(at, fonts[n].escapement if n < len(fonts) else 0) for at, n in runs])

    def describe(self, sheet: Sheet) -> None:
        """Tell a sheet its notes, what lies over its cells, its formulas and what is hidden in it."""
        sheet.boxes, sheet.figures = self._asides.boxes, self._asides.figures
        sheet.formula_count, sheet.unseen = self._asides.formula_count, [*self._asides.unseen]
        if self._sheet is None:
            return
        written = ((f, _formula(self._sheet.book, f)) for f in self._asides.formulas)
        sheet.formulas = [
            f"{range_of(Area(f.row, f.column, f.row, f.column))} = {text}"
            for f, text in written
            if text
        ]
        notes = sorted(self._sheet.cell_note_map.items())
        sheet.notes = [
            Note(row, column, "", note.text.strip())
            for (row, column), note in notes
            if note.text.strip()
        ]
        sheet.hidden_rows = sorted(r for r, i in self._sheet.rowinfo_map.items() if i.hidden)
        columns = sorted(c for c, i in self._sheet.colinfo_map.items() if i.hidden)
        sheet.hidden_columns = [(column, column) for column in columns]


class Book:
    """An .xls workbook as xlrd has it."""

    def __init__(self, book: Any, asides: Mapping[str, Asides]) -> None:
        self._book = book
        self._asides = asides
        self._styles = [_style(book, look, from_1904=False) for look in book.xf_list]

    def page(self, name: str) -> Page:
        """The looks of a sheet, for days from 1900; a sheet that xlrd cannot read has none."""
        try:
            return Page(self._book.sheet_by_name(name), self._styles, self._asides.get(name))
        except Exception:  # noqa: BLE001 - it fails in many ways on damaged files, which calamine reads
            return Page(asides=self._asides.get(name))

    def is_vast(self) -> bool:
        """Whether a sheet of it spans more cells than calamine, which keeps them all, has memory for."""
        try:
            return any(sheet.nrows * sheet.ncols > _VAST for sheet in self._book.sheets())
        except Exception:  # noqa: BLE001 - as above
            return False

    def sheets(self) -> Iterator[tuple[Sheet, Page, Iterator[list[object]]]]:
        """The sheets, their looks and the values of their rows, for what calamine cannot read."""
        from_1904 = bool(self._book.datemode)
        styles = [_style(self._book, look, from_1904=from_1904) for look in self._book.xf_list]
        for sheet in self._read():
            merged = [
                Area(top, left, bottom - 1, right - 1)
                for top, bottom, left, right in sheet.merged_cells
            ]
            found = Sheet(name=sheet.name, hidden=sheet.visibility > 0, merged=merged)
            rows = (list(map(_value, sheet.row(n))) for n in range(sheet.nrows))
            yield found, Page(sheet, styles, self._asides.get(sheet.name)), rows

    def _read(self) -> list[Any]:
        try:
            return list(self._book.sheets())
        except struct.error as error:
            raise ValueError(f"damaged: {error}") from error


def open_book(path: Path) -> Book | None:
    """The workbook; None where xlrd is missing or cannot read it. Raises PermissionError for an encrypted one."""
    try:
        import xlrd  # noqa: PLC0415 - not in a core installation

        with Path(os.devnull).open("w", encoding="utf-8") as log:
            options = {"formatting_info": True, "on_demand": True, "ragged_rows": True}
            book = xlrd.open_workbook(str(path), logfile=log, **options)
            return Book(book, _asides(path, book))
    except Exception as error:  # it fails in many ways on damaged files, which calamine reads
        if "encrypted" in str(error):
            raise PermissionError(str(error)) from error
        return None


def _asides(path: Path, book: Any) -> Mapping[str, Asides]:
    try:
        return read_asides(path, [font.escapement for font in book.font_list])
    except (OSError, ValueError, struct.error):
        return {}


def _formula(book: Any, formula: Formula) -> str:
    """A formula as people write it; empty where xlrd cannot tell."""
    from xlrd import formula as xlrd  # noqa: PLC0415 - not in a core installation

    tokens = formula.tokens
    kind = xlrd.FMLA_TYPE_SHARED if formula.shared else xlrd.FMLA_TYPE_CELL
    try:
        text = xlrd.decompile_formula(book, tokens, len(tokens), kind, formula.row, formula.column)
        return _ONE_CELL.sub(r"\1", text)
    except Exception:  # noqa: BLE001 - it fails in many ways on tokens that it does not know
        return ""


def error_of(code: int) -> str:
    """The error of a number, as a cell shows it."""
    return _ERRORS.get(code, "#N/A")


def _value(cell: Any) -> object:
    match cell.ctype:
        case 4:
            return bool(cell.value)
        case 5:
            return error_of(cell.value)
        case 0 | 6:
            return ""
        case _:
            return cell.value


def shown(value: object, style: Style | None) -> str:
    """A cell's value as its sheet shows it; without a style dates and times in ISO 8601."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case str():
            text = " ".join(value.split())
            return shown_text(style.text, text) if style and style.text else text
        case int() | float():
            return (style or PLAIN).show(repr(value))
        case datetime() | date() | time() | timedelta():
            return style.show(_serial(value)) if style else _iso(value)
        case _:
            return str(value).strip()


def _serial(value: date | time | timedelta) -> str:
    """The number of days that a workbook holds for a moment."""
    if isinstance(value, timedelta):
        return repr(value / _DAY)
    if isinstance(value, time):
        value = datetime.combine(_DAY_ZERO, value)
    elif not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)  # noqa: DTZ001 - sheets know no zones
    days = (value - _DAY_ZERO) / _DAY
    return repr(days - 1 if 1 <= days <= _LEAP else days)


def _iso(value: date | time | timedelta) -> str:
    if isinstance(value, timedelta):
        minutes, seconds = divmod(int(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ")
    return value.isoformat()


def _style(book: Any, look: Any, *, from_1904: bool) -> Style:
    code = book.format_map[look.format_key].format_str if look.format_key in book.format_map else ""
    font = book.font_list[look.font_index]
    ground = look.background
    white = font.colour_index in _WHITE and ground.fill_pattern == _BLANK
    return style_of(code, from_1904=from_1904, unseen=white or 0 < font.height <= _TINY)
