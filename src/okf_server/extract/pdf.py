"""Read PDF files with liteparse: every block with its page and its boxes.

The engine's OCR stays off: it would fetch models from the network. Its own removal of running headers
stays off too: it takes headings and table rows along. `pdf_layout` does it with more care.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from okf_server.extract import markup, ocr
from okf_server.extract.blocks import Block, Row
from okf_server.extract.compose import compose
from okf_server.extract.pdf_layout import Draft, with_headings, without_running
from okf_server.extract.pdf_page import Page, Rect, TextRun, around, rect_of
from okf_server.extract.pdf_paragraphs import paragraphs
from okf_server.extract.pdf_scans import Scans, merged, read_scans
from okf_server.extract.places import squeeze
from okf_server.extract.refusals import (
    ENCRYPTED,
    MISSING,
    NO_TEXT,
    first_line,
    unreadable,
)
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome, Partial

_HEADER = b"%PDF-"
_MOST_PAGES = 100_000
_STAMP = 20  # letters: so few over a picture of a whole page are a stamp or a number, not its text
_SCAN_AGAIN = "Scan it again, or leave it out of the source."
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


def extract(path: Path, documents: DocumentsConfig) -> Outcome:
    """The document of a .pdf file; pages without text are read by OCR, partial where some were not read."""
    try:
        from liteparse import LiteParse, ParseError  # noqa: PLC0415 - not in a core installation
    except ImportError:
        return MISSING
    until = ocr.deadline(documents)
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
        data = data[max(data.find(_HEADER), 0) :]
        result = parser.parse(data)
        drafts = {page.page_num: list(_drafts(page)) for page in result.pages}
        pictures = [page.page_num for page in result.pages if _is_scan(page, drafts[page.page_num])]
        scans = read_scans(data, pictures, documents, until)
        return _outcome(result, [draft for page in drafts.values() for draft in page], scans)
    except ParseError as error:
        locked = "password" in str(error).casefold()
        return ENCRYPTED if locked else unreadable(".pdf", error)


def _outcome(result: Any, found: Sequence[Draft], scans: Scans) -> Outcome:
    drafts = merged(found, scans)
    missing = [*scans.missing, *_missing(result)]
    if not drafts:
        return _no_text(result, scans)
    blocks = [d.block for d in without_running(with_headings(drafts), len(result.pages))]
    document = compose(
        blocks,
        details={"pages": result.total_pages, **scans.details},
        warnings=[*_garbled(result.pages), *scans.warnings],
    )
    if missing:
        return Partial(document=document, reason="; ".join(missing))
    return Extracted(document=document)


def _no_text(result: Any, scans: Scans) -> Outcome:
    errors = [error.message for error in result.page_errors]
    if scans.failure or scans.missing:
        return scans.failure or Failed(reason=scans.missing[0], hint=_SCAN_AGAIN)
    return unreadable(".pdf", errors[0]) if errors else NO_TEXT


def _is_scan(page: Any, drafts: Sequence[Draft]) -> bool:
    """Whether a page has to be read by OCR: no text, or next to none over a picture of the whole page."""
    if not drafts:
        return True
    letters = sum(len(squeeze(draft.block.text)) for draft in drafts)
    table = any(draft.block.rows for draft in drafts)
    full = page.complexity is not None and page.complexity.full_page_image
    return bool(full) and not table and letters < _STAMP


def _missing(result: Any) -> Iterator[str]:
    broken = [error.page_num for error in result.page_errors]
    if broken:
        yield f"{ocr.named(broken)} could not be read: {first_line(result.page_errors[0].message)}"
    left = result.total_pages - len(result.pages) - len(broken)
    if left > 0:
        yield f"{left} pages were not read"


def _garbled(pages: Sequence[Any]) -> Iterator[str]:
    numbers = [page.page_num for page in pages if page.complexity and page.complexity.is_garbled]
    if numbers:
        yield f"the text of {ocr.named(numbers)} may be garbled: its fonts do not say what they show"


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
