"""How the cells of an .xls workbook look, and what stands beside them, as xlrd reads it.

A workbook that xlrd cannot open has no looks; its values are shown plainly, dates and times in ISO 8601.
"""

import os
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from okf_server.extract.sheets_digits import general
from okf_server.extract.sheets_format import shown_text
from okf_server.extract.sheets_grid import Note
from okf_server.extract.sheets_styles import PLAIN, Style, style_of

_DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001 - sheets know no zones
_DAY = timedelta(days=1)
_LEAP = 60  # before that day Excel counts one less
_TINY = 20  # twentieths of a point
_WHITE = (9, 65)  # numbers of colours: white, and the window's ground
_BLANK = 0  # a pattern that fills nothing


@dataclass(slots=True)
class Page:
    """The looks of one sheet."""

    styles: dict[tuple[int, int], int] = field(default_factory=dict)
    known: list[Style] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    hidden_rows: list[int] = field(default_factory=list)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)

    def style(self, row: int, column: int) -> Style | None:
        """How a cell shows its value; None where that is not known."""
        at = self.styles.get((row, column), -1)
        return self.known[at] if 0 <= at < len(self.known) else None


def looks_of(path: Path) -> dict[str, Page]:
    """The looks of each sheet by its name; none where xlrd is missing or fails."""
    try:
        import xlrd  # noqa: PLC0415 - not in a core installation

        with Path(os.devnull).open("w", encoding="utf-8") as log:
            book = xlrd.open_workbook(str(path), formatting_info=True, logfile=log)
            styles = [_style(book, look) for look in book.xf_list]
            return {sheet.name: _page(sheet, styles) for sheet in book.sheets()}
    except Exception:  # noqa: BLE001 - it fails in many ways on damaged files, which calamine reads
        return {}


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


def _style(book: Any, look: Any) -> Style:
    code = book.format_map[look.format_key].format_str if look.format_key in book.format_map else ""
    font = book.font_list[look.font_index]
    ground = look.background
    white = font.colour_index in _WHITE and ground.fill_pattern == _BLANK
    return style_of(code, from_1904=False, unseen=white or 0 < font.height <= _TINY)


def _page(sheet: Any, styles: list[Style]) -> Page:
    cells = {
        (row, column): sheet.cell_xf_index(row, column)
        for row in range(sheet.nrows)
        for column in range(sheet.row_len(row))
        if sheet.cell_type(row, column)
    }
    notes = [
        Note(row, column, "", note.text.strip())
        for (row, column), note in sorted(sheet.cell_note_map.items())
        if note.text.strip()
    ]
    columns = sorted(c for c, info in sheet.colinfo_map.items() if info.hidden)
    return Page(
        styles=cells,
        known=styles,
        notes=notes,
        hidden_rows=sorted(row for row, info in sheet.rowinfo_map.items() if info.hidden),
        hidden_columns=[(column, column) for column in columns],
    )
