"""What is nested too deep names the limit, in every format that nests."""

import io
import zipfile
from pathlib import Path

import pytest

from okf_server.extract.registry import open_readers
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Extracted, Failed, Outcome, Partial

_DEEP = 5_000
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OPEN = "urn:oasis:names:tc:opendocument:xmlns:"
_HANGUL = "http://www.hancom.co.kr/hwpml/2011/"


def _nested(tags: str, *, depth: int = _DEEP) -> str:
    """Text within so many elements; `tags` are the names of those that take turns."""
    names = tags.split()
    return (
        "".join(f"<{name}>" for name in names) * depth
        + "innermost"
        + "".join(f"</{name}>" for name in reversed(names)) * depth
    )


def _package(parts: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as package:
        for name, text in parts.items():
            package.writestr(name, text)
    return data.getvalue()


def _office(part: str, text: str) -> bytes:
    relation = f'<Relationship Id="r1" Type="{_OFFICE}" Target="{part}"/>'
    relations = f'<Relationships xmlns="{_RELATIONS}">{relation}</Relationships>'
    return _package({"_rels/.rels": relations, part: text})


def _open(kind: str) -> bytes:
    names = f'xmlns:office="{_OPEN}office:1.0" xmlns:text="{_OPEN}text:1.0"'
    body = f"<office:{kind}>{_nested('text:section')}</office:{kind}>"
    content = f"<office:document-content {names}><office:body>{body}</office:body></office:document-content>"
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return _package({"mimetype": mimetype, "content.xml": content})


def _book(chapter: str) -> bytes:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
        '<rootfiles><rootfile full-path="book.opf"/></rootfiles></container>'
    )
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/>'
        '<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="one"/></spine></package>'
    )
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{chapter}</body></html>'
    return _package(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "book.opf": book,
            "one.xhtml": page,
        }
    )


def _mail(page: str, *, saved: bool = False) -> bytes:
    kind = 'multipart/related; boundary="part"' if saved else "text/html"
    part = f"--part\r\nContent-Type: text/html\r\n\r\n{page}\r\n--part--" if saved else page
    return f"From: ana@example.org\r\nMIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n{part}\r\n".encode()


_PARAGRAPH = f'<hs:sec xmlns:hs="{_HANGUL}section" xmlns:hp="{_HANGUL}paragraph">'
_FILES = {
    ".html": _nested("div").encode(),
    ".xhtml": f"<html><body>{_nested('b')}</body></html>".encode(),
    ".htm": _nested("table tr td").encode(),
    ".mhtml": _mail(_nested("div"), saved=True),
    ".eml": _mail(_nested("div")),
    ".epub": _book(_nested("div")),
    ".xml": _nested("a").encode(),
    ".docx": _office(
        "word/document.xml", f'<w:document xmlns:w="{_WORD}">{_nested("w:sdt")}</w:document>'
    ),
    ".xlsx": _office("xl/workbook.xml", f'<workbook xmlns="{_SHEET}">{_nested("a")}</workbook>'),
    ".pptx": _office("ppt/presentation.xml", _nested("a")),
    ".odt": _open("text"),
    ".odp": _open("presentation"),
    ".ods": _open("spreadsheet"),
    ".hml": f"<HWPML><BODY><SECTION>{_nested('P TEXT')}</SECTION></BODY></HWPML>".encode(),
    ".hwpx": _package({"Contents/section0.xml": f"{_PARAGRAPH}{_nested('hp:p hp:run')}</hs:sec>"}),
}


@pytest.mark.parametrize("suffix", sorted(_FILES))
def test_a_file_that_is_nested_too_deep_names_the_limit(suffix: str, tmp_path: Path) -> None:
    outcome = _read(tmp_path, suffix, _FILES[suffix])

    assert isinstance(outcome, Failed | Partial)
    assert "elements inside each other" in outcome.reason
    assert any(character.isdigit() for character in outcome.reason)


def test_a_page_keeps_what_stands_before_what_is_nested_too_deep(tmp_path: Path) -> None:
    outcome = _read(tmp_path, ".html", f"<p>before</p>{_nested('div')}".encode())

    assert isinstance(outcome, Partial)
    assert outcome.document.body == "before\n"


def test_a_chapter_is_read_as_deep_as_a_page(tmp_path: Path) -> None:
    outcome = _read(tmp_path, ".epub", _book(_nested("div", depth=400)))

    assert isinstance(outcome, Extracted)
    assert outcome.document.body == "innermost\n"


def test_json_that_is_nested_too_deep_is_read_as_text_and_says_why(tmp_path: Path) -> None:
    outcome = _read(tmp_path, ".json", b"[" * 100_000 + b'"innermost"' + b"]" * 100_000)

    assert isinstance(outcome, Extracted)
    assert "innermost" in outcome.document.body
    assert outcome.document.warnings == (
        "too many lists and objects inside each other: read as plain text",
    )


def test_a_notebook_that_is_nested_too_deep_says_so(tmp_path: Path) -> None:
    outcome = _read(tmp_path, ".ipynb", b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}")

    assert isinstance(outcome, Failed)
    assert "nested too deep" in outcome.reason


def _read(folder: Path, suffix: str, data: bytes) -> Outcome:
    path = folder / f"deep{suffix}"
    path.write_bytes(data)
    reader = open_readers(DocumentsConfig()).of_suffix(suffix)
    assert reader is not None
    return reader.extract(path, suffix)
