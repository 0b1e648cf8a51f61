"""Read binary Word documents with docling-rs, and find the places of its blocks in the text of the file."""

import re
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from okf_server.extract import docling
from okf_server.extract.docling import Piece, Run
from okf_server.extract.refusals import MISSING
from okf_server.extract.sections import block
from okf_server.extract.text_flow import TextFlow, finish
from okf_server.extract.word_notes import byline
from okf_server.extract.word_places import Places
from okf_server.extract.word_records import Unseen, blank_out
from okf_server.model.document import Failed, Outcome

_CHANGED = "tracked changes were read as accepted"
_UNTOLD = "hidden and deleted text could not be told apart from the rest"
_ENTRY = 128  # bytes of an entry in the directory of an OLE file, which starts with its name
_STREAMS = tuple(f"{name}\0".encode("utf-16-le") for name in ("WordDocument", "0Table", "1Table"))
_NAMES = re.compile(b"|".join(map(re.escape, _STREAMS)), re.IGNORECASE)
_COMMENT = re.compile(r"\[author: (.*?)(?: \([^()]*\))?, time: ([^\]]*)\]: ?(.*)", re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1(?![\w*])")


def extract(path: Path) -> Outcome:
    """The document of a .doc file, of Word 6 and later, as it reads with all changes accepted.

    Notes and comments follow the text.
    """
    data = _with_known_names(path.read_bytes())
    remarks: list[str] = []
    try:
        unseen = blank_out(data)
    except ImportError:
        return MISSING
    except (OSError, ValueError, KeyError, IndexError, struct.error):
        unseen, remarks = Unseen(data, (), deleted=False), [_UNTOLD]
    pieces = docling.read_bytes(unseen.data, ".doc")
    if isinstance(pieces, Failed):
        return pieces
    flow = TextFlow()
    places = Places(unseen.paragraphs)
    read = _read(pieces, unseen.restored)
    flow.extend(places.placed(block(piece), piece) for piece in read)
    for text in unseen.hidden:
        flow.hide(text)
    return finish(flow, [*remarks, *([_CHANGED] if unseen.deleted else [])])


def _with_known_names(data: bytes) -> bytes:
    """The file with its streams named as Word names them: some programs write other cases, which mean the same."""
    return _NAMES.sub(_known_name, data)


def _known_name(found: re.Match[bytes]) -> bytes:
    if found.start() % _ENTRY:
        return found[0]  # chance, in the midst of something else
    return next(name for name in _STREAMS if name.lower() == found[0].lower())


def _read(pieces: Iterable[Piece], restored: Callable[[str], str]) -> Iterator[Piece]:
    """What belongs to the text: headers and footers do not."""
    for piece in pieces:
        if piece.notes:
            text = _comment(piece.text, restored)
            yield replace(piece, kind="footnote", runs=(Run(text=text),))
        elif piece.kind == "footnote" or not piece.furniture:
            yield replace(
                piece,
                runs=tuple(replace(run, text=restored(_plain(run.text))) for run in piece.runs),
                cells=tuple(tuple(restored(_plain(c)) for c in row) for row in piece.cells),
            )


def _plain(text: str) -> str:
    """Text without the marks of links and emphasis that docling-rs puts around parts of it."""
    return _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text))


def _comment(text: str, restored: Callable[[str], str]) -> str:
    found = _COMMENT.fullmatch(text)
    if found is None:
        return restored(text)
    return f"{byline(found[1], found[2])} {restored(found[3])}"
