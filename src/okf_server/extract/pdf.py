"""Read PDF files with liteparse: every block with its page and its boxes.

The engine's OCR stays off: it would fetch models from the network. Its own removal of running headers
stays off too: it takes headings and table rows along. `pdf_layout` does it with more care.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.extract.pdf_layout import Draft, with_headings, without_running
from okf_server.extract.pdf_page import Page, Rect, TextRun, around, rect_of
from okf_server.extract.pdf_paragraphs import paragraphs
from okf_server.extract.places import squeeze
from okf_server.extract.refusals import (
    ENCRYPTED,
    MISSING,
    NO_TEXT,
    NO_TEXT_LAYER,
    first_line,
    unreadable,
)
from okf_server.model.document import BlockKind, Extracted, Outcome, Partial

_HEADER = b"%PDF-"
_MOST_PAGES = 100_000
_NAMED = 10  # pages that a reason names one by one
_ESCAPE = re.compile(r"\\([\\`*_\[\]#<>~])")
_EMPHASIS = re.compile(r"(?<!\\)\*+")  # the engine escapes every asterisk of the text itself
_FORMULA = re.compile(r"(\$(?=[^$\n]*[\\^_])[^$\n]+\$)")
_NUMBER = re.compile(r"\d{1,9}[.)]?", re.ASCII)
_COVERED = 0.9  # share of a block's letters that its runs must have for their boxes to be its place
_KINDS = {
    "heading": BlockKind.HEADING,
    "list_item": BlockKind.LIST,
    "code": BlockKind.CODE,
    "grid_fallback": BlockKind.CODE,
}


def extract(path: Path) -> Outcome:
    """The document of a .pdf file; partial where pages of it are pictures or could not be read."""
    try:
        from liteparse import LiteParse, ParseError  # noqa: PLC0415 - not in a core installation
    except ImportError:
        return MISSING
    parser = LiteParse(
        ocr_enabled=False,
        extract_blocks=True,
        extract_links=False,
        include_complexity=True,
        keep_headers_footers=True,
        emit_word_boxes=False,
        continue_on_page_error=True,
        max_pages=_MOST_PAGES,
        num_workers=1,
        quiet=True,
    )
    try:
        data = path.read_bytes()
        # offsets count from the header, and the engine knows a PDF by its first bytes
        return _outcome(parser.parse(data[max(data.find(_HEADER), 0) :]))
    except ParseError as error:
        locked = "password" in str(error).casefold()
        return ENCRYPTED if locked else unreadable(".pdf", error)


def _outcome(result: Any) -> Outcome:
    drafts: list[Draft] = []
    pictures: list[int] = []
    for parsed in result.pages:
        found = list(_drafts(parsed))
        drafts += found
        if not found and _is_picture(parsed):
            pictures.append(parsed.page_num)
    if not drafts:
        return NO_TEXT_LAYER if pictures else _no_text(result)
    blocks = [d.block for d in without_running(with_headings(drafts), len(result.pages))]
    document = compose(
        blocks, details={"pages": result.total_pages}, warnings=list(_garbled(result.pages))
    )
    missing = list(_missing(result, pictures))
    if missing:
        return Partial(document=document, reason="; ".join(missing))
    return Extracted(document=document)


def _no_text(result: Any) -> Outcome:
    errors = [error.message for error in result.page_errors]
    return unreadable(".pdf", errors[0]) if errors else NO_TEXT


def _is_picture(page: Any) -> bool:
    """Whether a page without text shows something: a scan, pictures, or text drawn as outlines."""
    found = page.complexity
    return bool(
        found is None
        or found.full_page_image
        or found.image_block_count
        or (found.uncovered_vector_area or 0) > 0
        or {"scanned", "embedded-images", "vector-text", "garbled"}.intersection(found.reasons)
    )


def _missing(result: Any, pictures: Sequence[int]) -> Iterator[str]:
    broken = [error.page_num for error in result.page_errors]
    if pictures:
        yield f"no text layer on {_pages(pictures)}"
    if broken:
        yield f"{_pages(broken)} could not be read: {first_line(result.page_errors[0].message)}"
    left = result.total_pages - len(result.pages) - len(broken)
    if left > 0:
        yield f"{left} pages were not read"


def _pages(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:_NAMED]))
    more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
    return f"page {named}" if len(numbers) == 1 else f"pages {named}{more}"


def _garbled(pages: Sequence[Any]) -> Iterator[str]:
    numbers = [page.page_num for page in pages if page.complexity and page.complexity.is_garbled]
    if numbers:
        yield f"the text of {_pages(numbers)} may be garbled: its fonts do not say what they show"


def _drafts(parsed: Any) -> Iterator[Draft]:
    """The blocks of a page in reading order, then what the layout analysis lost."""
    page = Page(parsed)
    for block in parsed.blocks or ():
        area = rect_of(block.bbox) if block.bbox else None
        if block.kind == "table":
            yield from _table(page, block, area)
        else:
            yield from _text(page, block, area)
    for runs in page.lost():
        text = markup.plain(" ".join(run.text for run in runs))
        place = page.locator(run.rect for run in runs)
        yield _draft(Block(kind=BlockKind.PARAGRAPH, locator=place, text=text), ())


def _text(page: Page, found: Any, area: Rect | None) -> Iterator[Draft]:
    text = "\n".join(found.lines) if found.lines else _unmarked(found.text or "")
    if not text.strip():
        return
    kind = _KINDS.get(found.kind, BlockKind.PARAGRAPH)
    taken = page.take(text, area)
    sure = sum(len(run.key) for _, run in taken) >= len(squeeze(text)) * _COVERED
    parted = kind is BlockKind.PARAGRAPH and sure and "$" not in text
    for part, pairs in paragraphs(text, taken) if parted else [(text, taken)]:
        runs = [run for _, run in pairs]
        rects = [area] if area and not sure else [run.rect for run in runs]
        block = Block(
            kind=kind,
            locator=page.locator(rects),
            text=_written(kind, part),
            level=(found.level or 0) if kind in (BlockKind.HEADING, BlockKind.LIST) else 0,
            marker=_marker(found.marker),
        )
        yield _draft(block, runs)


def _marker(found: str | None) -> str:
    return f"{found.rstrip('.)')}." if found and _NUMBER.fullmatch(found) else "-"


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


def _draft(block: Block, runs: Sequence[TextRun]) -> Draft:
    heights = sorted(run.rect.height for run in runs)
    size = round(heights[len(heights) // 2] * 2) / 2 if heights else 0.0
    lines = sum(
        not index or run.rect.top - runs[index - 1].rect.top > run.rect.height / 2
        for index, run in enumerate(runs)
    )
    return Draft(block=block, size=size, lines=lines)


def _table(page: Page, found: Any, area: Rect | None) -> Iterator[Draft]:
    cells = [row for row in (found.header, *(found.rows or ())) if row]
    rows = tuple(_row(page, row, area) for row in cells)
    page.take(" ".join(cell.text for row in cells for cell in row), area)
    whole = page.locator([area] if area else [])
    yield _draft(Block(kind=BlockKind.TABLE, locator=whole, rows=rows), ())


def _row(page: Page, cells: Sequence[Any], area: Rect | None) -> Row:
    """A row with the rectangle of its cells, or of its table where the engine gives them none."""
    rect = around([rect_of(cell.bbox) for cell in cells if cell.bbox]) or area
    texts = (markup.inline(_unmarked(cell.text)) for cell in cells)
    return Row(cells=tuple(texts), locator=page.locator([rect] if rect else []))
