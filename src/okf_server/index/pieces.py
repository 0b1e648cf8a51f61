"""Cut the blocks of a document into pieces that fit into a passage.

Sizes are bytes of UTF-8, because they follow the tokens of a multilingual model far better than characters
do: about four bytes a token in English and in Korean alike.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from okf_server.index.locators import Place, place
from okf_server.model.document import BlockKind, Span
from okf_server.model.locator import LinesLocator, Locator
from okf_server.model.passage import PassageKind

LIMIT = 1200
"""The largest passage, about 300 tokens."""

TARGET = 1000
"""What the passages of a section that must be cut are filled to."""

_LARGEST_HEADER = 400
_LEAST_PART = 0.4  # of the limit: a cut further ahead would leave crumbs
_DELIMITER = re.compile(r"[\s|:+\-]+")
_SENTENCE_END = re.compile(r"[.!?…][\"')\]”’]*\s|[。！？]")
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"\n")
_SPACE = re.compile(r"\s")
_CUTS = {
    BlockKind.CODE: (_PARAGRAPH_END, _LINE_END, _SPACE),
    BlockKind.LIST: (_LINE_END, _SENTENCE_END, _SPACE),
    BlockKind.TABLE: (_LINE_END, _SPACE),
}
_PROSE = (_PARAGRAPH_END, _SENTENCE_END, _SPACE)
_KINDS = {
    BlockKind.TABLE: PassageKind.TABLE,
    BlockKind.CODE: PassageKind.CODE,
    BlockKind.CAPTION: PassageKind.CAPTION,
    BlockKind.NOTE: PassageKind.NOTE,
}


class Piece(NamedTuple):
    """A block, or a part of one, that is never cut further: `body[start:end]`."""

    start: int
    end: int
    kind: PassageKind
    place: Place
    locators: tuple[Locator | None, ...]
    header: tuple[int, int] | None = None
    heading: bool = False
    parted: bool = False  # what nobody sees stands before it, which no passage may hold


def size(text: str) -> int:
    """Bytes of UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def pieces(body: str, span: Span) -> Sequence[Piece]:
    """The pieces of one block, in order."""
    start, end, kind, *_ = span
    small = end - start <= LIMIT // 4 or size(body[start:end]) <= LIMIT
    if kind is BlockKind.TABLE and not (small and not span.parts):
        return tuple(_table(body, span))
    return (_whole(span),) if small else tuple(_cut_block(body, span))


def loose(body: str, start: int, end: int) -> Sequence[Piece]:
    """The pieces of text that no block covers; its place in the original is not known."""
    if not body[start:end].strip():
        return ()
    block = Span(start=start, end=end, kind=BlockKind.PARAGRAPH, locator=None)
    return tuple(_cut_block(body, block))


def _whole(span: Span) -> Piece:
    start, end, kind, locator, *_ = span
    text = _KINDS.get(kind, PassageKind.TEXT)
    return Piece(start, end, text, place(locator), (locator,), None, kind is BlockKind.HEADING)


def _cut_block(body: str, span: Span) -> Iterator[Piece]:
    whole = _whole(span)
    stretches = tuple(cut(body, span, TARGET))
    for (start, end), locator in zip(stretches, _lines_of(body, span, stretches), strict=True):
        yield whole._replace(start=start, end=end, locators=(locator,))


def cut(body: str, span: Span, limit: int) -> Iterator[tuple[int, int]]:
    """Stretches of a block of at most `limit` bytes, without white space at their ends."""
    start, end = span.start, span.end
    while start < end:
        stop = _cut_place(body, start, end, span.kind, limit)
        text = body[start:stop]
        if text.strip():
            yield start + len(text) - len(text.lstrip()), start + len(text.rstrip())
        start = stop


def _cut_place(body: str, start: int, end: int, kind: BlockKind, limit: int) -> int:
    window = body[start : min(end, start + limit)]
    fitting = len(window) * limit // max(size(window), limit)
    if start + fitting >= end:
        return end
    window = window[: max(fitting, 1)]
    for pattern in _CUTS.get(kind, _PROSE):
        last = max((found.end() for found in pattern.finditer(window)), default=0)
        if last >= len(window) * _LEAST_PART:
            return start + last
    return start + len(window)


def _lines_of(
    body: str, span: Span, stretches: Iterable[tuple[int, int]]
) -> Iterator[Locator | None]:
    """The lines of each stretch, where the block's lines are the original's lines; else the block's place."""
    locator, at = span.locator, span.start
    ends = body.count("\n", at, span.end)
    if not isinstance(locator, LinesLocator) or ends != locator.last - locator.first:
        yield from (locator for _ in stretches)
        return
    last = locator.first
    for start, end in stretches:
        first = last + body.count("\n", at, start)
        last, at = first + body.count("\n", start, end), end
        yield LinesLocator(first=first, last=last, path=locator.path)


class _Row(NamedTuple):
    start: int
    end: int
    locator: Locator | None


def _table(body: str, span: Span) -> Iterator[Piece]:
    """A table as a whole where it fits and lies in one place, else groups of its rows."""
    places = {place(part.locator) for part in span.parts} or {place(span.locator)}
    if len(places) == 1 and size(body[span.start : span.end]) <= LIMIT:
        yield _whole(span)._replace(place=places.pop())
        return
    rows = [_Row(part.start, part.end, part.locator) for part in span.parts] or _lines(body, span)
    header = _header(body, rows)
    budget = TARGET - (size(body[slice(*header)]) if header else 0)
    for group in _row_groups(body, rows, budget, head=2 if header else 1):
        repeated = header if group[0].start > rows[0].start else None
        if len(group) == 1 and size(body[group[0].start : group[0].end]) > LIMIT:
            yield from _cut_row(body, group[0], repeated)
        else:
            locators = tuple(row.locator for row in group)
            where = place(group[0].locator)
            yield Piece(
                group[0].start, group[-1].end, PassageKind.TABLE, where, locators, header=repeated
            )


def _lines(body: str, span: Span) -> list[_Row]:
    texts = body[span.start : span.end].split("\n")
    rows = []
    start = span.start
    for text, locator in zip(texts, _row_locators(span.locator, len(texts)), strict=True):
        rows.append(_Row(start, start + len(text), locator))
        start += len(text) + 1
    return rows


def _row_locators(locator: Locator | None, rows: int) -> Iterable[Locator | None]:
    """The line of each row where the rows are the original's lines; else the table's place for all."""
    if not isinstance(locator, LinesLocator) or locator.last - locator.first != rows - 1:
        return repeat(locator, rows)
    return (locator._replace(first=n, last=n) for n in range(locator.first, locator.last + 1))


def _header(body: str, rows: Sequence[_Row]) -> tuple[int, int] | None:
    """The span of a first row with a delimiter line below it, unless repeating it would cost too much."""
    for delimiter in rows[1:2]:
        header = (rows[0].start, delimiter.end)
        small = size(body[slice(*header)]) <= _LARGEST_HEADER
        if small and _DELIMITER.fullmatch(body[delimiter.start : delimiter.end]):
            return header
    return None


def _row_groups(
    body: str, rows: Sequence[_Row], budget: int, *, head: int
) -> Iterator[Sequence[_Row]]:
    """Rows in a row of at most `budget` bytes and in one place; the header keeps its first row."""
    first, filled = 0, 0
    for number, row in enumerate(rows):
        cost = size(body[row.start : row.end]) + 1
        moved = place(row.locator) != place(rows[first].locator)
        led = number - first > (0 if first else head) or cost > TARGET
        if number > first and (moved or (led and filled + cost > budget)):
            yield rows[first:number]
            first, filled = number, 0
        filled += cost
    yield rows[first:]


def _cut_row(body: str, row: _Row, header: tuple[int, int] | None) -> Iterator[Piece]:
    span = Span(start=row.start, end=row.end, kind=BlockKind.TABLE, locator=row.locator)
    for piece in _cut_block(body, span):
        yield piece._replace(header=header)
