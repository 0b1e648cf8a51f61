"""What a reader hands over: blocks of text with their places, before they are Markdown."""

from dataclasses import dataclass

from okf_server.model.document import BlockKind
from okf_server.model.locator import Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a table; the first row of a table is its header. Cells are Markdown, see `markup`."""

    cells: tuple[str, ...]
    locator: Locator | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block; `text` is Markdown inside (see `markup`), verbatim for code and equations.

    `level` is 1..6 for a heading and the depth of a list item, from 0. `marker` is `-` or a number with a
    dot, for list items; `rows` is for tables, which have no text of their own.
    """

    kind: BlockKind
    locator: Locator | None
    text: str = ""
    level: int = 0
    marker: str = "-"
    language: str = ""
    rows: tuple[Row, ...] = ()
