"""Read AsciiDoc line by line; nothing that it names is included or run."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from okf_server.extract import asciidoc_tables, markup
from okf_server.extract.asciidoc_lines import Lines
from okf_server.extract.compose import compose
from okf_server.extract.decode import lines_of, text_of
from okf_server.extract.outline import Outline
from okf_server.extract.text_notes import AdocNotes
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome

_TITLE = re.compile(r"(={1,6}|#{1,6})\s+(\S.*)$")
_VERBATIM = re.compile(r"(-{4,}|\.{4,}|`{3,})(?:(?<=`)([\w+-]*))?$")
_LEFT_OUT = re.compile(r"(/{4,}|\+{4,})$")
_FRAME = re.compile(r"(?:={4,}|\*{4,}|_{4,}|--|\+)$")
_TABLE = re.compile(r"[|,:!]={3,}$")
_ITEM = re.compile(r"\s*(\*{1,5}|-|\.{1,5}|\d{1,9}\.)\s+(?=\S)")
_ATTRIBUTE = re.compile(r":!?[\w-]+!?:(?:\s|$)")
_BRACKETS = re.compile(r"\[(.*)\]$")
_BLOCK_TITLE = re.compile(r"\.([^\s.].*)$")
_MACRO = re.compile(r"[a-z]+::[^\s\[]*\[.*\]$")
_ASIDE = re.compile(r"//|\[.*\]$")
_START = re.compile(r"\bstart=\"?(\d{1,6})")
_NAMED = 8  # attributes
_LANGUAGE = re.compile(r"(?:source|,)\s*,?\s*([\w+-]{1,20})")


def extract(path: Path) -> Outcome:
    """The document of an .adoc file."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    lines = Lines().read([line.rstrip() for line in lines_of(read.text)])
    scan = _Scan(lines)
    scan.run()
    warnings = [*read.warnings, *_warnings(lines)]
    hidden = [" ".join(lines.hidden)] if lines.hidden else []
    return Extracted(document=compose(scan.outline.blocks, warnings=warnings, hidden=hidden))


def _warnings(lines: Lines) -> Iterator[str]:
    if lines.hidden:
        yield "holds text below conditions that do not hold by the file itself; it is not searched"
    if lines.unknown:
        names = ", ".join(f"{{{name}}}" for name in list(lines.unknown)[:_NAMED])
        yield f"names that nothing in the file defines stay as they are: {names}"


class _Scan:
    """A walk over the lines that are shown; rows count from 0."""

    def __init__(self, lines: Lines) -> None:
        self.outline = Outline(lines.numbers)
        self._lines = lines.texts
        self._numbers: dict[int, int] = {}
        self._attributes = ""
        self._notes = AdocNotes()

    def run(self) -> None:
        row = 0
        while row < len(self._lines):
            row = self._block(row)

    def _block(self, row: int) -> int:
        """Add the block that starts in this row; returns the row after it."""
        line = self._lines[row]
        if not line.strip() or _FRAME.match(line):
            return row + 1
        if not _ITEM.match(line) and not _ASIDE.match(line) and self._lines[row - 1] != "+":
            self._numbers.clear()  # what does not hang on an item ends the list
        return self._silent(row, line) or self._delimited(row, line) or self._text(row, line)

    def _silent(self, row: int, line: str) -> int:
        """What is said about the text and is no text: comments, attributes, includes."""
        if found := _BRACKETS.match(line):
            self._attributes = found[1]
            return row + 1
        if found := _LEFT_OUT.match(line):
            return self._closing(row, found[1]) + 1
        silent = (line.startswith("//"), _ATTRIBUTE.match(line), _MACRO.match(line))
        return row + 1 if any(silent) else 0

    def _delimited(self, row: int, line: str) -> int:
        found = _VERBATIM.match(line)
        if found:
            end = self._closing(row, found[1])
            text = "\n".join(self._lines[row + 1 : end])
            language = found[2] or self._language()
            if text.strip():
                self.outline.code(text, row + 2, max(end, row + 2), language=language)
        elif _TABLE.match(line):
            end = self._closing(row, line)
            self._table(asciidoc_tables.rows(self._lines[row + 1 : end], row + 2, self._attributes))
        else:
            return 0
        self._attributes = ""
        return end + 1

    def _table(self, rows: list[tuple[list[str], int, int]]) -> None:
        """Add a table, and behind it the notes in its cells."""
        read = [([self._notes.take(c) for c in cells], first, last) for cells, first, last in rows]
        self.outline.table(
            [([text for text, _ in cells], first, last) for cells, first, last in read]
        )
        for cells, first, last in read:
            self._add_notes((note for _, notes in cells for note in notes), first, last)

    def _add_notes(self, notes: Iterable[str], first: int, last: int) -> None:
        for note in notes:
            self.outline.add(BlockKind.NOTE, markup.inline(note), first, last)

    def _closing(self, row: int, mark: str) -> int:
        """The row that closes a delimited block; the end of the file where none does."""
        stop = row + 1
        while stop < len(self._lines) and self._lines[stop] != mark:
            stop += 1
        return stop

    def _language(self) -> str:
        found = _LANGUAGE.match(self._attributes)
        return found[1] if found else ""

    def _text(self, row: int, line: str) -> int:
        title = _TITLE.match(line)
        if title:
            self.outline.heading(len(title[1]), title[2], row + 1, row + 1)
            return row + 1
        if caption := _BLOCK_TITLE.match(line):
            self.outline.add(BlockKind.CAPTION, markup.plain(caption[1]), row + 1, row + 1)
            return row + 1
        stop = self._flow_end(row)
        text, notes = self._notes.take("\n".join(self._lines[row:stop]))
        if item := _ITEM.match(line):
            mark = item[1]
            level = len(mark) - 1 if mark[0] in "*." else 0
            text = markup.inline(text[item.end() :])
            marker = self._marker(mark, level)
            self.outline.add(BlockKind.LIST, text, row + 1, stop, level=level, marker=marker)
        else:
            self.outline.paragraph(re.sub(r"::+(?=\s|$)", ":", text), row + 1, stop)
        self._add_notes(notes, row + 1, stop)
        self._attributes = ""
        return stop

    def _marker(self, mark: str, level: int) -> str:
        """The sign of an item; those with dots count on within their level."""
        self._numbers = {deep: n for deep, n in self._numbers.items() if deep <= level}
        if mark[0] != ".":
            return mark if mark[0].isdigit() else "-"
        start = _START.search(self._attributes)
        number = int(start[1]) if start else self._numbers.get(level, 0) + 1
        self._numbers[level] = number
        return f"{number}."

    def _flow_end(self, row: int) -> int:
        """The row after a paragraph or the first paragraph of a list item."""
        stop = row + 1
        while stop < len(self._lines) and not self._interrupts(self._lines[stop]):
            stop += 1
        return stop

    def _interrupts(self, line: str) -> bool:
        if not line.strip():
            return True
        tests = (_FRAME, _VERBATIM, _TABLE, _LEFT_OUT, _ITEM)
        return any(test.match(line) for test in tests) or line.startswith("//")
