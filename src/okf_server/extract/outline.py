"""Keep the heading path while a text file is read line by line."""

from collections.abc import Sequence

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.model.document import BlockKind
from okf_server.model.locator import LinesLocator

_LONGEST_HEADING = 300


class Outline:
    """The blocks of a text file, each with its lines, counted from 1, and the headings above it.

    Where lines were left out before it is read, `numbers` are those in the file of the lines that stayed.
    """

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        self._numbers = numbers
        self.blocks: list[Block] = []
        self._path: list[tuple[int, str]] = []

    def heading(self, level: int, text: str, first: int, last: int) -> None:
        """A heading; it stands in its own path."""
        self._path = [step for step in self._path if step[0] < level]
        self._path.append((level, " ".join(markup.clean(text).split())[:_LONGEST_HEADING]))
        self.add(BlockKind.HEADING, markup.inline(text), first, last, level=level)

    def paragraph(self, text: str, first: int, last: int) -> None:
        """Text that is not Markdown yet."""
        self.add(BlockKind.PARAGRAPH, markup.plain(text), first, last)

    def add(
        self,
        kind: BlockKind,
        text: str,
        first: int,
        last: int,
        *,
        level: int = 0,
        marker: str = "-",
    ) -> None:
        """A block of Markdown, or of code."""
        place = self.lines(first, last)
        block = Block(kind=kind, locator=place, text=text, level=level, marker=marker)
        self.blocks.append(block)

    def code(self, text: str, first: int, last: int, *, language: str = "") -> None:
        """Text that stands as it is."""
        place = self.lines(first, last)
        self.blocks.append(Block(kind=BlockKind.CODE, locator=place, text=text, language=language))

    def table(self, rows: list[tuple[list[str], int, int]]) -> None:
        """A table of cells that are not Markdown yet, each row with its first and last line."""
        if not rows:
            return
        made = tuple(
            Row(cells=tuple(map(markup.inline, cells)), locator=self.lines(first, last))
            for cells, first, last in rows
        )
        whole = self.lines(rows[0][1], rows[-1][2])
        self.blocks.append(Block(kind=BlockKind.TABLE, locator=whole, rows=made))

    def lines(self, first: int, last: int) -> LinesLocator:
        """The place of these lines below the headings that are open."""
        path = tuple(text for _, text in self._path)
        if self._numbers:
            at = len(self._numbers)
            first, last = self._numbers[min(first, at) - 1], self._numbers[min(last, at) - 1]
        return LinesLocator(first=first, last=last, path=path)
