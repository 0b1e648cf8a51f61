"""The package of an e-book: which files are its chapters, and what they are called."""

import posixpath
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self
from urllib.parse import unquote

from okf_server.extract.limits import LARGEST_TEXT
from okf_server.extract.refusals import unreadable
from okf_server.extract.xml_tree import Node, parsed
from okf_server.model.document import Failed

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_ONLY = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_PROTECTED = Failed(
    reason="protected by its publisher (DRM)",
    hint="Only its shop's own program can open it: leave it out of the source.",
)
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


class Package:
    """An open book: `spine` names its chapters in order, `labels` what the contents call them."""

    def __init__(self, archive: zipfile.ZipFile, opf: str) -> None:
        self._archive = archive
        self._folder = posixpath.dirname(opf)
        book = parsed(self._data(opf))
        items = {node.attributes.get("id", ""): node for node in book.named("item")}
        self.spine = tuple(
            self._path(items[ref].attributes.get("href", ""), self._folder)
            for node in book.named("itemref")
            if (ref := node.attributes.get("idref", "")) in items
            and items[ref].attributes.get("media-type", _PAGES[0]) in _PAGES
        )
        self.title = _first(book, "title")
        self.details = {
            key: value
            for key, name in (
                ("authors", "creator"),
                ("language", "language"),
                ("publisher", "publisher"),
            )
            if (value := "; ".join(node.text for node in book.named(name) if node.text))
        }
        self.labels = dict(self._labels(list(items.values())))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._archive.close()

    def read(self, name: str, room: int) -> bytes | Failed:
        """The bytes of a chapter, no more than there is `room` for and one byte."""
        try:
            with self._archive.open(name) as member:
                return member.read(room + 1)
        except (KeyError, zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError):
            return Failed(reason=f"a chapter is missing or damaged: {posixpath.basename(name)}")

    def _labels(self, items: list[Node]) -> Iterator[tuple[str, str]]:
        """What the table of contents says of each file; the first label of a file counts."""
        for item in reversed(items):
            href = self._path(item.attributes.get("href", ""), self._folder)
            properties = item.attributes.get("properties", "").split()
            if "nav" in properties:
                yield from self._anchors(href, "a", "href")
            elif item.attributes.get("media-type") == "application/x-dtbncx+xml":
                yield from self._anchors(href, "navPoint", "src")

    def _anchors(self, name: str, element: str, target: str) -> Iterator[tuple[str, str]]:
        try:
            nodes = parsed(self._data(name)).named(element)
        except (KeyError, ValueError, zipfile.BadZipFile, OSError, RuntimeError):
            return  # a book can be read without its contents
        for node in reversed(nodes):
            label = next(iter(node.named("navLabel")), node).text
            places = [node, *node.named("content")]
            address = next((n.attributes[target] for n in places if target in n.attributes), "")
            if label and address:
                yield self._path(address, posixpath.dirname(name)), label

    def _data(self, name: str) -> bytes:
        with self._archive.open(name) as member:
            return member.read(LARGEST_TEXT)

    def _path(self, address: str, folder: str) -> str:
        """The name of a member that an address means, seen from a folder of the package."""
        path = unquote(address.partition("#")[0])
        return posixpath.normpath(posixpath.join(folder, path)).lstrip("/")


def open_package(path: Path) -> Package | Failed:
    """The package of an .epub file, or why it cannot be read."""
    try:
        archive = zipfile.ZipFile(path)
        names = set(archive.namelist())
        if _ENCRYPTION in names and _is_protected(archive.read(_ENCRYPTION)):
            return _PROTECTED
        container = parsed(archive.read(_CONTAINER))
        opf = next(node.attributes["full-path"] for node in container.named("rootfile"))
        return Package(archive, opf)
    except (KeyError, StopIteration):
        return unreadable(".epub", "a part that every book has is missing")
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, RuntimeError) as error:
        return unreadable(".epub", error)


def _is_protected(data: bytes) -> bool:
    """Whether more than fonts is encrypted: what names no method, or another than those that are for fonts."""
    return not all(
        any(
            method.attributes.get("Algorithm", "").startswith(_FONT_ONLY)
            for method in locked.named("EncryptionMethod")
        )
        for locked in parsed(data).named("EncryptedData")
    )


def _first(book: Node, name: str) -> str:
    return next((node.text for node in book.named(name) if node.text), "")
