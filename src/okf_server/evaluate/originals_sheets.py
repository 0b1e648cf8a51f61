"""Read workbooks by sheet and cell range: openpyxl, xlrd and xlfmt, which the extractor uses none of for values."""

import zipfile
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from okf_server.evaluate.originals_parts import sheet_asides
from okf_server.evaluate.originals_values import Cell, iso, shown
from okf_server.evaluate.originals_xls import texts_over_cells
from okf_server.model.locator import Locator, SheetLocator

_HIDDEN = "(hidden sheet)"
_ERROR = 5  # of xlrd's kinds of cells
_TRUTH = 4
_DATE = 3


class SheetOriginal:
    """An .xlsx workbook, what its cells show; a sheet is read once."""

    exact = True

    def __init__(self, path: Path) -> None:
        import openpyxl  # noqa: PLC0415 - of the extra `evaluate`
        import xlfmt  # noqa: PLC0415 - of the extra `evaluate`

        self._format = xlfmt.format_value
        self._boundaries = openpyxl.utils.cell.range_boundaries
        file = BytesIO(path.read_bytes())  # openpyxl asks a path for its suffix; members have none
        self._workbook = openpyxl.load_workbook(file, read_only=True, data_only=True)
        self._sheets: dict[str, list[tuple[Cell, ...]]] = {}
        with zipfile.ZipFile(path) as package:
            self._asides = sheet_asides(package, self._format)

    def text_at(self, locator: Locator) -> str | None:
        """The sheet's name and the cells of the range, row by row; at a single cell what is noted on it."""
        if not isinstance(locator, SheetLocator) or locator.sheet not in self._workbook.sheetnames:
            return None
        if not locator.range:  # what lies on a sheet without regard to its cells, if that has any
            found = self._asides.get((locator.sheet, 0, 0), ())
            return "\n".join([self._name(locator.sheet), *found])
        left, top, right, bottom = self._boundaries(locator.range)
        rows = self._rows(locator.sheet)[top - 1 : bottom]
        cells = (self._shown(cell) for row in rows for cell in row[left - 1 : right])
        noted = [
            text
            for (sheet, row, column), texts in self._asides.items()
            if sheet == locator.sheet and top <= row <= bottom and left <= column <= right
            for text in texts
        ]
        return "\n".join([self._name(locator.sheet), *cells, *noted]) if rows or noted else None

    def close(self) -> None:
        """Close the file."""
        self._workbook.close()

    def _name(self, sheet: str) -> str:
        """A sheet's name, as its heading says it."""
        hidden = self._workbook[sheet].sheet_state != "visible"
        return f"{sheet} {_HIDDEN}" if hidden else sheet

    def _rows(self, name: str) -> list[tuple[Cell, ...]]:
        if name not in self._sheets:
            sheet = self._workbook[name]
            sheet.reset_dimensions()  # what a file says of its size may be wrong
            self._sheets[name] = [tuple(map(_of_openpyxl, row)) for row in sheet.iter_rows()]
        return self._sheets[name]

    def _shown(self, cell: Cell) -> str:
        return shown(cell, self._format)


class OldSheetOriginal:
    """An .xls workbook."""

    exact = True

    def __init__(self, path: Path) -> None:
        import openpyxl  # noqa: PLC0415 - of the extra `evaluate`
        import xlfmt  # noqa: PLC0415 - of the extra `evaluate`
        import xlrd  # noqa: PLC0415 - of the extra `evaluate`

        self._format = xlfmt.format_value
        self._boundaries = openpyxl.utils.cell.range_boundaries
        self._book = xlrd.open_workbook(
            str(path),
            logfile=StringIO(),
            formatting_info=True,  # it prints otherwise
        )
        self._errors = xlrd.error_text_from_code
        self._over = dict(zip(self._book.sheet_names(), texts_over_cells(path), strict=False))

    def text_at(self, locator: Locator) -> str | None:
        """The sheet's name, the cells of the range row by row and the notes on them."""
        if not isinstance(locator, SheetLocator) or locator.sheet not in self._book.sheet_names():
            return None
        sheet = self._book.sheet_by_name(locator.sheet)
        name = f"{locator.sheet} {_HIDDEN}" if sheet.visibility else locator.sheet
        over = self._over.get(locator.sheet, [])
        if not locator.range:
            return "\n".join([name, *(text for row, _, text in over if row < 0)])
        left, top, right, bottom = self._boundaries(locator.range)
        cells = [
            self._shown(sheet, row, column)
            for row in range(top - 1, min(bottom, sheet.nrows))
            for column in range(left - 1, min(right, sheet.ncols))
        ]
        notes = [
            note.text
            for (row, column), note in sheet.cell_note_map.items()
            if top <= row + 1 <= bottom and left <= column + 1 <= right
        ]
        notes += [
            text
            for row, column, text in over
            if top <= row + 1 <= bottom and left <= column + 1 <= right
        ]
        return "\n".join([name, *cells, *notes]) if cells or notes else None

    def close(self) -> None:
        """Let go of the file."""
        self._book.release_resources()

    def _shown(self, sheet: Any, row: int, column: int) -> str:
        kind, value = sheet.cell_type(row, column), sheet.cell_value(row, column)
        if kind == _ERROR:
            return str(self._errors[value])
        if kind == _TRUTH:
            return "TRUE" if value else "FALSE"
        look = self._book.xf_list[sheet.cell_xf_index(row, column)]
        code = self._book.format_map[look.format_key].format_str or "General"
        moment = [self._moment(value)] if kind == _DATE else []
        return "\n".join([shown((value, code), self._format), *moment])

    def _moment(self, value: float) -> str:
        days = timedelta(days=value)
        start = datetime(1904, 1, 1) if self._book.datemode else datetime(1899, 12, 30)  # noqa: DTZ001 - sheets know no zones
        return iso(start + days)


def _of_openpyxl(cell: Any) -> Cell:
    return cell.value, str(getattr(cell, "number_format", None) or "General")
