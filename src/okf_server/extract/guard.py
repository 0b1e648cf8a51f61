"""Look at the bytes of a file before a reader does: is it what its suffix says, and of a sane size?"""

import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from okf_server.extract.limits import (
    DENSE_BELOW,
    LARGEST_INFLATED,
    LARGEST_RATIO,
    MOST_MEMBERS,
)
from okf_server.extract.refusals import EMPTY, ENCRYPTED, NOT_A_FILE, RESTRICTED, unreadable
from okf_server.extract.sniff import binary_kind, has_stream
from okf_server.model.document import Failed

_ZIP = b"PK"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PDF = b"%PDF-"
_PDF_WITHIN = 1024  # readers accept a header that far from the start
_PACKAGE, _RESTRICTED = "EncryptedPackage", "\tDRMContent"
_OLE_SEARCHED = 64 * 2**20
_LOCKED = 1  # the flag of a part that needs a password
_MANIFEST = "META-INF/manifest.xml"
_LOCK = b"encryption-data"
_LARGEST_MANIFEST = 4 * 2**20
_OLE_KINDS = frozenset([".doc", ".hwp", ".msg", ".ppt", ".xls"])
_FOLDERS = {
    ".docm": "word/",
    ".docx": "word/",
    ".dotx": "word/",
    ".epub": "META-INF/",
    ".hwpx": "Contents/",
    ".odp": "content.xml/",
    ".ods": "content.xml/",
    ".odt": "content.xml/",
    ".ppsx": "ppt/",
    ".pptm": "ppt/",
    ".pptx": "ppt/",
    ".xlsb": "xl/",
    ".xlsm": "xl/",
    ".xlsx": "xl/",
}
_WORST_PACKED = 1.01  # of its size that a part takes when it cannot be packed
_PACKING = 1024  # bytes that packing adds at most to a small part
_LIES = Failed(
    reason="its parts are larger than it says",
    hint="It may be a ZIP bomb: leave it out of the source, or save it again.",
)
_PROGRAMS = {"word/": "a Word document", "ppt/": "a PowerPoint deck", "xl/": "an Excel workbook"}
_BINARY = {_PDF: "a PDF file", b"PK\x03\x04": "a ZIP archive", _OLE: "an old Office file"}


def refuse(path: Path, suffix: str) -> Failed | None:
    """Why this file is not given to the reader of its suffix, or None."""
    if not path.is_file():
        return NOT_A_FILE
    if path.stat().st_size == 0:
        return EMPTY
    with path.open("rb") as file:
        head = file.read(_PDF_WITHIN)
    if suffix == ".pdf":
        return None if _PDF in head else _another(suffix, "it does not start with %PDF")
    if suffix in _FOLDERS:
        return _refuse_package(path, suffix, head)
    return _refuse_old(path, suffix, head) if suffix in _OLE_KINDS else _refuse_binary(head, suffix)


def refuse_text(data: bytes, suffix: str) -> Failed | None:
    """Why these bytes of a file are not given to a reader of text, or None."""
    return _refuse_binary(data, suffix) if data else EMPTY


def _refuse_binary(head: bytes, suffix: str) -> Failed | None:
    found = next((kind for magic, kind in _BINARY.items() if head.startswith(magic)), None)
    return _another(suffix, f"it is {found}") if found else None


def _refuse_old(path: Path, suffix: str, head: bytes) -> Failed | None:
    locked = _locked(path, head) if head.startswith(_OLE) else None
    return locked or _refuse_binary(head.removeprefix(_OLE), suffix)


def _another(suffix: str, why: str) -> Failed:
    return Failed(
        reason=f"not a {suffix} file: {why}",
        hint="Give it the suffix of what it is, or save it again.",
    )


def _refuse_package(path: Path, suffix: str, head: bytes) -> Failed | None:
    if head.startswith(_OLE):
        return _locked(path, head) or _another(suffix, "it is an old binary Office file")
    if not head.startswith(_ZIP):
        return _another(suffix, "it is no ZIP package")
    try:
        with zipfile.ZipFile(path) as package:
            listed = package.infolist()
            locked = _is_locked(package, listed)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        return unreadable(suffix, error)
    if locked:
        return ENCRYPTED
    members = {member.filename: member.file_size for member in listed}
    return _lying(listed) or _too_large(path, members) or _other_program(suffix, members)


def _locked(path: Path, head: bytes) -> Failed | None:
    """A refusal of an OLE file that holds what it is in encrypted form (MS-OFFCRYPTO, 1.3.2 and 2.2.9)."""
    with path.open("rb") as file:
        data = file.read(_OLE_SEARCHED)
    if has_stream(data, _PACKAGE):
        return ENCRYPTED
    if has_stream(data, _RESTRICTED):
        return RESTRICTED
    unknown = not binary_kind(path, head)
    return ENCRYPTED if unknown and _PACKAGE.encode("utf-16-le") in data else None


def _is_locked(package: zipfile.ZipFile, listed: Sequence[zipfile.ZipInfo]) -> bool:
    """Whether a part needs a password, by its own flag or by the manifest (OpenDocument 1.3, part 2, 3.4)."""
    if any(member.flag_bits & _LOCKED for member in listed):
        return True
    manifest = next((member for member in listed if member.filename == _MANIFEST), None)
    if manifest is None:
        return False
    try:
        with package.open(manifest) as file:
            return _LOCK in file.read(_LARGEST_MANIFEST)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        return False  # the reader says what is damaged


def _lying(listed: Sequence[zipfile.ZipInfo]) -> Failed | None:
    """A refusal of a package with a part that is smaller than what it is packed into: no method packs so badly."""
    lies = (one.compress_size > one.file_size * _WORST_PACKED + _PACKING for one in listed)
    return _LIES if any(lies) else None


def _too_large(path: Path, members: Mapping[str, int]) -> Failed | None:
    inflated = sum(members.values())
    dense = inflated > DENSE_BELOW and inflated > path.stat().st_size * LARGEST_RATIO
    if len(members) <= MOST_MEMBERS and inflated <= LARGEST_INFLATED and not dense:
        return None
    return Failed(
        reason=f"too large inside: {_counted(len(members), inflated)}",
        hint="It may be a ZIP bomb. Save it again with less in it, or leave it out of the source.",
    )


def _counted(parts: int, inflated: int) -> str:
    if parts > MOST_MEMBERS:
        return f"{parts} parts"
    return f"{inflated >> 20} MB when it is unpacked"


def _other_program(suffix: str, members: Mapping[str, int]) -> Failed | None:
    folders = {name.replace("\\", "/").lstrip("/").split("/")[0] + "/" for name in members}
    if _FOLDERS[suffix] in folders:
        return None
    other = next((kind for folder, kind in _PROGRAMS.items() if folder in folders), "")
    return _another(suffix, f"it is {other}") if other else None
