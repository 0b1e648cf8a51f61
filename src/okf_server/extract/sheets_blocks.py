"""Make blocks of a sheet: its name, the tables that lie apart in it, the notes on its cells."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.regions import Region, regions
from okf_server.extract.sheets_grid import COVERED, Area, Drawn, Line, Note, Sheet, cover, range_of
from okf_server.extract.table_heads import ABOVE, LEFT, heads, joined
from okf_server.model.document import BlockKind
from okf_server.model.locator import SheetLocator

_HEADING_LEVEL = 2  # sheets are siblings below the workbook, which is named by its file
_MOST_HEADS = 4  # rows of a header
_HIDDEN = " (hidden sheet)"


def blocks_of(sheet: Sheet) -> Iterator[Block]:
    """The blocks; nothing for a sheet without text."""
    found = list(_with_text(regions(cover(sheet.lines, sheet.merged), sheet.tables)))
    sheet.lines = []  # the regions hold them now
    place = _first_place(sheet, found)
    if place is None:
        return
    name = markup.inline(sheet.name) + (_HIDDEN if sheet.hidden else "")
    yield Block(kind=BlockKind.HEADING, locator=place, text=name, level=_HEADING_LEVEL)
    while found:
        yield from _region(sheet, found.pop(0))
    for drawn in sheet.figures:
        yield from _figure(sheet, drawn)
    for box in sheet.boxes:
        yield _aside(sheet, box, BlockKind.PARAGRAPH)
    for note in sheet.notes:
        yield _aside(sheet, note, BlockKind.NOTE)


def _with_text(found: list[Region]) -> Iterator[Region]:
    """The regions with no lines but those that say something."""
    for region in found:
        lines = [line for line in region.lines if any(text != COVERED for text in line.texts)]
        if lines:
            yield region if len(lines) == len(region.lines) else replace(region, lines=lines)


def _aside(sheet: Sheet, note: Note, kind: BlockKind) -> Block:
    cell = range_of(Area(note.row, note.column, note.row, note.column))
    text = f"{note.author}: {note.text}" if note.author else note.text
    place = SheetLocator(sheet=sheet.name, range=cell)
    return Block(kind=kind, locator=place, text=markup.plain(text))


def _figure(sheet: Sheet, drawn: Drawn) -> Iterator[Block]:
    """A chart's titles and the tables of its data, or the texts of a diagram."""
    place = _place(sheet, drawn)
    for title in drawn.figure.titles:
        yield Block(kind=BlockKind.CAPTION, locator=place, text=markup.plain(title))
    for table in drawn.figure.tables:
        rows = (Row(cells=tuple(map(markup.inline, cells)), locator=place) for cells in table)
        yield Block(kind=BlockKind.TABLE, locator=place, rows=tuple(rows))
    for depth, text in drawn.figure.items:
        yield Block(kind=BlockKind.LIST, locator=place, text=markup.inline(text), level=depth)


def _first_place(sheet: Sheet, found: list[Region]) -> SheetLocator | None:
    """Where a sheet begins: its name stands at all of its places."""
    if found:
        return SheetLocator(sheet=sheet.name, range=found[0].range_of(0, 0))
    if sheet.figures:
        return _place(sheet, sheet.figures[0])
    if sheet.boxes or sheet.notes:
        row, column = [*sheet.boxes, *sheet.notes][0][:2]
        return SheetLocator(sheet=sheet.name, range=range_of(Area(row, column, row, column)))
    return None


def _place(sheet: Sheet, drawn: Drawn) -> SheetLocator:
    cells = "" if drawn.area is None else range_of(drawn.area)
    return SheetLocator(sheet=sheet.name, range=cells)


def _region(sheet: Sheet, region: Region) -> Iterator[Block]:
    """A region's titles, which are rows of one cell above the others, and its table."""
    titles = 0 if region.declared else _titles(region)
    for number in range(titles):
        text = "".join(text for text in region.lines[number].texts if text != COVERED)
        place = SheetLocator(sheet=sheet.name, range=region.range_of(number, number))
        yield Block(kind=BlockKind.PARAGRAPH, locator=place, text=markup.starts(text))
    if titles < len(region.lines):
        yield _table(sheet, region, titles)


def _titles(region: Region) -> int:
    count = 0
    for line in region.lines:
        if sum(text != COVERED for text in line.texts) != 1:
            break
        count += 1
    return count


def _table(sheet: Sheet, region: Region, first: int) -> Block:
    used = tuple(sorted(_used(region.lines[first:])))
    header, count = _header(sheet, region, first, used)
    place = SheetLocator(sheet=sheet.name, range=region.range_of(first, first + count - 1))
    rows = (
        Row(
            cells=_cells(region.lines[number], used),
            locator=SheetLocator(sheet=sheet.name, range=region.range_of(number, number)),
        )
        for number in range(first + count, len(region.lines))
    )
    whole = SheetLocator(sheet=sheet.name, range=region.range_of(first, len(region.lines) - 1))
    made = (Row(cells=header, locator=place), *rows)
    return Block(kind=BlockKind.TABLE, locator=whole, rows=made)


def _header(
    sheet: Sheet, region: Region, first: int, used: tuple[int, ...]
) -> tuple[tuple[str, ...], int]:
    """The names of the columns, and how many rows say them."""
    lines = region.lines[first : first + _MOST_HEADS + 1]
    if region.declared or not any(COVERED in line.texts for line in lines[:1]):
        return _cells(lines[0], used), 1
    marked = [_marked(line, used, sheet.merged) for line in lines]
    count = heads(marked)
    return tuple(joined(marked[:count])), count


def _marked(line: Line, used: tuple[int, ...], merged: Sequence[Area]) -> list[str]:
    """The cells of a line, with marks in those that others span."""
    cells = dict(zip(used, _cells(line, used), strict=True))
    for area in merged:
        if area.top <= line.number <= area.bottom:
            mark = LEFT if line.number == area.top else ABOVE
            spanned = range(area.left + (mark == LEFT), area.right + 1)
            cells |= {column: mark for column in used if column in spanned}
    return list(cells.values())


def _used(lines: Sequence[Line]) -> set[int]:
    """The columns that have text and no mark alone."""
    plain = {line.columns for line in lines if COVERED not in line.texts}
    used = {column for columns in plain for column in columns}
    for line in lines:
        if COVERED in line.texts:
            used.update(c for c, t in zip(line.columns, line.texts, strict=True) if t != COVERED)
    return used


def _cells(line: Line, used: tuple[int, ...]) -> tuple[str, ...]:
    texts = tuple("" if text == COVERED else text for text in line.texts)
    if line.columns == used:
        return line.texts if texts == line.texts else texts
    cells = dict(zip(line.columns, texts, strict=True))
    return tuple(cells.get(column, "") for column in used)
