"""The plain text of a mail as blocks with their lines; quoted history comes after what is new."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.decode import decode, lines_of
from okf_server.extract.web_tree import charset
from okf_server.model.document import BlockKind
from okf_server.model.locator import MailLocator

_QUOTE = re.compile(r"\s{0,3}>")
_MARKS = re.compile(r"\s{0,3}(?:>[ ]?)+")
_ITEM = re.compile(r"\s{0,8}(?:([-*•·])|(\d{1,3})[.)])[ \t]+(?=\S)")
_WRITTEN_IN_ASCII = ("iso2022", "hz", "utf-7", "utf_7", "utf-16", "utf-32")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    quoted: bool


def text_of(data: bytes, label: str) -> tuple[str, str]:
    """The text of a part with LF line ends, and a warning where its encoding had to be guessed."""
    named = charset(label)
    if named.startswith(_WRITTEN_IN_ASCII):  # their bytes would pass for other text
        text, warning = data.decode(named, "replace"), ""
    else:
        text, warning = decode(data, declared=named)
    return text.replace("\r\n", "\n").replace("\r", "\n"), warning


def text_blocks(text: str, part: str) -> list[Block]:
    """The paragraphs of a text; what is quoted before anything new goes to the end."""
    groups = list(_groups(text))
    new = [not group[0].quoted for group in groups]
    first = _first_answer(groups) if any(new) and groups and _starts_quoting(groups) else 0
    return [_block(group, part) for group in (*groups[first:], *groups[:first])]


def _starts_quoting(groups: Sequence[Sequence[_Line]]) -> bool:
    """Whether a text begins with a quotation, or with the line that introduces it."""
    if groups[0][0].quoted:
        return True
    introduced = len(groups) > 1 and groups[1][0].quoted
    return introduced and groups[0][-1].text.rstrip().endswith(":") and len(groups[0]) <= 2  # noqa: PLR2004


def _first_answer(groups: Sequence[Sequence[_Line]]) -> int:
    """The first group that is new after the quotation; 0 where nothing follows it."""
    seen = False
    for number, group in enumerate(groups):
        seen = seen or group[0].quoted
        if seen and not group[0].quoted:
            return number
    return 0


def _groups(text: str) -> Iterator[list[_Line]]:
    """Lines between blank ones, quoted and unquoted apart, and each item of a list."""
    group: list[_Line] = []
    for number, line in enumerate(lines_of(text), 1):
        quoted = bool(_QUOTE.match(line))
        words = _MARKS.sub("", line, count=1) if quoted else line
        cut = not words.strip() or _ITEM.match(words) or (group and quoted is not group[-1].quoted)
        if group and cut:
            yield group
            group = []
        if words.strip():
            group.append(_Line(number, words, quoted))
    if group:
        yield group


def _block(group: Sequence[_Line], part: str) -> Block:
    locator = MailLocator(part=part, first=group[0].number, last=group[-1].number)
    text = "\n".join(line.text for line in group)
    item = _ITEM.match(text)
    if group[0].quoted:
        lines = markup.plain(text).split("\n")
        quoted = "\n".join(f"> {line}" for line in lines if line)
        return Block(kind=BlockKind.PARAGRAPH, locator=locator, text=quoted)
    if item:
        marker = f"{item[2]}." if item[2] else "-"
        words = markup.inline(text[item.end() :])
        return Block(kind=BlockKind.LIST, locator=locator, text=words, marker=marker)
    return Block(kind=BlockKind.PARAGRAPH, locator=locator, text=markup.plain(text))
