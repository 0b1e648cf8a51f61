"""Take the files out of a PDF document: those that it lists, a portfolio's too, and those on its pages."""

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

from okf_server.extract.embedded import Embedded, beyond
from okf_server.extract.limits import LARGEST_ATTACHMENTS

_MOST = 2_000  # annotations of a page that are looked at
_MARKS = (b"/FileAttachment", b"/ObjStm")
"""What a file has that may have files on its pages: annotations may be in streams of objects."""


def embedded_in(document: Any, data: bytes, in_time: Callable[[], bool]) -> Embedded:
    """The files in a document that is open in pypdfium2: first those that it lists, then page by page, each once."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    found, known = Embedded(), set[tuple[str, int]]()
    for handle in _handles(document, data, in_time):
        file = pypdfium2.PdfAttachment(handle, document)
        _take(file, found, known)
    return found


def _handles(document: Any, data: bytes, in_time: Callable[[], bool]) -> Iterator[Any]:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    raw = pypdfium2.raw
    for number in range(raw.FPDFDoc_GetAttachmentCount(document)):
        if handle := raw.FPDFDoc_GetAttachment(document, number):
            yield handle
    if not any(mark in data for mark in _MARKS):
        return
    for number in range(len(document)):
        if not in_time():
            return
        try:
            page = document[number]
        except pypdfium2.PdfiumError:
            continue
        yield from _on_page(page)
        page.close()


def _on_page(page: Any) -> Iterator[Any]:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    raw = pypdfium2.raw
    for number in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST)):
        annotation = raw.FPDFPage_GetAnnot(page, number)
        is_file = raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_FILEATTACHMENT
        if is_file and (handle := raw.FPDFAnnot_GetFileAttachment(annotation)):
            yield handle
        raw.FPDFPage_CloseAnnot(annotation)


def _take(file: Any, found: Embedded, known: set[tuple[str, int]]) -> None:
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    size = ctypes.c_ulong()
    pypdfium2.raw.FPDFAttachment_GetFile(file, None, 0, size)
    name = ""
    try:
        name = file.get_name().rstrip("\0")
        if size.value > LARGEST_ATTACHMENTS:
            found.missing = beyond(0, size.value)
            return
        data = bytes(file.get_data())
    except pypdfium2.PdfiumError:
        found.unread(name)
        return
    if (name, hash(data)) not in known:
        known.add((name, hash(data)))
        found.add(name, data)
