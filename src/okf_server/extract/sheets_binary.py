"""Read .xls and .xlsb workbooks: values through python-calamine, looks through xlrd and by our own scan.

An .xls file that calamine cannot read, or has no memory for, is read through xlrd alone.
"""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from okf_server.extract.sheets_grid import Area, Budget, Line, Sheet, in_line
from okf_server.extract.sheets_looks import Book, Page, open_book, shown
from okf_server.extract.sheets_xlsb import XlsbPage, open_xlsb

Rows = Iterable[list[object]]
Look = Page | XlsbPage


def read_binary(path: Path, budget: Budget) -> Iterator[Sheet]:
    """The sheets, one after the other; raises calamine's errors, ValueError and OSError."""
    import python_calamine as calamine  # noqa: PLC0415 - not in a core installation

    book = None if zipfile.is_zipfile(path) else open_book(path)
    if book is not None and book.is_vast():
        yield from _of_book(book, budget)
        return
    looks = book or open_xlsb(path)
    with path.open("rb") as file:
        try:
            workbook = _guarded(partial(calamine.CalamineWorkbook.from_filelike, file))
        except (calamine.CalamineError, ValueError):
            if book is None:
                raise
            yield from _of_book(book, budget)
            return
        for known in workbook.sheets_metadata:
            if known.typ in (calamine.SheetTypeEnum.WorkSheet, calamine.SheetTypeEnum.MacroSheet):
                hidden = known.visible is not calamine.SheetVisibleEnum.Visible
                found = _guarded(partial(workbook.get_sheet_by_name, known.name))
                merged = [Area(*first, *last) for first, last in found.merged_cell_ranges or ()]
                sheet = Sheet(name=known.name, hidden=hidden, merged=merged)
                page = looks.page(known.name)
                # rows come from the top of the sheet, their cells from its first used column
                left = found.start[1] if found.start else 0
                _fill(sheet, found.iter_rows() if found.start else (), page, budget, left=left)
                yield sheet


def _of_book(book: Book, budget: Budget) -> Iterator[Sheet]:
    for sheet, page, rows in book.sheets():
        _fill(sheet, rows, page, budget, left=0)
        yield sheet


def _guarded(read: Callable[[], Any]) -> Any:
    """What calamine reads; its panics, which are no Exception, as ValueError."""
    try:
        return read()
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise ValueError(f"damaged: {error}") from error
        raise


def _fill(sheet: Sheet, rows: Rows, page: Look, budget: Budget, *, left: int) -> None:
    page.describe(sheet)
    for number, values in enumerate(rows):
        cells = {column: value for column, value in enumerate(values, left) if value != ""}
        filled = sorted((page.left_out(number) | cells).items())
        line = _line(sheet, number, filled, page)
        if filled and not budget.take(len(filled), line.texts):
            sheet.cut = budget.spent
            return
        if line.columns:
            sheet.lines.append(line)


def _line(sheet: Sheet, number: int, values: Sequence[tuple[int, object]], page: Look) -> Line:
    columns: list[int] = []
    texts: list[str] = []
    for column, value in values:
        style = page.style(number, column)
        said = page.text(number, column, value) if isinstance(value, str) else value
        text = in_line(shown(said, style))
        if style and style.unseen and text:
            sheet.unseen.append(text)
        elif text:
            columns.append(column)
            texts.append(text)
    return Line(number, tuple(columns), tuple(texts))
