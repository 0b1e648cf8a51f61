"""Make the blocks of a Hangul document, each with its heading path and its ordinal in the original.

A paragraph of a section counts with all that is anchored in it; each table in the running text or in a box
counts by itself, after the paragraph that it hangs on, with all that it holds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.hwpx_styles import Head, Styles
from okf_server.extract.hwpx_tables import grid, headed, only_cell
from okf_server.extract.hwpx_text import Anchored, Kind, Listener, Saying, is_painted, lists
from okf_server.extract.xml_names import name_of
from okf_server.model.document import BlockKind
from okf_server.model.locator import SectionLocator

_LONGEST_HEADING = 200
_DEEPEST_LIST = 6
_GROUP = "memogroup"
_INLINE = (Kind.TABLE, Kind.BOX, Kind.CAPTION)


@dataclass(slots=True)
class _Draft:
    """A block before its ordinal is known: it belongs to the paragraph (0) or to one of its tables."""

    owner: int
    block: Block
    title: str  # of a heading, without markup


class Blocks:
    """The blocks of one document, made element by element."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._listener = Listener(styles)
        self._count = 0
        self._path: list[tuple[int, str]] = []
        self._furniture: set[str] = set()
        self._memos: set[str] = set()
        self._numbers: dict[str, list[int]] = {}
        self._drafts: list[_Draft] = []
        self._speaks: list[bool] = []
        self._owner = 0
        self._inside = False  # of a table that counts by itself
        self._later: list[_Draft] = []  # behind the block that is being written
        self.hidden: list[str] = []

    @property
    def deleted(self) -> bool:
        """Whether deleted text was left out."""
        return self._listener.deleted

    def begin_section(self, ended: frozenset[str]) -> None:
        """Go on with another section; `ended` are its deletions whose end is marked."""
        self._listener.ended = ended
        self._listener.deleting.clear()
        self._listener.painted = False

    def of(self, element: Any) -> Iterator[Block]:
        """The blocks of an element of a section."""
        self._drafts, self._speaks, self._owner = [], [False], 0
        if name_of(element) == _GROUP:
            self._aside(Anchored(kind=Kind.MEMO, element=element))
            self._flush()
        else:
            self._running([element] if name_of(element) in ("p", "tbl") else lists(element))
        return self._numbered()

    def _numbered(self) -> Iterator[Block]:
        ordinals = {}
        for owner, speaks in enumerate(self._speaks):
            if speaks:
                self._count += 1
                ordinals[owner] = self._count
        for draft in self._drafts:
            if draft.owner in ordinals:
                yield self._placed(draft.block, ordinals[draft.owner], draft.title)

    def _placed(self, block: Block, ordinal: int, title: str) -> Block:
        if block.kind is BlockKind.HEADING:
            self._path = [step for step in self._path if step[0] < block.level]
            self._path.append((block.level, title))
        locator = SectionLocator(path=tuple(text for _, text in self._path), block=ordinal)
        rows = tuple(replace(row, locator=locator) for row in block.rows)
        return replace(block, locator=locator, rows=rows)

    def _running(self, elements: Iterable[Any], *, backed: bool = False) -> None:
        """Running text: paragraphs and tables of the body, of a box or of a frame."""
        for element in elements:
            if name_of(element) == "tbl":
                self._table(Anchored(kind=Kind.TABLE, element=element, backed=backed))
            else:
                self._paragraph(element, backed=backed)

    def _paragraph(self, paragraph: Any, *, backed: bool) -> None:
        saying = self._hear(paragraph, backed=backed)
        self._draft(self._shaped(saying, self._styles.head(paragraph)), saying.title())
        for anchored in saying.anchored:
            self._running_anchored(anchored)
        self._flush()

    def _running_anchored(self, anchored: Anchored) -> None:
        match anchored.kind:
            case Kind.TABLE:
                self._table(anchored)
            case Kind.BOX | Kind.CELL:
                self._running(lists(anchored.element), backed=anchored.backed)
            case Kind.CAPTION:
                self._draft(_block(BlockKind.CAPTION, self._inline(anchored)))
            case Kind.NOTE | Kind.MEMO | Kind.FURNITURE | Kind.COMMENT:
                self._aside(anchored)

    def _aside(self, anchored: Anchored) -> None:
        """What stands beside the text: put behind the block that is being written."""
        text = self._inline(anchored)
        if anchored.kind is Kind.NOTE:
            self._put_off(_block(BlockKind.NOTE, f"[^{anchored.label}]: {text}".rstrip()))
        elif anchored.kind is Kind.MEMO and text:
            self._memo(text, anchored)
        elif anchored.kind is Kind.COMMENT and text:
            self.hidden.append(text)
        elif anchored.kind is Kind.FURNITURE and text not in self._furniture:
            self._furniture.add(text)
            self._put_off(_block(BlockKind.NOTE, markup.starts(text)))

    def _memo(self, text: str, anchored: Anchored) -> None:
        """A memo; some programs write it a second time, in a group behind the paragraph."""
        if name_of(anchored.element) == _GROUP and text in self._memos:
            return
        self._memos.add(text)
        author = markup.inline(anchored.label)
        said = f"Memo ({author}): {text}" if author else f"Memo: {text}"
        self._put_off(_block(BlockKind.NOTE, said))

    def _table(self, anchored: Anchored) -> None:
        outermost = not self._inside
        kept = self._owner
        if outermost:
            self._inside, self._owner = True, len(self._speaks)
            self._speaks.append(False)
        try:
            self._laid_out(anchored)
        finally:
            if outermost:
                self._inside, self._owner = False, kept

    def _laid_out(self, anchored: Anchored) -> None:
        table = anchored.element
        backed = anchored.backed or is_painted(table, self._styles)
        captions = [child for child in table if name_of(child) == "caption"]
        for caption in captions:
            self._draft(
                _block(
                    BlockKind.CAPTION, self._inline(Anchored(kind=Kind.CAPTION, element=caption))
                )
            )
        rows = grid(table)
        frame = only_cell(rows)
        if frame is not None:
            self._running(lists(frame), backed=backed or is_painted(frame, self._styles))
            return
        nested: list[Anchored] = []
        texts = [self._cells(row, nested, backed=backed) for row in rows]
        written = tuple(Row(cells=cells, locator=None) for cells in headed(rows, texts))
        self._draft(Block(kind=BlockKind.TABLE, locator=None, rows=written))
        for inner in nested:
            self._table(inner)
        self._flush()

    def _cells(self, row: Any, nested: list[Anchored], *, backed: bool) -> tuple[str, ...]:
        cells: dict[int, str] = {}
        for column, cell in row:
            ground = backed or is_painted(cell, self._styles)
            text = self._inline(Anchored(kind=Kind.CELL, element=cell, backed=ground), nested)
            cells[column] = f"{cells.get(column, '')} {text}".strip()
        return tuple(cells.get(column, "") for column in range(max(cells, default=-1) + 1))

    def _inline(self, anchored: Anchored, nested: list[Anchored] | None = None) -> str:
        """All that an element says in one line, what hangs on it at the end.

        Its tables are a part of that, unless they are gathered in `nested`.
        """
        sayings = [self._said(element, anchored) for element in lists(anchored.element)]
        texts = [saying.markdown() for saying in sayings]
        for inner in (inner for saying in sayings for inner in saying.anchored):
            if inner.kind is Kind.TABLE and nested is not None:
                nested.append(inner)
            elif inner.kind in _INLINE:
                texts.append(self._inline_of(inner, nested))
            else:
                self._aside(inner)
        return " ".join(filter(None, texts))

    def _said(self, element: Any, around: Anchored) -> Saying:
        if name_of(element) == "tbl":
            return Saying(anchored=[replace(around, kind=Kind.TABLE, element=element)])
        return self._hear(element, backed=around.backed)

    def _inline_of(self, inner: Anchored, nested: list[Anchored] | None) -> str:
        if inner.kind is not Kind.TABLE:
            return self._inline(inner, nested)
        cells = (
            Anchored(
                kind=Kind.CELL,
                element=placed.cell,
                backed=inner.backed or is_painted(placed.cell, self._styles),
            )
            for row in grid(inner.element)
            for placed in row
        )
        return " ".join(text for text in map(self._inline, cells) if text)

    def _hear(self, paragraph: Any, *, backed: bool) -> Saying:
        saying = self._listener.hear(paragraph, backed=backed)
        self._speaks[self._owner] |= saying.speaks
        if saying.unseen and (text := " ".join("".join(saying.unseen).split())):
            self.hidden.append(text)
        return saying

    def _shaped(self, saying: Saying, head: Head) -> Block:
        """A paragraph as a heading, a list item or what it is."""
        line = saying.markdown()
        match head.kind:
            case "OUTLINE" if line and len(line) <= _LONGEST_HEADING:
                level = min(head.level + 1, _DEEPEST_LIST)
                return Block(kind=BlockKind.HEADING, locator=None, text=line, level=level)
            case "BULLET" | "NUMBER" if line:
                level, marker = min(head.level, _DEEPEST_LIST), self._marker(head)
                kind = BlockKind.LIST
                return Block(kind=kind, locator=None, text=line, level=level, marker=marker)
            case _:
                return _block(BlockKind.PARAGRAPH, saying.markdown(markup.plain))

    def _marker(self, head: Head) -> str:
        """A number where the list counts in digits, else a dash."""
        if head.kind != "NUMBER":
            return "-"
        counts = self._numbers.setdefault(head.numbering, [])
        del counts[head.level + 1 :]
        counts.extend([0] * (head.level + 1 - len(counts)))
        counts[head.level] += 1
        counted = head.level in self._styles.digits.get(head.numbering, frozenset())
        return f"{counts[head.level]}." if counted else "-"

    def _draft(self, block: Block, title: str = "") -> None:
        if block.text or block.rows:
            self._drafts.append(_Draft(self._owner, block, title))

    def _put_off(self, block: Block) -> None:
        self._later.append(_Draft(self._owner, block, ""))

    def _flush(self) -> None:
        self._drafts += self._later
        self._later = []


def _block(kind: BlockKind, text: str) -> Block:
    return Block(kind=kind, locator=None, text=text)
