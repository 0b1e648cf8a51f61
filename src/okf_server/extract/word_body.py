"""Walk through the body of a Word document: its blocks in order, each with its ordinal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from okf_server.extract.figures import figure_of
from okf_server.extract.inlines import Inline, Look, as_line
from okf_server.extract.table_heads import with_one_header
from okf_server.extract.text_flow import TextFlow, plain_code, reads_as_code
from okf_server.extract.word_contents import contents
from okf_server.extract.word_margins import Margins, sections
from okf_server.extract.word_notes import byline
from okf_server.extract.word_numbering import Numbering
from okf_server.extract.word_styles import Style, heading_level, is_shaded, numbering_of
from okf_server.extract.word_tables import Cell, grid, header_rows
from okf_server.extract.word_text import NoteReference, Paragraph, Setting, read_paragraph
from okf_server.extract.xml_names import attribute, child, name_of

_UNREAD = frozenset({"del", "moveFrom", "Fallback"})
_COUNTED = frozenset(
    [
        "sym", "noBreakHyphen", "checkBox", "chart", "relIds",
        "footnoteReference", "endnoteReference", "commentReference",
    ]
)  # fmt: skip
_DESCRIBED = {"docPr": "descr", "textpath": "string"}


def has_text(block: Any) -> bool:
    """Whether a paragraph or table counts among those that a place is told by.

    All text counts, hidden text, text boxes and descriptions of pictures too; deleted text does not.
    """
    waiting = [block]
    while waiting:
        element = waiting.pop()
        name = name_of(element)
        if name in _COUNTED or (name == "t" and (element.text or "").strip()):
            return True
        if name in _DESCRIBED and attribute(element, _DESCRIBED[name]).strip():
            return True
        if name not in _UNREAD:
            waiting += list(element)
    return False


class Body:
    """The reading of one body; `embedded` counts the files of other formats that stand in it."""

    def __init__(self, setting: Setting, numbering: Numbering) -> None:
        self.flow = TextFlow()
        self.embedded = 0
        self._setting = setting
        self._numbering = numbering
        self._white_paper = True
        self._in_margin = False
        self._described: set[str] = set()  # pictures that repeat are described once

    def read(self, body: Any) -> None:
        """Read all blocks of the document's body; headers stand before their section, footers after it."""
        margins = Margins(self._setting.package, self._setting.part)
        ordinal = 0
        for section in sections(body):
            above, under = margins.step(section.properties)
            blocks = [block for block in section.blocks if name_of(block) in ("p", "tbl")]
            counted = [has_text(block) for block in blocks]
            self._margin(margins, above, ordinal + any(counted))
            for block, counts in zip(blocks, counted, strict=True):
                ordinal += counts
                self._block(block, ordinal if counts else None, behind=not self._white_paper)
            self._margin(margins, under, ordinal)
            self.embedded += sum(name_of(block) == "altChunk" for block in section.blocks)

    def _margin(self, margins: Margins, parts: Sequence[str], place: int) -> None:
        """Read headers or footers at the block that they stand beside."""
        outside = self._setting
        self._in_margin = True
        for part in parts:
            self._setting = replace(outside, part=part)
            for block in margins.blocks(part):
                self._block(block, place or None, behind=True)
        self._setting, self._in_margin = outside, False

    def colour_paper(self, root: Any) -> None:
        """Take into account a page colour that the document sets."""
        colour = attribute(child(root, "background"), "color", "auto").lower()
        self._white_paper = colour in ("auto", "ffffff")

    def _block(self, block: Any, place: int | None, *, behind: bool) -> None:
        match name_of(block):
            case "p":
                self._paragraph(block, place, behind=behind)
            case "tbl":
                self._table(block, place, behind=behind)
            case _:
                pass

    def _paragraph(self, element: Any, place: int | None, *, behind: bool) -> None:
        found = read_paragraph(element, self._setting, behind=behind)
        properties = child(element, "pPr")
        style_key = attribute(child(properties, "pStyle"), "val")
        style = self._setting.styles.of_paragraph(style_key)
        if _is_listable(found):
            self._write(found, properties, style_key, style, place)
        self._hang(found, place)

    def _write(
        self, found: Paragraph, properties: Any, style_key: str, style: Style, place: int | None
    ) -> None:
        own_level = heading_level(properties)
        level = 0 if self._in_margin else style.level if own_level is None else own_level
        numbered, label, depth = self._label(properties, style_key, style)
        inlines = found.inlines
        if level:
            mark = [Inline(text=f"{label} ")] if label else []
            self.flow.heading([*mark, *inlines], level, place)
        elif numbered:
            self.flow.item(plain_code(inlines), place, depth=depth, label=label)
        elif style.code or (found.is_code and reads_as_code(inlines)):
            self.flow.code(inlines, place)
        else:
            self.flow.paragraph(plain_code(inlines) if found.is_code else inlines, place)

    def _label(self, properties: Any, style_key: str, style: Style) -> tuple[bool, str, int]:
        """Whether a paragraph is in a list, what stands before it there, and how deep it lies."""
        own = numbering_of(properties)
        key, level = own or style.numbering or ("", None)
        if not key and style.numbering:
            key = style.numbering[0]
        if level is None and style.numbering:
            level = style.numbering[1]
        if not self._numbering.has(key):
            return False, "", 0
        if level is None:
            level = self._numbering.level_of_style(key, style_key)
        return True, self._numbering.next_label(key, level), level

    def _hang(self, found: Paragraph, place: int | None) -> None:
        """Write what hangs on a paragraph: its text boxes, notes and charts."""
        for text in found.hidden and ["".join(found.hidden)]:
            self.flow.hide(text)
        for box in found.boxes:
            for block in contents(box):
                self._block(block, place, behind=True)  # a shape may be filled
        for text in found.described:
            self.flow.caption("" if text in self._described else text, place)
            self._described.add(text)
        self._notes(found.notes, place)
        package = self._setting.package
        for relation in found.figures:
            root = package.root(package.target(self._setting.part, relation))
            if root is not None:
                self.flow.figure(figure_of(root), place)

    def _notes(self, references: list[NoteReference], place: int | None) -> None:
        for part, key in references:
            note = self._setting.notes.element(part, key)
            text = self._joined(note, part)
            before = (
                byline(attribute(note, "author"), attribute(note, "date"))
                if part == "comments"
                else f"[^{self._setting.notes.label(part, key)}]:"
            )
            if text:
                self.flow.note(f"{before} {text}", place)

    def _joined(self, note: Any, part: str) -> str:
        """The text of a note in one line."""
        main = self._setting
        setting = replace(main, part=f"{main.part.rpartition('/')[0]}/{part}.xml".lstrip("/"))
        texts: list[str] = []
        for element in _paragraphs(note):
            found = read_paragraph(element, setting, behind=False)
            self.flow.hide("".join(found.hidden))
            texts.append(as_line([one for one in found.inlines if one.look is not Look.MARK]))
        return " ".join(text for text in texts if text)

    def _table(self, table: Any, place: int | None, *, behind: bool) -> None:
        rows = grid(table)
        style = attribute(child(table, "tblPr", "tblStyle"), "val")
        shade = child(table, "tblPr", "shd")
        shaded = shade is not None and is_shaded(shade)
        behind = behind or shaded or self._setting.styles.shades(style)
        only = rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else None
        if isinstance(only, Cell):  # a frame around text
            for block in contents(only.element):
                self._block(block, place, behind=behind or only.shaded)
            return
        hanging: list[Paragraph] = []
        texts = [
            [
                self._cell(cell, hanging, behind=behind) if isinstance(cell, Cell) else cell
                for cell in row
            ]
            for row in rows
        ]
        self.flow.table(with_one_header(texts, declared=header_rows(table)), place)
        for found in hanging:
            self._hang(found, place)

    def _cell(self, cell: Cell, hanging: list[Paragraph], *, behind: bool) -> str:
        """The text of a cell in one line; what hangs on its paragraphs is collected."""
        texts: list[str] = []
        for element in _paragraphs(cell.element):
            found = read_paragraph(element, self._setting, behind=behind or cell.shaded)
            properties = child(element, "pPr")
            key = attribute(child(properties, "pStyle"), "val")
            style = self._setting.styles.of_paragraph(key)
            text = as_line(plain_code(found.inlines) if found.is_code else found.inlines)
            if text:
                numbered, label, _ = self._label(properties, key, style)
                texts.append(f"{label or '-'} {text}" if numbered else text)
            hanging.append(found)
        return " ".join(texts)


def _paragraphs(element: Any) -> Iterator[Any]:
    """The paragraphs below, those of tables inside too."""
    for one in contents(element):
        if name_of(one) == "p":
            yield one
        elif name_of(one) in ("tbl", "tr", "tc"):
            yield from _paragraphs(one)


def _is_listable(found: Paragraph) -> bool:
    return any(one.text.strip() for one in found.inlines)
