"""PDF files whose bookmarks lead back to each other."""

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from reading import document_of

from okf_server.extract.pdf_outline_loops import without_endless_outline

_TEXT = b"BT /F1 12 Tf 72 700 Td (Words of the page) Tj ET"
_LOOPS: list[dict[str, dict[str, str]]] = [
    {"a": {"First": "a"}},
    {"a": {"Next": "a"}},
    {"a": {"First": "b"}, "b": {"First": "a"}},
    {"a": {"First": "b", "Next": "b"}, "b": {"Next": "a"}},
    {"a": {"First": "top"}},
    {"a": {"First": "b"}, "b": {"First": "c", "Next": "c"}, "c": {"First": "b"}},
]
_NAMES = ["its-own-child", "its-own-sibling", "child-of-child", "crossed", "the-outline", "deep"]
_SOUND = {"a": {"First": "b", "Next": "c"}, "b": {"Next": "d"}, "c": {}, "d": {}}


def _objects(bookmarks: Mapping[str, Mapping[str, str]]) -> list[bytes]:
    """The objects of a file but for its text, from 1; bookmarks lead to others by name, `top` is the outline."""
    numbers = {name: n for n, name in enumerate(("top", *bookmarks), 4)}
    font = b"<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R/Resources<</Font%b>>>>"
    linked = [
        "".join(f"/{key} {numbers[to]} 0 R" for key, to in links.items())
        for links in ({"First": next(iter(bookmarks))}, *bookmarks.values())
    ]
    return [
        b"<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        page % (len(numbers) + 4, font),
        *(f"<</Title(A)/Dest[3 0 R/Fit]{links}>>".encode() for links in linked),
    ]


def _stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%b>>\nstream\n%b\nendstream" % (len(data), entries, data)


def _plain(objects: list[bytes]) -> bytes:
    file = b"%PDF-1.5\n"
    places = []
    for number, written in enumerate([*objects, _stream(_TEXT)], 1):
        places.append(len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, written)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size, start = len(places) + 1, len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, table)
    return file + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, start)


def _packed(objects: list[bytes]) -> bytes:
    """The file with all but its text in one packed stream."""
    count = len(objects)
    starts = [sum(len(one) + 1 for one in objects[:n]) for n in range(count)]
    head = b"".join(b"%d %d " % pair for pair in enumerate(starts, 1))
    pack = zlib.compress(head + b"\n".join(objects))
    entries = b"/Type/ObjStm/Filter/FlateDecode/N %d/First %d" % (count, len(head))
    file, places = b"%PDF-1.5\n", []
    for number, written in enumerate((_stream(_TEXT), _stream(pack, entries)), count + 1):
        places.append(len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, written)
    table = [(0, 0, 255), *((2, count + 2, n) for n in range(count))]
    table += [(1, place, 0) for place in (*places, len(file))]
    rows = b"".join(bytes([kind, *place.to_bytes(2, "big"), last]) for kind, place, last in table)
    told = _stream(rows, b"/Type/XRef/Size %d/W[1 2 1]/Root 1 0 R" % len(table))
    start = len(file)
    return file + b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (count + 3, told, start)


@pytest.mark.parametrize("bookmarks", _LOOPS, ids=_NAMES)
@pytest.mark.parametrize("write", [_plain, _packed])
def test_bookmarks_in_a_loop_do_not_keep_the_pages_from_being_read(
    tmp_path: Path, bookmarks: dict[str, dict[str, str]], write: Callable[[list[bytes]], bytes]
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(write(_objects(bookmarks)))
    document = document_of(path)
    assert document.body == "Words of the page\n"
    assert document.details["pages"] == 1


@pytest.mark.parametrize("write", [_plain, _packed])
def test_an_outline_without_a_loop_stays(write: Callable[[list[bytes]], bytes]) -> None:
    data = write(_objects(_SOUND))
    assert without_endless_outline(data) is data
