"""Read e-books as one page of all their chapters, by the reader of web pages."""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring

from okf_server.evaluate.originals_web import WebOriginal
from okf_server.extract.folder import Folder
from okf_server.model.locator import Locator

_CLOSED = re.compile(
    r"<((?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)\b)[\w:]+)([^<>]*?)/>"
)


class EpubOriginal:
    """An .epub file: the blocks of its chapters, counted through the whole book."""

    exact = True

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as package, Folder("book") as folder:
            page = Path(folder.path) / "book.html"
            page.write_text("".join(_chapters(package)), encoding="utf-8")
            self._page = WebOriginal(page)

    def text_at(self, locator: Locator) -> str | None:
        """The blocks of a place."""
        return self._page.text_at(locator)

    def close(self) -> None:
        """Nothing is kept open."""
        self._page.close()


def _chapters(package: zipfile.ZipFile) -> Iterator[str]:
    yield "<!DOCTYPE html><meta charset=utf-8>"
    container = fromstring(package.read("META-INF/container.xml"))  # noqa: S314 - expat bounds entities
    opf = next(_named(container, "rootfile")).get("full-path", "")
    book = fromstring(package.read(opf))  # noqa: S314 - as above
    items = {item.get("id"): item for item in _named(book, "item")}
    labels = dict(_labels(package, opf, list(items.values())))
    for reference in _named(book, "itemref"):
        item = items.get(reference.get("idref"))
        if item is not None and "html" in item.get("media-type", "html"):
            name = _path(opf, item.get("href", ""))
            yield _chapter(package.read(name), labels.get(name, ""))


def _chapter(data: bytes, label: str) -> str:
    text = _CLOSED.sub(r"<\1\2></\1>", data.decode("utf-8-sig", "replace"))
    body = _page(text).body
    if body is None:
        return ""
    heading = body.css_first("h1, h2, h3, h4, h5, h6") or not label
    return ("" if heading else f"<h1>{label}</h1>") + f"<section>{body.inner_html or ''}</section>"


def _labels(package: zipfile.ZipFile, opf: str, items: list[Element]) -> Iterator[tuple[str, str]]:
    """The first label of each file in the table of contents; that of EPUB 3 counts before that of 2."""
    contents = {item.get("media-type"): _path(opf, item.get("href", "")) for item in items}
    ncx = contents.get("application/x-dtbncx+xml")
    if ncx in package.namelist():
        for point in reversed(list(_named(fromstring(package.read(str(ncx))), "navPoint"))):  # noqa: S314
            label = " ".join("".join(next(_named(point, "navLabel")).itertext()).split())
            yield _path(str(ncx), next(_named(point, "content")).get("src", "")), label
    for item in items:
        if "nav" in item.get("properties", "").split():
            name = _path(opf, item.get("href", ""))
            for link in reversed(_page(package.read(name).decode("utf-8")).css("a[href]")):
                yield _path(name, link.attributes["href"]), " ".join(link.text().split())


def _page(text: str) -> Any:
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415 - of the extra `evaluate`

    return LexborHTMLParser(text)


def _named(root: Element, name: str) -> Iterator[Element]:
    return (element for element in root.iter() if element.tag.rpartition("}")[2] == name)


def _path(seen_from: str, address: str) -> str:
    folder = posixpath.dirname(seen_from)
    return posixpath.normpath(posixpath.join(folder, unquote(address.partition("#")[0])))
