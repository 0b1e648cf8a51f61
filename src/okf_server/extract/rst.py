"""Read reStructuredText line by line; nothing that it names is included or run."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from okf_server.extract import markup, rst_tables
from okf_server.extract.compose import compose
from okf_server.extract.decode import lines_of, text_of
from okf_server.extract.described import description
from okf_server.extract.outline import Outline
from okf_server.extract.rst_names import Substitutions, is_for_the_web
from okf_server.extract.text_notes import mark, numbered, rst_marks
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome

_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_DIRECTIVE = re.compile(r"\.\. (?:\|[^|]+\| )?([A-Za-z][\w:.+-]*)::(?: +(.*))?$")
_FOOTNOTE = re.compile(r"\.\. \[([^\]]+)\] +(.*)$")
_ITEM = re.compile(r"([-*+•]|(?:\d{1,9}|#|[A-Za-z])[.)]|\((?:\d{1,9}|#|[A-Za-z])\))(\s+)(?=\S)")
_FIELD = re.compile(r":([A-Za-z][^:`]*):(?:\s+(.*))?$")
_ROLE = re.compile(r"(?<![\w`]):[A-Za-z][\w:+.-]{0,60}:(?=`)")
_LINK = re.compile(r"`([^`<>]+)<([^<>`]+)>`__?")
_REFERENCE = re.compile(r"(?<!`)`([^`]+)`__?(?!\w)")
_CODE = frozenset(
    ["code", "code-block", "sourcecode", "parsed-literal", "literalinclude", "prompt", "doctest"]
)
_SILENT = frozenset(
    ["toctree", "contents", "include", "raw", "index", "meta", "highlight", "default-role", "role"]
)
_NAMES_NO_TEXT = frozenset(
    ["image", "figure", "only", "ifconfig", "container", "class", "rst-class", "tabularcolumns", "module",
     "currentmodule", "program"]
)  # fmt: skip
_NAMED = 8  # substitutions
_LEVELS = 6
_DEEPEST = 30  # what is indented further is one paragraph


class _Line(NamedTuple):
    """A line, its number in the file, without the indent of what it stands in."""

    number: int
    text: str


def extract(path: Path) -> Outcome:
    """The document of an .rst file."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    lines = [_Line(n, text.expandtabs(8).rstrip()) for n, text in enumerate(lines_of(read.text), 1)]
    names = Substitutions([line.text for line in lines])
    scan = _Scan(names)
    scan.body(lines)
    warnings = [*read.warnings, *_warnings(scan.hidden, names.unknown)]
    document = compose(numbered(scan.outline.blocks), warnings=warnings, hidden=scan.hidden)
    return Extracted(document=document)


def _warnings(hidden: Sequence[str], unknown: Iterable[str]) -> Iterator[str]:
    if hidden:
        yield "holds text that is for other forms than web pages; it is not searched"
    if unknown:
        names = ", ".join(f"|{name}|" for name in list(unknown)[:_NAMED])
        yield f"names that nothing in the file defines stay as they are: {names}"


def inline(text: str) -> str:
    """Inline markup as Markdown has it: roles without their names, the address of a link behind its text."""
    text = rst_marks(_ROLE.sub("", text))
    text = _LINK.sub(lambda found: f"{found[1].rstrip()} ({found[2]})", text)
    return _REFERENCE.sub(r"\1", text)


class _Scan:
    """A walk over blocks of lines; what is indented below one is a block of lines again."""

    def __init__(self, names: Substitutions) -> None:
        self.outline = Outline()
        self.hidden: list[str] = []
        self._names = names
        self._styles: list[tuple[str, bool]] = []
        self._depth = 0

    def _inline(self, text: str) -> str:
        return inline(self._names.replaced(text))

    def body(self, lines: Sequence[_Line], *, depth: int = 0) -> None:
        """The blocks of these lines; `depth` is that of the list that they stand in."""
        if self._depth >= _DEEPEST:
            self._paragraph(lines, 0, len(lines))
            return
        self._depth += 1
        row = 0
        while row < len(lines):
            row = self._block(lines, row, depth) if lines[row].text.strip() else row + 1
        self._depth -= 1

    def _block(self, lines: Sequence[_Line], row: int, depth: int) -> int:
        """Add the block that starts in this row; returns the row after it."""
        text = lines[row].text
        if text.startswith(".."):
            return self._explicit(lines, row, depth)
        if text.startswith(" "):
            stop = _indented(lines, row)
            self.body(_dedented(lines[row:stop]), depth=depth)
            return stop
        return (
            self._table(lines, row)
            or self._section(lines, row)
            or self._item(lines, row, depth)
            or self._flow(lines, row)
        )

    def _section(self, lines: Sequence[_Line], row: int) -> int:
        """A title with a line of signs below it, or one above and one below."""
        over = bool(_RULE.fullmatch(lines[row].text))
        title, under = row + over, row + over + 1
        if over and (under >= len(lines) or not lines[title].text.strip()):
            return row + 1  # a transition
        if under >= len(lines) or not _RULE.fullmatch(lines[under].text):
            return 0
        text, rule = lines[title].text.strip(), lines[under].text.strip()
        if len(rule) < min(len(text), 4) or (over and rule != lines[row].text.strip()):
            return 0
        style = (rule[0], over)
        if style not in self._styles:
            self._styles.append(style)
        level = min(self._styles.index(style) + 1, _LEVELS)
        self.outline.heading(level, self._inline(text), lines[row].number, lines[under].number)
        return under + 1

    def _table(self, lines: Sequence[_Line], row: int) -> int:
        if not rst_tables.starts(lines[row].text):
            return 0
        found = rst_tables.table([line.text for line in lines[row : row + rst_tables.MOST_LINES]])
        if found is None:
            return 0
        rows, count = found
        numbered = [
            ([self._inline(cell) for cell in cells], lines[row + a].number, lines[row + b].number)
            for cells, a, b in rows
        ]
        self.outline.table(numbered)
        return row + count

    def _item(self, lines: Sequence[_Line], row: int, depth: int) -> int:
        found = _ITEM.match(lines[row].text)
        if found is None:
            return 0
        width = found.end()
        stop = _indented(lines, row + 1)
        below = [_Line(lines[row].number, lines[row].text[width:])]
        below += [_without_indent(line, width) for line in lines[row + 1 : stop]]
        end = next((at for at, line in enumerate(below) if at and _parts(line.text)), len(below))
        text = " ".join(line.text.strip() for line in below[:end])
        number = re.sub(r"[^\d]", "", found[1])
        self.outline.add(
            BlockKind.LIST,
            markup.inline(self._inline(text)),
            below[0].number,
            below[end - 1].number,
            level=depth,
            marker=f"{number}." if number else "-",
        )
        self.body(below[end:], depth=depth + 1)
        return stop

    def _flow(self, lines: Sequence[_Line], row: int) -> int:
        """A paragraph, a field or a term, and the code below a paragraph that ends with two colons."""
        stop = row + 1
        while (
            stop < len(lines) and lines[stop].text.strip() and not lines[stop].text.startswith(" ")
        ):
            stop += 1
        if field := _FIELD.match(lines[row].text):
            number = lines[row].number
            self.outline.paragraph(self._inline(f"{field[1]}: {field[2] or ''}"), number, number)
            return row + 1
        literal = lines[stop - 1].text.endswith("::")
        self._paragraph(lines, row, stop)
        if not literal:
            return stop
        end = _indented(lines, stop)
        self._code(lines[stop:end], "")
        return max(end, stop)

    def _paragraph(self, lines: Sequence[_Line], row: int, stop: int) -> None:
        texts = [line.text for line in lines[row:stop]]
        if texts[-1].endswith("::"):
            texts[-1] = texts[-1][:-1].removesuffix(" :").removesuffix(":") + ":"
        text = self._inline("\n".join(texts))
        if text.strip(" :\n"):
            self.outline.paragraph(text, lines[row].number, lines[stop - 1].number)

    def _explicit(self, lines: Sequence[_Line], row: int, depth: int) -> int:
        """A directive or a footnote; comments, targets and substitutions say nothing."""
        stop = _indented(lines, row + 1)
        below = _dedented(lines[row + 1 : stop])
        text, number = lines[row].text, lines[row].number
        if note := _FOOTNOTE.match(text):
            texts = [note[2], *(line.text for line in below)]
            last = below[-1].number if below else number
            said = self._inline(" ".join(t.strip() for t in texts if t.strip()))
            self.outline.add(
                BlockKind.NOTE, f"{mark(note[1])}: {markup.within(said)}", number, last
            )
        elif Substitutions.are_defined_by(text):
            return stop
        elif directive := _DIRECTIVE.match(text):
            self._directive(directive[1], directive[2] or "", number, below, depth)
        return stop

    def _directive(
        self, name: str, argument: str, number: int, below: Sequence[_Line], depth: int
    ) -> None:
        if name in _SILENT:
            return
        content = _without_options(below)
        if name == "only" and not is_for_the_web(argument):
            self.hidden += [" ".join(line.text.strip() for line in content if line.text.strip())]
            return
        if name in _CODE:
            self._code(content, argument)
        elif name == "math":
            equation = [argument, *(line.text for line in content)]
            last = content[-1].number if content else number
            self.outline.add(BlockKind.EQUATION, "\n".join(equation).strip(), number, last)
        elif name == "csv-table":
            self._titled(argument, number)
            self._records([*_options(below, "header"), *content])
        elif name == "list-table":
            self._titled(argument, number)
            self.outline.table(rst_tables.list_table(content))
        else:
            for told in _options(below, "alt"):
                words = markup.plain(description(told.text))
                self.outline.add(BlockKind.CAPTION, words, told.number, told.number)
            self._other(name, argument, number, content, depth)

    def _other(
        self, name: str, argument: str, number: int, content: Sequence[_Line], depth: int
    ) -> None:
        """What is said in a directive: an admonition's kind and text, a caption, a signature."""
        if name in _NAMES_NO_TEXT:
            argument = ""
        elif name.isalpha() and not argument and content:
            gap = [_Line(number, "")] if _parts(content[0].text) else []
            content = [_Line(number, f"{name.capitalize()}:"), *gap, *content]
        if argument:
            self.outline.paragraph(self._inline(argument), number, number)
        self.body(content, depth=depth)

    def _titled(self, title: str, number: int) -> None:
        if title:
            self.outline.add(BlockKind.CAPTION, markup.plain(self._inline(title)), number, number)

    def _records(self, content: Sequence[_Line]) -> None:
        rows = []
        for line in content:
            cells = next(csv.reader([line.text]), [])
            if cells:
                rows.append(
                    ([self._inline(cell.strip()) for cell in cells], line.number, line.number)
                )
        self.outline.table(rows)

    def _code(self, lines: Sequence[_Line], language: str) -> None:
        kept = _dedented(lines)
        while kept and not kept[0].text.strip():
            kept = kept[1:]
        while kept and not kept[-1].text.strip():
            kept = kept[:-1]
        if kept:
            name = language if re.fullmatch(r"[\w+-]{1,20}", language) else ""
            text = "\n".join(line.text for line in kept)
            self.outline.code(text, kept[0].number, kept[-1].number, language=name)


def _indented(lines: Sequence[_Line], row: int) -> int:
    """The row after the lines from here on that are indented or blank, without the blank ones at the end."""
    stop = row
    for at in range(row, len(lines)):
        if not lines[at].text.strip():
            continue
        if not lines[at].text.startswith(" "):
            break
        stop = at + 1
    return stop


def _dedented(lines: Sequence[_Line]) -> list[_Line]:
    indents = [len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()]
    least = min(indents, default=0)
    return [_Line(line.number, line.text[least:]) for line in lines]


def _without_indent(line: _Line, width: int) -> _Line:
    """A line of a list item without the indent of the item's text, where it has it."""
    head, text = line.text[:width], line.text[width:]
    return _Line(line.number, line.text.lstrip() if head.strip() else text)


def _options(lines: Sequence[_Line], name: str) -> Iterator[_Line]:
    """The values of an option of a directive."""
    for line in lines:
        option = re.match(r":([\w-]+):\s*(.*)", line.text)
        if option is None:
            return
        if option[1] == name:
            yield _Line(line.number, option[2])


def _without_options(lines: Sequence[_Line]) -> list[_Line]:
    """The content of a directive below its options."""
    row = 0
    while row < len(lines) and re.match(r":[\w-]+:", lines[row].text):
        row += 1
    while row < len(lines) and not lines[row].text.strip():
        row += 1
    return list(lines[row:])


def _parts(text: str) -> bool:
    """Whether a line inside a list item ends its first paragraph."""
    return not text.strip() or text.startswith((" ", "..")) or bool(_ITEM.match(text))
