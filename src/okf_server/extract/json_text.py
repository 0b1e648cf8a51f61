"""Read JSON as text that is laid out evenly, each stretch with its lines in the file."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.decode import lines_of, text_of
from okf_server.extract.refusals import CUT_OFF, for_these_reasons
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome
from okf_server.model.locator import LinesLocator

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+|\n|"')
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_UNENDED = "not whole JSON"
_GOES_ON = re.compile(r"[\s,:\[\]{}]")
_BLOCK = 900  # letters of a block of code: one passage
_SEPARATOR, _NAMES = frozenset(","), frozenset(":")
_INDENT = "  "
_DEEPEST_INDENT = 20
_LONGEST_KEY = 80
_LONGEST_PATH = 6


class _Line(NamedTuple):
    """A line of the even layout, the lines of the file that it stands in, and the keys above it."""

    text: str
    first: int
    last: int
    path: tuple[str, ...]


def extract(path: Path) -> Outcome:
    """The document of a .json file; one that is not valid is read as the text that it is."""
    read = text_of(path)
    if isinstance(read, Failed):
        return read
    warnings = list(read.warnings)
    fault = _fault(read.text)
    if not fault:
        lines = list(_laid_out(read.text))
    else:
        warnings.append(f"{fault}: read as plain text")
        lines = [_Line(text, n, n, ()) for n, text in enumerate(lines_of(read.text), 1)]
    found = Extracted(document=compose(_blocks(lines), warnings=warnings))
    return for_these_reasons(found, [CUT_OFF] if fault == _UNENDED else [])


def _fault(text: str) -> str:
    """Why a text cannot be laid out; empty where it can."""
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return _UNENDED if _is_unended(text, error) else "not valid JSON"
    except RecursionError:
        return "too many lists and objects inside each other"
    return ""


def _is_unended(text: str, error: json.JSONDecodeError) -> bool:
    """Whether the fault of a list or object is that it does not go on: in its last value, or behind it."""
    ends_in_text = error.msg.startswith("Unterminated")
    rest = text[error.pos :].rstrip()
    return text.lstrip()[:1] in ("[", "{") and (ends_in_text or not _GOES_ON.search(rest))


def _blocks(lines: Sequence[_Line]) -> Iterator[Block]:
    """Blocks of code of a passage each, cut where a member or an element of the outermost begins."""
    start = 0
    size = 0
    for at, line in enumerate(lines):
        if at > start and size + len(line.text) > _BLOCK:
            stop = _cut(lines, start, at)
            yield _block(lines[start:stop])
            start = stop
            size = sum(len(one.text) + 1 for one in lines[start:at])
        size += len(line.text) + 1
    yield _block(lines[start:])


def _cut(lines: Sequence[_Line], start: int, stop: int) -> int:
    """Where to cut before `stop`: as far out as possible, and as late."""
    earliest = start + max((stop - start) // 2, 1)
    places = [
        at for at in range(earliest, stop + 1) if lines[at].text.strip()[:1] not in ("]", "}")
    ]
    return min(
        places,
        key=lambda at: (len(lines[at].text) - len(lines[at].text.lstrip()), -at),
        default=stop,
    )


def _block(lines: Sequence[_Line]) -> Block:
    first = min(line.first for line in lines)
    last = max(line.last for line in lines)
    place = LinesLocator(first=first, last=last, path=lines[0].path)
    text = "\n".join(line.text for line in lines)
    return Block(kind=BlockKind.CODE, locator=place, text=text, language="json")


def _laid_out(text: str) -> Iterator[_Line]:
    """The tokens of valid JSON, a member or an element a line."""
    layout = _Layout()
    for found in _TOKEN.finditer(text):
        if found[0] == "\n":
            layout.number += 1
        else:
            yield from layout.add(found[0])
    yield from layout.flush()


class _Layout:
    """The line at hand, and the keys of the objects and lists that are open."""

    def __init__(self) -> None:
        self.number = 1
        self._first = 1
        self._row: list[str] = []
        self._path: list[str] = []

    def add(self, token: str) -> Iterator[_Line]:
        """Put a token behind the others; gives the lines that it ends."""
        closes = token in ("]", "}")
        if closes:
            yield from self.flush()
            self._path = self._path[:-1]
        if not self._row:
            self._first = self.number
        self._row.append(_decoded(token))
        if token in ("[", "{"):
            key = _key(self._row)
            yield from self.flush()
            self._path.append(key)
        elif token in _SEPARATOR:
            yield from self.flush()

    def flush(self) -> Iterator[_Line]:
        """The line at hand, where there is one."""
        if not self._row:
            return
        text = "".join(f"{one} " if one in _NAMES else one for one in self._row)
        indent = _INDENT * min(len(self._path), _DEEPEST_INDENT)
        path = tuple(key for key in self._path[:_LONGEST_PATH] if key)
        yield _Line(indent + text, self._first, self.number, path)
        self._row = []


def _key(row: list[str]) -> str:
    """The key of an object or list that begins; empty for an element of a list."""
    return row[0].strip('"')[:_LONGEST_KEY] if len(row) > 1 else ""


def _decoded(token: str) -> str:
    """A string with letters in place of the numbers of letters; control characters stay as they are."""
    return _ESCAPE.sub(_letter, token) if "\\u" in token else token


def _letter(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16))
    return letter if letter.isprintable() and letter not in '"\\' else found[0]
