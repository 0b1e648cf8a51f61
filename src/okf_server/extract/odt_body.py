"""Walk through the body of an OpenDocument text: its blocks in order, each with its ordinal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from okf_server.extract.figures import Figure
from okf_server.extract.inlines import Inline, Look, as_line
from okf_server.extract.odf_objects import read_object
from okf_server.extract.odt_styles import ListLevel, TextStyles, hides, label_of
from okf_server.extract.odt_tables import grid, header_rows
from okf_server.extract.odt_text import Paragraph, read_paragraph
from okf_server.extract.opc import Package
from okf_server.extract.table_heads import with_one_header
from okf_server.extract.text_flow import TextFlow, plain_code, reads_as_code
from okf_server.extract.word_notes import byline
from okf_server.extract.xml_names import attribute, child, name_of, number
from okf_server.model.document import BlockKind

_BLOCKS = frozenset({"p", "h", "table"})
_SKIPPED = frozenset({"tracked-changes", "forms", "annotation", "annotation-end"})


def is_skipped(name: str) -> bool:
    """Whether an element of the body holds what nobody reads: old versions, patterns, declarations."""
    return not name or name in _SKIPPED or name.endswith(("-source", "-decls"))


def has_text(block: Any) -> bool:
    """Whether a paragraph, heading or table counts among those that a place is told by.

    All text counts, hidden text, notes and text boxes too; so does an embedded object.
    """
    return any(
        (one.text or "").strip()
        or (one is not block and (one.tail or "").strip())
        or _is_object(one)
        for one in block.iter()
    )


def _is_object(element: Any) -> bool:
    return name_of(element) == "object"


@dataclass(slots=True)
class _List:
    """A list that is being read: its levels, the numbers counted, and how deep it lies, from 1."""

    style: str
    levels: Mapping[int, ListLevel]
    depth: int
    counts: dict[int, int] = field(default_factory=dict)

    def step(self, start: int | None) -> str:
        """Go to the next item; what stands before it."""
        first = self.levels.get(self.depth, ListLevel()).start
        self.counts[self.depth] = (
            self.counts.get(self.depth, first - 1) + 1 if start is None else start
        )
        for deeper in [at for at in self.counts if at > self.depth]:
            del self.counts[deeper]
        return label_of(self.levels, self.depth, self.counts)


class Body:
    """The reading of one text."""

    def __init__(self, package: Package, styles: TextStyles) -> None:
        self.flow = TextFlow()
        self._package = package
        self._styles = styles
        self._ordinal = 0
        self._headings = _List("", styles.outline, 1)
        self._counts: dict[str, dict[int, int]] = {}  # of the last list of each style
        self._hidden = False
        self._behind = styles.coloured_paper

    def read(self, container: Any, place: int | None = None) -> None:
        """Read all blocks below; those of a box stand at the `place` of what holds it."""
        for one in container:
            name = name_of(one)
            if name in _BLOCKS:
                self._block(one, self._place(one, place))
            elif name == "list":
                self._list(one, None, place)
            elif not is_skipped(name):
                outside = self._hidden
                self._hidden |= name == "section" and hides(one)
                self.read(one, place)
                self._hidden = outside

    def _place(self, block: Any, place: int | None) -> int | None:
        if place is not None or not has_text(block):
            return place
        self._ordinal += 1
        return self._ordinal

    def _block(self, block: Any, place: int | None) -> None:
        if name_of(block) == "table":
            self._table(block, place)
        else:
            found = read_paragraph(block, self._styles, behind=self._behind)
            if name_of(block) == "h":
                listed = attribute(block, "is-list-header") == "true"
                self._headings.depth = max(number(block, "outline-level", 1), 1)
                label = "" if listed else self._headings.step(None)
                self._write(found, block, place, label)
            else:
                self._write(found, block, place, "")

    def _list(self, element: Any, outer: _List | None, place: int | None) -> None:
        style = attribute(element, "style-name") or (outer.style if outer else "")
        inner = _List(style, self._styles.levels(style), outer.depth + 1 if outer else 1)
        if outer is not None:
            inner.counts = outer.counts
        elif attribute(element, "continue-numbering") == "true" or attribute(
            element, "continue-list"
        ):
            inner.counts = self._counts.get(style, {})
        self._counts[style] = inner.counts
        for item in element:
            if name_of(item) in ("list-item", "list-header"):
                start = number(item, "start-value") if attribute(item, "start-value") else None
                label = inner.step(start) if name_of(item) == "list-item" else ""
                self._item(item, inner, label, place)

    def _item(self, item: Any, inner: _List, label: str, place: int | None) -> None:
        """The first paragraph of an item has its mark; those that follow are set below it."""
        marked = name_of(item) == "list-item"
        for one in item:
            name = name_of(one)
            if name in ("p", "h"):
                own = self._place(one, place)
                found = read_paragraph(one, self._styles, behind=self._behind)
                if name == "p" and marked and found.inlines and not self._hidden:
                    inlines = self._resolved(found)
                    self.flow.item(inlines, own, depth=inner.depth - 1, label=label)
                    self._hang(found, own)
                    marked = False
                else:
                    self._write(found, one, own, label)
            elif name == "list":
                self._list(one, inner, place)
            elif name == "table":
                self._table(one, self._place(one, place))

    def _write(self, found: Paragraph, element: Any, place: int | None, label: str) -> None:
        if self._hidden:
            self.flow.hide("".join([*found.hidden, *(one.text for one in found.inlines)]))
            return
        style = attribute(element, "style-name")
        inlines = self._resolved(found)
        heading = name_of(element) == "h"
        level = self._styles.level(style)
        if heading or level:
            level = max(number(element, "outline-level", 1), 1) + 1 if heading else level
            mark = [Inline(text=f"{label} ")] if label and inlines else []
            self.flow.heading([*mark, *inlines], level, place)
        elif self._styles.is_code(style) or (found.is_code and reads_as_code(inlines)):
            self.flow.code(inlines, place)
        else:
            self.flow.paragraph(plain_code(inlines), place)
        self._hang(found, place)

    def _resolved(self, found: Paragraph) -> list[Inline]:
        """The stretches with the formulas of embedded objects in their places."""
        objects = {one.text: read_object(self._package, one.text) for one in found.objects}
        inlines: list[Inline] = []
        for one in found.inlines:
            formula = objects.get(one.text) if one.look is Look.MATH else None
            if one.look is not Look.MATH:
                inlines.append(one)
            elif isinstance(formula, str) and formula:
                inlines.append(replace(one, text=formula))
        return inlines

    def _hang(self, found: Paragraph, place: int | None) -> None:
        """Write what hangs on a paragraph: hidden text, text boxes, charts and notes."""
        self.flow.hide("".join(found.hidden))
        for box in found.boxes:
            outside, self._behind = self._behind, True  # a box may be filled
            self.read(box, place)
            self._behind = outside
        for text in found.described:
            self.flow.caption(text, place)
        for one in found.objects:
            chart = read_object(self._package, one.text)
            if isinstance(chart, Figure):
                self.flow.figure(chart, place)
        for note in found.notes:
            text = self._joined(note)
            if text:
                self.flow.note(f"{_before(note)} {text}", place)

    def _joined(self, note: Any) -> str:
        """The text of a note in one line."""
        texts: list[str] = []
        for element in note.iter():
            if name_of(element) in ("p", "h"):
                found = read_paragraph(element, self._styles, behind=False)
                self.flow.hide("".join(found.hidden))
                texts.append(
                    as_line([o for o in found.inlines if o.look not in (Look.MARK, Look.MATH)])
                )
        return " ".join(text for text in texts if text)

    def _table(self, table: Any, place: int | None) -> None:
        rows = grid(table)
        only = rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else None
        if only is not None and not isinstance(only, str):  # a frame around text
            self.read(only, place)
            return
        hanging: list[str] = []
        cells = [
            [cell if isinstance(cell, str) else self._cell(cell, place, hanging) for cell in row]
            for row in rows
        ]
        self.flow.table(with_one_header(cells, declared=header_rows(table)), place)
        for text in hanging:
            self.flow.note(text, place)

    def _cell(self, cell: Any, place: int | None, hanging: list[str]) -> str:
        """The blocks of a cell in one line; its notes are collected."""
        outer, behind = self.flow, self._behind
        look = self._styles.look("table-cell", attribute(cell, "style-name"))
        self.flow, self._behind = TextFlow(), behind or bool(look.get("behind"))
        self.read(cell, place if place is not None else 0)
        inner, self.flow, self._behind = self.flow, outer, behind
        outer.hidden += inner.hidden
        hanging += [one.text for one in inner.blocks if one.kind is BlockKind.NOTE]
        return " ".join(_words_of_blocks(inner))


def _words_of_blocks(flow: TextFlow) -> Iterator[str]:
    for block in flow.blocks:
        match block.kind:
            case BlockKind.LIST:
                yield f"{block.marker} {block.text}"
            case BlockKind.TABLE:
                yield from (cell for row in block.rows for cell in row.cells if cell)
            case BlockKind.EQUATION:
                yield f"${block.text}$"
            case BlockKind.NOTE:
                pass
            case _:
                yield " ".join(block.text.split())


def _before(note: Any) -> str:
    """The mark of a footnote or endnote, or who commented and when."""
    if name_of(note) == "annotation":
        author, date = child(note, "creator"), child(note, "date")
        return byline(
            author.text or "" if author is not None else "",
            date.text or "" if date is not None else "",
        )
    citation = child(note, "note-citation")
    label = attribute(citation, "label") or (citation.text or "" if citation is not None else "")
    return f"[^{label.strip()}]:" if label.strip() else "Note:"
