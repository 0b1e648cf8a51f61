"""Where the blocks of a Markdown text begin and end.

CommonMark with pipe tables, read line by line and in linear time. Deliberate simplifications: a setext heading
is one line; a block quote, a thematic break and an HTML block count as paragraphs; a list is one block with
all that is indented below it, and ends where a blank line is followed by text that is not indented.
"""

import re
from collections.abc import Iterator, Sequence

from okf_server.model.document import BlockKind

Block = tuple[BlockKind, int, int]
"""Kind, first row, and the row after the last one; rows count from 0."""

_ATX = r"#{1,6}(?:[ \t]|$)"
_RULE = r"(?:(?:\*[ \t]*){3,}+|(?:-[ \t]*){3,}+|(?:_[ \t]*){3,}+)$"
_OPEN_FENCE = r"`{3,}(?=[^`]*$)|~{3,}"
_RAW_HTML = r"<(?:!--|\?|!\[CDATA\[|(?:script|pre|style|textarea)(?=[\s>]|$))"
_BLOCK_TAG = (
    r"</?(?:address|article|aside|base|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    r"|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main"
    r"|menu|nav|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
    r")(?=[\s/>]|$)"
)
_LONE_TAG = r"</?[a-z][a-z0-9-]*(?:\s[^<>]*)?>\s*$"

_heading = re.compile(rf" {{0,3}}{_ATX}").match
_rule = re.compile(rf" {{0,3}}{_RULE}").match
_fence = re.compile(rf" {{0,3}}({_OPEN_FENCE})").match
_item = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)").match
_underline = re.compile(r" {0,3}(?:=+|-+)[ \t]*$").match
_delimiter = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$").match
_raw_html = re.compile(rf" {{0,3}}({_RAW_HTML})", re.IGNORECASE).match
_html = re.compile(rf" {{0,3}}(?:{_BLOCK_TAG}|{_LONE_TAG})", re.IGNORECASE).match
_interrupts = re.compile(
    rf" {{0,3}}(?:{_ATX}|>|{_OPEN_FENCE}|{_RULE}|[-+*][ \t]+\S|1[.)][ \t]+\S|{_RAW_HTML}|{_BLOCK_TAG})",
    re.IGNORECASE,
).match

_MARKS = frozenset("#>`~<-*+_=:|1")
_RULES = frozenset("*-_")
_BULLETS = frozenset("-+*")
_INDENTS = ("    ", "\t", " \t", "  \t", "   \t")
_RAW_ENDS = {"<!--": "-->", "<?": "?>", "<![cdata[": "]]>"}


def blocks(lines: Sequence[str]) -> Iterator[Block]:
    """The blocks in order; every line that is not blank belongs to exactly one."""
    row, count = 0, len(lines)
    while row < count:
        text = lines[row].lstrip()
        if not text:
            row += 1
            continue
        kind, stop = _block(lines, row, text[0])
        yield kind, row, stop
        row = stop


def _block(lines: Sequence[str], row: int, mark: str) -> tuple[BlockKind, int]:
    line = lines[row]
    if line.startswith(_INDENTS):
        return BlockKind.CODE, _indented_stop(lines, row)
    if mark.isalpha():
        return _paragraph(lines, row)
    if mark == "#" and _heading(line):
        return BlockKind.HEADING, row + 1
    return _marked(lines, row, mark)


def _marked(lines: Sequence[str], row: int, mark: str) -> tuple[BlockKind, int]:
    line = lines[row]
    if mark in "`~" and (opening := _fence(line)):
        return BlockKind.CODE, _fence_stop(lines, row, opening[1])
    if mark == "<":
        return _html_or_paragraph(lines, row)
    if mark in _RULES and _rule(line):
        return BlockKind.PARAGRAPH, row + 1
    if (mark in _BULLETS or mark.isdecimal()) and _item(line):
        return BlockKind.LIST, _list_stop(lines, row)
    return _paragraph(lines, row)


def _paragraph(lines: Sequence[str], row: int) -> tuple[BlockKind, int]:
    quoted = lines[row].lstrip()[0] == ">"
    for at in range(row + 1, len(lines)):
        line = lines[at]
        text = line.lstrip()
        if not text:
            return BlockKind.PARAGRAPH, at
        mark = text[0]
        if mark not in _MARKS or (quoted and mark == ">"):
            continue
        if mark in "|:-" and _is_table(lines, at - 1):
            return _table(lines, row, at - 1)
        if mark in "=-" and at == row + 1 and not quoted and _underline(line):
            return BlockKind.HEADING, at + 1
        if _interrupts(line):
            return BlockKind.PARAGRAPH, at
    return BlockKind.PARAGRAPH, len(lines)


def _table(lines: Sequence[str], row: int, header: int) -> tuple[BlockKind, int]:
    """The table below `header`, or the paragraph that stands between `row` and it."""
    if header > row:
        return BlockKind.PARAGRAPH, header
    for at in range(header + 2, len(lines)):
        text = lines[at].lstrip()
        if not text or (text[0] in _MARKS and _interrupts(lines[at])):
            return BlockKind.TABLE, at
    return BlockKind.TABLE, len(lines)


def _is_table(lines: Sequence[str], row: int) -> bool:
    """Whether `row` is a table's header: it and the delimiter row below it hold a pipe."""
    if row + 1 >= len(lines) or "|" not in lines[row]:
        return False
    below = lines[row + 1].lstrip()
    return "|" in below and not below.strip("|:- \t") and _delimiter(below) is not None


def _fence_stop(lines: Sequence[str], row: int, mark: str) -> int:
    mark = mark.rstrip(" ")
    for at in range(row + 1, len(lines)):
        line = lines[at]
        if mark in line and not line.startswith(_INDENTS):
            text = line.strip()
            if not text.strip(mark[0]) and text.startswith(mark):
                return at + 1
    return _last_text(lines, len(lines))


def _indented_stop(lines: Sequence[str], row: int) -> int:
    for at in range(row + 1, len(lines)):
        line = lines[at]
        if line and not line.isspace() and not line.startswith(_INDENTS):
            return _last_text(lines, at)
    return _last_text(lines, len(lines))


def _list_stop(lines: Sequence[str], row: int) -> int:
    stop = row + 1
    for at in range(row + 1, len(lines)):
        line = lines[at]
        if not line or line.isspace():
            continue
        gap = at > stop
        if line[0] in " \t":
            if gap and not line.startswith(("  ", "\t")):
                break
        elif gap or _ends_list(lines, at):
            break
        stop = at + 1
    return stop


def _ends_list(lines: Sequence[str], row: int) -> bool:
    line = lines[row]
    if line[0] not in _MARKS:
        return False
    if _rule(line) or _is_table(lines, row):
        return True
    return _item(line) is None and _interrupts(line) is not None


def _html_or_paragraph(lines: Sequence[str], row: int) -> tuple[BlockKind, int]:
    if raw := _raw_html(lines[row]):
        opening = raw[1].lower()
        return BlockKind.PARAGRAPH, _raw_stop(lines, row, raw.end(), opening)
    if not _html(lines[row]):
        return _paragraph(lines, row)
    at = row + 1
    while at < len(lines) and lines[at] and not lines[at].isspace():
        at += 1
    return BlockKind.PARAGRAPH, at


def _raw_stop(lines: Sequence[str], row: int, begin: int, opening: str) -> int:
    closing = _RAW_ENDS.get(opening) or f"</{opening[1:]}>"
    if closing in lines[row][begin:].lower():
        return row + 1
    for at in range(row + 1, len(lines)):
        if closing in lines[at].lower():
            return at + 1
    return _last_text(lines, len(lines))


def _last_text(lines: Sequence[str], stop: int) -> int:
    """`stop` without the blank rows before it."""
    while not lines[stop - 1] or lines[stop - 1].isspace():
        stop -= 1
    return stop
