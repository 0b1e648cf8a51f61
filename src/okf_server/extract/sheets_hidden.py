"""Keep apart what stands in hidden rows and columns of a sheet."""

from collections.abc import Iterator

from okf_server.extract.sheets_grid import COVERED, Area, Line, Note, Sheet

_MOST_ROWS = 1000  # that are kept for the reviewer


class _Hidden:
    """The rows and columns of a sheet that nobody sees."""

    def __init__(self, sheet: Sheet) -> None:
        self._rows = frozenset(sheet.hidden_rows)
        self._columns = sheet.hidden_columns
        self._reaching = {
            (area.top, area.left) for area in sheet.merged if self._holds(area.top, area.left)
        } - {(area.top, area.left) for area in sheet.merged if self._covers(area)}

    def holds(self, row: int, column: int) -> bool:
        """Whether nobody sees a cell; a merged one is seen as long as any part of it is."""
        return self._holds(row, column) and (row, column) not in self._reaching

    def _holds(self, row: int, column: int) -> bool:
        return row in self._rows or self._width(column, column)

    def _covers(self, area: Area) -> bool:
        rows = range(area.top, area.bottom + 1)
        return self._width(area.left, area.right) or all(row in self._rows for row in rows)

    def _width(self, left: int, right: int) -> bool:
        return any(first <= left and right <= last for first, last in self._columns)


def take_out_hidden(sheet: Sheet) -> None:
    """Move what hidden rows and columns say to what is unseen, and leave marks that part no table."""
    if not (sheet.hidden_rows or sheet.hidden_columns):
        return
    hidden = _Hidden(sheet)
    sheet.lines = [_without(line, hidden, sheet.unseen) for line in sheet.lines]
    sheet.notes = list(_seen(sheet.notes, hidden, sheet.unseen))
    sheet.boxes = list(_seen(sheet.boxes, hidden, sheet.unseen))


def _without(line: Line, hidden: _Hidden, unseen: list[str]) -> Line:
    gone = {column for column in line.columns if hidden.holds(line.number, column)}
    if not gone:
        return line
    cells = list(zip(line.columns, line.texts, strict=True))
    if len(unseen) < _MOST_ROWS:
        unseen.append(" | ".join(text for column, text in cells if column in gone))
    texts = tuple(COVERED if column in gone else text for column, text in cells)
    return Line(line.number, line.columns, texts)


def _seen(notes: list[Note], hidden: _Hidden, unseen: list[str]) -> Iterator[Note]:
    for note in notes:
        if hidden.holds(note.row, note.column):
            unseen.append(note.text)
        else:
            yield note
