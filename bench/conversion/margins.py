"""Headers and footers, which a truth may leave out and we read."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from okf_server.extract.opc import Package
from okf_server.extract.xml_names import below

_PART = re.compile(r"word/(?:header|footer)\d*\.xml", re.IGNORECASE)


def without_margins(body: str, wanted: str, path: Path) -> str:
    """The body of a Word document without lines of its headers and footers that the truth does not have."""
    known = {" ".join(line.split()) for line in wanted.splitlines()}
    margins = set(_margins(path)) - known
    lines = body.splitlines()
    return "\n".join(line for line in lines if " ".join(line.split()) not in margins)


def _margins(path: Path) -> Iterator[str]:
    if path.suffix.lower() != ".docx" or not zipfile.is_zipfile(path):
        return
    with Package(path) as package:
        for part in filter(_PART.fullmatch, package.parts):
            root = package.root(part)
            for paragraph in () if root is None else below(root, "p"):
                text = " ".join("".join(one.text or "" for one in below(paragraph, "t")).split())
                if text:
                    yield text
