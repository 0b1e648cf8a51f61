"""Write the records of a Hangul 5 file as the elements that the open format has for the same things."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from okf_server.extract.hwp_records import Record, Tag, wide

_WIDE_CONTROLS = frozenset(range(1, 24)) - {10, 13}
_ANCHORS = frozenset([1, 2, 3, 11, 12, 14, 15, 16, 17, 18, 21, 22, 23])
_MARKS = {9: "tab", 10: "lineBreak", 24: "hyphen", 30: "nbSpace", 31: "fwSpace"}
_CONTROL_LENGTH = 8  # of the 16-bit units of a text
_LAST_CONTROL = 31
_COUNTED = {3: "PICTURE", 4: "TABLE", 5: "EQUATION"}
_FORMATS = {
    2: "ROMAN_CAPITAL", 3: "ROMAN_SMALL", 4: "LATIN_CAPITAL", 5: "LATIN_SMALL", 8: "HANGUL_SYLLABLE",
}  # fmt: skip
_NAMES = {
    "head": "header", "foot": "footer", "fn  ": "footNote", "en  ": "endNote", "tcmt": "hiddenComment",
}  # fmt: skip
_UNPRINTABLE = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")
_FORM_TEXT = re.compile(r"(?:Caption|Text):wstring:(\d{1,6}):")
_LISTS = frozenset({Tag.LIST_HEADER, Tag.PARA_HEADER})
_FIELD, _FIELD_END = 3, 4
_LINK, _LINK_ID = b"klh%", "link"
_DEEPEST = 40


class TooDeepError(ValueError):
    """Things are nested in one another deeper than any program nests them."""


def paragraph(record: Record, depth: int = 0) -> Any:
    """The element of a paragraph and of all that hangs on it; raises TooDeepError."""
    return _Writer(record, depth).element


class _Writer:
    """One paragraph: its text in runs, its controls where the text anchors them."""

    def __init__(self, record: Record, depth: int) -> None:
        from lxml import etree  # noqa: PLC0415 - not in a core installation

        self._etree = etree
        self._depth = depth
        self.element = etree.Element(
            "p", paraPrIDRef=str(record.number(8, 2)), styleIDRef=str(record.number(10, 1))
        )
        self._text: Any = None
        self._shapes = _shapes(record)
        self._shape = ""
        self._open: list[bytes] = []  # the kinds of the fields that are open
        self._controls = iter([one for one in record.below if one.tag == Tag.CTRL_HEADER])
        for piece in record.below:
            if piece.tag == Tag.PARA_TEXT:
                self._write(piece.data)
        for control in self._controls:
            self._control(control)
        self._memos(record)

    def _write(self, data: bytes) -> None:
        start = at = 0
        while at + 1 < len(data):
            code = int.from_bytes(data[at : at + 2], "little")
            if code <= _LAST_CONTROL or at // 2 in self._shapes:
                self._say(wide(data[start:at]))
                self._shape = self._shapes.get(at // 2, self._shape)
                start = at
            if code > _LAST_CONTROL:
                at += 2
                continue
            self._mark(code)
            at += 2 * (_CONTROL_LENGTH if code in _WIDE_CONTROLS else 1)
            start = at
        self._say(wide(data[start:at]))

    def _mark(self, code: int) -> None:
        if code in _MARKS:
            self._etree.SubElement(self._letters(), _MARKS[code])
        elif code in _ANCHORS:
            control = next(self._controls, None)
            if control is not None:
                self._control(control)
                self._open += [control.data[:4]] if code == _FIELD else []
        elif code == _FIELD_END and self._open and self._open.pop() == _LINK:
            self._run().append(self._etree.Element("fieldEnd", beginIDRef=_LINK_ID))
            self._text = None

    def _say(self, text: str) -> None:
        if not text:
            return
        letters = self._letters()
        clean = _printable(text)
        if len(letters):
            letters[-1].tail = (letters[-1].tail or "") + clean
        else:
            letters.text = (letters.text or "") + clean

    def _letters(self) -> Any:
        """The text that is being written, in letters of the present shape."""
        if self._text is None or self._text.getparent().get("charPrIDRef") != self._shape:
            self._text = self._etree.SubElement(self._run(), "t")
        return self._text

    def _run(self) -> Any:
        return self._etree.SubElement(self.element, "run", charPrIDRef=self._shape)

    def _control(self, record: Record) -> None:
        if self._depth >= _DEEPEST:
            raise TooDeepError(f"nested more than {_DEEPEST} deep")
        kind = record.data[3::-1].decode("latin-1") if len(record.data) >= len("tbl ") else ""
        made = self._made(kind, record)
        if made is not None:
            self._run().append(made)
            self._text = None

    def _made(self, kind: str, record: Record) -> Any:
        """The element of a control; None for one that shows no text."""
        makers: dict[str, Callable[[Record], Any]] = {
            "secd": _nothing,
            "tbl ": self._table,
            "eqed": self._equation,
            "atno": self._number,
            "tdut": self._dutmal,
            "tcps": self._composed,
            "form": self._form,
            "%hlk": self._link,
        }
        if kind in makers:
            return makers[kind](record)
        return self._list(kind, record) if kind in _NAMES else self._shape_with_text(record)

    def _list(self, kind: str, record: Record) -> Any:
        """A note, a header, a footer or a hidden comment."""
        made = self._etree.Element(_NAMES[kind])
        if kind in ("fn  ", "en  "):
            made.set("number", str(record.number(4, 4)))
            form = _FORMATS.get(record.number(12, 4), "DIGIT")
            self._etree.SubElement(made, "autoNumFormat", type=form)
        for _, paragraphs in _lists(record):
            self._fill(made, paragraphs)
        return made

    def _fill(self, element: Any, paragraphs: list[Record]) -> None:
        inner = self._etree.SubElement(element, "subList")
        inner.extend([paragraph(one, self._depth + 1) for one in paragraphs])

    def _caption(self, element: Any, paragraphs: list[Record]) -> None:
        self._fill(self._etree.SubElement(element, "caption"), paragraphs)

    def _table(self, record: Record) -> Any:
        table = self._etree.Element("tbl")
        rows: dict[int, Any] = {}
        for header, paragraphs in _lists(record):
            if not header.below_table:
                self._caption(table, paragraphs)
                continue
            row = header.record.number(10, 2)
            if row not in rows:
                rows[row] = self._etree.Element("tr")
            self._fill(self._cell(rows[row], header.record), paragraphs)
        table.extend([rows[number] for number in sorted(rows)])
        return table

    def _cell(self, row: Any, header: Record) -> Any:
        numbers = {"colAddr": 8, "colSpan": 12, "rowSpan": 14, "borderFillIDRef": 32}
        return self._etree.SubElement(
            row, "tc", {name: str(header.number(offset, 2)) for name, offset in numbers.items()}
        )

    def _equation(self, record: Record) -> Any:
        made = self._etree.Element("equation")
        for below in record.below:
            if below.tag == Tag.EQEDIT:
                script = self._etree.SubElement(made, "script")
                script.text = _printable(below.string(4)[0])
        for _, paragraphs in _lists(record):
            self._caption(made, paragraphs)
        return made

    def _number(self, record: Record) -> Any:
        bits = record.number(4, 4)
        made = self._etree.Element(
            "autoNum", numType=_COUNTED.get(bits & 15, "PAGE"), num=str(record.number(8, 2))
        )
        self._etree.SubElement(made, "autoNumFormat", type=_FORMATS.get(bits >> 4 & 255, "DIGIT"))
        return made

    def _dutmal(self, record: Record) -> Any:
        made = self._etree.Element("dutmal")
        main, end = record.string(4)
        self._etree.SubElement(made, "mainText").text = _printable(main)
        self._etree.SubElement(made, "subText").text = _printable(record.string(end)[0])
        return made

    def _composed(self, record: Record) -> Any:
        return self._etree.Element("compose", composeText=_printable(record.string(4)[0]))

    def _link(self, record: Record) -> Any:
        command = _printable(record.string(9)[0])
        return self._etree.Element("fieldBegin", type="HYPERLINK", id=_LINK_ID, command=command)

    def _form(self, record: Record) -> Any:
        text = " ".join(wide(one.data) for one in record.below if one.tag == Tag.FORM_OBJECT)
        said = [text[m.end() : m.end() + int(m[1])] for m in _FORM_TEXT.finditer(text)]
        return self._etree.Element("btn", caption=_printable(" ".join(said)))

    def _shape_with_text(self, record: Record) -> Any:
        """A drawing: what its lists say, its caption, and lettering."""
        made = self._etree.Element("rect")
        for _, paragraphs in _lists(record):
            self._caption(made, paragraphs)
        for piece in record.all(unless=_LISTS):
            if piece.tag == Tag.TEXTART:
                art = self._etree.SubElement(made, "textart")
                art.set("text", _printable(piece.string(32)[0]))
            if piece is not record and piece.tag not in _LISTS:
                for _, paragraphs in _lists(piece):
                    self._fill(self._etree.SubElement(made, "drawText"), paragraphs)
        return made

    def _memos(self, record: Record) -> None:
        """Memos stand at the end of the paragraph, each behind a record of its own."""
        if not any(one.tag == Tag.MEMO_LIST for one in record.below):
            return
        for _, paragraphs in _lists(record):
            begin = self._etree.SubElement(self._run(), "fieldBegin", type="MEMO")
            self._fill(begin, paragraphs)


class _Header(NamedTuple):
    """The head of a list; `below_table` where the record of a table stands before it."""

    record: Record
    below_table: bool


def _lists(record: Record) -> Iterator[tuple[_Header, list[Record]]]:
    """The lists right below a record, each with its paragraphs, which stand below or behind its head.

    Paragraphs without a head are a list, too.
    """
    head: _Header | None = None
    paragraphs: list[Record] = []
    in_table = False
    for below in record.below:
        if below.tag == Tag.PARA_HEADER:
            if head is None:
                head, paragraphs = _Header(below, below_table=False), []
            paragraphs.append(below)
            continue
        if head is not None:
            yield head, paragraphs
            head = None
        in_table = in_table or below.tag == Tag.TABLE
        if below.tag == Tag.LIST_HEADER:
            head = _Header(below, below_table=in_table)
            paragraphs = [one for one in below.below if one.tag == Tag.PARA_HEADER]
    if head is not None:
        yield head, paragraphs


def _shapes(record: Record) -> dict[int, str]:
    """The character shape from each position of the text on."""
    found: dict[int, str] = {}
    for below in record.below:
        if below.tag == Tag.PARA_CHAR_SHAPE:
            for at in range(0, len(below.data) - 7, 8):
                found[below.number(at, 4)] = str(below.number(at + 4, 4))
    return found


def _nothing(_: Record) -> None:
    return None


def _printable(text: str) -> str:
    """Text that XML may hold."""
    return _UNPRINTABLE.sub("", text)
