"""What is worth knowing of a workbook besides its text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.sheets_blocks import blocks_of
from okf_server.extract.sheets_grid import Sheet, letters
from okf_server.extract.sheets_hidden import take_out_hidden
from okf_server.model.document import Extracted, Outcome, Partial

_MOST_RUNS = 20  # stretches of hidden rows, or formulas, that are listed
_MOST_UNSEEN = 1000
_LAST_COLUMN = 16_383


@dataclass(slots=True)
class Facts:
    """Gathered while the sheets of a workbook go by."""

    sheets: list[str] = field(default_factory=list)
    hidden_sheets: list[str] = field(default_factory=list)
    hidden_rows: list[str] = field(default_factory=list)
    hidden_columns: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    formulas: int = 0
    formula_cells: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    without_value: int = 0  # formulas whose result the file does not keep
    cuts: list[str] = field(default_factory=list)

    def document(self, sheets: Iterable[Sheet]) -> Outcome:
        """The document of these sheets, which are taken one after the other."""
        document = compose(self._blocks(sheets))
        details = {
            name: value
            for name in (
                "sheets", "hidden_sheets", "hidden_rows", "hidden_columns",
                "tables", "formulas", "formula_cells",
            )
            if (value := getattr(self, name))
        }  # fmt: skip
        document = replace(
            document,
            details=details,
            warnings=tuple(self._warnings()),
            hidden=tuple(self.unseen[:_MOST_UNSEEN]),
        )
        if self.cuts:
            return Partial(document=document, reason="; ".join(self.cuts))
        return Extracted(document=document)

    def _blocks(self, sheets: Iterable[Sheet]) -> Iterator[Block]:
        for sheet in sheets:
            take_out_hidden(sheet)
            self._take(sheet)
            yield from blocks_of(sheet)

    def _take(self, sheet: Sheet) -> None:
        self.sheets.append(sheet.name)
        if sheet.hidden:
            self.hidden_sheets.append(sheet.name)
        rows = [f"{sheet.name}!{first + 1}:{last + 1}" for first, last in _runs(sheet.hidden_rows)]
        columns = [
            f"{sheet.name}!{letters(first)}:{letters(min(last, _LAST_COLUMN))}"
            for first, last in sheet.hidden_columns
            if 0 <= first <= min(last, _LAST_COLUMN)
        ]
        self.hidden_rows += rows[: _MOST_RUNS - len(self.hidden_rows)]
        self.hidden_columns += columns[: _MOST_RUNS - len(self.hidden_columns)]
        cells = [f"{sheet.name}!{formula}" for formula in sheet.formulas]
        self.formula_cells += cells[: _MOST_RUNS - len(self.formula_cells)]
        self.formulas += sheet.formula_count
        self.without_value += sheet.without_value
        self.unseen += sheet.unseen[:_MOST_UNSEEN]
        if sheet.cut:
            self.cuts.append(f"sheet {sheet.name}: {sheet.cut}")

    def _warnings(self) -> Iterator[str]:
        kinds = {
            "sheets were read": self.hidden_sheets,
            "rows were left out": self.hidden_rows,
            "columns were left out": self.hidden_columns,
        }
        for told, found in kinds.items():
            if found:
                more = ", …" if len(found) > 3 else ""  # noqa: PLR2004 - short enough to be read
                yield f"hidden {told}: {', '.join(found[:3])}{more}"
        if self.without_value:
            told = (
                "1 formula has"
                if self.without_value == 1
                else f"{self.without_value} formulas have"
            )
            yield f"{told} no kept value: open and save the workbook"


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The stretches of ascending numbers that follow one another: first and last."""
    first = last = -2
    for number in numbers:
        if number != last + 1:
            if first >= 0:
                yield first, last
            first = number
        last = number
    if first >= 0:
        yield first, last
