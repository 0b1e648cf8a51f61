"""Write blocks as one Markdown document, keeping the place of each."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from okf_server.extract.blocks import Block, Row
from okf_server.extract.markup import clean
from okf_server.model.document import BlockKind, Document, Part, Span
from okf_server.model.locator import Locator

_FENCE = re.compile(r"^ {0,3}(`{3,})", re.MULTILINE)
_INDENT = "    "  # a list inside `10. ` needs four
_DEEPEST = 12
_NO_CELL = "  |"


def compose(
    blocks: Iterable[Block],
    *,
    title: str = "",
    details: Mapping[str, object] | None = None,
    warnings: Sequence[str] = (),
    hidden: Sequence[str] = (),
) -> Document:
    """The document of these blocks, a blank line between them, list items one a line.

    Blocks without text are left out. Without a `title` the first heading of level 1 is the title.
    """
    page = _Page()
    for block in blocks:
        page.add(block, *(_table(block.rows) if block.rows else (_written(block), ())))
    return Document(
        body=page.body(),
        spans=tuple(page.spans),
        title=title or page.title,
        details=dict(details or {}),
        warnings=tuple(warnings),
        hidden=tuple(hidden),
    )


def compose_table(rows: Iterable[Row], *, warnings: Sequence[str] = ()) -> Document:
    """The document of one table, whose rows are walked once and not kept."""
    page = _Page()
    page.add(Block(kind=BlockKind.TABLE, locator=None), *_table(rows))
    return Document(body=page.body(), spans=tuple(page.spans), warnings=tuple(warnings))


@dataclass(slots=True)
class _Page:
    """What is written so far."""

    texts: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    title: str = ""
    length: int = 0

    def add(self, block: Block, text: str, parts: Iterable[Part]) -> None:
        """Write a block of this text, whose parts count from its start."""
        if not text:
            return
        in_list = bool(self.spans) and self.spans[-1].kind is block.kind is BlockKind.LIST
        gap = ("\n" if in_list else "\n\n") if self.texts else ""
        start = self.length + len(gap)
        self.texts += [gap, text]
        self.length = start + len(text)
        heading = block.kind is BlockKind.HEADING
        if heading and block.level == 1 and not self.title:
            self.title = re.sub(r"\\(?=[^\w\s])", "", block.text).strip()
        self.spans.append(
            Span(
                start=start,
                end=self.length,
                kind=block.kind,
                locator=block.locator,
                level=_level(block.level) if heading else 0,
                parts=tuple(p._replace(start=p.start + start, end=p.end + start) for p in parts),
            )
        )

    def body(self) -> str:
        return "".join([*self.texts, "\n"]) if self.texts else ""


def _written(block: Block) -> str:
    match block.kind:
        case BlockKind.HEADING:
            return _heading(block)
        case BlockKind.LIST:
            return _list_item(block)
        case BlockKind.CODE:
            return _code(block)
        case BlockKind.EQUATION:
            text = clean(block.text).strip()
            return f"$$\n{text}\n$$" if text else ""
        case (
            BlockKind.PARAGRAPH
            | BlockKind.CAPTION
            | BlockKind.NOTE
            | BlockKind.TABLE
            | BlockKind.HIDDEN
        ):
            return block.text.strip()


def _level(level: int) -> int:
    return min(max(level, 1), 6)


def _heading(block: Block) -> str:
    text = " ".join(block.text.split())
    kept = text.rstrip("#")
    closing = (
        f"{kept}\\{text[len(kept) :]}" if kept != text else text
    )  # else read as its closing mark
    return f"{'#' * _level(block.level)} {closing}" if text else ""


def _list_item(block: Block) -> str:
    text = " ".join(block.text.split())
    return f"{_INDENT * min(block.level, _DEEPEST)}{block.marker} {text}" if text else ""


def _code(block: Block) -> str:
    text = clean(block.text).strip("\n")
    if not text.strip():
        return ""
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{block.language}\n{text}\n{fence}"


def _table(rows: Iterable[Row]) -> tuple[str, Iterable[Part]]:
    """The lines of the rows with text, and the place of each where all have one; the rows are walked once."""
    lines: list[str] = []
    widths: list[int] = []
    places: list[Locator | None] = []
    for row in rows:
        if any(cell.strip() for cell in row.cells):
            lines.append(f"| {' | '.join(map(_cell, row.cells))} |")
            widths.append(len(row.cells))
            places.append(row.locator)
    if not lines:
        return "", ()
    most = max(widths)
    for number, width in enumerate(widths):
        if width < most:
            lines[number] += _NO_CELL * (most - width)
    lines.insert(1, "|" + " --- |" * most)
    places.insert(1, places[0])
    return "\n".join(lines), _parts(lines, places)


def _parts(lines: Sequence[str], places: Sequence[Locator | None]) -> Iterator[Part]:
    if None in places:
        return
    start = 0
    for line, place in zip(lines, places, strict=True):
        if place is not None:
            yield Part(start=start, end=start + len(line), locator=place)
        start += len(line) + 1


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
