"""Read Excel workbooks with python-calamine: each row with its sheet and cell range."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import compress
from pathlib import Path
from typing import Any

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.extract.refusals import ENCRYPTED, MISSING, unreadable
from okf_server.extract.regions import Region, regions
from okf_server.model.document import BlockKind, Extracted, Outcome
from okf_server.model.locator import SheetLocator

_HEADING_LEVEL = 2  # sheets are siblings below the workbook, which is named by its file
_COVERED = "\0"  # no cell holds it: XML cannot
_MOST_COVERED = 2**20
_EXACT = 10**15  # whole numbers below it are exact in a double


def extract(path: Path) -> Outcome:
    """The document of an .xlsx file: a heading for each sheet, below it the tables that lie apart in it.

    Hidden sheets are read as well and named in `details`. A merged cell's value stands once.
    """
    try:
        import python_calamine as calamine  # noqa: PLC0415 - not in a core installation
    except ImportError:
        return MISSING
    try:
        workbook = calamine.CalamineWorkbook.from_path(str(path))
        known = workbook.sheets_metadata
        sheets = [m.name for m in known if m.typ is calamine.SheetTypeEnum.WorkSheet]
        blocks = [block for name in sheets for block in _sheet(name, workbook)]
    except calamine.PasswordError:
        return ENCRYPTED
    except (calamine.CalamineError, OSError) as error:
        return unreadable(".xlsx", error)
    hidden = [m.name for m in known if m.visible is not calamine.SheetVisibleEnum.Visible]
    details = {"sheets": sheets} | ({"hidden_sheets": hidden} if hidden else {})
    return Extracted(document=compose(blocks, details=details))


def _sheet(name: str, workbook: Any) -> Iterator[Block]:
    sheet = workbook.get_sheet_by_name(name)
    if sheet.start is None:
        return
    # rows come from the top of the sheet, their cells from its first used column
    grid = [list(map(shown, row)) for row in sheet.iter_rows()]
    left = sheet.start[1]
    _cover(grid, sheet.merged_cell_ranges or (), left)
    for number, region in enumerate(map(_uncovered, regions(grid, top=0, left=left))):
        if number == 0:
            place = SheetLocator(sheet=name, range=region.range_of(0, 0))
            yield Block(
                kind=BlockKind.HEADING,
                locator=place,
                text=markup.inline(name),
                level=_HEADING_LEVEL,
            )
        yield from _region(name, region)


def _cover(grid: list[list[str]], merged: Iterable[Any], left: int) -> None:
    """Mark the cells that a merged one lies over, so that they part no region."""
    budget = _MOST_COVERED
    for (top, first), (bottom, last) in merged:
        rows = grid[top : bottom + 1]
        if not rows or first < left or not rows[0][first - left : first - left + 1] > [""]:
            continue
        for row in rows:
            for column in range(first - left, min(last - left + 1, len(row))):
                row[column] = row[column] or _COVERED
                budget -= 1
            if budget < 0:
                return


def _uncovered(region: Region) -> Region:
    rows = [["" if cell == _COVERED else cell for cell in row] for row in region.rows]
    return replace(region, rows=rows)


def _region(sheet: str, region: Region) -> Iterator[Block]:
    """A region's titles, which are rows of one cell above the others, and its table."""
    titles = 0
    for cells in region.rows:
        if sum(map(bool, cells)) != 1:
            break
        titles += 1
    rest = len(region.rows) - titles
    alone = titles if rest > 1 else len(region.rows)
    for number in range(alone):
        text = "; ".join(cell for cell in region.rows[number] if cell)
        place = SheetLocator(sheet=sheet, range=region.range_of(number, number))
        yield Block(kind=BlockKind.PARAGRAPH, locator=place, text=markup.plain(text))
    if rest > 1:
        yield _table(sheet, region, titles)


def _table(sheet: str, region: Region, first: int) -> Block:
    used = [any(column) for column in zip(*region.rows[first:], strict=True)]
    rows = tuple(
        Row(
            cells=tuple(map(markup.inline, compress(region.rows[number], used))),
            locator=SheetLocator(sheet=sheet, range=region.range_of(number, number)),
        )
        for number in range(first, len(region.rows))
    )
    whole = SheetLocator(sheet=sheet, range=region.range_of(first, len(region.rows) - 1))
    return Block(kind=BlockKind.TABLE, locator=whole, rows=rows)


def shown(value: object) -> str:
    """A cell's value as its sheet shows it, dates and times in ISO 8601."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return (
                str(int(value)) if value.is_integer() and abs(value) < _EXACT else f"{value:.15g}"
            )
        case date() | time():
            return _moment(value)
        case timedelta():
            return _duration(value)
        case _:
            return str(value).strip()


def _moment(value: date | time) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ")
    return value.isoformat()


def _duration(value: timedelta) -> str:
    minutes, seconds = divmod(int(value.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
