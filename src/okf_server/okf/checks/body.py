"""What the body of a file holds: its text, footnotes and links."""

import re
from collections.abc import Iterable, Iterator, Mapping

from okf_server.model.document import BlockKind
from okf_server.okf.blocks import blocks
from okf_server.okf.findings import Finding, finding, shown
from okf_server.okf.frontmatter import Parsed
from okf_server.okf.prose import prose

LONGEST_LINE = 2_000

_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
_FOOTNOTE = re.compile(r"\[\^([^\[\]\s]{1,100})\](:?)")
_UNMEASURED = frozenset({BlockKind.CODE, BlockKind.TABLE})


def check_text(parsed: Parsed) -> Iterator[Finding]:
    """OKF007, OKF009, OKF024."""
    body = parsed.body
    if not body.strip():
        yield finding("OKF007", "the body is empty")
    if match := _CONTROL.search(body):
        (line,) = lines_at(parsed, [match.start()])
        count = len(_CONTROL.findall(body))
        yield finding("OKF024", f"control characters in the body: {count}", line=line)
    if len(body) > LONGEST_LINE:
        yield from _check_lines(parsed)


def _check_lines(parsed: Parsed) -> Iterator[Finding]:
    lines = parsed.body.split("\n")
    long = [
        row
        for kind, first, stop in blocks(lines)
        if kind not in _UNMEASURED
        for row in range(first, stop)
        if len(lines[row]) > LONGEST_LINE
    ]
    if long:
        message = f"lines of more than {LONGEST_LINE} characters: {len(long)}"
        yield finding("OKF009", message, line=parsed.body_line + long[0])


def check_footnotes(parsed: Parsed) -> Iterator[Finding]:
    """OKF035: a label that neither a source nor a definition in the body explains."""
    if "[^" not in parsed.body:
        return
    known = _source_ids(parsed.meta)
    used: dict[str, int] = {}
    for start, text in prose(parsed.body):
        for match in _FOOTNOTE.finditer(text):
            before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if match[2] and not before.strip():
                known.add(match[1])
            else:
                used.setdefault(match[1], start + match.start())
    unknown = {label: at for label, at in used.items() if label not in known}
    for label, line in zip(unknown, lines_at(parsed, unknown.values()), strict=True):
        yield finding("OKF035", f"the footnote {shown(label)} names no source", line=line)


def _source_ids(meta: Mapping[str, object]) -> set[str]:
    sources = meta.get("sources")
    entries = sources if isinstance(sources, list) else []
    return {str(entry.get("id")) for entry in entries if isinstance(entry, Mapping)}


def lines_at(parsed: Parsed, offsets: Iterable[int]) -> Iterator[int]:
    """The lines of the file where places of the body stand, given in ascending order."""
    line, before = parsed.body_line, 0
    for offset in offsets:
        line += parsed.body.count("\n", before, offset)
        before = offset
        yield line
