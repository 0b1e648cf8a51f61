"""Collect the text of a page into stretches.

Every stretch that has text counts, whether it is seen or not, so that another reader of the page can count
them without knowing how it looks (docs/documents.md, Places). A table with all that it holds counts as one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from okf_server.extract.web_context import Context
from okf_server.extract.web_grid import Grid, is_layout
from okf_server.extract.web_math import latex_of_image
from okf_server.extract.web_runs import BREAK, Run, flat

BLOCKS = frozenset(
    """
    address article aside blockquote body center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol
    p pre search section summary table ul
    """.split()  # noqa: SIM905 - a list literal takes forty lines
)
"""Elements that begin and end a block."""

_CELLS = frozenset({"td", "th", "tr", "caption"})
_FIELDS = frozenset({"button", "option", "textarea"})
_BLANK = Run(text=" ")
_MOST_LINES = 65_535  # beyond it the parser numbers no lines


@dataclass(slots=True, kw_only=True, eq=False)
class Stretch:
    """Text between two borders, or a table with its rows of Markdown cells.

    `ordinal` counts from 1 and is 0 where the stretch has no text of its own; `lines` are those of the
    page's source. `hidden` is what nobody sees of it.
    """

    ordinal: int
    lines: tuple[int, int]
    context: Context
    runs: tuple[Run, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    hidden: str = ""
    picture: bool = False  # nothing but alternative texts of pictures


@dataclass(slots=True)
class Flow:
    """The text since the last border, where in the source it stands, and the table that is open.

    `counted` tells that there is text, seen or not, `worded` that there is more than pictures. `grid` is the
    data table that is open, the `grid_depth`th of the `tables` around the text.
    """

    stretches: list[Stretch] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    context: Context | None = None
    unseen: Context | None = None  # of text that nobody sees
    counted: bool = False  # whether there is text since the last border, seen or not
    worded: bool = False  # whether any of it is no picture's alternative text
    first: int = 0
    last: int = 0
    line: int = 1
    ordinal: int = 0
    tables: int = 0
    table_counted: bool = False
    grid: Grid | None = None
    grid_depth: int = 0

    def goto(self, line: int | None) -> None:
        """Where the parser says that it is."""
        if line and line < _MOST_LINES:
            self.line = line

    def pass_over(self, text: str | None) -> None:
        """Count the lines of what is no text."""
        self.line += text.count("\n") if text else 0

    def open(self, element: Any, attributes: Mapping[str, str], context: Context) -> None:
        """Begin an element."""
        name = element.tag
        if name == "table":
            self._open_table(element, context)
        elif self.grid is not None:
            self._open_in_grid(self.grid, name, attributes)
            self._number_in_grid(self.grid, name, context)
        elif name in BLOCKS or (self.tables and name in _CELLS):
            self.flush()
        if name == "br":
            self._put(BREAK)
        elif name == "img":
            self._add_picture(attributes, context)
        elif name in _FIELDS:
            self._put(_BLANK)

    def close(self, name: str) -> None:
        """End an element."""
        if name == "table" and self.tables:
            self._close_table()
        elif self.grid is not None:
            self._close_in_grid(self.grid, name)
        elif name in BLOCKS or (self.tables and name in _CELLS):
            self.flush()
        if name in _FIELDS:
            self._put(_BLANK)

    def add(self, text: str | None, context: Context) -> None:
        """Text of the page."""
        if not text:
            return
        if text.strip():
            self._mark(text)
            self.counted = True
        self.line += text.count("\n")
        if not context.look.seen:
            self.hidden.append(flat(text))
            self.unseen = context
        elif not context.muted:
            self._add_seen(text, context)

    def add_formula(self, latex: str, context: Context, *, counts: bool) -> None:
        """A formula of the page."""
        self.counted |= counts
        if latex:
            self._mark("$")
            self._take(context)
            self.worded = True
            self._put(Run(text=latex, formula=True))

    def flush(self) -> None:
        """End the stretch."""
        if self.counted or self.worded:
            self._end(self._number())
        self._reset()

    def _number(self) -> int:
        """The number of the stretch that ends: that of the outermost table where it stands in one."""
        if not self.counted:
            return 0
        if self.tables:
            self.table_counted = True
            return self.ordinal + 1
        self.ordinal += 1
        return self.ordinal

    def _end(self, ordinal: int, rows: tuple[tuple[str, ...], ...] = ()) -> None:
        self.stretches.append(
            Stretch(
                ordinal=ordinal,
                lines=(self.first, self.last),
                context=self.context or self.unseen or Context(),
                runs=tuple(self.runs),
                rows=rows,
                hidden=" ".join("".join(self.hidden).split()),
                picture=not rows and bool(self.runs) and not self.worded,
            )
        )

    def _reset(self) -> None:
        self.runs = []
        self.hidden = []
        self.context = self.unseen = None
        self.counted = self.worded = False
        self.first = self.last = 0

    def _open_table(self, element: Any, context: Context) -> None:
        self.tables += 1
        if self.grid is not None:
            self._put(BREAK)
            return
        self.tables -= 1
        self.flush()
        self.tables += 1
        if not is_layout(element):
            self.grid, self.grid_depth = Grid(), self.tables
            self.context = context

    def _close_table(self) -> None:
        if self.grid is None:
            self.flush()
        elif self.tables == self.grid_depth:
            self._close_grid(self.grid)
        else:
            self._put(BREAK)
        self.tables -= 1
        if not self.tables and self.table_counted:
            self.ordinal += 1
            self.table_counted = False

    def _close_grid(self, grid: Grid) -> None:
        """End a data table: first what stands outside of its cells, then its rows."""
        self.grid = None
        ordinal = self._number()
        self.runs = grid.loose
        if any(run.text.strip() for run in grid.loose):
            self._end(ordinal)
            self.hidden = []
        self.runs = []
        self._end(ordinal, rows=tuple(grid.cells()))
        self._reset()

    def _open_in_grid(self, grid: Grid, name: str, attributes: Mapping[str, str]) -> None:
        own = self.tables == self.grid_depth
        if own and name == "tr":
            grid.open_row()
        elif own and name in ("td", "th"):
            grid.open_cell(name, attributes)
        elif own and name == "thead":
            grid.head = True
        elif name in BLOCKS or name in _CELLS:
            grid.runs.append(BREAK)

    def _number_in_grid(self, grid: Grid, name: str, context: Context) -> None:
        """Put the number of a list's item into its cell, which has no lines for items."""
        marker = context.item.marker if name == "li" and context.item else "-"
        if marker != "-" and context.look.seen and not context.muted:
            grid.runs.append(Run(text=f"{marker} "))

    def _close_in_grid(self, grid: Grid, name: str) -> None:
        if self.tables == self.grid_depth and name in ("td", "th"):
            grid.close_cell()
        elif self.tables == self.grid_depth and name == "thead":
            grid.head = False
        elif name in BLOCKS or name in _CELLS:
            grid.runs.append(BREAK)

    def _put(self, run: Run) -> None:
        (self.runs if self.grid is None else self.grid.runs).append(run)

    def _take(self, context: Context) -> None:
        """Remember what the stretch is by its first text that is seen."""
        if self.context is None:
            self.context = context

    def _tell(self, text: str, context: Context) -> None:
        """Remember that there are words, if there are."""
        if text.strip():
            self.worded = True
            self._take(context)

    def _mark(self, text: str) -> None:
        """Remember the lines of a text that begins in the current line."""
        blank = text[: len(text) - len(text.lstrip())]
        self.first = self.first or self.line + blank.count("\n")
        self.last = self.line + text.rstrip().count("\n")

    def _add_seen(self, text: str, context: Context) -> None:
        if context.pre and self.grid is None:
            self._tell(text, context)
            self._put(Run(text=text))
            return
        words = flat(text)
        self._tell(words, context)
        refers = context.raised == "sup" and context.target.startswith("#")
        self._put(
            Run(
                text=words,
                target=context.target,
                code=context.code,
                raised="note" if refers else context.raised,
            )
        )

    def _add_picture(self, attributes: Mapping[str, str], context: Context) -> None:
        """The alternative text of a picture; a formula where the picture shows one."""
        alternative = flat(attributes.get("alt", "")).strip()
        if not alternative:
            return
        latex = latex_of_image(attributes)
        if latex:
            self.add_formula(latex, context, counts=True)
            return
        self._mark(alternative)
        self.counted = True
        if context.look.seen and not context.muted:
            self._take(context)
            self._put(Run(text=f" {alternative} ", target=context.target))
