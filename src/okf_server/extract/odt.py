"""Read OpenDocument texts from their package."""

import zipfile
import zlib
from pathlib import Path

from okf_server.extract.odt_body import Body
from okf_server.extract.odt_styles import TextStyles
from okf_server.extract.opc import Package
from okf_server.extract.refusals import MISSING, for_these_reasons, unreadable
from okf_server.extract.text_flow import finish
from okf_server.extract.xml_names import child, name_of
from okf_server.model.document import Outcome

_CONTENT = "content.xml"
_STYLES = "styles.xml"
_CHANGED = "tracked changes were read as accepted"


def extract(path: Path) -> Outcome:
    """The document of an .odt file, as it reads with all changes accepted.

    Footnotes, endnotes and comments follow the block that refers to them; headers and footers are left out.
    """
    try:
        with Package(path) as package:
            body, remarks = _read(package)
    except ImportError:
        return MISSING
    except (ValueError, SyntaxError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        return unreadable(".odt", error)
    return for_these_reasons(finish(body.flow, remarks), package.damage)


def _read(package: Package) -> tuple[Body, list[str]]:
    root, styles = package.needed(_CONTENT), package.root(_STYLES)
    body = Body(package, TextStyles(*[one for one in (styles, root) if one is not None]))
    text = child(root, "body", "text")
    if text is None:
        raise ValueError("it has no text")
    body.read(text)
    changed = any(name_of(one) == "changed-region" for one in text.iter())
    return body, [_CHANGED] if changed else []
