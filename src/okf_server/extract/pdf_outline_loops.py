"""Take the outline out of a PDF whose bookmarks lead back to each other: the engine that reads pages follows them forever."""

import ctypes
import io
from collections.abc import Iterator
from typing import Any

_NAME = b"/Outlines"
_UNKNOWN = b"/OutlineZ"  # as long: no place in the file moves
_MOST = 200_000  # bookmarks


def without_endless_outline(data: bytes) -> bytes:
    """The file as it is where each bookmark stands once in its outline, else with an outline that no reader finds."""
    import pypdfium2  # noqa: PLC0415 - not in a core installation

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return data
    try:
        if _is_tree(document, pypdfium2.raw):
            return data
        if _NAME not in data:  # it stands in a packed object, which is written out
            file = io.BytesIO()
            document.save(file)
            data = file.getvalue()
        return data.replace(_NAME, _UNKNOWN)
    finally:
        document.close()


def _is_tree(document: Any, raw: Any) -> bool:
    """Whether no bookmark is met twice."""
    known: set[int] = set()
    waiting = [None]
    while waiting:
        parent = waiting.pop()
        for bookmark in _children(document, parent, raw):
            place = ctypes.cast(bookmark, ctypes.c_void_p).value or 0
            if place in known or len(known) >= _MOST:
                return False
            known.add(place)
            waiting.append(bookmark)
    return True


def _children(document: Any, parent: Any, raw: Any) -> Iterator[Any]:
    bookmark = raw.FPDFBookmark_GetFirstChild(document, parent)
    while bookmark:
        yield bookmark
        bookmark = raw.FPDFBookmark_GetNextSibling(document, bookmark)
