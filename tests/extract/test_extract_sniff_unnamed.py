"""What a file is whose name does not say it."""

import zipfile
from pathlib import Path

import pytest

from okf_server.extract.registry import open_readers
from okf_server.model.config import DocumentsConfig

_PNG = b"\x89PNG\r\n\x1a\n"


def _kind(folder: Path, name: str, data: bytes) -> str:
    path = folder / "file"
    path.write_bytes(data)
    return open_readers(DocumentsConfig()).unnamed_kind(path, name)


@pytest.mark.parametrize("name", ["README", "LICENSE", "NOTES", "Minutes of March", "회의록"])
def test_text_without_a_suffix_is_text(tmp_path: Path, name: str) -> None:
    assert _kind(tmp_path, name, b"Plain words.\n") == ".txt"
    assert _kind(tmp_path, name, "Wörter, 한국어.\n".encode()) == ".txt"
    assert _kind(tmp_path, name, "한국어 문서\n".encode("cp949")) == ".txt"
    assert _kind(tmp_path, name, "wide\n".encode("utf-16")) == ".txt"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", ".pdf"),
        (b"{\\rtf1 text}", ".rtf"),
        (_PNG, ".png"),
        (b"II*\0rest", ".tif"),
        (b"<!doctype html><p>x", ".html"),
        (b"<?xml version='1.0'?><a/>", ".xml"),
        (b"From: ana@example.org\nSubject: x\n\ntext", ".eml"),
    ],
)
def test_bytes_tell_the_kind_of_a_file_without_a_suffix(
    tmp_path: Path, data: bytes, kind: str
) -> None:
    assert _kind(tmp_path, "scan", data) == kind


@pytest.mark.parametrize("name", ["report.bin", "report.dat", "download.zip", "letter.docx.bak"])
def test_a_document_under_a_suffix_that_says_nothing_is_what_it_is(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / "package"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("word/document.xml", "<x/>")
    assert _kind(tmp_path, name, path.read_bytes()) == ".docx"
    assert _kind(tmp_path, name, b"%PDF-1.4\n") == ".pdf"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("Makefile", b"all:\n\tcc main.c\n"),
        ("Dockerfile", b"FROM debian\n"),
        ("deploy", b"#!/bin/sh\necho hello\n"),
        ("id_rsa", b"-----BEGIN OPENSSH PRIVATE KEY-----\n"),
        ("program", b"\x7fELF\x02\x01\x01\0\0"),
        ("data", bytes(range(32)) * 8),
        ("main.py", b"print('hello')\n"),
        ("page.php", b"<!doctype html><?php ?>"),
        ("icon.svg", b"<?xml version='1.0'?><svg/>"),
        ("photo.nef", b"MM\0*rest"),
        ("film.mkv", b"\x1a\x45\xdf\xa3rest"),
        ("archive.jar", b"PK\x03\x04rest"),
        ("notes!2", b"Plain words.\n"),
        ("nothing", b""),
    ],
)
def test_programs_source_code_keys_and_data_are_no_documents(
    tmp_path: Path, name: str, data: bytes
) -> None:
    assert _kind(tmp_path, name, data) == ""


def test_what_cannot_be_opened_is_no_document(tmp_path: Path) -> None:
    readers = open_readers(DocumentsConfig())
    assert readers.unnamed_kind(tmp_path / "gone", "gone") == ""
    assert readers.unnamed_kind(tmp_path, "folder") == ""
