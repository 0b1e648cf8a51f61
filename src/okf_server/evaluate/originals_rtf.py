"""Read Rich Text again, in one pass over its groups, by the ordinal of the block."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from okf_server.evaluate.originals_blocks import BlockOriginal
from okf_server.extract.rtf_state import code_page, page_of_charset

_STEP = re.compile(
    rb"(?P<brace>[{}])|\\(?P<word>[A-Za-z]+)(?P<number>-?\d+)? ?|\\'(?P<code>[0-9A-Fa-f]{2})"
    rb"|\\(?P<sign>[^A-Za-z])|(?P<plain>[^\\{}\r\n\0]+)"
)
_FONT = re.compile(rb"\\f(\d+)(?:[^{};]|\{[^{}]*\})*?\\fcharset(\d+)")
_COLOURS = re.compile(rb"\{\\colortbl([^{}]*)\}")
_PAGE = re.compile(rb"\\ansicpg(\d+)")
_WHITE = re.compile(rb"\s*\\red255\s*\\green255\s*\\blue255\s*")
_STARRED = frozenset(["annotation", "atnauthor", "atndate", "shpinst", "do", "moMath"])
_ASIDE = frozenset(
    """
    fonttbl colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf
    ftnsep ftnsepc aftnsep aftnsepc fldinst objdata objclass objname nonshppict bkmkstart bkmkend
    themedata datastore latentstyles listtable listoverridetable revtbl rsidtbl generator xmlnstbl filetbl
    template private protusertbl mmathPr xe tc ud pn pntxta pntxtb falt panose sp shprslt datafield
    atnid atnicn atnref
    """.split()  # noqa: SIM905 - a table of words reads better so
)
_SIGNS = {
    "tab": "\t", "line": "\n", "softline": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "bullet": "•",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ",
    "qmspace": " ", "~": "\xa0", "_": "-", "\\": "\\", "{": "{", "}": "}",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Group:
    """What holds in a group; `unseen` are the reasons for which nobody sees its text."""

    aside: bool = False
    note: bool = False
    label: bool = False
    about: str = ""  # whether it says who commented, or when
    table: bool = False
    shaded: bool = False
    font: int = -1
    stand_ins: int = 1
    unseen: frozenset[str] = frozenset()


def _hidden(group: _Group, why: str, *, hides: bool) -> _Group:
    return replace(group, unseen=group.unseen | {why} if hides else group.unseen - {why})


_SHADES = frozenset(["cb", "highlight", "chcbpat", "cbpat", "clcbpat"])
_CHANGES: Mapping[str, Callable[[_Group, str], _Group]] = {
    "footnote": lambda group, _: replace(group, note=True, table=False),
    "annotation": lambda group, _: replace(group, note=True, table=False),
    "atnauthor": lambda group, _: replace(group, about="author"),
    "atndate": lambda group, _: replace(group, about="date"),
    "listtext": lambda group, _: replace(group, label=True),
    "pntext": lambda group, _: replace(group, label=True),
    "f": lambda group, number: replace(group, font=int(number or -1)),
    "uc": lambda group, number: replace(group, stand_ins=int(number or 0)),
    "intbl": lambda group, _: replace(group, table=True),
    "pard": lambda group, _: replace(group, table=False, shaded=False),
    "plain": lambda group, _: replace(group, font=-1, unseen=frozenset()),
    "v": lambda group, number: _hidden(group, "v", hides=number != "0"),
    "deleted": lambda group, number: _hidden(group, "deleted", hides=number != "0"),
    "fs": lambda group, number: _hidden(group, "fs", hides=number in ("0", "1", "2")),
}
"""What control words change of a group."""


class RtfOriginal(BlockOriginal):
    """Paragraphs that have text, and the rows of a table that follow each other as one, counted from 1.

    Notes belong to the block that they follow, or, where a paragraph has no text but theirs, to the next one.
    """

    def __init__(self, path: Path) -> None:
        reader = _Reader(path.read_bytes())
        *blocks, last = ["", *filter(str.strip, reader.blocks())]
        super().__init__([*blocks, f"{last}\n{reader.notes}"])


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data[max(data.find(b"{\\rtf"), 0) :]
        page = _PAGE.search(self._data)
        self._page = code_page(int(page[1])) if page else "cp1252"
        self._fonts = {int(n): page_of_charset(int(c)) for n, c in _FONT.findall(self._data)}
        colours = _COLOURS.search(self._data)
        entries = colours[1].split(b";") if colours else []
        self._white = {str(n) for n, entry in enumerate(entries) if _WHITE.fullmatch(entry)}
        self._now = _Group()
        self._around: list[_Group] = []
        self._bytes = b""
        self._left = 0  # stand-ins still to pass over
        self._line, self._label, self.notes, self._table = "", "", "", ""

    def blocks(self) -> Iterator[str]:
        at = 0
        while (step := _STEP.search(self._data, at)) is not None:
            at = step.end()
            plain = step["plain"] or (bytes.fromhex(step["code"].decode()) if step["code"] else b"")
            if plain:
                passed = min(self._left, len(plain))
                self._left -= passed
                self._bytes += plain[passed:]
                continue
            self._flush()
            if step["brace"]:
                self._turn(opens=step["brace"] == b"{", rest=self._data[at : at + 40])
            elif step["word"] == b"bin":
                at += max(int(step["number"] or 0), 0)
            else:
                name = (step["word"] or step["sign"]).decode("latin-1")
                yield from self._take(name, (step["number"] or b"").decode())
        self._flush()
        yield from self._end_paragraph()
        yield self._table

    def _turn(self, *, opens: bool, rest: bytes) -> None:
        self._left = 0
        if opens:
            self._around.append(self._now)
            starred = re.match(rb"\s*\\\*\s*\\([A-Za-z]+)", rest)
            if starred and starred[1].decode() not in _STARRED:
                self._now = replace(self._now, aside=True)
        elif self._around:
            ended, self._now = self._now, self._around.pop()
            if ended.note and not self._now.note:
                self.notes += "\n"

    def _take(self, name: str, number: str) -> Iterator[str]:
        """Follow one control word or symbol."""
        if name == "u" and number:
            self._left = self._now.stand_ins
            self._say(chr(int(number) % 65536))
        elif len(name) == 1 and not name.isalpha() and self._left:
            self._left -= 1
        elif name in _SIGNS:
            self._say(_SIGNS[name])
        elif name in ("par", "sect", "page", "\r", "\n") and not self._now.aside:
            if self._now.note or self._now.table:
                self._say("\n")
            else:
                yield from self._end_paragraph()
        elif name in ("cell", "nestcell") and not self._now.aside:
            self._table += f"{self._label} {self._line}\n{_mended(self.notes)}"
            self._line = self._label = self.notes = ""
        else:
            self._now = self._set(name, number)

    def _set(self, name: str, number: str) -> _Group:
        """The group as it is after a control word."""
        if name == "annotation" and not self.notes.endswith(", "):
            self.notes += "Comment by an unnamed person, "
        if change := _CHANGES.get(name):
            return change(self._now, number)
        if name == "cf":
            return _hidden(self._now, name, hides=number in self._white)
        if name in _SHADES:
            shaded = bool(number) and number not in ("0", *self._white)
            return replace(self._now, shaded=shaded)
        return replace(self._now, aside=self._now.aside or name in _ASIDE)

    def _flush(self) -> None:
        if self._bytes:
            page = self._fonts.get(self._now.font) or self._page
            text, self._bytes = self._bytes.decode(page, "replace"), b""
            self._say(text)

    def _say(self, text: str) -> None:
        now = self._now
        if now.aside or now.unseen - ({"cf"} if now.shaded else set()):
            return
        if now.about:
            self.notes += _day(text) if now.about == "date" else f"Comment by {text}, "
        elif now.note:
            self.notes += text
        elif now.label:
            self._label += text
        else:
            self._line += text

    def _end_paragraph(self) -> Iterator[str]:
        line, label, self._line, self._label = _mended(self._line), self._label, "", ""
        if not any(sign.isprintable() and not sign.isspace() for sign in line):
            return
        if self._table.strip():
            yield self._table
        self._table = ""
        notes, self.notes = self.notes, ""
        yield f"{label} {line}\n{_mended(notes)}"


def _mended(text: str) -> str:
    """Text whose pairs of surrogates are joined."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _day(number: str) -> str:
    """The day of a comment, whose date is packed into bits: 9 of the year, 4 of the month, 5 of the day."""
    bits = int(number) % 2**32 if number.lstrip("-").isdecimal() else 0
    return f"{1900 + (bits >> 20) % 512:04}-{(bits >> 16) % 16:02}-{(bits >> 11) % 32:02}: "
