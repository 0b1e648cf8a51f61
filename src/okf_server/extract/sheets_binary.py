"""Read .xls and .xlsb workbooks: values through python-calamine, the looks of .xls cells through xlrd."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.extract.sheets_grid import Area, Budget, Line, Sheet
from okf_server.extract.sheets_looks import Page, looks_of, shown


def read_binary(path: Path, budget: Budget) -> Iterator[Sheet]:
    """The sheets, one after the other; raises calamine's errors and OSError."""
    import python_calamine as calamine  # noqa: PLC0415 - not in a core installation

    with path.open("rb") as file:
        workbook = calamine.CalamineWorkbook.from_filelike(file)
        looks = looks_of(path)
        for known in workbook.sheets_metadata:
            if known.typ in (calamine.SheetTypeEnum.WorkSheet, calamine.SheetTypeEnum.MacroSheet):
                hidden = known.visible is not calamine.SheetVisibleEnum.Visible
                sheet = Sheet(name=known.name, hidden=hidden)
                found = workbook.get_sheet_by_name(known.name)
                _fill(sheet, found, looks.get(known.name, Page()), budget)
                yield sheet


def _fill(sheet: Sheet, found: Any, page: Page, budget: Budget) -> None:
    sheet.notes, sheet.hidden_rows = page.notes, page.hidden_rows
    sheet.hidden_columns = page.hidden_columns
    sheet.merged = [Area(*first, *last) for first, last in found.merged_cell_ranges or ()]
    if found.start is None:
        return
    # rows come from the top of the sheet, their cells from its first used column
    for number, values in enumerate(found.iter_rows()):
        if not budget.take(len(values)):
            sheet.cut = budget.spent
            return
        line = _line(sheet, number, enumerate(values, found.start[1]), page)
        if line.columns:
            sheet.lines.append(line)


def _line(sheet: Sheet, number: int, values: Any, page: Page) -> Line:
    columns: list[int] = []
    texts: list[str] = []
    for column, value in values:
        if value == "":
            continue
        style = page.style(number, column)
        text = shown(value, style)
        if style and style.unseen and text:
            sheet.unseen.append(text)
        elif text:
            columns.append(column)
            texts.append(text)
    return Line(number, tuple(columns), texts)
