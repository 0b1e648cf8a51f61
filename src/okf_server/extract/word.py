"""Read Word documents: docling-rs for the text, the package's own XML for the place of each block."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.extract import docling
from okf_server.extract.compose import compose
from okf_server.extract.places import OriginalBlock, Places
from okf_server.extract.refusals import MISSING
from okf_server.extract.sections import section_blocks
from okf_server.model.document import Extracted, Failed, Outcome

_MAIN_PART = "word/document.xml"
_UNREAD = frozenset({"del", "moveFrom", "Fallback"})  # deleted text, and copies for old programs
_SPACES = {"br": "\n", "cr": "\n", "tab": "\t", "noBreakHyphen": "-", "p": "\n", "tc": "\n"}
_FURNITURE_NOTE = "the places of its paragraphs are unknown: the main part could not be read"


def extract(path: Path) -> Outcome:
    """The document of a .docx file; headers, footers, comments and deleted text are left out."""
    pieces = docling.read(path, ".docx")
    if isinstance(pieces, Failed):
        return pieces
    try:
        places = Places(list(original_blocks(path)))
        warnings: tuple[str, ...] = ()
    except ImportError:
        return MISSING
    except (KeyError, ValueError, SyntaxError, zipfile.BadZipFile):
        places, warnings = Places([]), (_FURNITURE_NOTE,)
    body = (piece for piece in pieces if not (piece.furniture or piece.notes))
    return Extracted(document=compose(section_blocks(body, places), warnings=warnings))


def original_blocks(path: Path) -> Iterator[OriginalBlock]:
    """The paragraphs and tables of the body that have text, in order.

    Content controls are looked into; a table is one block with all that it holds, and a text box belongs to
    the paragraph that it is anchored in.
    """
    from lxml import etree  # noqa: PLC0415 - not in a core installation

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    with zipfile.ZipFile(path) as package, package.open(_main_part(package)) as file:
        root = etree.parse(file, parser).getroot()
    body = next((child for child in root if _name(child) == "body"), root)
    walk = etree.iterwalk(body, events=("start",))
    for _, element in walk:
        name = _name(element)
        if name in ("p", "tbl"):
            walk.skip_subtree()
            text = _text(etree, element)
            if text.strip():
                yield OriginalBlock(text=text, table=name == "tbl")
        elif name in _UNREAD:
            walk.skip_subtree()


def _main_part(package: zipfile.ZipFile) -> str:
    names = package.namelist()
    if _MAIN_PART in names:
        return _MAIN_PART
    return next(
        (n for n in names if n.startswith("word/document") and n.endswith(".xml")), _MAIN_PART
    )


def _text(etree: Any, element: Any) -> str:
    texts: list[str] = []
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in walk:
        name = _name(node)
        if event == "start" and name in _UNREAD:
            walk.skip_subtree()
        elif event == "start" and name == "t":
            texts.append(node.text or "")
        elif event == "end" and name in _SPACES:
            texts.append(_SPACES[name])
    return "".join(texts)


def _name(element: Any) -> str:
    """The name without its namespace; empty for a comment or processing instruction."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
