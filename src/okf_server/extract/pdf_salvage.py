"""Give a damaged PDF that has lost its list of pages another one, of the pages that are found in it."""

import re

from okf_server.extract.limits import MOST_PAGES

_MOST_OBJECTS = 1_000_000
_WITHIN = 4096  # bytes of an object in which its type stands
_OBJECT = re.compile(rb"(?<!\d)(\d{1,7}) (\d{1,5}) obj")
_TYPE = re.compile(rb"/Type\s*/(Page|Catalog)(?!\w)")
_LIST = re.compile(rb"/Pages\s+(\d{1,7})\s+\d{1,5}\s+R")


def salvaged(data: bytes) -> bytes:
    """The file with its pages listed in the order of their numbers; empty where its list of pages is there."""
    places = {int(found[1]): found for found in _OBJECT.finditer(data)}
    told = _LIST.search(data)
    if told is None or int(told[1]) in places or len(places) > _MOST_OBJECTS:
        return b""
    types = {number: _type(data, found.end()) for number, found in places.items()}
    pages = sorted(number for number, kind in types.items() if kind == b"Page")[:MOST_PAGES]
    root = next((number for number, kind in types.items() if kind == b"Catalog"), None)
    if not pages or root is None:
        return b""
    kids = b" ".join(b"%d %b R" % (number, places[number][2]) for number in pages)
    listed = b"\n%b 0 obj\n<</Type/Pages/Kids[%b]/Count %d>>\nendobj\n"
    # a linear file is read by its first table, which is of no use here
    body = data.replace(b"/Linearized", b"/LinearLost") + listed % (told[1], kids, len(pages))
    return body + _table(body, root)


def _type(data: bytes, start: int) -> bytes:
    end = data.find(b"endobj", start, start + _WITHIN)
    found = _TYPE.search(data, start, end if end >= 0 else start + _WITHIN)
    return found[1] if found else b""


def _table(body: bytes, root: int) -> bytes:
    """The table of all objects, as a section for each."""
    sections = {
        int(found[1]): b"%b 1\n%010d %05d n \n" % (found[1], found.start(), int(found[2]))
        for found in _OBJECT.finditer(body)
    }
    trailer = b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    end = trailer % (max(sections) + 1, root, len(body))
    return b"xref\n" + b"".join(sections[number] for number in sorted(sections)) + end
