"""Office files that no library writes: packages changed by hand, OpenDocument, PowerPoint's binary records."""

import struct
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape

from xlwt.CompoundDoc import XlsDoc

_NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{path}:1.0"'
    for name, path in {
        "office": "office", "style": "style", "table": "table", "text": "text", "draw": "drawing",
        "presentation": "presentation", "svg": "svg-compatible",
    }.items()
)  # fmt: skip
_DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'
_DIRECTORY_NAME = 64


def changed(path: Path, parts: Mapping[str, str | bytes], *, old: str = "", new: str = "") -> Path:
    """A package with parts put in or replaced; `old` is replaced by `new` in all other parts."""
    with zipfile.ZipFile(path) as package:
        members = {name: package.read(name) for name in package.namelist()}
    if old:
        members = {n: data.replace(old.encode(), new.encode()) for n, data in members.items()}
    members |= {n: text.encode() if isinstance(text, str) else text for n, text in parts.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return path


def open_document(path: Path, kind: str, body: str, *, styles: str = "") -> Path:
    """An OpenDocument file, `spreadsheet` or `presentation`, whose body is given as XML."""
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        package.writestr(
            "content.xml",
            f"<office:document-content {_NAMESPACES} {_DC}>"
            f"<office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
            "</office:document-content>",
        )
    return path


def cell(text: str, **attributes: str) -> str:
    """A cell of an OpenDocument table; `_` in a name stands for `-`."""
    more = "".join(f' table:{k.replace("_", "-")}="{v}"' for k, v in attributes.items())
    return f"<table:table-cell{more}><text:p>{escape(text)}</text:p></table:table-cell>"


def _record(kind: int, *parts: bytes, instance: int = 0, container: bool = False) -> bytes:
    data = b"".join(parts)
    return struct.pack("<HHI", instance << 4 | (0x0F if container else 0), kind, len(data)) + data


def _text(kind: int, text: str, styles: Sequence[tuple[int, int]] = ()) -> bytes:
    """A text and its `styles`: how many letters each run has, and how far it is raised."""
    words = _record(0x0F9F, struct.pack("<I", kind)) + _record(0x0FA0, text.encode("utf-16-le"))
    if not styles:
        return words
    paragraphs = struct.pack("<IHIHHHII", 3, 0, 0x100801, 1, 2, 2, 100, 200)
    paragraphs += struct.pack("<IHI", len(text) - 2, 0, 0)
    runs = [(count, 0xA0002 if rise else 0x20002, rise) for count, rise in [*styles, (1, 0)]]
    letters = b"".join(
        struct.pack("<IIHH", count, mask, 2, 18) + (struct.pack("<h", rise) if rise else b"")
        for count, mask, rise in runs
    )
    return words + _record(0x0FA1, paragraphs + letters)


def _shape(content: bytes, top: int, left: int) -> bytes:
    anchor = _record(0xF010, struct.pack("<4h", top, left, left + 100, top + 100))
    return _record(0xF004, anchor, _record(0xF00D, content, container=True), container=True)


def _drawing(*shapes: bytes) -> bytes:
    group = _record(0xF003, *shapes, container=True)
    return _record(0x040C, _record(0xF002, group, container=True), container=True)


def old_table(*cells: tuple[str, tuple[int, int, int, int]]) -> bytes:
    """A table of a .ppt deck: its cells with their top, left, right and bottom."""
    head = _record(0xF004, _record(0xF122, struct.pack("<HI", 0x039F, 1)), container=True)
    shapes = (
        _record(
            0xF004,
            _record(0xF010, struct.pack("<4h", *place)),
            _record(0xF00D, _text(4, text), container=True),
            container=True,
        )
        for text, place in cells
    )
    return _record(0xF003, head, *shapes, container=True)


class OldDeck:
    """A .ppt deck in the making."""

    def __init__(self) -> None:
        self._slides: list[bytes] = []
        self._notes: list[bytes] = []
        self._outlines: list[bytes] = []

    def add(
        self,
        title: str,
        *texts: str,
        notes: str = "",
        hidden: bool = False,
        styles: Sequence[tuple[int, int]] = (),
        table: bytes = b"",
    ) -> None:
        """Add a slide: its title is of the outline, its texts stand in boxes one below the other.

        `styles` are those of the title and the first text.
        """
        number = len(self._slides) + 1
        written = [_text(4, text, () if number else styles) for number, text in enumerate(texts)]
        shapes = [_shape(text, 1000 - 200 * n, 10) for n, text in enumerate(reversed(written))]
        shapes.append(_shape(_record(0x0F9E, struct.pack("<I", 0)), 0, 0))
        atom = _record(
            0x03EF, bytes(12), struct.pack("<II", 0, 1000 + number if notes else 0), bytes(4)
        )
        show = _record(0x03F9, bytes(10), bytes([4 if hidden else 0]), bytes(5))
        self._slides.append(_record(0x03EE, atom, show, _drawing(*shapes, table), container=True))
        self._outlines.append(_text(0, title, styles))
        self._notes.append(_record(0x03F0, _drawing(_shape(_text(2, notes), 0, 0)), container=True))

    def save(self, path: Path) -> Path:
        """Write the deck; its last edit stands at the beginning of the stream."""
        count = len(self._slides)
        entries = [
            _record(0x03F3, struct.pack("<IIIII", 2 + n, 0, 1, 256 + n, 0)) + outline
            for n, outline in enumerate(self._outlines)
        ]
        notes = [
            _record(0x03F3, struct.pack("<IIIII", 2 + count + n, 0, 0, 1001 + n, 0))
            for n in range(count)
        ]
        lists = _record(0x0FF0, *entries, container=True)
        lists += _record(0x0FF0, *notes, instance=2, container=True)
        parts = [_record(0x03E8, lists, container=True), *self._slides, *self._notes]
        head = 8 + 28
        offsets = [head + sum(map(len, parts[:n])) for n in range(len(parts))]
        directory = _record(
            0x1772, struct.pack(f"<{len(parts) + 1}I", len(parts) << 20 | 1, *offsets)
        )
        edit = _record(0x0FF5, struct.pack("<7I", 0, 0, 0, head + sum(map(len, parts)), 1, 0, 0))
        return compound(path, "PowerPoint Document", edit + b"".join(parts) + directory)


def compound(path: Path, stream: str, data: bytes) -> Path:
    """An OLE file with one stream."""
    made = BytesIO()
    XlsDoc().save(made, data.ljust(8192, b"\0"))
    names = [name.encode("utf-16-le") + b"\0\0" for name in ("Workbook", stream)]
    old, new = (n.ljust(_DIRECTORY_NAME, b"\0") + struct.pack("<H", len(n)) for n in names)
    whole = made.getvalue()
    assert whole.count(old) == 1
    path.write_bytes(whole.replace(old, new))
    return path
