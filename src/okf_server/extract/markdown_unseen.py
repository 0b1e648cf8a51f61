"""Find what nobody sees who reads a Markdown text as it is shown: comments, and HTML that hides what it holds."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from okf_server.extract.web_look import PLAIN, look_of
from okf_server.extract.web_sheet import Sheet, named
from okf_server.model.document import BlockKind, Span
from okf_server.model.locator import LinesLocator
from okf_server.okf import markdown

UNSEEN = "holds text that nobody sees who reads it as it is shown; it is not searched"
Stretch = tuple[int, int]
"""`body[start:end]`."""

_TOKEN = re.compile(
    r"\\[!-/:-@\[-`{-~]"
    r"|(?<!`)(?P<ticks>`{1,9})(?!`)(?:[^`\n]|\n(?!\s*\n)|(?!(?P=ticks)(?!`))`{1,9}(?!`)){0,500}(?P=ticks)(?!`)"
    r"|(?P<comment><!--)"
    r"|<(?P<tag>[A-Za-z][A-Za-z0-9-]{0,20})(?P<attributes>(?:\s[^<>]{0,2000})?)>"
    r"|^ {0,3}(?P<remark>\[[^\[\]\n]{1,40}\]:[ \t]*<?#?>?[ \t]+(?:\([^\n]*\)|\"[^\n]*\"|'[^\n]*')[ \t]*$)",
    re.MULTILINE,
)
_ATTRIBUTE = re.compile(r"([A-Za-z_:][\w:.-]*)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?")
_UNREAD = frozenset({"script", "style", "template"})
_VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})  # fmt: skip
_SIGNS = ("<!--", "]:", "hidden", "style", "<script", "<template", "popover", "<dialog")
_MOST_HIDDEN = 1000
_NO_SHEET = Sheet()
_HOLD = "\u200b"  # stands for what is hidden at the start of a line: blanks would make code of what follows


def scan(body: str, *, first_line: int = 1) -> tuple[Span, ...]:
    """The blocks of a Markdown text, what nobody sees as blocks of its own.

    A block that hides something in its midst is parted there.
    """
    spans = markdown.scan(body, first_line=first_line)
    unseen = list(_unseen(body, spans)) if _may_hide(body) else []
    if not unseen:
        return spans
    seen = markdown.scan(_masked(body, unseen), first_line=first_line)
    parts = [part for span in seen for part in _parts(body, span, unseen)]
    parts += [
        Span(start=start, end=end, kind=BlockKind.HIDDEN, locator=None) for start, end in unseen
    ]
    return tuple(sorted(parts, key=lambda part: part.start))


def _may_hide(body: str) -> bool:
    lower = body.lower()
    return any(sign in lower for sign in _SIGNS)


def hidden_in(body: str, spans: Sequence[Span]) -> tuple[str, ...]:
    """What nobody sees of a text that was scanned."""
    hidden = (body[s.start : s.end].strip() for s in spans if s.kind is BlockKind.HIDDEN)
    return tuple(hidden)[:_MOST_HIDDEN]


def without_hidden(body: str) -> tuple[str, tuple[str, ...]]:
    """A Markdown text without what nobody sees, and that."""
    spans = scan(body)
    hidden = [(s.start, s.end) for s in spans if s.kind is BlockKind.HIDDEN]
    starts, ends = [0, *(end for _, end in hidden)], [*(start for start, _ in hidden), len(body)]
    seen = "".join(body[start:end] for start, end in zip(starts, ends, strict=True))
    return seen, hidden_in(body, spans)


def _unseen(body: str, spans: Sequence[Span]) -> Iterator[Stretch]:
    code = (span for span in spans if span.kind is BlockKind.CODE)
    block = next(code, None)
    last_comment = body.rfind("-->")
    at = 0
    while (found := _TOKEN.search(body, at)) is not None:
        start, at = found.span()
        while block is not None and block.end <= start:
            block = next(code, None)
        if block is not None and block.start <= start:
            at = block.end
            continue
        if found["comment"]:
            at = _end_of_comment(body, start, last_comment)
        elif found["tag"] and _hides(found["tag"].lower(), found["attributes"]):
            at = _end_of(body, found["tag"], at)
        elif not found["remark"]:
            continue
        if at > start:
            yield start, at
        at = max(at, found.end())


def _end_of_comment(body: str, start: int, last: int) -> int:
    """Where a comment ends; one that is never closed is text, but at the start of a line goes to the end."""
    if last > start:
        return body.index("-->", start) + len("-->")
    opens = not body[body.rfind("\n", 0, start) + 1 : start].strip()
    return len(body) if opens else start


def _hides(tag: str, written: str) -> bool:
    if tag in _UNREAD or tag in _VOID:
        return tag in _UNREAD
    attributes = {
        name.lower(): value.strip("\"'") for name, value in _ATTRIBUTE.findall(written[:2000])
    }
    style = _NO_SHEET.of(named(tag, attributes), attributes.get("style", ""))
    return not look_of(tag, attributes, style, PLAIN).seen


def _end_of(body: str, tag: str, at: int) -> int:
    """Where an element ends; the end of the text where it is never closed."""
    depth = 1
    tags = re.compile(rf"<(/?){tag}(?=[\s/>])[^<>]{{0,2000}}>", re.IGNORECASE)
    for found in tags.finditer(body, at):
        depth += -1 if found[1] else 1
        if depth == 0:
            return found.end()
    return len(body)


def _masked(body: str, unseen: Sequence[Stretch]) -> str:
    """The body, as long as before, with nothing in place of what nobody sees."""
    parts: list[str] = []
    at = 0
    for start, end in unseen:
        parts.append(body[at:start])
        blank = re.sub(r"[^\n]", " ", body[start:end])
        line = max(body.rfind("\n", 0, end) + 1, start)
        opens = line > start or not body[body.rfind("\n", 0, start) + 1 : start].strip()
        stop = body.find("\n", end)
        if opens and line < end and body[end : stop if stop >= 0 else len(body)].strip():
            blank = f"{blank[: line - start]}{_HOLD}{blank[line - start + 1 :]}"
        parts.append(blank)
        at = end
    return "".join([*parts, body[at:]])


def _parts(body: str, span: Span, unseen: Sequence[Stretch]) -> Iterator[Span]:
    """What is left of a block: headings are one in their first part alone."""
    start, kind, level = span.start, span.kind, span.level
    within = unseen[
        bisect_right(unseen, span.start, key=itemgetter(1)) : bisect_left(
            unseen, span.end, key=itemgetter(0)
        )
    ]
    for first, last in [*within, (span.end, span.end)]:
        text = body[start : max(first, start)]
        if text.strip():
            begin = start + len(text) - len(text.lstrip())
            part = _between(body, span, begin, start + len(text.rstrip()))
            yield part._replace(kind=kind, level=level)
            kind, level = (BlockKind.PARAGRAPH, 0) if kind is BlockKind.HEADING else (kind, level)
        start = max(last, start)


def _between(body: str, span: Span, start: int, end: int) -> Span:
    locator = span.locator
    if isinstance(locator, LinesLocator):
        first = locator.first + body.count("\n", span.start, start)
        locator = locator._replace(first=first, last=first + body.count("\n", start, end))
    return span._replace(start=start, end=end, locator=locator)
