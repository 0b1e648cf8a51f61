"""Read Word documents from their package; docling-rs reads what is no well-formed package."""

import zipfile
import zlib
from pathlib import Path
from typing import Any

from okf_server.extract import docling
from okf_server.extract.compose import compose
from okf_server.extract.package_xml import Package, attribute
from okf_server.extract.refusals import MISSING, unreadable
from okf_server.extract.sections import block
from okf_server.extract.text_flow import finish
from okf_server.extract.word_body import Body
from okf_server.extract.word_notes import Notes
from okf_server.extract.word_numbering import Numbering
from okf_server.extract.word_styles import Styles, numbering_of
from okf_server.extract.word_text import Setting
from okf_server.extract.wordings import too_deep
from okf_server.extract.xml_names import child, name_of
from okf_server.model.document import Failed, Outcome, Partial

_MAIN_PART = "word/document.xml"
_CHANGES = frozenset({"ins", "del", "moveFrom", "moveTo"})
_CHANGED = "tracked changes were read as accepted"
_EMBEDDED = "files of other formats are embedded in the text, and are not read"
_DAMAGED = "damaged: its text was read, without its notes and the places of its paragraphs"


def extract(path: Path) -> Outcome:
    """The document of a .docx file, as it reads with all changes accepted.

    Footnotes, endnotes and comments follow the block that refers to them; headers and footers are left out.
    """
    try:
        body, remarks = _read(path)
    except ImportError:
        return MISSING
    except ValueError as error:
        return unreadable(".docx", error)
    except (KeyError, SyntaxError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        found = _read_again(path)
        deep = isinstance(found, Failed) and too_deep(str(error))
        return unreadable(".docx", error) if deep else found
    return _outcome(body, remarks)


def _outcome(body: Body, remarks: list[str]) -> Outcome:
    found = finish(body.flow, remarks)
    if not body.embedded or isinstance(found, Failed):
        return found
    if not found.document.body:
        return Failed(reason=_EMBEDDED, hint="Open it in Word and save it again.")
    return Partial(document=found.document, reason=_EMBEDDED)


def _read(path: Path) -> tuple[Body, list[str]]:
    with Package(path) as package:
        main = package.main(_MAIN_PART)
        root = package.tree(main)
        styles_root = package.related(main, "styles")
        setting = Setting(
            package=package, styles=Styles(styles_root), notes=Notes(package, main), part=main
        )
        numbering = Numbering(package.related(main, "numbering"), _style_numbers(styles_root))
        body = Body(setting, numbering)
        body.colour_paper(root)
        found = child(root, "body")
        body.read(root if found is None else found)
    changed = any(name_of(element) in _CHANGES for element in root.iter())
    return body, [_CHANGED] if changed else []


def _style_numbers(styles: Any | None) -> dict[str, str]:
    """The numbering that each style names."""
    found: dict[str, str] = {}
    for style in () if styles is None else styles:
        numbering = numbering_of(child(style, "pPr"))
        if numbering is not None:
            found[attribute(style, "styleId")] = numbering[0]
    return found


def _read_again(path: Path) -> Outcome:
    """The document as docling-rs reads it, which forgives more; its blocks have no places."""
    pieces = docling.read(path, ".docx")
    if isinstance(pieces, Failed):
        return pieces
    body = (block(piece) for piece in pieces if not (piece.furniture or piece.notes))
    return Partial(document=compose(body), reason=_DAMAGED)
