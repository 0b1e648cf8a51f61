"""Open a Hangul package: its sections in order, each read element by element."""

import contextlib
import re
import zipfile
from collections.abc import Iterator
from typing import IO, Any

_SECTION = re.compile(r"contents/section(\d{1,9})\.xml", re.IGNORECASE)
_HEADER = re.compile(r"contents/(?:header|head)\.xml", re.IGNORECASE)
_CHUNK = 2**20


class ForbiddenXml(ValueError):  # noqa: N818 - it is what was found, and a ValueError to its callers
    """XML that declares a document type: no office program writes one, and it can hold bombs."""


def section_names(package: zipfile.ZipFile) -> list[str]:
    """The parts that hold the text, in the order of their numbers, whatever the manifest says."""
    found: dict[int, str] = {}
    for name in package.namelist():
        match = _SECTION.fullmatch(name.replace("\\", "/").lstrip("/"))
        if match:
            found.setdefault(int(match[1]), name)
    return [found[number] for number in sorted(found)]


def header_name(package: zipfile.ZipFile) -> str | None:
    """The part that holds the styles."""
    names = (name for name in package.namelist() if _HEADER.fullmatch(name.replace("\\", "/")))
    return next(names, None)


def children(file: IO[bytes], *, level: int = 1) -> Iterator[Any]:
    """The elements below the root, one by one; each is emptied when the next one is asked for.

    With another `level` they are those that many steps below it.

    Entities are not resolved and nothing is fetched. Raises ForbiddenXml, or SyntaxError where the XML breaks
    off or is nested too deeply: what came before it was whole.
    """
    from lxml import etree  # noqa: PLC0415 - not in a core installation

    depth = 0
    events = ("start", "end")
    for event, element in etree.iterparse(
        file,
        events=events,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    ):
        if event == "start":
            if depth == 0:
                _refuse_doctype(element)
            depth += 1
            continue
        depth -= 1
        if depth == level:
            yield element
            _forget(element)


def _refuse_doctype(root: Any) -> None:
    if root.getroottree().docinfo.doctype:
        raise ForbiddenXml("it declares a document type")


def _forget(element: Any) -> None:
    element.clear()
    parent = element.getparent()
    while element.getprevious() is not None:
        del parent[0]


def ended_deletions(package: zipfile.ZipFile, name: str) -> frozenset[str]:
    """The ids of the tracked deletions of a section whose end is marked, up to where its XML breaks off."""
    found: set[str] = set()
    with package.open(name) as file:
        if not _holds(file, b"deleteEnd"):
            return frozenset()
    with contextlib.suppress(SyntaxError), package.open(name) as file:
        for child in children(file):
            found.update(end.get("Id", "") for end in child.iter("{*}deleteEnd"))
    return frozenset(found)


def _holds(file: IO[bytes], needle: bytes) -> bool:
    before = b""
    while chunk := file.read(_CHUNK):
        if needle in before + chunk:
            return True
        before = chunk[-len(needle) :]
    return False
