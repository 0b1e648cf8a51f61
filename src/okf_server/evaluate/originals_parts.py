"""Find in Office packages what openpyxl and python-pptx leave out, with nothing but the standard library."""

import html
import posixpath
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from xml.etree import ElementTree as ET

from okf_server.evaluate.originals_values import Format, shown

_CELL = re.compile(r"([A-Z]{1,3})(\d+)")
_LINK = re.compile(
    r'<c r="([A-Z]{1,3})(\d+)"[^<>]*><f[^<>]*>HYPERLINK\("[^"]*",\s*"((?:[^"]|"")*)"\)</f>'
    r"(?:<v></v>|<v ?/>)?</c>"
)
"""A link that a formula makes, without a result that the file keeps."""
_WORKBOOK = "xl/workbook.xml"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_ID = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"

Place = tuple[str, int, int]
"""Sheet, row and column, both counted from 1."""


def figure_text(data: bytes, format_value: Format) -> str:
    """What the part of a chart or diagram says, and its values also as their number formats show them."""
    root = ET.fromstring(data)  # noqa: S314 - expat bounds entities; nothing is fetched
    return "\n".join([texts_below(root), *_points(root, format_value)])


def _points(root: ET.Element, format_value: Format) -> Iterator[str]:
    for cache in root.iter():
        points = [e for e in cache if _local(e) == "pt"]
        codes = [e.text or "" for e in cache if _local(e) == "formatCode"]
        codes = [*codes, cache.get("formatCode", "")]
        for point in points:
            text = "".join(point.itertext()).strip()
            yield text
            with suppress(ValueError):  # a name is no number
                yield shown((float(text), point.get("formatCode") or codes[0]), format_value)
    yield from (e.text or "" for e in root.iter() if _local(e) == "v")


def sheet_asides(package: zipfile.ZipFile, format_value: Format) -> dict[Place, list[str]]:
    """Comments, links by formulas, text boxes and charts by the cells that they begin at.

    Comments have the names of those who wrote them.

    What lies on a sheet without regard to its cells is at row and column 0.
    """
    found: dict[Place, list[str]] = {}
    parts = dict(related(package, _WORKBOOK))
    root = _root(package, _WORKBOOK)
    people = _people(package)
    for sheet in () if root is None else root.iter():
        part = parts.get(sheet.get(_ID) or sheet.get(_STRICT_ID) or "", ("", ""))[1]
        if _local(sheet) == "sheet" and part:
            asides = chain(_links(package, part), _of_sheet(package, part, people, format_value))
            for row, column, text in asides:
                found.setdefault((sheet.get("name", ""), row, column), []).append(text)
    return found


def _links(package: zipfile.ZipFile, part: str) -> Iterator[tuple[int, int, str]]:
    data = package.read(part) if part in package.namelist() else b""
    text = html.unescape(data.decode("utf-8", "replace"))
    for column, row, shown_as in _LINK.findall(text):
        yield int(row), _column(column), shown_as.replace('""', '"')


def texts_below(root: ET.Element) -> str:
    """All text of an element, paragraph by paragraph."""
    paragraphs = (e for e in root.iter() if _local(e) in ("p", "text"))
    return "\n".join(
        "".join(t.text or "" for t in p.iter() if _local(t) in ("t", "text")) for p in paragraphs
    )


def _of_sheet(
    package: zipfile.ZipFile, part: str, people: dict[str, str], format_value: Format
) -> Iterator[tuple[int, int, str]]:
    for kind, target in (r for _, r in related(package, part)):
        root = (
            _root(package, target) if kind in ("comments", "threadedComment", "drawing") else None
        )
        if root is None:
            continue
        if kind == "drawing":
            yield from drawn(package, target, format_value)
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


def drawn(
    package: zipfile.ZipFile, part: str, format_value: Format
) -> Iterator[tuple[int, int, str]]:
    """What the shapes of a drawing say, at the row and column, from 1, that each begins in."""
    figures = {
        id_: figure_text(package.read(name), format_value)
        for id_, (of, name) in related(package, part)
        if of in ("chart", "chartEx", "diagramData")
    }
    root = _root(package, part)
    for anchor in () if root is None else root:
        start = next((e for e in anchor if _local(e) == "from"), ())
        at = {_local(e): int(e.text or 0) + 1 for e in start}
        named = (v for e in anchor.iter() for v in e.attrib.values())
        described = (e.get("descr", "") for e in anchor.iter())
        texts = [texts_below(anchor), *described, *(figures[v] for v in named if v in figures)]
        yield at.get("row", 0), at.get("col", 0), "\n".join(texts)


def _people(package: zipfile.ZipFile) -> dict[str, str]:
    parts = [name for name in package.namelist() if name.startswith("xl/persons/")]
    roots = [root for part in parts if (root := _root(package, part)) is not None]
    return {e.get("id", ""): e.get("displayName", "") for root in roots for e in root}


def related(package: zipfile.ZipFile, part: str) -> Iterator[tuple[str, tuple[str, str]]]:
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
