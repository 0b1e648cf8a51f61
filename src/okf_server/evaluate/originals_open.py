"""Read OpenDocument spreadsheets and presentations with nothing but the standard library."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from okf_server.model.locator import Locator, SheetLocator, SlideLocator

_END = re.compile(r"([A-Z]+)(\d+)")
_MOST = 2000  # repeated cells that are kept
_LINES = ("p", "h", "creator", "title", "desc")
_SPACES = ("s", "tab", "line-break")


class OpenSheetOriginal:
    """An .ods workbook: what its cells display."""

    exact = True

    def __init__(self, path: Path) -> None:
        self._sheets: dict[str, dict[tuple[int, int], str]] = {}
        root = _content(path)
        self._objects = _objects(path)
        hidden = set(_styles(root, "table-properties", "display", "false"))
        for table in (e for e in root.iter() if _local(e) == "table"):
            name = _get(table, "name")
            cells = self._sheets.setdefault(name, dict(_cells(table)))
            shapes = [_text(e) for e in table if _local(e) == "shapes"]
            named = [f"{name} (hidden sheet)"] if _get(table, "style-name") in hidden else []
            cells[0, 0] = "\n".join([*named, *shapes])

    def text_at(self, locator: Locator) -> str | None:
        """The sheet's name, the cells of the range and the notes on them."""
        if not isinstance(locator, SheetLocator) or locator.sheet not in self._sheets:
            return None
        cells = self._sheets[locator.sheet]
        drawn = [cells.get((0, 0), ""), self._objects]
        if not locator.range:
            return "\n".join([locator.sheet, *drawn])
        ends = [(int(row), _column(name)) for name, row in _END.findall(locator.range)]
        (top, left), (bottom, right) = ends[0], ends[-1]
        found = [
            text
            for (row, column), text in cells.items()
            if top <= row <= bottom and left <= column <= right
        ]
        return "\n".join([locator.sheet, *drawn, *found]) if found or self._objects else None

    def close(self) -> None:
        """Nothing is kept open."""


class OpenSlideOriginal:
    """An .odp deck: all text of a page and its notes."""

    exact = True

    def __init__(self, path: Path) -> None:
        root = _content(path)
        hidden = set(_styles(root, "drawing-page-properties", "visibility", "hidden"))
        self._slides = [
            f"{_text(page)}\n{_title(page) if _get(page, 'style-name') in hidden else ''}"
            for page in root.iter()
            if _local(page) == "page"
        ]
        self._charts = _objects(path)

    def text_at(self, locator: Locator) -> str | None:
        """The page, shape by shape, and the charts of the deck, which stand in parts of their own."""
        if not isinstance(locator, SlideLocator) or not 0 < locator.slide <= len(self._slides):
            return None
        return "\n".join([self._slides[locator.slide - 1], self._charts])

    def close(self) -> None:
        """Nothing is kept open."""


def _objects(path: Path) -> str:
    """The text of all charts, which stand in parts of their own."""
    with zipfile.ZipFile(path) as package:
        names = [name for name in package.namelist() if name.endswith("/content.xml")]
        roots = [ET.fromstring(package.read(name)) for name in names]  # noqa: S314 - as above
    return "\n".join(map(_text, roots))


def _content(path: Path) -> ET.Element:
    with zipfile.ZipFile(path) as package:
        return ET.fromstring(package.read("content.xml"))  # noqa: S314 - expat bounds entities; nothing is fetched


def _cells(table: ET.Element) -> Iterator[tuple[tuple[int, int], str]]:
    row = 1
    for line in (e for e in table.iter() if _local(e) == "table-row"):
        column = 1
        repeated = _times(line, "number-rows-repeated")
        for cell in (e for e in line if _local(e) in ("table-cell", "covered-table-cell")):
            wide = _times(cell, "number-columns-repeated")
            text = _text(cell).strip() or _get(cell, "value")
            for down in range(min(repeated, _MOST) if text else 0):
                for across in range(min(wide, _MOST)):
                    yield (row + down, column + across), text
            column += wide
        row += repeated


def _styles(root: ET.Element, part: str, name: str, value: str) -> Iterator[str]:
    for style in (e for e in root.iter() if _local(e) == "style"):
        if any(_local(e) == part and _get(e, name) == value for e in style):
            yield _get(style, "name")


def _text(element: ET.Element) -> str:
    """All text below, a line for each paragraph."""
    parts = [element.text or ""]
    for child in element:
        parts += [" " if _local(child) in _SPACES else "", _text(child), child.tail or ""]
    return "".join(parts) + ("\n" if _local(element) in _LINES else "")


def _title(page: ET.Element) -> str:
    """The title of a hidden page, as its heading says it."""
    titles = [_text(e) for e in page.iter() if _get(e, "class") == "title"]
    return f"{' '.join(titles)} (hidden slide)"


def _times(element: ET.Element, name: str) -> int:
    return int(_get(element, name) or 1)


def _get(element: ET.Element, name: str) -> str:
    return next((v for k, v in element.attrib.items() if k.rpartition("}")[2] == name), "")


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
