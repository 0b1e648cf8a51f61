"""Read a binary .ppt deck ([MS-PPT]): the slides of the show in order, the text of their shapes, their notes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from okf_server.extract import markup
from okf_server.extract import slides_records as rec
from okf_server.extract.slides_deck import Box, Slide, reading_order
from okf_server.extract.slides_raised import as_raised
from okf_server.extract.slides_records import Record, Records
from okf_server.extract.table_heads import ABOVE, LEFT, with_one_header
from okf_server.model.document import BlockKind

_STREAM, _USER = "PowerPoint Document", "Current User"
_ENCRYPTED = 0xF3D1C4DF
_TITLES, _BODIES, _NOTES = (0, 6), (1, 7, 8), 2
_OTHER = 4
_SLIDES, _NOTES_LIST = 0, 2  # instances of lists with text
_HIDDEN = 0x04
_OF_SLIDE, _OF_SLIDES, _FOOTER = 0, 3, 2  # instances of footers and of the strings in them
_TABLE = 0x039F
_MOST_EDITS = 1000
_PERSIST_BITS = 20
_TINY_GAP = 3  # master units by which cells of one row may differ


class _Text(NamedTuple):
    kind: int
    text: str


class _Entry(NamedTuple):
    """A slide or a page of notes in the deck's lists: where it is kept, its id, the texts of its outline."""

    persist: int
    id: int
    texts: list[_Text]


def read_old(path: Path) -> Iterator[Slide]:
    """The slides; raises PermissionError for an encrypted deck, ValueError and OSError for what is none."""
    import olefile  # noqa: PLC0415 - not in a core installation

    with olefile.OleFileIO(str(path)) as file:
        if not file.exists(_STREAM):
            raise ValueError("there is no deck of PowerPoint 97 or later in it")
        data = file.openstream(_STREAM).read()
        user = file.openstream(_USER).read() if file.exists(_USER) else b""
    return _Deck(Records(data), user).slides()


class _Deck:
    """A deck, its parts by the numbers under which they are kept."""

    def __init__(self, records: Records, user: bytes) -> None:
        self._records = records
        if int.from_bytes(user[12:16], "little") == _ENCRYPTED:
            raise PermissionError("the deck is encrypted")
        self._parts: dict[int, int] = {}
        self._said: set[str] = set()
        document = self._read_edits(int.from_bytes(user[16:20], "little"))
        found = records.at(self._parts.get(document, -1))
        if found is None or found.type != rec.DOCUMENT:
            found = next(
                (r for r in records.inside(records.whole()) if r.type == rec.DOCUMENT), None
            )
        if found is None:
            raise ValueError("there is no document in the deck")
        self._document = found

    def slides(self) -> Iterator[Slide]:
        """The slides; one that is kept nowhere has the text of its outline alone."""
        notes = {entry.id: entry for entry in self._entries(_NOTES_LIST)}
        for number, entry in enumerate(self._entries(_SLIDES), 1):
            record = self._records.at(self._parts.get(entry.persist, -1))
            slide = Slide(number=number)
            if record is None or record.type != rec.SLIDE:
                slide.damaged = "its shapes cannot be read"
                for text in entry.texts:
                    _add(slide, text)
            else:
                info = self._records.child(record, rec.SHOW_INFO)
                flags = self._records.content(info)[10:11] if info else b""
                slide.hidden = bool(flags and flags[0] & _HIDDEN)
                self._shapes(slide, record, entry.texts)
                atom = self._records.numbers(self._records.child(record, rec.SLIDE_ATOM), 5)
                self._notes(slide, notes.get(atom[4]) if atom else None)
                self._footers(slide, record)
            self._footers(slide, self._document)
            yield slide

    def _read_edits(self, offset: int) -> int:
        """Learn from the edits, the last one first, where parts are kept; the document's number."""
        document = 0
        for _ in range(_MOST_EDITS):
            edit = self._records.at(offset)
            fields = self._records.numbers(edit, 5)
            if edit is None or edit.type != rec.USER_EDIT or not fields:
                break
            document = document or fields[4]
            directory = self._records.at(fields[3])
            if directory is not None and directory.type == rec.PERSIST_DIRECTORY:
                self._read_directory(directory)
            if fields[2] == 0 or fields[2] == offset:
                break
            offset = fields[2]
        return document

    def _read_directory(self, directory: Record) -> None:
        count = (directory.end - directory.start) // 4
        numbers = iter(self._records.numbers(directory, count))
        for head in numbers:
            first = head & ((1 << _PERSIST_BITS) - 1)
            for number in range(first, first + (head >> _PERSIST_BITS)):
                offset = next(numbers, None)
                if offset is None:
                    return
                self._parts.setdefault(number, offset)

    def _entries(self, instance: int) -> Iterator[_Entry]:
        lists = (r for r in self._records.inside(self._document) if r.type == rec.LIST_WITH_TEXT)
        for found in lists:
            if found.instance == instance:
                yield from self._grouped(found)

    def _grouped(self, container: Record) -> Iterator[_Entry]:
        entry: _Entry | None = None
        kind = _OTHER
        for record in self._records.inside(container):
            if record.type == rec.PERSIST_ATOM:
                if entry is not None:
                    yield entry
                fields = self._records.numbers(record, 4)
                entry = _Entry(fields[0], fields[3], []) if fields else None
            elif record.type == rec.TEXT_HEADER:
                kind = (*self._records.numbers(record, 1), _OTHER)[0]
            elif entry is not None and record.type in (rec.TEXT_CHARS, rec.TEXT_BYTES):
                entry.texts.append(_Text(kind, self._decoded(record)))
            elif entry is not None and entry.texts and record.type == rec.TEXT_STYLES:
                entry.texts[-1] = self._styled(entry.texts[-1], record)
        if entry is not None:
            yield entry

    def _decoded(self, record: Record) -> str:
        data = self._records.content(record)
        return data.decode("utf-16-le" if record.type == rec.TEXT_CHARS else "latin-1", "replace")

    def _styled(self, text: _Text, styles: Record) -> _Text:
        return text._replace(text=as_raised(text.text, self._records.content(styles)))

    def _shapes(self, slide: Slide, record: Record, outline: Sequence[_Text]) -> None:
        """Add the texts and tables of a slide; texts of its outline that no shape names come first."""
        placed: list[tuple[Box, _Text | list[list[str]]]] = []
        drawing = self._records.child(record, rec.DRAWING)
        tables: list[Record] = []
        for found in self._records.below(drawing) if drawing else ():
            if found.type == rec.GROUP and self._is_table(found):
                tables.append(found)
                if cells := self._cells(found, outline):
                    placed.append((_around([box for box, _ in cells]), _grid(cells)))
            elif found.type == rec.SHAPE and not any(
                t.start <= found.start < t.end for t in tables
            ):
                text = self._text_of(found, outline)
                if text is not None:
                    placed.append((self._box(found), text))
        named = [one for _, one in placed]
        loose = [text for text in outline if not any(text is one for one in named)]
        ordered = [*loose, *reading_order(placed)]
        for one in sorted(ordered, key=lambda one: not _is_title(one)):
            if isinstance(one, _Text):
                _add(slide, one)
            else:
                slide.table(one)

    def _text_of(self, shape: Record, outline: Sequence[_Text]) -> _Text | None:
        box = self._records.child(shape, rec.TEXT_BOX)
        kind, found = _OTHER, None
        for record in self._records.inside(box) if box else ():
            if record.type == rec.TEXT_HEADER:
                kind = (*self._records.numbers(record, 1), _OTHER)[0]
            elif record.type in (rec.TEXT_CHARS, rec.TEXT_BYTES):
                found = _Text(kind, self._decoded(record))
            elif (
                record.type == rec.TEXT_STYLES
                and found is not None
                and not any(found is text for text in outline)
            ):
                found = self._styled(found, record)
            elif record.type == rec.OUTLINE_TEXT:
                at = (*self._records.numbers(record, 1), len(outline))[0]
                found = outline[at] if at < len(outline) else None
        return found

    def _box(self, shape: Record) -> Box:
        for record in self._records.inside(shape):
            if record.type == rec.ANCHOR and (found := self._records.shorts(record, 4)):
                top, left, right, bottom = found
                return (left, top, right, bottom)
            if record.type == rec.CHILD_ANCHOR and (whole := self._records.numbers(record, 4)):
                return tuple(_signed(n) for n in whole)  # type: ignore[return-value] # four numbers
        return (0.0, 0.0, 0.0, 0.0)

    def _is_table(self, group: Record) -> bool:
        head = self._records.child(group, rec.SHAPE)
        more = self._records.child(head, rec.MORE_PROPERTIES) if head else None
        data = self._records.content(more) if more else b""
        numbers = (int.from_bytes(data[n : n + 2], "little") for n in range(0, len(data) - 5, 6))
        return any(number & 0x3FFF == _TABLE for number in numbers)

    def _cells(self, group: Record, outline: Sequence[_Text]) -> list[tuple[Box, str]]:
        shapes = [r for r in self._records.inside(group) if r.type == rec.SHAPE]
        found = [(self._box(shape), self._text_of(shape, outline)) for shape in shapes[1:]]
        return [(box, " ".join(text.text.split())) for box, text in found if text is not None]

    def _footers(self, slide: Slide, parent: Record) -> None:
        """Add the footer that slides repeat, where it comes first."""
        for holder in (r for r in self._records.inside(parent) if r.type == rec.FOOTERS):
            for record in self._records.inside(holder):
                text = self._records.content(record).decode("utf-16-le", "replace").strip()
                slides_own = holder.instance in (_OF_SLIDE, _OF_SLIDES)
                known = (
                    record.type != rec.STRING or record.instance != _FOOTER or text in self._said
                )
                if slides_own and not known:
                    self._said.add(text)
                    slide.add(BlockKind.PARAGRAPH, markup.plain(text))

    def _notes(self, slide: Slide, entry: _Entry | None) -> None:
        record = self._records.at(self._parts.get(entry.persist, -1)) if entry else None
        if entry is None or record is None or record.type != rec.NOTES:
            return
        shapes = (r for r in self._records.below(record) if r.type == rec.SHAPE)
        for text in (self._text_of(shape, entry.texts) for shape in shapes):
            if text is not None and text.kind == _NOTES:
                slide.add(BlockKind.NOTE, markup.plain(_lines(text.text)))


def _add(slide: Slide, text: _Text) -> None:
    lines = [line.strip() for line in _lines(text.text).split("\n") if line.strip()]
    if text.kind in _TITLES:
        slide.title(" ".join(lines))
        return
    for line in lines:
        if text.kind in _BODIES:
            slide.add(BlockKind.LIST, markup.inline(line))
        elif line != "*":  # stands for the number of the slide or the day
            slide.add(BlockKind.PARAGRAPH, markup.plain(line))


def _is_title(one: _Text | list[list[str]]) -> bool:
    return isinstance(one, _Text) and one.kind in _TITLES


def _lines(text: str) -> str:
    return text.replace("\r", "\n").replace("\v", " ")


def _signed(number: int) -> float:
    return float(number - 2**32 if number >= 2**31 else number)


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _grid(cells: Sequence[tuple[Box, str]]) -> list[list[str]]:
    """The cells in rows, by where they begin, those that head the table in one."""
    lefts = sorted({box[0] for box, _ in cells})
    rows: list[tuple[float, dict[float, str]]] = []
    for box, text in sorted(cells, key=lambda cell: (cell[0][1], cell[0][0])):
        if not rows or box[1] - rows[-1][0] > _TINY_GAP:
            rows.append((box[1], {}))
        rows[-1][1][box[0]] = text
    boxes = [box for box, _ in cells]
    laid = [
        [row[left] if left in row else _covering(boxes, left, top) for left in lefts]
        for top, row in rows
    ]
    return with_one_header(laid)


def _covering(boxes: Sequence[Box], left: float, top: float) -> str:
    """Which way the cell begins that spans a place; nothing where none does."""
    for first, upper, last, lower in boxes:
        if (
            first <= left < last - _TINY_GAP
            and upper <= top + _TINY_GAP
            and top < lower - _TINY_GAP
        ):
            return ABOVE if upper < top - _TINY_GAP else LEFT
    return ""
