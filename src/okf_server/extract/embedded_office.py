"""Take the files out of a package of Office: documents as they are, and those that OLE objects hold.

[MS-OLEDS] 2.3.6 and the packager of Windows have the form of a packaged file, [MS-CFB] that of its container.
"""

import posixpath
import struct
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any

from okf_server.extract.decode import decode
from okf_server.extract.embedded import Embedded, in_order
from okf_server.extract.limits import LARGEST_ATTACHMENTS
from okf_server.extract.opc import DAMAGED, Package

_FOLDER = "embeddings"
_FIGURES = frozenset({"charts", "chartex"})
_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PACKAGED = "\x01Ole10Native"
_EQUATION = "Equation Native"
_WHOLE = {"Package": "", "CONTENTS": ".pdf", "EmbeddedOdf": ""}
"""Streams that are a file as a whole, and its suffix where its bytes would not tell it."""

_PROGRAMS = {"Workbook": ".xls", "WordDocument": ".doc", "PowerPoint Document": ".ppt"}
_PDF = b"%PDF-"


def embedded_in(package: Package) -> Embedded:
    """The files in a package, by the numbers in their names; the data of its charts are none."""
    found = Embedded()
    of_figures = set(_data_of_figures(package))
    for part in in_order(map(_plain, package.parts)):
        if _folder(part) == _FOLDER and part.casefold() not in of_figures:
            _take(package, part, found)
    return found


def _plain(part: str) -> str:
    return part.replace("\\", "/").lstrip("/")


def _folder(part: str) -> str:
    return posixpath.basename(posixpath.dirname(part)).casefold()


def _data_of_figures(package: Package) -> Iterator[str]:
    for part in map(_plain, package.parts):
        if _folder(part) in _FIGURES:
            yield from (relation.part.casefold() for relation in package.relations(part))


def _take(package: Package, part: str, found: Embedded) -> None:
    name = posixpath.basename(part)
    try:
        with package.open(part) as file:
            data = file.read(LARGEST_ATTACHMENTS + 1)
        files = list(_unwrapped(name, data))
    except (zipfile.BadZipFile, struct.error, *DAMAGED):
        found.unread(name)
        return
    for one, inside in files:
        found.add(one, inside)


def _unwrapped(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The file that an OLE object stands for, with its name; nothing for an equation, which has a picture."""
    if not data.startswith(_MAGIC):
        yield name, data
        return
    import olefile  # noqa: PLC0415 - not in a core installation

    stem = name.rpartition(".")[0] or name
    with olefile.OleFileIO(BytesIO(data)) as ole:
        if ole.exists(_PACKAGED):
            yield _packaged(_stream(ole, _PACKAGED), stem)
            return
        for stream, suffix in _WHOLE.items():
            inside = _stream(ole, stream) if ole.exists(stream) else b""
            if inside and (not suffix or inside.startswith(_PDF)):
                yield f"{stem}{suffix}", inside
                return
        if not ole.exists(_EQUATION):
            suffix = next((end for known, end in _PROGRAMS.items() if ole.exists(known)), ".bin")
            yield f"{stem}{suffix}", data


def _stream(ole: Any, name: str) -> bytes:
    with ole.openstream(name) as stream:
        data: bytes = stream.read(LARGEST_ATTACHMENTS + 1)
    return data


def _packaged(data: bytes, name: str) -> tuple[str, bytes]:
    """A file that the packager wrapped: size, flags, label, path, a number, another path, the file.

    Raises struct.error or ValueError where it is cut off.
    """
    at = 6
    label, at = _text(data, at)
    path, at = _text(data, at)
    (length,) = struct.unpack_from("<I", data, at + 4)
    at += 8 + length
    (size,) = struct.unpack_from("<I", data, at)
    inside = data[at + 4 : at + 4 + size]
    if len(inside) < size:
        raise ValueError("a packaged file is cut off")
    return label or path or name, inside


def _text(data: bytes, at: int) -> tuple[str, int]:
    end = data.index(0, at)
    text = data[at:end]
    with suppress(UnicodeDecodeError):
        return text.decode("utf-8"), end + 1
    return decode(text)[0], end + 1
