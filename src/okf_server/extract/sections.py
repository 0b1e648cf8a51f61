"""Make blocks of what docling read. They have no places: docling tells none."""

from collections.abc import Sequence

from okf_server.extract import markup
from okf_server.extract.blocks import Block, Row
from okf_server.extract.docling import Piece, Run
from okf_server.model.document import BlockKind

_KINDS = {
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


def block(piece: Piece) -> Block:
    """One block of Markdown."""
    kind = _KINDS.get(piece.kind, BlockKind.PARAGRAPH)
    if kind is BlockKind.TABLE:
        rows = tuple(
            Row(cells=tuple(map(markup.inline, cells)), locator=None) for cells in piece.cells
        )
        return Block(kind=kind, locator=None, rows=rows)
    text = _text(kind, piece.runs)
    return Block(kind=kind, locator=None, text=text, level=piece.level, marker=piece.marker)


def _text(kind: BlockKind, runs: Sequence[Run]) -> str:
    if kind is BlockKind.CODE:
        return "\n".join(run.text for run in runs)
    if kind is BlockKind.EQUATION:
        return " ".join(run.text for run in runs)
    if len(runs) == 1 and not (runs[0].target or runs[0].formula):
        text = runs[0].text
        return markup.inline(text) if kind is BlockKind.HEADING else markup.plain(text)
    joined = _guessed(runs)
    return joined if kind is BlockKind.HEADING else markup.starts(joined)


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
