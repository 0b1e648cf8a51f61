"""Read OpenDocument texts from their package."""

import zipfile
import zlib
from pathlib import Path
from typing import Any

from okf_server.extract.odt_body import Body
from okf_server.extract.odt_styles import TextStyles
from okf_server.extract.package_xml import Package
from okf_server.extract.refusals import ENCRYPTED, MISSING, unreadable
from okf_server.extract.text_flow import finish
from okf_server.extract.xml_names import child, name_of
from okf_server.model.document import Outcome

_CONTENT = "content.xml"
_STYLES = "styles.xml"
_MANIFEST = "META-INF/manifest.xml"
_CHANGED = "tracked changes were read as accepted"


def extract(path: Path) -> Outcome:
    """The document of an .odt file, as it reads with all changes accepted.

    Footnotes, endnotes and comments follow the block that refers to them; headers and footers are left out.
    """
    try:
        with Package(path) as package:
            if _is_encrypted(package):
                return ENCRYPTED
            body, remarks = _read(package)
    except ImportError:
        return MISSING
    except KeyError:
        return unreadable(".odt", "it has no content")
    except (ValueError, SyntaxError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        return unreadable(".odt", error)
    return finish(body.flow, remarks)


def _read(package: Package) -> tuple[Body, list[str]]:
    root = package.tree(_CONTENT)
    roots = [package.tree(_STYLES), root] if _STYLES in package else [root]
    body = Body(package, TextStyles(*roots))
    text = child(root, "body", "text")
    if text is None:
        raise ValueError("it has no text")
    body.read(text)
    changed = any(name_of(one) == "changed-region" for one in text.iter())
    return body, [_CHANGED] if changed else []


def _is_encrypted(package: Package) -> bool:
    if _MANIFEST not in package:
        return False
    entries: Any = package.tree(_MANIFEST)
    return any(name_of(one) == "encryption-data" for one in entries.iter())
