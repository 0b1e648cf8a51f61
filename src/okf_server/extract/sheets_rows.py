"""Read the cells of one sheet of an .xlsx package, row by row (ECMA-376, part 1, 18.3)."""

import re
import zipfile
from collections.abc import Sequence
from typing import IO, Any

from okf_server.extract import raised
from okf_server.extract.opc import DAMAGED, elements
from okf_server.extract.refusals import first_line
from okf_server.extract.sheets_format import shown_text
from okf_server.extract.sheets_grid import (
    Area,
    Budget,
    Line,
    Sheet,
    area_of,
    column_of,
    in_line,
    range_of,
)
from okf_server.extract.sheets_styles import PLAIN, Style
from okf_server.extract.xml_names import below, child, name_of

_PARTS = ("row", "col", "mergeCell", "conditionalFormatting")
_RAISED = {"superscript": raised.above, "subscript": raised.below}
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NAME = re.compile(r"[A-Za-z]{1,3}", re.ASCII)
_LAST_ROW, _LAST_COLUMN = 1_048_575, 16_383
_MOST_FORMULAS = 20  # that are kept to be shown
_LINK = re.compile(r'\s*HYPERLINK\(\s*"[^"]*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)\s*', re.IGNORECASE)
_TRUTH = {"1": "TRUE", "0": "FALSE", "true": "TRUE", "false": "FALSE"}


class SheetRows:
    """Fills a sheet with what its part holds."""

    def __init__(self, sheet: Sheet, *, strings: Sequence[str], styles: Sequence[Style]) -> None:
        self._sheet = sheet
        self._strings = strings
        self._styles = styles
        self._columns: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._unseen: list[tuple[int, int, str]] = []
        self._shaded: list[Area] = list(sheet.tables)  # where a style is not all of a cell's look

    def read(self, file: IO[bytes], budget: Budget) -> None:
        """Read the part, where it is damaged as far as it can be read."""
        try:
            for element in elements(file, _PARTS):
                if name_of(element) != "row":
                    self._aside(element)
                elif not self._row(element, budget):
                    self._sheet.cut = budget.spent
                    return
        except (zipfile.BadZipFile, *DAMAGED) as error:
            self._sheet.cut = f"damaged: {first_line(error)}"
        finally:
            self._hide()

    def _aside(self, element: Any) -> None:
        match name_of(element):
            case "mergeCell":
                area = area_of(element.get("ref", ""))
                if area is not None:
                    self._sheet.merged.append(area)
            case "col" if element.get("hidden") in ("1", "true"):
                first, last = _whole(element.get("min"), 1) - 1, _whole(element.get("max"), 1) - 1
                self._sheet.hidden_columns.append((first, last))
            case "conditionalFormatting":
                areas = map(area_of, element.get("sqref", "").split())
                self._shaded += [area for area in areas if area is not None]
            case _:
                pass

    def _row(self, row: Any, budget: Budget) -> bool:
        """Read a row; False where the budget ended in it."""
        before = self._sheet.lines[-1].number if self._sheet.lines else -1
        number = _whole(row.get("r"), before + 2) - 1
        if not budget.take(len(row)):
            return False
        if not before < number <= _LAST_ROW:
            return True  # two rows of one number: programs show the first
        if row.get("hidden") in ("1", "true"):
            self._sheet.hidden_rows.append(number)
        columns: list[int] = []
        texts: list[str] = []
        column = -1
        for cell in row:
            column = self._column(cell, column + 1)
            text = self._text(cell, number, column)
            if text and column <= _LAST_COLUMN and (not columns or column > columns[-1]):
                columns.append(column)
                texts.append(text)
        if columns and budget.take(0, texts):
            known = tuple(columns)
            columns_of_many = self._columns.setdefault(known, known)
            self._sheet.lines.append(Line(number, columns_of_many, tuple(texts)))
        return not budget.spent

    def _column(self, cell: Any, following: int) -> int:
        reference = _NAME.match(cell.get("r") or "")
        return column_of(reference[0]) if reference else following

    def _text(self, cell: Any, row: int, column: int) -> str:
        value, inline, formula = "", None, None
        for part in cell:
            match name_of(part):
                case "v":
                    value = part.text or ""
                case "is":
                    inline = part
                case "f":
                    formula = part
                case _:
                    pass
        style = self._style(cell.get("s"))
        kind = "str" if inline is not None else cell.get("t", "n")
        if formula is not None:
            self._formula(formula, row, column)
            if not value and kind != "str":  # a text may be empty
                kind, value = "str", self._without_value(formula)
        plain = string_of(inline) if inline is not None else self._plain(kind, value.strip())
        text = _shown(kind, plain, style)
        if plain and (style.unseen or (not text and plain.strip() not in ("", "0"))):
            self._unseen.append((row, column, in_line(plain)))
        return text

    def _plain(self, kind: str, value: str) -> str:
        """What a cell holds, before its format."""
        if kind == "s":
            at = _whole(value, -1)
            return self._strings[at] if 0 <= at < len(self._strings) else ""
        if kind == "b":
            return _TRUTH.get(value, value)
        return unescaped(value) if kind in ("str", "inlineStr") else value

    def _style(self, number: str | None) -> Style:
        at = _whole(number, -1) if number else -1
        return self._styles[at] if 0 <= at < len(self._styles) else PLAIN

    def _formula(self, element: Any, row: int, column: int) -> None:
        self._sheet.formula_count += 1
        if element.text and len(self._sheet.formulas) < _MOST_FORMULAS:
            cell = range_of(Area(row, column, row, column))
            self._sheet.formulas.append(f"{cell} = {element.text.strip()}")

    def _without_value(self, formula: Any) -> str:
        """What a formula shows whose result is not kept: the text of a link, and nothing else."""
        link = _LINK.fullmatch(formula.text or "")
        self._sheet.without_value += link is None
        return link[1].replace('""', '"') if link else ""

    def _hide(self) -> None:
        """Take out what nobody sees; a table's or a rule's own colours may make it seen."""
        gone: dict[int, set[int]] = {}
        for row, column, text in self._unseen:
            if not any(
                a.top <= row <= a.bottom and a.left <= column <= a.right for a in self._shaded
            ):
                gone.setdefault(row, set()).add(column)
                self._sheet.unseen.append(text)
        if gone:
            lines = (_without(line, gone.get(line.number, set())) for line in self._sheet.lines)
            self._sheet.lines = [line for line in lines if line.columns]


def _shown(kind: str, plain: str, style: Style) -> str:
    """What a cell shows; shared strings are in one line already."""
    if kind in ("s", "str", "inlineStr"):
        if style.text:
            return in_line(shown_text(style.text, plain))
        return plain if kind == "s" else in_line(plain)
    if kind == "n" and plain:
        return in_line(style.show(plain))
    return in_line(plain)


def _without(line: Line, columns: set[int]) -> Line:
    kept = [n for n, column in enumerate(line.columns) if column not in columns]
    if len(kept) == len(line.columns):
        return line
    columns_kept = tuple(line.columns[n] for n in kept)
    return Line(line.number, columns_kept, tuple(line.texts[n] for n in kept))


def string_of(element: Any) -> str:
    """The text of a string with its runs, without the reading aids of East Asian scripts."""
    texts = (_said(t) for t in below(element, "t") if name_of(t.getparent()) != "rPh")
    return unescaped("".join(texts))


def _said(text: Any) -> str:
    """What a run says, as raised or lowered where its font is."""
    words = text.text or ""
    for font in text.itersiblings(preceding=True):
        aligned = child(font, "vertAlign")
        where = "" if aligned is None else aligned.get("val")
        if where in _RAISED:
            return _RAISED[where](words)
    return words


def unescaped(text: str) -> str:
    """Text with the characters that stand in it by their number (`_x000D_`)."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _whole(text: str | None, otherwise: int) -> int:
    try:
        return int(text) if text else otherwise
    except ValueError:
        return otherwise
