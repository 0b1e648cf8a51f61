"""Make blocks with section places of what docling read, and of the original's own blocks."""

from collections.abc import Iterable, Iterator, Sequence

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.docling import Piece, Run
from okf_server.extract.places import Place, Places, squeeze
from okf_server.model.document import BlockKind
from okf_server.model.locator import Locator, SectionLocator

KINDS = {
    "title": BlockKind.HEADING,
    "section_header": BlockKind.HEADING,
    "list_item": BlockKind.LIST,
    "table": BlockKind.TABLE,
    "code": BlockKind.CODE,
    "formula": BlockKind.EQUATION,
    "caption": BlockKind.CAPTION,
    "footnote": BlockKind.NOTE,
}
_NO_SPACE_BEFORE = tuple(",.;:!?)]}%’”")
_NO_SPACE_AFTER = tuple("([{“‘")


def section_blocks(pieces: Iterable[Piece], places: Places) -> Iterator[Block]:
    """The blocks, each with its heading path (a heading's own text included) and its ordinal."""
    path: list[tuple[int, str]] = []
    for piece in pieces:
        place = _place(piece, places)
        if KINDS.get(piece.kind) is BlockKind.HEADING:
            path = [step for step in path if step[0] < piece.level]
            path.append((piece.level, " ".join(markup.clean(piece.text).split())))
        yield block(piece, place, _locator([text for _, text in path], place))


def block(piece: Piece, place: Place | None, locator: Locator | None) -> Block:
    """One block of Markdown."""
    kind = KINDS.get(piece.kind, BlockKind.PARAGRAPH)
    if kind is BlockKind.TABLE:
        rows = tuple(
            Row(cells=tuple(map(markup.inline, cells)), locator=locator) for cells in piece.cells
        )
        return Block(kind=kind, locator=locator, rows=rows)
    return Block(
        kind=kind,
        locator=locator,
        text=_text(kind, piece.runs, place.text if place else ""),
        level=piece.level,
        marker=piece.marker,
    )


def _place(piece: Piece, places: Places) -> Place | None:
    if piece.cells:
        return places.find_table(_cells(piece))
    if any(run.formula for run in piece.runs):
        return places.find_formula(piece.text)
    return places.find(piece.text)


def _locator(path: Sequence[str], place: Place | None) -> SectionLocator | None:
    if place is None:
        return None
    last = place.last if place.last > place.first else None
    return SectionLocator(path=tuple(path), block=place.first, to_block=last)


def _cells(piece: Piece) -> Iterator[str]:
    return (cell for row in piece.cells for cell in row)


def _text(kind: BlockKind, runs: Sequence[Run], original: str) -> str:
    if kind is BlockKind.CODE:
        return "\n".join(run.text for run in runs)
    if kind is BlockKind.EQUATION:
        return " ".join(run.text for run in runs)
    if len(runs) == 1 and not (runs[0].target or runs[0].formula):
        text = runs[0].text
        if original and squeeze(text) == squeeze(original):
            text = original  # as it stands there: docling straightens quotes and dashes
        return markup.inline(text) if kind is BlockKind.HEADING else markup.plain(text)
    joined = _rejoined(runs, original) or _guessed(runs)
    return joined if kind is BlockKind.HEADING else markup.starts(joined)


def _rejoined(runs: Sequence[Run], original: str) -> str:
    """The runs with the white space that is between them in the original; empty where they differ."""
    source = " ".join(markup.clean(original).split())
    texts: list[str] = []
    end = 0
    for run in runs:
        words = " ".join(markup.clean(run.text).split())
        start = source.find(words, end)
        if start < 0 or source[end:start].strip():
            return ""
        texts += [source[end:start], _marked(run)]
        end = start + len(words)
    return "".join(texts) if not source[end:].strip() else ""


def _guessed(runs: Sequence[Run]) -> str:
    """The runs with blanks between words, none before closing or after opening punctuation."""
    text = ""
    for run in runs:
        marked = _marked(run)
        glued = run.text.startswith(_NO_SPACE_BEFORE) or text.endswith(_NO_SPACE_AFTER)
        text += marked if glued or not text else f" {marked}"
    return text


def _marked(run: Run) -> str:
    if run.formula:
        return f"${' '.join(run.text.split())}$"
    text = markup.inline(run.text)
    if run.code and text and "`" not in text:
        text = f"`{' '.join(run.text.split())}`"
    return markup.link(text, run.target)
