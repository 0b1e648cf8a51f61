"""Tell what kind a file is by its bytes; a kind is named by its usual suffix.

Only the beginning of a file and the directory of a package are read, so this is safe where no deadline is.
"""

import os
import re
import stat
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

HEAD = 8192
"""Bytes at the beginning of a file that are looked at."""

_PDF_WITHIN = 1024  # readers accept a header that far from the start
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_DIRECTORY_ENTRY = 128
_LARGEST_DIRECTORY = 8 * 2**20
_ZIP_END = b"PK\x05\x06"
_ZIP_TAIL = 66_000  # the end record and the longest comment

_MAGIC = (
    (b"{\\rtf", ".rtf"),
    (b"\x89PNG\r\n\x1a\n", ".png"),
    (b"\xff\xd8\xff", ".jpg"),
    (b"II*\0", ".tif"),
    (b"MM\0*", ".tif"),
    (b"ID3", ".mp3"),
    (b"\xff\xfb", ".mp3"),  # frames of MPEG audio, layer III
    (b"\xff\xf3", ".mp3"),
    (b"\xff\xf2", ".mp3"),
    (b"OggS", ".ogg"),
    (b"fLaC", ".flac"),
    (b"\x1a\x45\xdf\xa3", ".webm"),
    (b"7z\xbc\xaf\x27\x1c", ".7z"),
    (b"Rar!\x1a\x07", ".rar"),
    (b"\x1f\x8b", ".gz"),
)
_RIFF = {b"WAVE": ".wav", b"WEBP": ".webp"}
_STREAMS = (
    ("WordDocument", ".doc"),
    ("Workbook", ".xls"),
    ("Book", ".xls"),
    ("PowerPoint Document", ".ppt"),
    ("DocInfo", ".hwp"),
    ("__properties_version1.0", ".msg"),
)
"""Streams of an OLE file, and the program that writes them."""

_PACKAGES = (
    ("word/", ".docx"),
    ("ppt/", ".pptx"),
    ("xl/workbook.bin", ".xlsb"),
    ("xl/", ".xlsx"),
    ("Contents/section", ".hwpx"),
    ("Contents/content.hpf", ".hwpx"),
)
"""Members of a package, and the kind that has them."""

_MIMETYPES = {
    b"application/epub+zip": ".epub",
    b"application/hwp+zip": ".hwpx",
    b"application/vnd.oasis.opendocument.text": ".odt",
    b"application/vnd.oasis.opendocument.spreadsheet": ".ods",
    b"application/vnd.oasis.opendocument.presentation": ".odp",
}
_SAME = {
    ".docx": (".docm", ".dotx"),
    ".xlsx": (".xlsm",),
    ".pptx": (".pptm", ".ppsx"),
    ".jpg": (".jpeg",),
    ".tif": (".tiff",),
    ".mp4": (".m4a",),
    ".html": (".htm", ".xhtml"),
    ".gz": (".tgz",),
}
"""Suffixes that name a kind as well."""

_XML = ((b"<hwpml", ".hml"), (b"<html", ".html"))
"""What the beginning of an XML file holds, and the kind that has it."""

_FIELDS = re.compile(rb"(?:[!-9;-~]{1,60}:[^\n]*\n(?:[ \t][^\n]*\n)*){2}")
_MAIL = re.compile(rb"^(?:from|received|mime-version|return-path|message-id):", re.MULTILINE)
_TEXT = frozenset(
    [
        ".adoc", ".csv", ".eml", ".htm", ".html", ".ics", ".ipynb", ".json", ".markdown", ".md", ".mht", ".mhtml",
        ".rst", ".srt", ".tex", ".tsv", ".txt", ".vtt", ".xml",
    ]
)  # fmt: skip
"""Kinds that are text: only their suffix tells one from another."""


def kind_of(path: Path, suffix: str) -> str:
    """The kind of a file, empty where its bytes do not tell; raises nothing.

    `suffix` is kept where it names the same kind in another way, and for text among texts.
    """
    head = head_of(path)
    found = binary_kind(path, head) or text_kind(head, suffix)
    return suffix if suffix in _SAME.get(found, ()) else found


def head_of(path: Path) -> bytes:
    """The first bytes of a file; none where it cannot be read or is no file."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except (OSError, ValueError):
        return b""
    try:
        return os.read(file, HEAD) if stat.S_ISREG(os.fstat(file).st_mode) else b""
    except OSError:
        return b""
    finally:
        os.close(file)


def binary_kind(path: Path, head: bytes) -> str:
    """The kind that a file's first bytes or its directory tell for sure; empty where they tell none."""
    try:
        return _binary(path, head)
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile, EOFError):
        return ""


def _binary(path: Path, head: bytes) -> str:
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return ".pdf"
    if head.startswith(b"PK\x03\x04"):
        return _package(path)
    if head.startswith(_OLE):
        return _ole(path)
    found = next((kind for magic, kind in _MAGIC if head.startswith(magic)), "")
    return found or _media(head)


def _media(head: bytes) -> str:
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12], "")
    return ".mp4" if head[4:8] == b"ftyp" else ""


def text_kind(head: bytes, suffix: str) -> str:
    """The kind of text that is named as a binary kind: a web page, a mail or a program's XML."""
    if suffix in _TEXT or b"\0" in head:
        return ""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1024].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return ".html"
    if start.startswith((b"<?xml", b"<hwpml")):
        return next((kind for mark, kind in _XML if mark in start), ".xml")
    return _letter(start)


def _letter(start: bytes) -> str:
    """Text that starts with the header of a mail, or of a page that a browser saved as one."""
    if start.startswith(b"from: <saved by"):
        return ".mhtml"
    if not _FIELDS.match(start) or not _MAIL.search(start):
        return ""
    return ".mhtml" if b"multipart/related" in start and b"\nto:" not in start else ".eml"


def _package(path: Path) -> str:
    if not _has_sane_directory(path):
        return ".zip"
    with zipfile.ZipFile(path) as package:
        names = package.namelist()
        if found := _MIMETYPES.get(_mimetype(package, names)):
            return found
    return _package_kind(name.replace("\\", "/").lstrip("/") for name in names)


def _mimetype(package: zipfile.ZipFile, names: Sequence[str]) -> bytes:
    """What a package says that it is in its first part, if that needs no password."""
    if not names or names[0] != "mimetype":
        return b""
    about = package.getinfo("mimetype")
    return b"" if about.flag_bits & 1 or about.file_size >= HEAD else package.read(about).strip()


def _package_kind(names: Iterable[str]) -> str:
    known = tuple(names)
    for prefix, kind in _PACKAGES:
        if any(name.startswith(prefix) for name in known):
            return kind
    return ".zip"


def _has_sane_directory(path: Path) -> bool:
    """Whether a package's directory is small enough to be read here."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - _ZIP_TAIL, 0))
        tail = file.read()
    at = tail.rfind(_ZIP_END)
    return at >= 0 and int.from_bytes(tail[at + 12 : at + 16], "little") <= _LARGEST_DIRECTORY


def _ole(path: Path) -> str:
    """The program that wrote an OLE file, by the names in its directory (MS-CFB, 2.6)."""
    with path.open("rb") as file:
        data = file.read(_LARGEST_DIRECTORY)
    return next((kind for name, kind in _STREAMS if has_stream(data, name)), "")


def has_stream(data: bytes, name: str) -> bool:
    """Whether the directory of an OLE file has a stream of this name."""
    wanted = name.encode("utf-16-le") + b"\0\0"
    at = data.find(wanted)
    while at >= 0:
        length = data[at + 64 : at + 66]
        if at % _OLE_DIRECTORY_ENTRY == 0 and int.from_bytes(length, "little") == len(wanted):
            return True
        at = data.find(wanted, at + 1)
    return False
