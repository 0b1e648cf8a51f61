"""The prose of a body: what is no code and no comment."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate

from okf_server.model.document import BlockKind
from okf_server.okf.blocks import blocks

_TICKS = re.compile(r"(?<!\\)`+")


def prose(body: str) -> Iterator[tuple[int, str]]:
    """The start and text of each block that is no code; code spans and comments in it are blanked out."""
    lines = body.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    for kind, row, stop in blocks(lines):
        if kind is not BlockKind.CODE:
            yield starts[row], _without_code(body[starts[row] : starts[stop] - 1])


def _without_code(text: str) -> str:
    """`text` with code spans and comments blanked out, as long as before."""
    spans = [*_code_spans(text)] if "`" in text else []
    at = text.find("<!--")
    while at >= 0 and (end := text.find("-->", at)) >= 0:
        spans.append((at, end + 3))
        at = text.find("<!--", end)
    return blanked(text, spans)


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """From each run of backticks to the next run of the same length."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(text)]
    later: dict[int, list[int]] = defaultdict(list)
    for at in range(len(runs) - 1, -1, -1):
        later[runs[at][1] - runs[at][0]].append(at)
    at = 0
    while at < len(runs):
        same = later[runs[at][1] - runs[at][0]]
        while same and same[-1] <= at:
            same.pop()
        if same:
            yield runs[at][0], runs[same[-1]][1]
            at = same[-1]
        at += 1


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` with each span made spaces, as long as before."""
    pieces, done = [], 0
    for start, end in sorted(spans):
        if end > done:
            pieces += [text[done:start] if start > done else "", " " * (end - max(start, done))]
            done = end
    return "".join([*pieces, text[done:]]) if pieces else text
