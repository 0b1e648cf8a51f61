"""Find in Office packages what openpyxl and python-pptx leave out, with nothing but the standard library."""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

_CELL = re.compile(r"([A-Z]{1,3})(\d+)")
_WORKBOOK = "xl/workbook.xml"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_ID = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"

Place = tuple[str, int, int]
"""Sheet, row and column, both counted from 1."""


def sheet_asides(package: zipfile.ZipFile) -> dict[Place, list[str]]:
    """Comments and text boxes by the cells that they belong to, with the names of those who wrote them."""
    found: dict[Place, list[str]] = {}
    related = dict(_related(package, _WORKBOOK))
    root = _root(package, _WORKBOOK)
    people = _people(package)
    for sheet in () if root is None else root.iter():
        part = related.get(sheet.get(_ID) or sheet.get(_STRICT_ID) or "", ("", ""))[1]
        if _local(sheet) == "sheet" and part:
            for row, column, text in _of_sheet(package, part, people):
                found.setdefault((sheet.get("name", ""), row, column), []).append(text)
    return found


def texts_below(root: ET.Element) -> str:
    """All text of an element, paragraph by paragraph."""
    paragraphs = (e for e in root.iter() if _local(e) in ("p", "text"))
    return "\n".join(
        "".join(t.text or "" for t in p.iter() if _local(t) in ("t", "text")) for p in paragraphs
    )


def _of_sheet(
    package: zipfile.ZipFile, part: str, people: dict[str, str]
) -> Iterator[tuple[int, int, str]]:
    for kind, target in (r for _, r in _related(package, part)):
        root = (
            _root(package, target) if kind in ("comments", "threadedComment", "drawing") else None
        )
        if root is None:
            continue
        if kind == "drawing":
            yield from _boxes(root)
            continue
        authors = [a.text or "" for a in root.iter() if _local(a) == "author"]
        for comment in (e for e in root.iter() if _local(e) in ("comment", "threadedComment")):
            cell = _CELL.match(comment.get("ref", ""))
            at = comment.get("authorId", "")
            author = authors[int(at)] if at.isdecimal() and int(at) < len(authors) else ""
            author = people.get(comment.get("personId", ""), author)
            words = "".join(e.text or "" for e in comment.iter() if _local(e) in ("t", "text"))
            if cell:
                head = " ".join(filter(None, [author, comment.get("dT", "")[:10]]))
                yield int(cell[2]), _column(cell[1]), f"{head}\n{words}\n{head}{words}"


def _boxes(root: ET.Element) -> Iterator[tuple[int, int, str]]:
    for anchor in root:
        start = next((e for e in anchor if _local(e) == "from"), None)
        if start is not None:
            at = {_local(e): int(e.text or 0) for e in start}
            yield at["row"] + 1, at["col"] + 1, texts_below(anchor)


def _people(package: zipfile.ZipFile) -> dict[str, str]:
    parts = [name for name in package.namelist() if name.startswith("xl/persons/")]
    roots = [root for part in parts if (root := _root(package, part)) is not None]
    return {e.get("id", ""): e.get("displayName", "") for root in roots for e in root}


def _related(package: zipfile.ZipFile, part: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """The relations of a part: id, and kind and path of the other part."""
    folder, name = posixpath.split(part)
    root = _root(package, f"{folder}/_rels/{name}.rels")
    for element in () if root is None else root:
        path = posixpath.normpath(posixpath.join("/", folder, element.get("Target", "")))
        kind = element.get("Type", "").rpartition("/")[2]
        yield element.get("Id", ""), (kind, path.lstrip("/"))


def _root(package: zipfile.ZipFile, part: str) -> ET.Element | None:
    try:
        return ET.fromstring(package.read(part))  # noqa: S314 - expat bounds entities; nothing is fetched
    except (KeyError, ET.ParseError):
        return None


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
