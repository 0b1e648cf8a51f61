"""Give a damaged PDF a table of its objects, and a list of the pages that are found in it where it has lost its own.

A file that is cut off has lost what stands at its end: the list, the catalogue that names it, the table of objects.
"""

import re
import zlib
from collections.abc import Iterator, Sequence

from okf_server.extract.limits import MOST_PAGES

_MOST_OBJECTS = 1_000_000
_MOST_INFLATED = 64_000_000  # bytes of packed objects
_WITHIN = 4096  # bytes of an object in which its type stands
_OBJECT = re.compile(rb"(?<!\d)(\d{1,7}) (\d{1,5}) obj")
_TYPE = re.compile(rb"/Type\s*/(Pages|Page|Catalog|ObjStm)(?!\w)")
_LIST = re.compile(rb"/Pages\s+(\d{1,7})\s+\d{1,5}\s+R")
_PARENT = re.compile(rb"/Parent\s+(\d{1,7})\s+\d{1,5}\s+R")
_COUNT, _FIRST = re.compile(rb"/N\s+(\d{1,6})(?!\d)"), re.compile(rb"/First\s+(\d{1,7})(?!\d)")
_STREAM = re.compile(rb"stream\r?\n")
_ENCRYPTED = re.compile(rb"/Encrypt(?!\w)")


def salvaged(data: bytes) -> bytes:
    """The file with its objects listed anew, and its pages by their numbers where it has lost their list.

    Empty where there is no page, and for an encrypted file: without its end nobody knows how to open it.
    """
    if _ENCRYPTED.search(data):
        return b""
    # a linear file is read by its first table, which is of no use here
    body = data.replace(b"/Linearized", b"/LinearLost") + b"".join(_unpacked(data)) + b"\n"
    places = {int(found[1]): found for found in _OBJECT.finditer(body)}
    if len(places) > _MOST_OBJECTS:
        return b""
    types = {number: _type(body, found.end()) for number, found in places.items()}
    pages = [found for number, found in sorted(places.items()) if types[number] == b"Page"]
    if not pages:
        return b""
    root = next((number for number, kind in types.items() if kind == b"Catalog"), None)
    told = _LIST.search(body)
    if root is not None and told is not None and types.get(int(told[1])) == b"Pages":
        return body + _table(body, root)
    return _listed(body, pages[:MOST_PAGES], set(places))


def _listed(body: bytes, pages: Sequence[re.Match[bytes]], known: set[int]) -> bytes:
    """The file with a list of these pages, where they look for theirs, and a catalogue that names it."""
    free = max(known) + 1
    lost = (_LIST.search(body), _PARENT.search(body, pages[0].end()))
    number = next((int(n[1]) for n in lost if n and int(n[1]) not in known), free)
    kids = b" ".join(b"%b %b R" % (page[1], page[2]) for page in pages)
    body += b"%d 0 obj\n<</Type/Pages/Kids[%b]/Count %d>>\nendobj\n" % (number, kids, len(pages))
    body += b"%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\n" % (free + 1, number)
    return body + _table(body, free + 1)


def _type(data: bytes, start: int) -> bytes:
    end = data.find(b"endobj", start, start + _WITHIN)
    found = _TYPE.search(data, start, end if end >= 0 else start + _WITHIN)
    return found[1] if found else b""


def _unpacked(data: bytes) -> Iterator[bytes]:
    """The objects that are packed in streams, each written out."""
    left = _MOST_INFLATED
    for found in _OBJECT.finditer(data):
        stream = _STREAM.search(data, found.end(), found.end() + _WITHIN)
        if stream is None or _type(data, found.end()) != b"ObjStm":
            continue
        head = data[found.end() : stream.start()]
        count, first = _COUNT.search(head), _FIRST.search(head)
        if count is None or first is None:
            continue
        inflated = _inflated(data[stream.end() :], left)
        left -= len(inflated)
        yield from _objects(inflated, int(count[1]), int(first[1]))


def _inflated(packed: bytes, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(packed, max(most, 1))
    except zlib.error:
        return b""


def _objects(stream: bytes, count: int, first: int) -> Iterator[bytes]:
    """The objects of a stream that begins with their numbers and places; those alone that are whole."""
    words = stream[:first].split()[: 2 * count]
    if len(words) % 2 or not all(word.isdigit() for word in words):
        return
    starts = [first + int(word) for word in words[1::2]]
    ends = [*starts[1:], len(stream)]
    for number, start, end in zip(words[::2], starts, ends, strict=True):
        yield b"\n%d 0 obj\n%b\nendobj\n" % (int(number), stream[start:end])


def _table(body: bytes, root: int) -> bytes:
    """The table of all objects, as a section for each."""
    sections = {
        int(found[1]): b"%b 1\n%010d %05d n \n" % (found[1], found.start(), int(found[2]))
        for found in _OBJECT.finditer(body)
    }
    trailer = b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    end = trailer % (max(sections) + 1, root, len(body))
    return b"xref\n" + b"".join(sections[number] for number in sorted(sections)) + end
