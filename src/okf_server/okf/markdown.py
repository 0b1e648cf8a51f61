"""Markdown as blocks with their places: spans, lines and heading paths."""

import re
from itertools import accumulate

from okf_server.model.document import BlockKind, Span
from okf_server.model.locator import LinesLocator
from okf_server.okf.blocks import blocks

_ATX = re.compile(r"[ \t]*(#{1,6})(.*)", re.DOTALL)
_ATX_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_MARKUP = frozenset("[]*`<\\")
_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->")
_EMPHASIS = re.compile(r"(?<![\\*])(\*{1,3})(?=\S)([^*]+)(?<=[^\s\\])\1")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")

# every block below a heading repeats it in its locator
_LONGEST_HEADING = 300

Path = tuple[tuple[int, str], ...]


def scan(body: str, *, first_line: int = 1) -> tuple[Span, ...]:
    """The blocks of `body`, in order; every line that is not blank lies in exactly one.

    `first_line` is the line of the original file where the body starts. `body[start:end]` is a block from the
    start of its first line, without its last line end. The locator's path holds the headings above the block,
    and a heading itself.
    """
    lines = body.split("\n")
    lines[0] = lines[0].replace("\ufeff", " ", 1)
    before = list(accumulate(map(len, lines), initial=0))  # characters, without line ends
    spans: list[Span] = []
    open_headings: Path = ()
    path: tuple[str, ...] = ()
    for kind, row, stop in blocks(lines):
        level = 0
        if kind is BlockKind.HEADING:
            level, text = _heading(lines, row, stop)
            open_headings = (*(known for known in open_headings if known[0] < level), (level, text))
            path = tuple(known[1] for known in open_headings)
        locator = LinesLocator(first_line + row, first_line + stop - 1, path)
        spans.append(Span(before[row] + row, before[stop] + stop - 1, kind, locator, level))
    return tuple(spans)


def _heading(lines: list[str], row: int, stop: int) -> tuple[int, str]:
    if stop - row == 1 and (match := _ATX.match(lines[row])):
        text = match[2].strip()
        return len(match[1]), heading_text(_ATX_CLOSING.sub("", text))
    return (1 if "=" in lines[stop - 1] else 2), heading_text(lines[row])


def heading_text(text: str) -> str:
    """A heading as it is read: without links, emphasis, code marks, tags and escapes."""
    text = text.strip()[:_LONGEST_HEADING]
    if _MARKUP.isdisjoint(text):
        return text
    pieces = text.split("`")
    return "".join(
        piece if at % 2 and at + 1 < len(pieces) else _prose(piece)
        for at, piece in enumerate(pieces)
    ).strip()


def _prose(text: str) -> str:
    text = _IMAGE_OR_LINK.sub(r"\1", text)
    text = _EMPHASIS.sub(r"\2", _TAG.sub("", text))
    return _ESCAPE.sub(r"\1", text)
