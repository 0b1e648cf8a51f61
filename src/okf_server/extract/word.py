"""Read Word documents from their package."""

import zipfile
from pathlib import Path
from typing import Any

from okf_server.extract.embedded import with_embedded
from okf_server.extract.embedded_office import embedded_in
from okf_server.extract.opc import DAMAGED, Package
from okf_server.extract.refusals import MISSING, for_these_reasons, unreadable
from okf_server.extract.text_flow import finish
from okf_server.extract.word_body import Body
from okf_server.extract.word_notes import Notes
from okf_server.extract.word_numbering import Numbering
from okf_server.extract.word_styles import Styles, numbering_of
from okf_server.extract.word_text import Setting
from okf_server.extract.xml_names import attribute, child, name_of
from okf_server.model.document import Extracted, Failed, Outcome

_MAIN_PART = "word/document.xml"
_CHANGES = frozenset({"ins", "del", "moveFrom", "moveTo"})
_CHANGED = "tracked changes were read as accepted"
_EMBEDDED = "files of other formats are embedded in the text, and are not read"


def extract(path: Path) -> Outcome:
    """The document of a .docx file, as it reads with all changes accepted.

    Footnotes, endnotes and comments follow the block that refers to them; headers and footers stand once, at their section.
    """
    try:
        with Package(path) as package:
            body, remarks = _read(package)
            files = embedded_in(package)
    except ImportError:
        return MISSING
    except (zipfile.BadZipFile, *DAMAGED) as error:
        return unreadable(".docx", error)
    return with_embedded(_outcome(body, remarks, package.damage), files)


def _outcome(body: Body, remarks: list[str], damage: list[str]) -> Outcome:
    found = finish(body.flow, remarks)
    if body.embedded and isinstance(found, Extracted) and not found.document.body:
        return Failed(reason=_EMBEDDED, hint="Open it in Word and save it again.")
    return for_these_reasons(found, [*[_EMBEDDED][: body.embedded], *damage])


def _read(package: Package) -> tuple[Body, list[str]]:
    main = package.first("", "officeDocument") or _MAIN_PART
    root = package.needed(main)
    styles_root = package.root(package.first(main, "styles"))
    numbers_root = package.root(package.first(main, "numbering"))
    setting = Setting(
        package=package, styles=Styles(styles_root), notes=Notes(package, main), part=main
    )
    body = Body(setting, Numbering(numbers_root, _style_numbers(styles_root)))
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
