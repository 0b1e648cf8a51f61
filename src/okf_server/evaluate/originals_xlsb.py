"""Read .xlsb workbooks by sheet and cell range from their parts, with nothing of the extractor's libraries."""

import struct
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from posixpath import normpath

from okf_server.evaluate.originals_parts import drawn, related
from okf_server.evaluate.originals_values import iso, shown
from okf_server.model.locator import Locator, SheetLocator

_WORKBOOK = "xl/workbook.bin"
_ROW, _SHEET, _STRING, _FORMAT, _LOOK, _LOOKS, _END_OF_LOOKS = 0, 156, 19, 44, 47, 617, 618
_COMMENT, _COMMENT_TEXT = 635, 637
_HIDDEN = "(hidden sheet)"
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}  # fmt: skip
_Part = list[tuple[int, bytes]]


class BinarySheetOriginal:
    """An .xlsb workbook: what its cells show, the notes on them and what lies over them."""

    exact = True

    def __init__(self, path: Path) -> None:
        import openpyxl.utils.cell  # noqa: PLC0415 - of the extra `evaluate`
        import xlfmt  # noqa: PLC0415 - of the extra `evaluate`

        self._format = xlfmt.format_value
        self._boundaries = openpyxl.utils.cell.range_boundaries
        self._sheets: dict[str, dict[tuple[int, int], str]] = {}
        self._asides: dict[str, list[tuple[int, int, str]]] = {}
        self._names: dict[str, str] = {}
        with zipfile.ZipFile(path) as package:
            self._open(package)

    def text_at(self, locator: Locator) -> str | None:
        """The sheet's name, and the cells of the range row by row with what lies over them."""
        if not isinstance(locator, SheetLocator) or locator.sheet not in self._sheets:
            return None
        name, asides = self._names[locator.sheet], self._asides[locator.sheet]
        if not locator.range:
            return "\n".join([name, *(text for row, _, text in asides if not row)])
        left, top, right, bottom = self._boundaries(locator.range)
        cells = [(*place, text) for place, text in sorted(self._sheets[locator.sheet].items())]
        texts = [
            text
            for row, column, text in [*cells, *asides]
            if top <= row <= bottom and left <= column <= right
        ]
        return "\n".join([name, *texts]) if texts else None

    def close(self) -> None:
        """Nothing is kept open."""

    def _open(self, package: zipfile.ZipFile) -> None:
        parts = dict(related(package, _WORKBOOK))
        of_kind = dict(parts.values())
        shared = _records(package, of_kind.get("sharedStrings", ""))
        strings = [_text(data, 1)[0] for kind, data in shared if kind == _STRING]
        codes = list(_codes(_records(package, of_kind.get("styles", ""))))
        for kind, data in _records(package, _WORKBOOK):
            if kind != _SHEET:
                continue
            relation, at = _text(data, 8)
            name, _ = _text(data, at)
            part = parts.get(relation, ("", ""))[1]
            self._sheets[name] = dict(self._cells(_records(package, part), strings, codes))
            self._names[name] = f"{name} {_HIDDEN}" if data[:1] != b"\0" else name
            self._asides[name] = list(self._over(package, part))

    def _over(self, package: zipfile.ZipFile, sheet: str) -> Iterator[tuple[int, int, str]]:
        place = (0, 0)
        for kind, part in (found for _, found in related(package, sheet)):
            if kind == "drawing":
                yield from drawn(package, part, self._format)
            for record, data in _records(package, part) if kind == "comments" else ():
                if record == _COMMENT:
                    place = (
                        int.from_bytes(data[4:8], "little") + 1,
                        int.from_bytes(data[12:16], "little") + 1,
                    )
                elif record == _COMMENT_TEXT:
                    yield *place, _text(data, 1)[0]

    def _cells(
        self, records: _Part, strings: list[str], codes: list[str]
    ) -> Iterator[tuple[tuple[int, int], str]]:
        row = 0
        for kind, data in records:
            if kind == _ROW:
                row = int.from_bytes(data[:4], "little")
            elif kind in _VALUES and len(data) > 8:  # noqa: PLR2004 - column and style
                column, style = struct.unpack_from("<II", data)
                value = _VALUES[kind](data)
                if kind == _SHARED and isinstance(value, int):
                    value = strings[value]
                code = codes[style & 0xFFFFFF] if style & 0xFFFFFF < len(codes) else "General"
                yield (
                    (row + 1, column + 1),
                    "\n".join([shown((value, code), self._format), *_moment(value, code)]),
                )


def _moment(value: object, code: str) -> Iterator[str]:
    from openpyxl.styles.numbers import is_date_format  # noqa: PLC0415 - of the extra `evaluate`

    if isinstance(value, float | int) and is_date_format(code):
        yield iso(datetime(1899, 12, 30) + timedelta(days=value))  # noqa: DTZ001 - sheets know no zones


def _codes(records: _Part) -> Iterator[str]:
    import openpyxl.styles.numbers  # noqa: PLC0415 - of the extra `evaluate`

    known = dict(openpyxl.styles.numbers.BUILTIN_FORMATS)
    known |= {int.from_bytes(d[:2], "little"): _text(d, 2)[0] for k, d in records if k == _FORMAT}
    kinds = [kind for kind, _ in records]
    looks = records[kinds.index(_LOOKS) : kinds.index(_END_OF_LOOKS)] if _LOOKS in kinds else []
    for kind, data in looks:
        if kind == _LOOK:
            yield known.get(int.from_bytes(data[2:4], "little"), "General")


def _records(package: zipfile.ZipFile, part: str) -> _Part:
    """The records of a part; their kinds and sizes have seven bits in a byte, the low ones first."""
    data = package.read(normpath(part)) if part in package.namelist() else b""
    found: _Part = []
    at = 0
    while at < len(data):
        kind, at = _packed(data, at)
        size, at = _packed(data, at)
        found.append((kind, data[at : at + size]))
        at += size
    return found


def _packed(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    for byte in data[at : at + 4]:
        number += (byte % 128) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:  # noqa: PLR2004 - the last byte
            break
    return number, at


def _text(data: bytes, at: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<I", data, at)
    end = at + 4 + 2 * length
    return data[at + 4 : end].decode("utf-16-le", "replace"), end


def _small(data: bytes) -> float:
    """A number in 30 bits: whole or the upper half of one with a point, a hundredth of it or all."""
    (packed,) = struct.unpack_from("<i", data, 8)
    if packed & 2:
        value: float = packed >> 2
    else:
        (value,) = struct.unpack("<d", bytes(4) + struct.pack("<i", packed & ~3))
    return value / 100 if packed & 1 else value


_SHARED = 7
_VALUES: dict[int, Callable[[bytes], object]] = {
    2: _small,
    3: lambda data: _ERRORS.get(data[8], "#N/A"),
    4: lambda data: bool(data[8]),
    5: lambda data: struct.unpack_from("<d", data, 8)[0],
    6: lambda data: _text(data, 8)[0],
    _SHARED: lambda data: int.from_bytes(data[8:12], "little"),
    8: lambda data: _text(data, 8)[0],
    9: lambda data: struct.unpack_from("<d", data, 8)[0],
    10: lambda data: bool(data[8]),
    11: lambda data: _ERRORS.get(data[8], "#N/A"),
    62: lambda data: _text(data, 9)[0],
}
"""What a cell holds, by the kind of its record."""
