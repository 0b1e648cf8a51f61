"""Files that were made to harm whoever reads them; each maker writes one to a path."""

import os
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

Maker = Callable[[Path], None]

_LAUGHS = (
    "<!DOCTYPE a [<!ENTITY a0 'ha'>"
    + "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 10))
    + "]>"
)
_OUTSIDE = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
_WORD = "word/document.xml"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument'
    '.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
    'officeDocument" Target="word/document.xml"/></Relationships>'
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BOOK = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="{}"/></rootfiles></container>'
)


def text(content: str) -> Maker:
    """A file of this text."""
    return lambda path: _written(path, content.encode("utf-8", "surrogatepass"))


def data(content: bytes) -> Maker:
    """A file of these bytes."""
    return lambda path: _written(path, content)


def package(members: dict[str, str | bytes]) -> Maker:
    """A ZIP package of these members."""

    def make(path: Path) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name, content)

    return make


def later(maker: Callable[[], Maker]) -> Maker:
    """A maker that takes its memory only when it is called."""

    def make(path: Path) -> None:
        maker()(path)

    return make


def word(document: str | bytes) -> Maker:
    """A Word document with this main part."""
    return package({"[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS, _WORD: document})


def pdf(objects: list[bytes], *, again: bool = False) -> Maker:
    """A PDF of these objects; its table of objects says, where `again`, that it is older than itself."""

    def make(path: Path) -> None:
        content = b"%PDF-1.4\n"
        places = []
        for number, body in enumerate(objects, 1):
            places.append(len(content))
            content += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        table = len(content)
        rows = b"".join(b"%010d 00000 n \n" % place for place in places)
        back = b"/Prev %d" % table if again else b""
        size = len(objects) + 1
        content += b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, rows)
        content += b"trailer\n<</Size %d/Root 1 0 R%b>>\nstartxref\n%d\n%%%%EOF" % (
            size,
            back,
            table,
        )
        path.write_bytes(content)

    return make


def _written(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _lying(path: Path) -> None:
    """A package whose directory says that a part of 60 MB has ten bytes."""
    word(b"<w:document>" + b" " * 60 * 2**20 + b"</w:document>")(path)
    content = path.read_bytes()
    real = struct.pack("<L", 60 * 2**20 + 25)
    path.write_bytes(content.replace(real, struct.pack("<L", 10)))


def _truncated(maker: Maker) -> Maker:
    def make(path: Path) -> None:
        maker(path)
        content = path.read_bytes()
        path.write_bytes(content[: len(content) * 2 // 3])

    return make


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))
        )

    header = struct.pack(">LLBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(999)))


def _catalog(*more: bytes) -> list[bytes]:
    return [b"<</Type/Catalog/Pages 2 0 R>>", *more]


_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %b]/Contents 4 0 R>>"

_ATTRIBUTES = [f"b{n}='c'" for n in range(100_000)]


def _locked(path: Path) -> None:
    canvas = Canvas(str(path), encrypt=StandardEncryption("secret", canPrint=0))
    canvas.drawString(99, 99, "salaries")
    canvas.save()


def _stream_bomb(path: Path) -> None:
    bomb = zlib.compress(b" " * 300 * 2**20, 9)
    stream = b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(bomb), bomb)
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    pdf(_catalog(pages, _PAGE % b"99 99", stream))(path)


MAKERS: dict[str, Maker] = {
    "zip-bomb.docx": later(lambda: word(bytes(200 * 2**20))),
    "zip-bomb-below-the-limit.docx": later(lambda: word(b"<a>" + b" " * 60 * 2**20)),
    "zip-bomb.xlsx": later(lambda: package({"xl/sheet1.xml": bytes(100 * 2**20)})),
    "zip-of-many.docx": package({f"word/{n}": "" for n in range(20_001)}),
    "flood.docx": later(
        lambda: word(
            f"<w:document {_W}><w:body><w:p><w:r><w:t>{'word ' * 9 * 2**20}</w:t></w:r></w:p>"
            "</w:body></w:document>"
        )
    ),
    "lying-sizes.docx": _lying,
    "laughs.docx": word(f"{_LAUGHS}<w:document {_W}><w:body><w:p>&a9;</w:p></w:body></w:document>"),
    "outside.docx": word(f"{_OUTSIDE}<w:document {_W}><w:body>&x;</w:body></w:document>"),
    "deep.docx": word(
        f"<w:document {_W}><w:body>{'<w:tbl><w:tr><w:tc>' * 5000}{'</w:tc></w:tr></w:tbl>' * 5000}"
        "</w:body></w:document>"
    ),
    "truncated.docx": _truncated(word("<w:document/>" * 1000)),
    "climbing.docx": package({"../../../tmp/okf-evil": "x", _WORD: f"<w:document {_W}/>"}),
    "laughs.xml": text(f"{_LAUGHS}<a>&a9;</a>"),
    "outside.xml": text(f"{_OUTSIDE}<a>&x;</a>"),
    "quadratic.xml": text(f"<!DOCTYPE a [<!ENTITY x '{'y' * 99_999}'>]><a>{'&x;' * 9999}</a>"),
    "deep.xml": text("<a>" * 200_000),
    "attributes.xml": text(f"<a {' '.join(_ATTRIBUTES[:50_000])}/>"),
    "alias-bomb.md": text(
        "---\na0: &a0 [ha]\n"
        + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))
        + "---\ntext\n"
    ),
    "deep-yaml.md": text(f"---\na: {'[' * 50_000}\n---\ntext\n"),
    "deep-quotes.md": text("> " * 100_000 + "text\n"),
    "deep-lists.md": text("".join(f"{'  ' * n}- a\n" for n in range(1000))),
    "brackets.md": text("[" * 200_000 + "](" * 50_000),
    "ticks.md": text("".join("`" * n + " " for n in range(1400))),
    "deep.html": text("<div>" * 200_000 + "text"),
    "deep-tables.html": text("<table><tr><td>" * 3000 + "text"),
    "attributes.html": text(f"<p {' '.join(_ATTRIBUTES)}>text</p>"),
    "deep.json": text("[" * 500_000),
    "deep-objects.json": text('{"a":' * 100_000 + "1" + "}" * 100_000),
    "one-word.txt": later(lambda: text("x" * 30_000_000)),
    "base64.txt": later(lambda: text("QUJD" * 8_000_000)),
    "long-number.json": text("9" * 2_000_000),
    "deep.ipynb": text('{"cells": ' + "[" * 100_000),
    "deep.rst": text("".join(f"{'  ' * n}- a\n\n" for n in range(800))),
    "quotes.rst": text("`" + " " * 500_000 + ":a-" * 100_000),
    "macros.adoc": text("a::" + "[" * 500_000 + "\n" + "|===\n" * 50_000),
    "braces.tex": text("\\section{" * 50_000 + "\\(" * 100_000),
    "begins.tex": text("\\begin{verbatim}\n" * 30_000 + "\\citecitecite" * 30_000),
    "arrows.srt": text("-->\n" * 200_000 + "1" * 500_000),
    "nul.txt": data(bytes(5 * 2**20)),
    "long-line.txt": text("word " * 300_000),
    "huge.txt": lambda path: os.truncate(_touched(path), 200 * 2**20),
    "surrogates.txt": text("a\ud800b\udfff" * 1000),
    "open-quote.csv": text('a,b\n"' + "x" * 2_000_000),
    "wide.csv": text("," * 500_000 + "\n" + "1," * 500_000),
    "deep.rtf": text("{\\rtf1 " + "{" * 200_000),
    "parts.eml": text("Content-Type: multipart/mixed; boundary=x\n\n" + "--x\n\nword\n" * 100_000),
    "deep.eml": text("Content-Type: message/rfc822\n\n" * 20_000),
    "bomb.odt": later(lambda: package({"content.xml": bytes(100 * 2**20)})),
    "laughs.odt": package({"content.xml": f"{_LAUGHS}<a>&a9;</a>"}),
    "page-loop.pdf": pdf(_catalog(b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>")),
    "deep-pages.pdf": pdf(
        _catalog(*(b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % (n + 1) for n in range(2, 9000)))
    ),
    "table-loop.pdf": pdf(_catalog(b"<</Type/Pages/Kids[]/Count 0>>"), again=True),
    "many-pages.pdf": pdf(
        _catalog(b"<</Type/Pages/Kids[3 0 R]/Count 2000000000>>", _PAGE % b"9 9")
    ),
    "vast-page.pdf": pdf(
        _catalog(
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            _PAGE % b"1e30 1e30",
            b"<</Length 4>>stream\nq Q\nendstream",
        )
    ),
    "stream-bomb.pdf": _stream_bomb,
    "truncated.pdf": _truncated(pdf(_catalog(b"<</Type/Pages/Kids[]/Count 0>>"))),
    "locked.pdf": _locked,
    "locked.docx": data(_OLE + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500)),
    "vast.png": data(_png(60_000, 60_000)),
    "bomb.epub": later(lambda: package({"b.opf": bytes(100 * 2**20)})),
    "climbing.epub": package({"META-INF/container.xml": _BOOK.format("../../../etc/passwd")}),
    "laughs.epub": package({"META-INF/container.xml": f"{_LAUGHS}<a>&a9;</a>"}),
    "truncated.epub": _truncated(package({"META-INF/container.xml": _BOOK.format("b") * 99})),
    "pipe.txt": os.mkfifo,
    "folder.txt": lambda path: path.mkdir(),
    "loop.pdf": lambda path: path.symlink_to(path),
    "nowhere.docx": lambda path: path.symlink_to(path.parent / "gone"),
    "empty.pdf": data(b""),
}


def _touched(path: Path) -> Path:
    path.touch()
    return path
