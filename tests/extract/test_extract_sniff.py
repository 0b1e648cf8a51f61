import os
import zipfile
from pathlib import Path

import pytest

from okf_server.extract.registry import open_readers
from okf_server.extract.sniff import kind_of
from okf_server.model.config import DocumentsConfig

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def _ole(stream: str) -> bytes:
    """An OLE file's header and a directory sector with one entry, as MS-CFB lays them out."""
    name = stream.encode("utf-16-le") + b"\0\0"
    entry = name.ljust(64, b"\0") + len(name).to_bytes(2, "little")
    return _OLE.ljust(512, b"\0") + entry.ljust(128, b"\0")


def _kind(folder: Path, data: bytes, suffix: str) -> str:
    path = folder / f"file{suffix}"
    path.write_bytes(data)
    return kind_of(path, suffix)


@pytest.mark.parametrize(
    ("data", "suffix", "kind"),
    [
        (b"%PDF-1.7\n", ".docx", ".pdf"),
        (b"\xef\xbb\xbf%PDF-1.4", ".txt", ".pdf"),
        (b"{\\rtf1 text}", ".doc", ".rtf"),
        (_ole("WordDocument"), ".txt", ".doc"),
        (_ole("Workbook"), ".doc", ".xls"),
        (_ole("PowerPoint Document"), ".ppt", ".ppt"),
        (_ole("__properties_version1.0"), ".msg", ".msg"),
        (_ole("DocInfo"), ".doc", ".hwp"),
        (_ole("SomethingElse"), ".doc", ""),
        (b"\x89PNG\r\n\x1a\n", ".jpg", ".png"),
        (b"\xff\xd8\xff\xe0", ".jpeg", ".jpeg"),
        (b"II*\0", ".tiff", ".tiff"),
        (b"RIFF\0\0\0\0WEBPVP8 ", ".png", ".webp"),
        (b"RIFF\0\0\0\0WAVEfmt ", ".mp3", ".wav"),
        (b"\0\0\0\x18ftypM4A ", ".m4a", ".m4a"),
        (b"<!DOCTYPE html><html>", ".doc", ".html"),
        (b"<?xml version='1.0'?><HWPML/>", ".hwp", ".hml"),
        (b"From: <Saved by Blink>\nSubject: x\n", ".doc", ".mhtml"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n", ".doc", ".mhtml"),
        (b"Received: from a\n by b\nSubject: x\n\ntext", ".msg", ".eml"),
        (b"Subject: x\nTo: b\n\ntext", ".doc", ""),
        (b"Received: from a\nSubject: x\n", ".txt", ""),
        (b"<html>", ".md", ""),
        (b"plain words", ".txt", ""),
        (b"plain words", ".doc", ""),
        (b"", ".pdf", ""),
        (b"\x00" * 100, ".xlsx", ""),
    ],
)
def test_bytes_tell_the_kind(tmp_path: Path, data: bytes, suffix: str, kind: str) -> None:
    assert _kind(tmp_path, data, suffix) == kind


@pytest.mark.parametrize(
    ("member", "kind"),
    [
        ("word/document.xml", ".docx"),
        ("ppt/presentation.xml", ".pptx"),
        ("xl/workbook.xml", ".xlsx"),
        ("xl/workbook.bin", ".xlsb"),
        ("Contents/section0.xml", ".hwpx"),
        ("notes.txt", ".zip"),
    ],
)
def test_the_members_of_a_package_tell_its_kind(tmp_path: Path, member: str, kind: str) -> None:
    path = tmp_path / "file.bin"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("[Content_Types].xml", "<Types/>")
        package.writestr(member, "x")
    assert kind_of(path, ".bin") == kind


def test_an_open_document_names_its_kind_itself(tmp_path: Path) -> None:
    path = tmp_path / "file.zip"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("content.xml", "<x/>")
    assert kind_of(path, ".zip") == ".odt"


def test_a_suffix_that_means_the_same_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "file.xlsm"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("xl/workbook.xml", "<x/>")
    assert kind_of(path, ".xlsm") == ".xlsm"


def test_a_package_that_is_cut_off_tells_nothing_wrong(tmp_path: Path) -> None:
    assert _kind(tmp_path, b"PK\x03\x04rest", ".docx") == ".zip"


def test_a_pipe_a_folder_and_nothing_tell_no_kind(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert kind_of(tmp_path / "pipe.pdf", ".pdf") == ""
    assert kind_of(tmp_path, ".pdf") == ""
    assert kind_of(tmp_path / "gone.pdf", ".pdf") == ""


def test_a_kind_that_is_not_read_leaves_the_suffix(tmp_path: Path) -> None:
    path = tmp_path / "file.docx"
    path.write_bytes(b"7z\xbc\xaf\x27\x1c")
    assert open_readers(DocumentsConfig()).kind_of(path, ".DOCX") == ".docx"
