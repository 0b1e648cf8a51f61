"""Read workbooks with openpyxl, by sheet and cell range."""

from datetime import datetime, time, timedelta
from pathlib import Path

from okf_server.model.locator import Locator, SheetLocator

_Row = tuple[object, ...]


class SheetOriginal:
    """A workbook, the values that its cells show; a sheet is read once."""

    exact = True

    def __init__(self, path: Path) -> None:
        import openpyxl  # noqa: PLC0415 - of the extra `evaluate`

        self._boundaries = openpyxl.utils.cell.range_boundaries
        self._workbook = openpyxl.load_workbook(path, read_only=True, data_only=True)
        self._sheets: dict[str, list[_Row]] = {}

    def text_at(self, locator: Locator) -> str | None:
        """The sheet's name and the cells of the range, row by row."""
        if not isinstance(locator, SheetLocator) or locator.sheet not in self._workbook.sheetnames:
            return None
        left, top, right, bottom = self._boundaries(locator.range)
        rows = self._rows(locator.sheet)[top - 1 : bottom]
        cells = (_shown(value) for row in rows for value in row[left - 1 : right])
        return "\n".join([locator.sheet, *cells]) if rows else None

    def close(self) -> None:
        """Close the file."""
        self._workbook.close()

    def _rows(self, name: str) -> list[_Row]:
        if name not in self._sheets:
            sheet = self._workbook[name]
            sheet.reset_dimensions()  # what a file says of its size may be wrong
            self._sheets[name] = list(sheet.iter_rows(values_only=True))
        return self._sheets[name]


def _shown(value: object) -> str:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else format(value, ".15g")
    if isinstance(value, datetime) and value.time() == time():
        return str(value.date())
    if isinstance(value, timedelta):
        seconds = int(value.total_seconds())
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return "" if value is None else str(value)
