"""Make blocks of what the engine found on a page, each with its text and its place."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import SimpleNamespace
from typing import Any

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.letters import squeeze
from okf_server.extract.pdf_cells import Cell, columns_of, lines_of
from okf_server.extract.pdf_heads import with_spans
from okf_server.extract.pdf_join import Entry, TableAt, TextAt, joined
from okf_server.extract.pdf_letters import Break, line_breaks
from okf_server.extract.pdf_lists import are_markers, begins_with_marker, marker_alone, shown
from okf_server.extract.pdf_page import Page, TextRun, Word, around, rect_of
from okf_server.extract.pdf_paragraphs import Paragraph, paragraphs, text_lines
from okf_server.extract.pdf_ruled import RuledAt, by_rules, unmarked
from okf_server.extract.pdf_rules import Rules, rules_of
from okf_server.extract.pdf_tables import repaired
from okf_server.extract.table_heads import MARKS, with_one_header
from okf_server.model.document import BlockKind

_ESCAPE = re.compile(r"\\([\\`*_\[\]#<>~])")
_EMPHASIS = re.compile(r"(?<!\\)\*+")  # the engine escapes every asterisk of the text itself
_FORMULA = re.compile(r"(\$(?=[^$\n]*[\\^_])[^$\n]+\$)")
_UPSIDE_DOWN = (135, 225)  # degrees
_COLUMNS = 2  # of a table, at least
_LONGEST_CELL = 600  # letters of a cell in a table of a few rows
_FEW_ROWS = 5
_BELOW = 80.0  # points below a table in which text may stand that the engine took into its last row
_COVERED = 0.9  # share of a block's letters that its runs must have for their boxes to be its place
_KINDS = {
    "heading": BlockKind.HEADING,
    "list_item": BlockKind.LIST,
    "code": BlockKind.CODE,
    "grid_fallback": BlockKind.CODE,
}

Mend = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A block, and what its page tells of it.

    `size` is that of most of its letters in points, 0 where unknown, `lines` their number, `bold` whether all
    of it is, `marker` what it begins with as an item of a list does, as it is on the page. `columns` are those
    of a table, as fractions of the page's width. `breaks` are the words that its line ends part.
    """

    block: Block
    page: int
    size: float = 0.0
    lines: int = 0
    bold: bool = False
    marker: str = ""
    columns: tuple[tuple[float, float], ...] = ()
    breaks: tuple[Break, ...] = ()


def has_layout(parsed: Any) -> bool:
    """Whether the engine made blocks of a page's text.

    It makes none of text that is written sideways, and takes the words of text that stands on its head in
    a wrong order.
    """
    turned = sum(
        _UPSIDE_DOWN[0] < item.rotation % 360 < _UPSIDE_DOWN[1] for item in parsed.text_items
    )
    found = any(block.kind not in ("rule", "figure") for block in parsed.blocks or ())
    return found and turned <= len(parsed.text_items) / 2


def drafts(parsed: Any, mend: Mend) -> Iterator[Draft]:
    """The blocks of a page in reading order, then what the layout analysis lost."""
    page = Page(parsed)
    marker = ""
    for entry in _whole(list(_entries(parsed, page)), rules_of(parsed), page):
        if isinstance(entry, TableAt | RuledAt):
            yield _table(page, entry, mend)
        else:
            for draft in _text(page, entry, mend, marker):
                goes_on = draft.block.text[:1].islower() and not draft.marker
                marker = marker if goes_on else draft.marker
                yield draft
    for runs in page.lost():
        text = markup.plain(mend(" ".join(run.text for run in runs)))
        place = page.locator(run.rect for run in runs)
        block = Block(kind=BlockKind.PARAGRAPH, locator=place, text=text)
        yield Draft(block=block, page=page.number)


def lines_as_drafts(found: Any, lines: Sequence[TextRun], mend: Mend) -> Iterator[Draft]:
    """The lines that another engine found on a page, those that go on as one paragraph."""
    page = Page(found)
    groups: list[list[TextRun]] = []
    for line in lines:
        last = groups[-1][-1].rect if groups else None
        if last and (line.rect.follows(last) or line.rect.turned().follows(last.turned())):
            groups[-1].append(line)
        else:
            groups.append([line])
    for group in groups:
        text = markup.plain(mend(" ".join(line.text for line in group)))
        place = page.locator(line.rect for line in group)
        yield Draft(
            block=Block(kind=BlockKind.PARAGRAPH, locator=place, text=text),
            page=page.number,
            breaks=line_breaks([line.text for line in group]),
        )


def _entries(parsed: Any, page: Page) -> Iterator[TableAt | TextAt]:
    for found in parsed.blocks or ():
        area = rect_of(found.bbox) if found.bbox else None
        rows = [row for row in (found.header, *(found.rows or ())) if row]
        if area and rows and _is_list(rows):
            yield TextAt(_as_text(page.words(area)), area)
        elif found.kind == "table" and rows and area and not _is_page(rows):
            grid = [
                [Cell(_unmarked(c.text), rect_of(c.bbox) if c.bbox else None) for c in row]
                for row in rows
            ]
            yield TableAt(repaired(grid, page.words(area.lower(_BELOW))), area)
        else:
            yield TextAt(found, area)


def _whole(entries: Sequence[Entry], rules: Rules, page: Page) -> Iterator[Entry | RuledAt]:
    """The blocks with their tables made whole: those that are ruled by the rules, others by their words."""
    found = by_rules(entries, rules, page.words)
    for is_ruled, group in groupby(found, key=lambda entry: isinstance(entry, RuledAt)):
        if is_ruled:
            yield from group
        else:
            yield from joined([one for one in group if not isinstance(one, RuledAt)], page.words)


def _is_list(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether the engine took the letters of a list, or those of its first items, for a column."""
    first = rows[0][0].text or ""
    column = " ".join(row[0].text or "" for row in rows)
    return are_markers(first) or (all(len(row) == _COLUMNS for row in rows) and are_markers(column))


def _as_text(words: Sequence[Word]) -> Any:
    """A block of text as the engine gives it: the markers of a list are no column of a table."""
    text = " ".join(word.text for line in lines_of(words) for word in line)
    return SimpleNamespace(kind="paragraph", lines=None, text=text, marker=None, level=None)


def _is_page(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether the engine took the columns of a page for those of a table."""
    longest = max(len(cell.text) for row in rows for cell in row)
    return longest > _LONGEST_CELL and len(rows) <= _FEW_ROWS


def _text(page: Page, entry: TextAt, mend: Mend, after: str) -> Iterator[Draft]:
    found, area = entry.found, entry.rect
    text = "\n".join(found.lines) if found.lines else _unmarked(found.text or "")
    if not text.strip():
        return
    kind = _KINDS.get(found.kind, BlockKind.PARAGRAPH)
    lead = f"{found.marker or ''} " if kind is BlockKind.LIST else ""
    taken = page.take(lead + text, area)
    if kind is BlockKind.HEADING and begins_with_marker(text) and not _is_all_bold(taken):
        kind = BlockKind.PARAGRAPH
    sure = sum(len(run.key) for _, run in taken) >= len(squeeze(text)) * _COVERED
    parts = [Paragraph(lead + text, taken)]
    if kind in (BlockKind.PARAGRAPH, BlockKind.LIST) and sure and "$" not in text:
        parts = paragraphs(lead + text, taken, after, is_item=kind is BlockKind.LIST)
    for number, part in enumerate(parts):
        rects = [area] if area and not sure else [run.rect for _, run in part.taken]
        block = _part(found, kind if number == 0 else BlockKind.PARAGRAPH, part, lead, mend)
        marker = part.marker or lead.strip()
        if block.kind is not BlockKind.LIST:
            marker = marker_alone(text_lines(part.taken))
        draft = _draft(page, replace(block, locator=page.locator(rects)), part.taken)
        yield replace(draft, marker=marker)


def _is_all_bold(taken: Sequence[tuple[int, TextRun]]) -> bool:
    return all(run.bold for _, run in taken)


def _part(found: Any, kind: BlockKind, part: Paragraph, lead: str, mend: Mend) -> Block:
    """A part of a block, of which the place is still to be told."""
    if part.marker or kind is BlockKind.LIST:
        inner = bool(part.marker) and found.kind == "list_item"
        level = (found.level or 0) + inner
        marker, label = shown(part.marker or found.marker or "")
        text = part.text.removeprefix(part.marker or lead.strip()).strip()
        text = _written(BlockKind.LIST, mend(label + text))
        return Block(kind=BlockKind.LIST, locator=None, text=text, level=level, marker=marker)
    level = (found.level or 0) if kind is BlockKind.HEADING else 0
    return Block(kind=kind, locator=None, text=_written(kind, mend(part.text)), level=level)


def _written(kind: BlockKind, text: str) -> str:
    match kind:
        case BlockKind.CODE:
            return text
        case BlockKind.HEADING:
            return markup.inline(text)
        case _:
            return markup.plain(text)


def _unmarked(text: str) -> str:
    """The engine's Markdown as plain text; its formulas stay LaTeX, `<` as a command of it."""
    parts = _FORMULA.split(text)  # every second part is a formula
    parts[::2] = [_ESCAPE.sub(r"\1", _EMPHASIS.sub("", part)) for part in parts[::2]]
    parts[1::2] = [part.replace("<", "\\lt ") for part in parts[1::2]]
    return "".join(parts)


def _draft(page: Page, block: Block, pairs: Sequence[tuple[int, TextRun]]) -> Draft:
    runs = [run for _, run in pairs]
    sizes = Counter[float]()
    for run in runs:
        sizes[round(run.size * 2) / 2] += len(run.key)
    lines = text_lines(pairs)
    return Draft(
        block=block,
        page=page.number,
        size=max(sizes, key=sizes.__getitem__, default=0.0),
        lines=len(lines),
        bold=bool(runs) and all(run.bold for run in runs),
        breaks=line_breaks([" ".join(run.text for _, run in line) for line in lines]),
    )


def _table(page: Page, table: TableAt | RuledAt, mend: Mend) -> Draft:
    rows = _rows(page, table, mend)
    grid = unmarked(table.grid)
    page.take(" ".join(cell.text for row in grid for cell in row), table.rect)
    if all(sum(bool(cell.strip()) for cell in row.cells) < _COLUMNS for row in rows):
        return _no_table(page, TableAt(grid, table.rect), rows)
    block = Block(kind=BlockKind.TABLE, locator=page.locator([table.rect]), rows=rows)
    return Draft(block=block, page=page.number, columns=page.shares(columns_of(grid)))


def _no_table(page: Page, table: TableAt, rows: Sequence[Row]) -> Draft:
    """The text of what has a single column: the engine took the gaps of its lines for columns."""
    texts = [cell for row in rows for cell in row.cells if cell.strip()]
    rects = [cell.rect or table.rect for row in table.grid for cell in row if cell.text.strip()]
    block = Block(
        kind=BlockKind.PARAGRAPH,
        locator=page.locator(rects or [table.rect]),
        text=markup.starts(" ".join(texts)),
    )
    return Draft(block=block, page=page.number, breaks=line_breaks(texts))


def _rows(page: Page, table: TableAt | RuledAt, mend: Mend) -> tuple[Row, ...]:
    """The rows, each with the rectangle of its cells, or of its table where the engine gives them none."""
    grid = table.grid
    texts = [[_shown(cell.text, mend) for cell in row] for row in grid]
    top = texts[0] if isinstance(table, RuledAt) else with_spans(grid, texts[0])
    written = with_one_header([top, *texts[1:]])
    heads = len(grid) - len(written) + 1
    cells = [[cell for row in grid[:heads] for cell in row], *grid[heads:]]
    places = (around([cell.rect for cell in row if cell.rect]) or table.rect for row in cells)
    return tuple(
        Row(cells=tuple(row), locator=page.locator([place]))
        for row, place in zip(written, places, strict=True)
    )


def _shown(text: str, mend: Mend) -> str:
    return text if text in MARKS else markup.inline(mend(text))
