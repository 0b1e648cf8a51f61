"""Collect the blocks of a document that is counted in blocks, under its headings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.extract.figures import Figure
from okf_server.extract.inlines import Inline, Look, as_code, as_line, as_paragraph, as_text
from okf_server.model.document import BlockKind, Extracted, Failed
from okf_server.model.locator import SectionLocator

_CODE_SIGNS = frozenset("{}[]();=<>/\\*#$|&")


@dataclass(slots=True)
class _Code:
    """Lines of code that stand together: the place of the first, and the ordinal of the last."""

    first: SectionLocator | None
    lines: list[str] = field(default_factory=list)
    last: int | None = None


class TextFlow:
    """The blocks so far. `place` is the ordinal of a block in the original, None where it has none."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._code: _Code | None = None
        self.hidden: list[str] = []
        self._path: list[tuple[int, str]] = []

    @property
    def blocks(self) -> Sequence[Block]:
        """All blocks that were added."""
        self._end_code()
        return self._blocks

    def extend(self, blocks: Iterable[Block]) -> None:
        """Add blocks that are made already."""
        self._end_code()
        self._blocks.extend(blocks)

    def heading(self, inlines: Sequence[Inline], level: int, place: int | None) -> None:
        """Begin a section, below the last heading of a lower level."""
        text = as_text(inlines)
        if text:
            self._path = [step for step in self._path if step[0] < level]
            self._path.append((level, text))
        self._add(BlockKind.HEADING, as_line(inlines), place, level=level)

    def paragraph(self, inlines: Sequence[Inline], place: int | None) -> None:
        """Add a paragraph; one that is nothing but formulas becomes equations."""
        said = [one for one in inlines if one.text.strip()]
        if said and all(one.look is Look.MATH for one in said):
            for one in said:
                self._add(BlockKind.EQUATION, one.text, place)
        else:
            self._add(BlockKind.PARAGRAPH, as_paragraph(inlines), place)

    def item(self, inlines: Sequence[Inline], place: int | None, *, depth: int, label: str) -> None:
        """Add a list item; a label that Markdown does not know stands in its text."""
        marker, text = "-", as_line(inlines)
        number = label.rstrip(".)")
        if number.isascii() and number.isdigit() and len(label) == len(number) + 1:
            marker = f"{number}."
        elif label and text:
            text = f"{markup.inline(label)} {text}"
        self._add(BlockKind.LIST, text, place, level=depth, marker=marker)

    def code(self, inlines: Sequence[Inline], place: int | None) -> None:
        """Add lines of code to the block before, where that is code."""
        text = as_code(inlines).rstrip()
        if not text:
            return
        if self._code is None:
            self._code = _Code(self._locator(place))
        self._code.lines.append(text)
        self._code.last = place

    def note(self, text: str, place: int | None) -> None:
        """Add a footnote, an endnote or a comment, which is Markdown of one line already."""
        self._add(BlockKind.NOTE, text, place)

    def caption(self, text: str, place: int | None) -> None:
        """Add what a picture or chart calls itself."""
        self._add(BlockKind.CAPTION, markup.plain(text), place)

    def table(self, rows: Sequence[Sequence[str]], place: int | None) -> None:
        """Add a table of cells that are Markdown of one line already."""
        locator = self._locator(place)
        made = tuple(Row(cells=tuple(cells), locator=locator) for cells in rows)
        if any(cell for row in made for cell in row.cells):
            self._end_code()
            self._blocks.append(Block(kind=BlockKind.TABLE, locator=locator, rows=made))

    def figure(self, figure: Figure, place: int | None) -> None:
        """Add what a chart or diagram shows."""
        for title in figure.titles:
            self.caption(title, place)
        for rows in figure.tables:
            self.table([list(map(markup.inline, row)) for row in rows], place)
        for depth, text in figure.items:
            self.item([Inline(text=text)], place, depth=depth, label="")

    def hide(self, text: str) -> None:
        """Keep text that nobody sees out of the blocks."""
        words = " ".join(markup.clean(text).split())
        if words:
            self.hidden.append(words)

    def _add(
        self, kind: BlockKind, text: str, place: int | None, *, level: int = 0, marker: str = "-"
    ) -> None:
        if text.strip():
            self._end_code()
            locator = self._locator(place)
            self._blocks.append(
                Block(kind=kind, locator=locator, text=text, level=level, marker=marker)
            )

    def _end_code(self) -> None:
        if self._code is None:
            return
        code, self._code = self._code, None
        locator = code.first
        if locator is not None and code.last is not None and code.last > locator.block:
            locator = locator._replace(to_block=code.last)
        text = "\n".join(code.lines)
        self._blocks.append(Block(kind=BlockKind.CODE, locator=locator, text=text))

    def _locator(self, place: int | None) -> SectionLocator | None:
        if place is None:
            return None
        return SectionLocator(path=tuple(text for _, text in self._path), block=place)


def finish(flow: TextFlow, remarks: Sequence[str]) -> Extracted | Failed:
    """The document of all that was collected, with remarks for people."""
    hidden = tuple(flow.hidden)
    passages = "1 passage" if len(hidden) == 1 else f"{len(hidden)} passages"
    unseen = f"{passages} that nobody sees who opens it"
    left_out = [f"hidden text was left out: {unseen}"] if hidden else []
    document = compose(flow.blocks, warnings=[*left_out, *remarks])
    if hidden and not document.body:
        return Failed(reason="no visible text in it", hint=f"All of its text is hidden: {unseen}.")
    return Extracted(document=replace(document, hidden=hidden))


def plain_code(inlines: Sequence[Inline]) -> list[Inline]:
    """The same; where all of it is in a font of even width, that means nothing."""
    if all(one.look is not Look.TEXT for one in inlines):
        return [replace(o, look=Look.TEXT) if o.look is Look.CODE else o for o in inlines]
    return list(inlines)


def reads_as_code(inlines: Sequence[Inline]) -> bool:
    """Whether text in a font of even width has the signs of a program in it."""
    return not _CODE_SIGNS.isdisjoint(as_code(inlines))
