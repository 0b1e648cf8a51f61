"""Read binary Word documents with docling-rs; their blocks have no places, for nothing else can check them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from okf_server.extract import docling
from okf_server.extract.compose import compose
from okf_server.extract.docling import Piece, Run
from okf_server.extract.sections import block
from okf_server.extract.word_notes import byline
from okf_server.model.document import Extracted, Failed, Outcome

_COMMENT = re.compile(r"\[author: (.*?)(?: \([^()]*\))?, time: ([^\]]*)\]: ?(.*)", re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1(?![\w*])")


def extract(path: Path) -> Outcome:
    """The document of a .doc file, of Word 6 and later; notes and comments follow the text."""
    pieces = docling.read(path, ".doc")
    if isinstance(pieces, Failed):
        return pieces
    return Extracted(document=compose(map(block, _read(pieces))))


def _read(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """What belongs to the text: headers and footers do not."""
    for piece in pieces:
        if piece.notes:
            yield replace(piece, kind="footnote", runs=(Run(text=_comment(piece.text)),))
        elif piece.kind == "footnote" or not piece.furniture:
            yield replace(
                piece,
                runs=tuple(replace(run, text=_plain(run.text)) for run in piece.runs),
                cells=tuple(tuple(map(_plain, row)) for row in piece.cells),
            )


def _plain(text: str) -> str:
    """Text without the marks of links and emphasis that docling-rs puts around parts of it."""
    return _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text))


def _comment(text: str) -> str:
    found = _COMMENT.fullmatch(text)
    return text if found is None else f"{byline(found[1], found[2])} {found[3]}"
