"""Write e-books for tests."""

import zipfile
from pathlib import Path

_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf"/></rootfiles></container>'
)


def write_book(path: Path, chapters: list[str], others: dict[str, str] | None = None) -> None:
    """An .epub file of these chapter bodies; `others` are further members."""
    numbers = range(len(chapters))
    items = "".join(
        f'<item id="c{n}" href="text/c%20{n}.xhtml" media-type="application/xhtml+xml"/>'
        for n in numbers
    )
    references = "".join(f'<itemref idref="c{n}"/>' for n in numbers)
    links = "".join(f'<li><a href="text/c%20{n}.xhtml">Chapter {n}</a></li>' for n in numbers)
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/epub+zip")
        package.writestr("META-INF/container.xml", _CONTAINER)
        package.writestr(
            "OPS/book.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
            "<metadata><dc:title>The Handbook</dc:title><dc:creator>Jane Roe</dc:creator></metadata>"
            f'<manifest><item id="nav" href="nav.xhtml" properties="nav"/>{items}</manifest>'
            f"<spine>{references}</spine></package>",
        )
        package.writestr("OPS/nav.xhtml", f"<html><body><nav><ol>{links}</ol></nav></body></html>")
        for number, chapter in enumerate(chapters):
            page = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{chapter}</body></html>'
            package.writestr(f"OPS/text/c {number}.xhtml", f"<!DOCTYPE html>\n{page}")
        for name, text in (others or {}).items():
            package.writestr(name, text)
