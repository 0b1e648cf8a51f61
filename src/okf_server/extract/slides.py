"""Read PowerPoint decks with docling-rs: every block with the number of its slide."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from okf_server.extract import docling
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.docling import Piece
from okf_server.extract.sections import block
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome
from okf_server.model.locator import SlideLocator

_TITLE_LEVEL = 2  # slides are siblings below the deck, which is named by its file


def extract(path: Path) -> Outcome:
    """The document of a .pptx file; each slide's title is a heading, its notes follow it.

    Comments, which belong to no slide as docling tells them, are left out.
    """
    pieces = docling.read(path, ".pptx")
    if isinstance(pieces, Failed):
        return pieces
    return Extracted(document=compose(_blocks([p for p in pieces if p.page is not None])))


def _blocks(pieces: list[Piece]) -> Iterator[Block]:
    titled: set[int | None] = set()
    for piece in pieces:
        assert piece.page is not None
        found = block(piece, None, SlideLocator(slide=piece.page))
        if found.kind is BlockKind.HEADING:
            found = replace(found, level=_TITLE_LEVEL + (piece.page in titled))
            titled.add(piece.page)
        elif piece.notes:
            found = replace(found, kind=BlockKind.NOTE)
        yield found
