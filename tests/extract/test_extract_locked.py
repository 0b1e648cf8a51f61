import random
import struct
import zipfile
from pathlib import Path

import pytest
import xlwt
from reading import failure_of
from xlwt.CompoundDoc import XlsDoc

from making_ole import ole_file
from making_word_97 import word_97
from okf_server.extract.refusals import ENCRYPTED, RESTRICTED

_PARTS = {
    ".docm": "word/document.xml",
    ".docx": "word/document.xml",
    ".epub": "META-INF/container.xml",
    ".hwpx": "Contents/section0.xml",
    ".odp": "content.xml",
    ".ods": "content.xml",
    ".odt": "content.xml",
    ".pptx": "ppt/presentation.xml",
    ".xlsb": "xl/workbook.bin",
    ".xlsm": "xl/workbook.xml",
    ".xlsx": "xl/workbook.xml",
}
_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">'
    '<manifest:encryption-data manifest:checksum="x"/></manifest:file-entry></manifest:manifest>'
)
_CIPHER = random.Random(8).randbytes(4000)


def _package(path: Path, parts: dict[str, bytes | str], *, flag: int = 0) -> Path:
    """A package, each part of it flagged as one that needs a password."""
    with zipfile.ZipFile(path, "w") as package:
        for name, data in parts.items():
            package.writestr(name, data)
    written = bytearray(path.read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = written.find(mark)
        while at >= 0:
            written[at + place] |= flag
            at = written.find(mark, at + 1)
    path.write_bytes(written)
    return path


@pytest.mark.parametrize("suffix", sorted(_PARTS))
def test_a_package_with_the_flag_of_a_password_needs_it(tmp_path: Path, suffix: str) -> None:
    parts: dict[str, bytes | str] = {"mimetype": "application/x", _PARTS[suffix]: _CIPHER}
    assert failure_of(_package(tmp_path / f"a{suffix}", parts, flag=1)) == ENCRYPTED


@pytest.mark.parametrize("suffix", [".odt", ".ods", ".odp", ".hwpx"])
def test_a_package_whose_manifest_tells_of_a_password_needs_it(tmp_path: Path, suffix: str) -> None:
    parts: dict[str, bytes | str] = {_PARTS[suffix]: _CIPHER, "META-INF/manifest.xml": _MANIFEST}
    assert failure_of(_package(tmp_path / f"a{suffix}", parts)) == ENCRYPTED


@pytest.mark.parametrize(
    "suffix", sorted([*set(_PARTS) - {".epub", ".hwpx"}, ".doc", ".ppt", ".xls"])
)
def test_an_office_file_that_is_locked_as_a_whole_needs_its_password(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(ole_file({"EncryptionInfo": bytes(5000), "EncryptedPackage": _CIPHER * 2}))
    assert failure_of(path) == ENCRYPTED


def test_a_locked_file_that_shows_another_text_instead_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    streams = {"EncryptedPackage": _CIPHER * 2, "WordDocument": bytes(5000)}
    path.write_bytes(ole_file(streams))
    assert failure_of(path) == ENCRYPTED


@pytest.mark.parametrize("suffix", [".doc", ".docx", ".ppt", ".xls", ".xlsx"])
def test_an_office_file_whose_use_is_restricted_says_so(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    streams = {"\tDRMContent": _CIPHER * 2, "WordDocument": bytes(5000)}
    path.write_bytes(ole_file(streams))
    assert failure_of(path) == RESTRICTED


def test_a_locked_binary_workbook_needs_its_password(tmp_path: Path) -> None:
    workbook = xlwt.Workbook()
    workbook.add_sheet("S").write(0, 0, "secret")
    data = workbook.get_biff_data()
    first = 4 + struct.unpack_from("<H", data, 2)[0]
    key = struct.pack("<HH3H", 0x2F, 54, 1, 1, 1) + bytes(48)
    path = tmp_path / "a.xls"
    XlsDoc().save(str(path), data[:first] + key + data[first:])
    assert failure_of(path) == ENCRYPTED


def test_a_locked_binary_text_needs_its_password(tmp_path: Path) -> None:
    path = word_97(tmp_path / "a.doc", "secret words")
    data = bytearray(path.read_bytes())
    at = data.find(struct.pack("<HH", 0xA5EC, 0xC1))
    data[at + 0x0B] |= 0x01  # fEncrypted of the FIB
    path.write_bytes(data)
    assert failure_of(path) == ENCRYPTED
