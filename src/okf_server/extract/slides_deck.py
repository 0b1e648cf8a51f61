"""What a reader of decks finds on a slide, before it is one document."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.extract.figures import Figure
from okf_server.extract.refusals import NO_TEXT
from okf_server.model.document import BlockKind, Extracted, Outcome, Partial
from okf_server.model.locator import SlideLocator

_TITLE_LEVEL = 2  # slides are siblings below the deck, which is named by its file
_HIDDEN = " (hidden slide)"
_MOST_UNSEEN = 1000

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in any unit."""

Placed = TypeVar("Placed")


@dataclass(slots=True, kw_only=True)
class Slide:
    """A slide, counted from 1; `unseen` is text that nobody sees who looks at it."""

    number: int
    hidden: bool = False
    blocks: list[Block] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    damaged: str = ""

    @property
    def place(self) -> SlideLocator:
        """Its place, which is that of all its blocks."""
        return SlideLocator(slide=self.number)

    def title(self, text: str) -> None:
        """Add a heading; a second one on a slide is below the first."""
        titled = any(block.kind is BlockKind.HEADING for block in self.blocks)
        words = markup.inline(text)
        if words and self.hidden and not titled:
            words += _HIDDEN
        self.add(BlockKind.HEADING, words, level=_TITLE_LEVEL + titled)

    def add(self, kind: BlockKind, text: str, *, level: int = 0, marker: str = "-") -> None:
        """Add a block of Markdown."""
        if text.strip():
            self.blocks.append(
                Block(kind=kind, locator=self.place, text=text, level=level, marker=marker)
            )

    def figure(self, figure: Figure) -> None:
        """Add what a chart or diagram shows."""
        for title in figure.titles:
            self.add(BlockKind.CAPTION, markup.plain(title))
        for rows in figure.tables:
            self.table(rows)
        for depth, text in figure.items:
            self.add(BlockKind.LIST, markup.inline(text), level=depth)

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """Add a table of plain texts."""
        made = tuple(
            Row(cells=tuple(map(markup.inline, cells)), locator=self.place) for cells in rows
        )
        if made:
            self.blocks.append(Block(kind=BlockKind.TABLE, locator=self.place, rows=made))


def document_of(slides: Iterable[Slide]) -> Outcome:
    """The document of a deck, slide by slide."""
    taken = list(slides)
    if not taken:
        return NO_TEXT
    hidden = [slide.number for slide in taken if slide.hidden]
    details: dict[str, object] = {"slides": len(taken)}
    details |= {"hidden_slides": hidden} if hidden else {}
    document = compose((block for slide in taken for block in slide.blocks), details=details)
    document = replace(
        document,
        warnings=tuple(_warnings(hidden)),
        hidden=tuple(text for slide in taken for text in slide.unseen)[:_MOST_UNSEEN],
    )
    damaged = [f"slide {slide.number}: {slide.damaged}" for slide in taken if slide.damaged]
    if damaged:
        return Partial(document=document, reason="; ".join(damaged[:3]))
    return Extracted(document=document)


def _warnings(hidden: list[int]) -> Iterator[str]:
    if hidden:
        yield f"hidden slides were read: {', '.join(map(str, hidden[:10]))}"


def remark(author: str, moment: str, words: str) -> str:
    """A comment with who made it and the day, as far as the file says; empty for one without words."""
    who = ", ".join(filter(None, [author, moment[:10]]))
    return f"{who}: {words.strip()}" if who and words.strip() else words.strip()


def reading_order(placed: Sequence[tuple[Box, Placed]]) -> list[Placed]:
    """What stands higher first, and from the left what stands side by side."""
    rows: list[list[tuple[Box, Placed]]] = []
    for box, one in sorted(placed, key=lambda pair: (pair[0][1], pair[0][0])):
        first = rows[-1][0][0] if rows else None
        if first and box[1] - first[1] <= min(first[3] - first[1], box[3] - box[1]) / 2:
            rows[-1].append((box, one))
        else:
            rows.append([(box, one)])
    return [one for row in rows for _, one in sorted(row, key=lambda pair: pair[0][0])]
