"""Read the text of XML with the lines that it stands in; nothing that the file declares or names is resolved."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from okf_server.extract import markup
from okf_server.extract.blocks import Block
from okf_server.extract.compose import compose
from okf_server.extract.decode import decode, is_noise
from okf_server.extract.limits import DEEPEST, LARGEST_TEXT
from okf_server.extract.refusals import NOT_TEXT, TOO_MUCH_TEXT, unreadable
from okf_server.model.document import BlockKind, Extracted, Failed, Outcome, Partial
from okf_server.model.locator import LinesLocator

_MOST_COMMENTS = 1000
_UNSEEN = "holds comments, which are not searched"
_LONGEST_VALUE = 100  # letters of a value that its element's name is written before
_NOT_SHOWN = ("xmlns", "xsi:", "xml:")
_ENTITIES = Failed(
    reason="declares entities",
    hint="They can make a file grow without measure. Save it without a DTD of its own.",
)
_TOO_DEEP = Failed(
    reason=f"more than {DEEPEST} elements inside each other", hint="Leave it out of the source."
)


class _RefusedError(Exception):
    """The file does what no document needs."""

    def __init__(self, outcome: Failed) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


class _Mark(NamedTuple):
    """An element within text that says something besides its text, and its lines."""

    name: str
    attributes: str
    first: int
    last: int


class _Said(NamedTuple):
    """What an element says; `is_value` tells that no other elements stand in its text, `marks` are those that do."""

    mark: _Mark
    text: str
    is_value: bool = False
    marks: tuple[_Mark, ...] = ()


_Part = str | _Said | list[Block]


class _Open(NamedTuple):
    """An element that has begun: its name, its line, and what was in it so far.

    `inside` holds the line of the first thing in it: where its tag has ended.
    """

    name: str
    attributes: str
    line: int
    parts: list[_Part]
    inside: list[int]


def extract(path: Path) -> Outcome:
    """The document of an .xml file: each element that has text of its own is a block, or a list item."""
    if path.stat().st_size > LARGEST_TEXT:
        return TOO_MUCH_TEXT
    data = path.read_bytes()
    if is_noise(decode(data)[0]):
        return NOT_TEXT
    reader = _Reader()
    try:
        warning = reader.read(data)
    except _RefusedError as refused:
        return refused.outcome
    except expat.ExpatError as error:
        reader.close()
        document = compose(reader.blocks, hidden=reader.comments)
        reason = f"not well-formed, read up to there: {error}"
        return (
            Partial(document=document, reason=reason)
            if document.body
            else unreadable(".xml", error)
        )
    warnings = [*filter(None, [warning]), *([_UNSEEN] if reader.comments else [])]
    document = compose(reader.blocks, warnings=warnings, hidden=reader.comments)
    return Extracted(document=document)


class _Reader:
    """Collects blocks while expat goes through the file; it never recurses."""

    def __init__(self) -> None:
        self._open = [_Open("", "", 1, [], [1])]
        self._parser = expat.ParserCreate()
        self.comments: list[str] = []

    @property
    def blocks(self) -> list[Block]:
        """All blocks, once the file is read."""
        return list(_blocks_of(self._open[0], self._parser.CurrentLineNumber))

    def read(self, data: bytes) -> str:
        """Read the whole file; returns a remark where its encoding had to be guessed."""
        parser = self._parser
        warning = ""
        if not data.lstrip().startswith(b"<?xml") and not data.startswith(
            (b"\xff\xfe", b"\xfe\xff")
        ):
            text, warning = decode(data)
            data = text.encode("utf-8", "replace")
            parser = self._parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.CommentHandler = self._comment
        parser.EntityDeclHandler = _refuse_entity
        parser.Parse(data, True)
        return warning

    def close(self) -> None:
        """End the elements that are still open."""
        while len(self._open) > 1:
            self._end("")

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) > DEEPEST:
            raise _RefusedError(_TOO_DEEP)
        self._enter()
        shown = [
            f"{_short(key)}: {value}"
            for key, value in attributes.items()
            if value.strip() and not key.startswith(_NOT_SHOWN)
        ]
        line = self._parser.CurrentLineNumber
        self._open.append(_Open(_short(name), "; ".join(shown), line, [], []))

    def _text(self, text: str) -> None:
        self._enter()
        self._open[-1].parts.append(text)

    def _comment(self, text: str) -> None:
        if text.strip() and len(self.comments) < _MOST_COMMENTS:
            self.comments.append(text.strip())

    def _enter(self) -> None:
        """Note where the tag of the element at hand has ended, at the first thing in it."""
        if not self._open[-1].inside:
            self._open[-1].inside.append(self._parser.CurrentLineNumber)

    def _end(self, _name: str) -> None:
        element = self._open.pop()
        self._open[-1].parts.append(_said(element, self._parser.CurrentLineNumber))


def _said(element: _Open, last: int) -> _Part:
    """What an element gives to the one that it stands in: words, or blocks where it holds several."""
    parts = [part for part in element.parts if not isinstance(part, str) or part.strip()]
    texts = sum(isinstance(part, str) for part in parts)
    mark = _Mark(element.name, element.attributes, element.line, last)
    if texts == len(parts):
        return _Said(mark, "".join(map(str, element.parts)), is_value=True)
    if texts and not any(isinstance(part, list) for part in parts):
        return _said_by(mark, element.parts)
    return list(_blocks_of(element, last))


def _said_by(mark: _Mark, parts: Sequence[_Part]) -> _Said:
    """What text and the elements in it say; two of these that touch are two words."""
    texts: list[str] = []
    marks: list[_Mark] = []
    before: _Part = ""
    for part in parts:
        if isinstance(part, _Said):
            texts += [" "] if isinstance(before, _Said) else []
            texts.append(part.text)
            marks += [part.mark, *part.marks]
        elif isinstance(part, str):
            texts.append(part)
        before = part
    return _Said(mark, "".join(texts), marks=tuple(marks))


def _blocks_of(element: _Open, last: int) -> Iterator[Block]:
    """The blocks of an element's parts; words between them are blocks with the lines of the element."""
    mark = _Mark(element.name, element.attributes, element.line, last)
    if not any(isinstance(part, str) and part.strip() for part in element.parts):
        last_of_tag = element.inside[0] if element.inside else last
        yield from _block(_Said(mark._replace(last=last_of_tag), "", is_value=True))
    for is_list, run in groupby(element.parts, key=lambda part: isinstance(part, list)):
        parts = list(run)
        if is_list:
            yield from chain.from_iterable(part for part in parts if isinstance(part, list))
        elif any(isinstance(part, str) and part.strip() for part in parts):
            yield from _block(_said_by(mark, parts))
            mark = mark._replace(attributes="")  # they are said once
        else:
            yield from chain.from_iterable(_block(p) for p in parts if isinstance(p, _Said))


def _block(said: _Said) -> Iterator[Block]:
    """A value with its name as a list item, longer text as a paragraph; then what its marks say besides."""
    text = " ".join(said.text.split())
    mark = said.mark
    place = LinesLocator(first=mark.first, last=mark.last)
    if said.is_value and mark.name and len(text) <= _LONGEST_VALUE:
        shown = f" ({mark.attributes})" if text and mark.attributes else ""
        value = text or mark.attributes
        if value:
            named = markup.inline(f"{mark.name}{shown}: {value}")
            yield Block(kind=BlockKind.LIST, locator=place, text=named)
    elif text:
        words = markup.plain(f"{mark.attributes}\n{text}")
        yield Block(kind=BlockKind.PARAGRAPH, locator=place, text=words)
    known: set[tuple[str, str]] = set()
    for one in said.marks:
        if one.attributes and one[:2] not in known:
            known.add(one[:2])
            place = LinesLocator(first=one.first, last=one.last)
            named = markup.inline(f"{one.name}: {one.attributes}")
            yield Block(kind=BlockKind.LIST, locator=place, text=named)


def _short(name: str) -> str:
    """A name without the prefix of its namespace."""
    return name.rpartition(":")[2]


def _refuse_entity(*_declared: object) -> None:
    raise _RefusedError(_ENTITIES)
