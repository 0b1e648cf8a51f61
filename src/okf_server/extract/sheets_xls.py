"""What lies over the cells of an .xls workbook, and its formulas ([MS-XLS] 2.4): xlrd tells neither."""

import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from okf_server.extract.figures import Figure
from okf_server.extract.raised import in_runs
from okf_server.extract.sheets_grid import Area, Drawn, Note

_STREAM = "Workbook"  # of Excel 97 and later
_SHEET, _BEGIN, _END, _ENCRYPTED, _MORE = 0x85, 0x809, 0x0A, 0x2F, 0x3C
_CONTAINER = 0xF
_SHAPE, _LOOK, _ANCHOR = 0xF004, 0xF00B, 0xF010
_VISIBILITY, _IS_HIDDEN = 0x3BF, 0x20002
_COMMENT = 0x19  # a kind of object, which xlrd reads
_LOST = "#REF!"  # what names a series whose cells are gone
_MOST_FORMULAS = 20  # that are kept to be shown

Cell = tuple[int, int]


class Formula(NamedTuple):
    """The tokens of a formula, and its cell; `shared` by several cells, which they are relative to."""

    row: int
    column: int
    tokens: bytes
    shared: bool = False


class Asides:
    """What a sheet has besides its cells; `formulas` are the first of `formula_count`."""

    def __init__(self) -> None:
        self.boxes: list[Note] = []
        self.figures: list[Drawn] = []
        self.unseen: list[str] = []
        self.formulas: list[Formula] = []
        self.formula_count = 0


def read_asides(path: Path, fonts: Sequence[int]) -> dict[str, Asides]:
    """The asides of each sheet by its name; raises OSError, ValueError or struct.error where they are damaged.

    There are none of an encrypted workbook, nor of one before Excel 97. `fonts` tells of each font whether it
    stands above the line (1) or below it (2).
    """
    import olefile  # noqa: PLC0415 - not in a core installation

    with olefile.OleFileIO(str(path)) as file:
        data = file.openstream(_STREAM).read() if file.exists(_STREAM) else b""
    found: dict[str, Asides] = {}
    for kind, content in _records(data, 0):
        if kind in (_END, _ENCRYPTED):
            break
        if kind == _SHEET:
            start, _, letters, wide = struct.unpack_from("<IHBB", content)
            name = _decoded(content[8:], letters, wide)
            found[name] = _Reading(fonts).read(_records(data, start))
    return found


def _records(data: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    while at + 4 <= len(data):
        kind, size = struct.unpack_from("<HH", data, at)
        yield kind, data[at + 4 : at + 4 + size]
        at += 4 + size


def _decoded(data: bytes, letters: int, wide: int) -> str:
    """A text of so many letters; all of them have two bytes or one."""
    if wide & 1:
        return data[: 2 * letters].decode("utf-16-le", "replace")
    return data[:letters].decode("latin-1")


class _Reading:
    """Gathers the asides of a sheet while its records go by."""

    def __init__(self, fonts: Sequence[int]) -> None:
        self._found = Asides()
        self._fonts = fonts
        self._anchor: Area | None = None
        self._hidden = False
        self._is_comment = False
        self._text: _Text | None = None
        self._cell: Cell = (0, 0)
        self._shared: dict[Cell, Formula] = {}
        self._chart: list[str] = []
        self._takes = {
            0x06: self._formula,
            0x4BC: lambda data: self._share(data[10:], shared=True),
            0x221: lambda data: self._share(data[14:], shared=False),
            0xEC: self._draw,
            0x5D: self._object,
            0x1B6: self._begin_text,
            0x100D: self._words_of_chart,
            _END: self._end_chart,
        }

    def read(self, records: Iterator[tuple[int, bytes]]) -> Asides:
        """What the sheet has whose records begin here; charts are parts of it."""
        depth = 0
        for kind, data in records:
            depth += (kind == _BEGIN) - (kind == _END)
            if depth <= 0:
                break
            if kind == _MORE and self._text is not None:
                self._text.go_on(data)
                continue
            self._end_text()
            if kind in self._takes:
                with suppress(struct.error):  # one that is cut short says nothing
                    self._takes[kind](data)
        self._end_text()
        self._found.formulas = [self._whole(formula) for formula in self._found.formulas]
        return self._found

    def _formula(self, data: bytes) -> None:
        self._found.formula_count += 1
        self._cell = struct.unpack_from("<HH", data)
        if len(self._found.formulas) < _MOST_FORMULAS:
            (size,) = struct.unpack_from("<H", data, 20)
            self._found.formulas.append(Formula(*self._cell, data[22 : 22 + size]))

    def _share(self, tokens: bytes, *, shared: bool) -> None:
        """The formula of several cells stands behind the first of them."""
        self._shared[self._cell] = Formula(*self._cell, tokens, shared)

    def _whole(self, formula: Formula) -> Formula:
        tokens = formula.tokens
        if len(tokens) == 5 and tokens[0] == 1:  # noqa: PLR2004 - where it stands, and nothing else
            shared = self._shared.get(struct.unpack_from("<HH", tokens, 1))
            if shared is not None:
                return formula._replace(tokens=shared.tokens, shared=shared.shared)
        return formula

    def _draw(self, data: bytes) -> None:
        """Learn where the shapes lie whose objects follow, and whether they are seen ([MS-ODRAW] 2.2)."""
        at = 0
        while at + 8 <= len(data):
            version, kind, size = struct.unpack_from("<HHI", data, at)
            at += 8
            if kind == _SHAPE:
                self._hidden = False
            elif kind == _LOOK:
                self._hidden = _is_hidden(data[at : at + size], version >> 4)
            elif kind == _ANCHOR and at + 18 <= len(data):
                left, _, top, _, right, _, bottom = struct.unpack_from("<7H", data, at + 2)
                area = Area(top, left, bottom, right)
                self._anchor = area if top <= bottom and left <= right else None
            if version & _CONTAINER != _CONTAINER:
                at += size

    def _object(self, data: bytes) -> None:
        self._is_comment = int.from_bytes(data[4:6], "little") == _COMMENT

    def _begin_text(self, data: bytes) -> None:
        self._text = _Text(*struct.unpack_from("<HH", data, 10))

    def _end_text(self) -> None:
        """Keep the text of a shape, once all of its records went by."""
        if self._text is None:
            return
        text, self._text = self._text.said(self._fonts), None
        if self._is_comment or not text:
            return
        if self._hidden:
            self._found.unseen.append(text)
        elif self._anchor is None:
            self._found.figures.append(Drawn(None, Figure(titles=[text])))
        else:
            self._found.boxes.append(Note(self._anchor.top, self._anchor.left, "", text))

    def _words_of_chart(self, data: bytes) -> None:
        """A title of a chart, of an axis or of a series."""
        text = " ".join(_decoded(data[4:], *struct.unpack_from("<BB", data, 2)).split())
        if text and text not in (_LOST, *self._chart):
            self._chart.append(text)

    def _end_chart(self, _data: bytes) -> None:
        if self._chart and self._hidden:
            self._found.unseen += self._chart
        elif self._chart:
            self._found.figures.append(Drawn(self._anchor, Figure(titles=self._chart)))
        self._chart = []


class _Text:
    """The text of a shape, whose letters and then runs stand in records of their own."""

    def __init__(self, letters: int, runs: int) -> None:
        self._left = letters
        self._parts: list[str] = []
        self._runs = b""
        self._size = runs

    def go_on(self, data: bytes) -> None:
        """Take the next record."""
        if self._left > 0:
            self._parts.append(_decoded(data[1:], self._left, data[0] if data else 0))
            self._left -= len(self._parts[-1]) or self._left
        elif len(self._runs) < self._size:
            self._runs += data

    def said(self, fonts: Sequence[int]) -> str:
        """The text with its lines, as raised or lowered where its fonts are."""
        starts = struct.iter_unpack("<HH4x", self._runs[: len(self._runs) // 8 * 8])
        runs = [(at, fonts[font] if font < len(fonts) else 0) for at, font in starts]
        return in_runs("".join(self._parts), runs).replace("\r", "\n").strip()


def _is_hidden(properties: bytes, count: int) -> bool:
    found = struct.iter_unpack("<HI", properties[: min(6 * count, len(properties) // 6 * 6)])
    values = (value for name, value in found if name & 0x3FFF == _VISIBILITY)
    return any(value & _IS_HIDDEN == _IS_HIDDEN for value in values)
