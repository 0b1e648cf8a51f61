"""Read an OpenDocument spreadsheet: its cells hold the text that they display (OpenDocument 1.3, part 3, 9)."""

import re
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from okf_server.extract.described import description
from okf_server.extract.figures import Figure
from okf_server.extract.odf_objects import object_in, read_object
from okf_server.extract.odf_words import Words
from okf_server.extract.odt_styles import TextStyles
from okf_server.extract.opc import DAMAGED, Package
from okf_server.extract.refusals import first_line
from okf_server.extract.sheets_grid import (
    Area,
    Budget,
    Drawn,
    Line,
    Note,
    Sheet,
    area_of,
    in_line,
    range_of,
)
from okf_server.extract.xml_names import SAFE, attribute, below, child, name_of

_CONTENT, _STYLES = "content.xml", "styles.xml"
_MOST_REPEATED = 1000  # times that a row or cell with text in it is written out
_MOST_FORMULAS = 20  # that are kept to be shown
_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_TEXTS = ("p", "h", "list")


def read_open_document(package: Package, budget: Budget) -> Iterator[Sheet]:
    """The sheets, one after the other; raises what `DAMAGED` names where nothing can be read."""
    with package.open(_CONTENT) as file:
        yield from _Reader(package, budget).sheets(file)


class _Reader:
    """Goes through `content.xml` once, a row at a time."""

    def __init__(self, package: Package, budget: Budget) -> None:
        self._package = package
        self._budget = budget
        self._hidden_styles: set[str] = set()
        shared = package.root(_STYLES)
        self._styles = TextStyles(*([] if shared is None else [shared]))
        self._words = Words(self._styles)
        self._sheet = Sheet(name="")
        self._given = False
        self._row = 0
        self._column = 0

    def sheets(self, file: IO[bytes]) -> Iterator[Sheet]:
        from lxml import etree  # noqa: PLC0415 - not in a core installation

        tags = tuple(f"{{*}}{n}" for n in ("table", "table-row", "table-column", "shapes", "style"))
        depth = 0
        try:
            for event, element in etree.iterparse(file, events=("start", "end"), tag=tags, **SAFE):
                if name_of(element) == "table":
                    depth += 1 if event == "start" else -1
                    if self._at_border(event, element, depth):
                        yield self._sheet
                        self._given = True
                elif event == "end" and depth <= 1 and not self._sheet.cut:
                    self._take(name_of(element), element)
        except (zipfile.BadZipFile, *DAMAGED) as error:
            if not self._sheet.name:
                raise
            if self._given:  # what is damaged stands behind the last sheet
                self._package.damaged[_CONTENT] = ""
                return
            self._sheet.cut = f"damaged: {first_line(error)}"
            yield self._sheet

    def _at_border(self, event: str, table: Any, depth: int) -> bool:
        """Begin a sheet, or tell that one has ended; tables inside cells are none."""
        if event == "start" and depth == 1:
            self._begin(table)
        elif depth == 0:
            table.clear()
            return True
        return False

    def _begin(self, table: Any) -> None:
        hidden = attribute(table, "style-name") in self._hidden_styles
        self._sheet = Sheet(name=attribute(table, "name"), hidden=hidden)
        self._row = self._column = 0
        self._given = False

    def _take(self, name: str, element: Any) -> None:
        match name:
            case "style":
                self._styles.learn(element)
                shown = (attribute(p, "display") for p in below(element, "table-properties"))
                self._hidden_styles.update([attribute(element, "name")] * ("false" in shown))
            case "table-column":
                count = _times(element, "number-columns-repeated")
                if attribute(element, "visibility") in ("collapse", "filter"):
                    self._sheet.hidden_columns.append((self._column, self._column + count - 1))
                self._column += count
            case "shapes":
                for shape in element:
                    self._drawn(shape, None)
            case "table-row":
                self._read_row(element)
                element.clear()
                while element.getprevious() is not None and name_of(element.getprevious()) == name:
                    element.getparent().remove(element.getprevious())
            case _:
                pass

    def _read_row(self, row: Any) -> None:
        times = _times(row, "number-rows-repeated")
        cells = list(self._cells(row))
        texts = tuple(text for _, text in cells)
        if cells and not self._budget.take(len(cells) * min(times, _MOST_REPEATED), texts):
            self._sheet.cut = self._budget.spent
            return
        if attribute(row, "visibility") in ("collapse", "filter") and cells:
            self._sheet.hidden_rows += range(self._row, self._row + min(times, _MOST_REPEATED))
        if cells:
            columns = tuple(column for column, _ in cells)
            for number in range(self._row, self._row + min(times, _MOST_REPEATED)):
                self._sheet.lines.append(Line(number, columns, texts))
        self._row += times

    def _cells(self, row: Any) -> Iterator[tuple[int, str]]:
        column = 0
        for cell in row:
            if name_of(cell) not in ("table-cell", "covered-table-cell"):
                continue
            times = _times(cell, "number-columns-repeated")
            self._aside(cell, column)
            text = "" if name_of(cell) == "covered-table-cell" else in_line(self._text(cell))
            if text:
                yield from ((column + n, text) for n in range(min(times, _MOST_REPEATED)))
            column += times

    def _aside(self, cell: Any, column: int) -> None:
        """What belongs to a cell besides its text: its span, its formula, its note."""
        wide, high = _times(cell, "number-columns-spanned"), _times(cell, "number-rows-spanned")
        if wide * high > 1:
            bottom, right = self._row + high - 1, column + wide - 1
            self._sheet.merged.append(Area(self._row, column, bottom, right))
        if formula := attribute(cell, "formula"):
            self._formula(formula, Area(self._row, column, self._row, column), cell)
        for one in cell:
            if name_of(one) == "annotation":
                author = self._words.of(next(below(one, "creator"), None))
                text = "\n".join(self._words.of(p) for p in one if name_of(p) in ("p", "list"))
                if text.strip():
                    self._sheet.notes.append(Note(self._row, column, author, text))
            elif name_of(one) not in _TEXTS:
                self._drawn(one, Area(self._row, column, self._row, column))

    def _formula(self, formula: str, place: Area, cell: Any) -> None:
        self._sheet.formula_count += 1
        self._sheet.without_value += not (attribute(cell, "value-type") or self._text(cell))
        if len(self._sheet.formulas) < _MOST_FORMULAS:
            written = _REFERENCE.sub(_reference, formula.partition("=")[2]).strip()
            self._sheet.formulas.append(f"{range_of(place)} = {written}")

    def _drawn(self, shape: Any, cell: Area | None) -> None:
        """A chart or the text of a box that lies over the cells, from `cell` on."""
        chart = read_object(self._package, object_in(shape))
        told = description(self._words.of(child(shape, "desc")))
        if told:
            self._sheet.figures.append(Drawn(_as_far_as(cell, shape), Figure(titles=[told])))
        if isinstance(chart, Figure):
            self._sheet.figures.append(Drawn(_as_far_as(cell, shape), chart))
            return
        text = "\n".join(filter(None, (self._words.of(p) for p in below(shape, "p"))))
        if text and cell is not None:
            self._sheet.boxes.append(Note(cell.top, cell.left, "", text))
        elif text:
            self._sheet.figures.append(Drawn(None, Figure(titles=[text])))

    def _text(self, cell: Any) -> str:
        """What a cell displays; its value where the file leaves the text out."""
        texts = (self._words.below(p) for p in cell if name_of(p) == "p")
        text = " ".join("".join(texts).split())
        if text:
            return text
        kind = attribute(cell, "value-type")
        return attribute(cell, {"date": "date-value", "time": "time-value"}.get(kind, "value"))


def _reference(found: re.Match[str]) -> str:
    """`[.A1:.B2]` as `A1:B2`, and `[Other.A1]` as `Other.A1`."""
    return found[1].removeprefix(".").replace(":.", ":")


def _as_far_as(cell: Area | None, shape: Any) -> Area | None:
    """The cells from one on to the last that a shape lies over."""
    last = area_of(attribute(shape, "end-cell-address").rpartition(".")[2])
    if cell is None or last is None or not (cell.top, cell.left) <= (last.bottom, last.right):
        return cell
    return Area(cell.top, cell.left, last.bottom, max(last.right, cell.left))


def _times(element: Any, name: str) -> int:
    found = attribute(element, name)
    return max(int(found), 1) if found.isdecimal() and len(found) < 9 else 1  # noqa: PLR2004 - beyond any sheet
