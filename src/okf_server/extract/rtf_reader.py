"""Follow the tokens of an RTF text and collect its blocks."""

import re
from copy import copy
from dataclasses import dataclass, field, replace

from okf_server.extract.inlines import Inline, Look, as_line, joined, look_of_text
from okf_server.extract.rtf_state import (
    Mode,
    State,
    Tables,
    code_page,
    level_of_outline,
    page_of_charset,
)
from okf_server.extract.rtf_tables import RowShape, TableRow, laid_out
from okf_server.extract.rtf_tokens import Kind, Token
from okf_server.extract.rtf_words import MODES, SIGNS, SKIPPED, STARRED, SYMBOLS
from okf_server.extract.text_flow import TextFlow, plain_code, reads_as_code
from okf_server.extract.word_notes import byline
from okf_server.extract.word_numbering import roman

DEEPEST = 10_000
"""Groups within groups."""

_ADDRESS = re.compile(r'HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]*)"', re.IGNORECASE)
_MINUTES = re.compile(r"-?\d{1,10}", re.ASCII)
_WIDEST = 512


@dataclass(slots=True)
class _Said:
    """What a paragraph, cell or note says so far."""

    inlines: list[Inline] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    label: str = ""


class Reading:
    """The reading of one text. A block is a paragraph with text, or the rows of a table that follow each other."""

    def __init__(self) -> None:
        self.flow = TextFlow()
        self.changed = False
        self._tables = Tables()
        self._state = State()
        self._stack: list[State] = []
        self._said = [_Said()]
        self._bytes = bytearray()
        self._passed = 0  # signs still to pass over after a Unicode one
        self._starred = False
        self._fresh = False  # whether a group has just begun
        self._aside: dict[Mode, str] = {}  # an instruction, an author, a date
        self._notes: list[tuple[str, str]] = []
        self._pending: list[str] = []
        self._counts = {"footnote": 0, "endnote": 0}
        self._row: list[str] = []
        self._rows: list[TableRow] = []
        self._shape = RowShape()
        self._block = 0  # paragraphs with text and tables so far

    def take(self, token: Token) -> None:
        """Go on by one token; raises ValueError where groups are nested too deep."""
        if token.kind is Kind.BYTES:
            self._fresh = False
            self._take_bytes(token.data)
            return
        self._flush()
        fresh, self._fresh = self._fresh, token.kind is Kind.OPEN
        match token.kind:
            case Kind.OPEN:
                self._open()
            case Kind.CLOSE:
                self._close()
            case Kind.SYMBOL:
                self._symbol(token.text, fresh=fresh)
            case Kind.WORD:
                self._word(token.text, token.value)

    @property
    def is_open(self) -> bool:
        """Whether a group still has to end."""
        return bool(self._stack)

    def end(self) -> None:
        """Take what is left as a paragraph."""
        self._flush()
        self._paragraph()
        self._end_table()
        self._write_notes()

    def _take_bytes(self, data: bytes) -> None:
        if self._passed:
            passed = min(self._passed, len(data))
            self._passed -= passed
            data = data[passed:]
        self._bytes += data

    def _flush(self) -> None:
        if self._bytes:
            page = self._tables.page_of(self._state.font)
            data, self._bytes = bytes(self._bytes), bytearray()
            self._say(data.decode(page, "replace"))

    def _open(self) -> None:
        if len(self._stack) >= DEEPEST:
            raise ValueError("its groups are nested too deep")
        self._passed = 0
        self._stack.append(self._state)
        self._state = copy(self._state)
        self._state.begins_note = False

    def _close(self) -> None:
        self._passed = 0
        ended = self._state
        if ended.mode is Mode.STYLES:
            self._tables.end_style(ended)
        elif ended.mode is Mode.FONTS:
            self._tables.end_font(ended.font)
        if ended.begins_note:
            self._end_note()
        if self._stack:
            self._state = self._stack.pop()
        if ended.mode is Mode.FIELD and self._state.mode is not Mode.FIELD:
            found = _ADDRESS.search(self._aside.pop(Mode.FIELD, ""))
            self._state.target = found[1] if found else self._state.target

    def _symbol(self, symbol: str, *, fresh: bool) -> None:
        if self._passed:
            self._passed -= 1
        elif symbol == "*":
            self._starred = fresh  # elsewhere it means nothing
        elif symbol in "\r\n":
            self._word("par", None)
        elif symbol in SYMBOLS:
            self._say(SYMBOLS[symbol])

    def _word(self, word: str, value: int | None) -> None:
        starred, self._starred = self._starred, False
        if word == "u" and value is not None:
            self._unicode(value)
        elif word in SKIPPED or (starred and word not in STARRED):
            self._state.mode = Mode.SKIP
        elif self._state.mode is Mode.SKIP:
            return
        elif word in MODES:
            self._state.mode = MODES[word]
        elif word in SIGNS:
            self._say(SIGNS[word])
        elif not (
            self._in_table_of(word, value)
            or self._shape.take(word, value)
            or self._set(word, value)
        ):
            self._structure(word)

    def _unicode(self, value: int) -> None:
        """A Unicode sign; a pair of surrogates comes as two."""
        self._passed = self._state.fallback
        if -(2**15) <= value < 2**16:
            self._say(chr(value % 2**16))

    def _in_table_of(self, word: str, value: int | None) -> bool:
        """Take a word of the tables at the head of the text."""
        number, tables = value or 0, self._tables
        match word:
            case "ansicpg":
                tables.page = code_page(number)
            case "mac":
                tables.page = "mac_roman"
            case "pc":
                tables.page = "cp437"
            case "deff":
                tables.default_font = number
            case "red" | "green" | "blue":
                tables.colour[word] = number
            case "fcharset":
                tables.font(self._state.font).page = page_of_charset(number)
            case "cpg":
                tables.font(self._state.font).page = code_page(number)
            case _:
                return False
        return True

    def _set(self, word: str, value: int | None) -> bool:
        """Take a word that changes how the text after it is read or seen."""
        state = self._state
        match word:
            case "f":
                state.font = value
            case "uc":
                state.fallback = max(value or 0, 0)
            case "fs":
                state.tiny = value is not None and value <= 2  # noqa: PLR2004 - half points
            case "cf":
                state.colour = value or 0
            case "cb" | "highlight" | "chcbpat":
                state.shaded = bool(value) and not self._tables.is_white(value or 0)
            case _:
                return self._set_shown(word, on=value != 0) or self._set_paragraph(word, value)
        return True

    def _set_shown(self, word: str, *, on: bool) -> bool:
        """Take a word that shows or hides what follows, or marks it as changed."""
        match word:
            case "v":
                self._state.hidden = on
            case "deleted":
                self._state.deleted = on
                self.changed |= on
            case "revised":
                self.changed |= on
            case _:
                return self._set_raised(word, on=on)
        return True

    def _set_raised(self, word: str, *, on: bool) -> bool:
        """Take a word that puts what follows above or below the line, or back on it."""
        if word not in ("super", "sub", "nosupersub", "up", "dn"):
            return False
        self._state.above = on and word in ("super", "up")
        self._state.below = on and word in ("sub", "dn")
        return True

    def _set_paragraph(self, word: str, value: int | None) -> bool:
        state = self._state
        match word:
            case "plain":
                state.font, state.colour = None, 0
                state.hidden = state.deleted = state.tiny = state.shaded = False
                state.above = state.below = False
            case "pard":
                state.style, state.outline, state.depth = 0, None, 0
                state.in_table = state.behind = False
            case "s":
                state.style = value or 0
            case "outlinelevel":
                state.outline = value
            case "ilvl":
                state.depth = value or 0
            case "intbl":
                state.in_table = True
            case "cbpat" | "clcbpat":
                state.behind = bool(value)
            case _:
                return False
        return True

    def _structure(self, word: str) -> None:
        match word:
            case "par" | "sect" | "page":
                self._end_line()
            case "cell" | "nestcell":
                self._end_cell()
            case "row":
                self._end_row()
            case "footnote" | "annotation":
                self._begin_note(word)
            case "ftnalt" if self._notes:
                self._notes[-1] = ("endnote", "")
            case _:
                pass

    def _say(self, text: str) -> None:
        match self._state.mode:
            case Mode.TEXT:
                self._say_text(text)
            case Mode.LABEL:
                self._said[-1].label += text
            case Mode.FIELD | Mode.AUTHOR | Mode.DATE as mode:
                self._aside[mode] = self._aside.get(mode, "") + text
            case Mode.COLOURS:
                for _ in range(text.count(";")):
                    self._tables.end_colour()
            case Mode.FONTS | Mode.STYLES:
                self._tables.name += text
            case Mode.SKIP:
                pass

    def _say_text(self, text: str) -> None:
        state, said = self._state, self._said[-1]
        white = self._tables.is_white(state.colour) and not (state.shaded or state.behind)
        if state.deleted:
            return
        if state.hidden or state.tiny or white:
            said.hidden.append(text)
            return
        code = self._tables.font(state.font).code
        look = look_of_text({"code": code, "above": state.above, "below": state.below})
        said.inlines.append(Inline(text=text, look=look, target=state.target))

    def _begin_note(self, kind: str) -> None:
        if not (self._state.in_table or self._row):
            self._end_table()  # the note is about what comes after it
        self._state.begins_note = True
        self._state.in_table = False
        self._notes.append((kind, ""))
        self._said.append(_Said())

    def _end_note(self) -> None:
        kind, _ = self._notes.pop()
        said = self._said.pop()
        text = as_line(_mended(said.inlines))
        self.flow.hide("".join(said.hidden))
        if not text:
            return
        if kind == "annotation":
            date = _day(self._aside.pop(Mode.DATE, ""))
            before = byline(self._aside.pop(Mode.AUTHOR, ""), date)
        else:
            self._counts[kind] += 1
            count = self._counts[kind]
            label = roman(count) if kind == "endnote" else str(count)
            self._said[-1].inlines.append(Inline(text=label, look=Look.MARK))
            before = f"[^{label}]:"
        self._pending.append(f"{before} {text}")

    def _end_line(self) -> None:
        """End a paragraph: one of several in a cell or note is a line of it."""
        if len(self._said) > 1 or self._state.in_table:
            self._said[-1].inlines.append(Inline(text="\n"))
        else:
            self._paragraph()

    def _paragraph(self) -> None:
        said, self._said[0] = self._said[0], _Said()
        self.flow.hide("".join(said.hidden))
        inlines = _mended(said.inlines)
        if not as_line(inlines):
            return
        self._end_table()
        self._block += 1
        state = self._state
        level = self._tables.levels.get(state.style, 0)
        if state.outline is not None:
            level = level_of_outline(state.outline)
        label = " ".join(said.label.split())
        if level:
            mark = [Inline(text=f"{label} ")] if any(map(str.isalnum, label)) else []
            self.flow.heading([*mark, *inlines], level, self._block)
        elif label:
            known = label if any(map(str.isalnum, label)) else ""
            self.flow.item(plain_code(inlines), self._block, depth=state.depth, label=known)
        elif all(one.look is Look.CODE for one in inlines) and reads_as_code(inlines):
            self.flow.code(inlines, self._block)
        else:
            self.flow.paragraph(plain_code(inlines), self._block)
        self._write_notes()

    def _end_cell(self) -> None:
        said, self._said[-1] = self._said[-1], _Said()
        self.flow.hide("".join(said.hidden))
        label = " ".join(said.label.split())
        text = as_line(plain_code(_mended(said.inlines)))
        if len(self._row) < _WIDEST:
            self._row.append(f"{label} {text}".strip() if any(map(str.isalnum, label)) else text)

    def _end_row(self) -> None:
        if self._row:
            self._rows.append(self._shape.row(self._row))
            self._row = []

    def _end_table(self) -> None:
        self._end_row()
        rows, self._rows = self._rows, []
        if any(text for row in rows for text in row.texts):
            self._block += 1
            self.flow.table(laid_out(rows), self._block)
            self._write_notes()

    def _write_notes(self) -> None:
        for text in self._pending:
            self.flow.note(text, max(self._block, 1))
        self._pending = []


def _mended(inlines: list[Inline]) -> list[Inline]:
    """The stretches with pairs of surrogates joined, wherever they were parted."""
    return [replace(one, text=_without_surrogates(one.text)) for one in joined(inlines)]


def _without_surrogates(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _day(number: str) -> str:
    """A date as RTF packs it into bits, as `2026-01-31`; empty where it is none."""
    found = _MINUTES.search(number)
    if found is None:
        return ""
    bits = int(found[0]) & 0xFFFFFFFF
    year, month, day = (bits >> 20 & 0x1FF) + 1900, bits >> 16 & 0xF, bits >> 11 & 0x1F
    return f"{year:04}-{month:02}-{day:02}" if month and day else ""
