"""Read Hangul 5 files record by record, in a container that dochan opens, by the ordinal of the block."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from okf_server.evaluate.originals_blocks import BlockOriginal

_PARAGRAPH, _TEXT, _CONTROL, _LIST = 66, 67, 71, 72
_MEMO = 93
_SINGLE = frozenset([0, 10, 13, *range(24, 32)])
_UNANCHORED = frozenset([4, 5, 6, 7, 8, 9, 19, 20])
_DRAWN = {9: " ", 10: "\n", 24: "-", 30: " ", 31: " "}
_CAPTIONS = frozenset([3, 4, 5])
_COMMAND = re.compile(r"[A-Za-z]{3,}|\b(?:of|to|rm|it)\b")
_SHOWN = re.compile(r"(?:Caption|Text):wstring:(\d+):")


@dataclass(slots=True)
class _Node:
    tag: int
    data: bytes
    below: list["_Node"] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The name of a control."""
        return self.data[:4][::-1].decode("latin-1") if self.tag == _CONTROL else ""

    def number(self, at: int, size: int = 2) -> int:
        return int.from_bytes(self.data[at : at + size], "little")

    def words(self, at: int) -> str:
        """Text behind its length."""
        return self.data[at + 2 : at + 2 + 2 * self.number(at)].decode("utf-16-le", "replace")


class HwpOriginal(BlockOriginal):
    """A document: the paragraphs and the tables of its sections that have text, counted from 1.

    A table in running text or in a box is one with all that it holds; everything else that hangs on a
    paragraph belongs to it.
    """

    def __init__(self, path: Path) -> None:
        from dochan import cfb  # noqa: PLC0415 - of the extra `evaluate`

        with cfb.OleFileIO(str(path)) as file:
            packed = file.openstream("FileHeader").read()[36] & 1
            names = [name[-1] for name in file.listdir() if name[0] == "BodyText"]
            names.sort(key=lambda name: int(name.removeprefix("Section")))
            streams = [file.openstream(f"BodyText/{name}").read() for name in names]
        data = (zlib.decompressobj(-15).decompress(one) if packed else one for one in streams)
        texts = [text for one in data for node in _nodes(one) for text in _blocks(node)]
        super().__init__(texts)


def _nodes(data: bytes) -> list[_Node]:
    root = _Node(0, b"")
    path = [root]
    at = 0
    while at + 4 <= len(data):
        head = int.from_bytes(data[at : at + 4], "little")
        tag, level, size = head & 1023, head >> 10 & 1023, head >> 20
        at += 4
        if size == 4095:  # noqa: PLR2004 - the size stands behind
            size, at = int.from_bytes(data[at : at + 4], "little"), at + 4
        if head == 0:
            break
        node = _Node(tag, data[at : at + size])
        at += size
        del path[level + 1 :]
        path[-1].below.append(node)
        path.append(node)
    return root.below


def _blocks(paragraph: _Node) -> Iterator[str]:
    if paragraph.tag == _PARAGRAPH:
        tables: list[_Node] = []
        yield _running(paragraph, tables)
        yield from map(_whole, tables)


def _running(paragraph: _Node, tables: list[_Node]) -> str:
    """A paragraph and its boxes; the tables of both are gathered."""
    beside: list[_Node] = []
    texts = [_speak(paragraph, beside)]
    for one in beside:
        if one.kind == "tbl ":
            tables.append(one)
        elif one.kind == "gso ":
            texts += [_running(inner, tables) for found in _lists(one) for inner in found]
        else:
            texts.append(_whole(one))
    return "\n".join([*texts, *_memos(paragraph)])


def _whole(node: _Node) -> str:
    """All that the lists of a control say; what stands beside their text comes behind it."""
    later: list[_Node] = []
    texts = [_cell(found, later) for found in _lists(node)]
    return "\n".join([*texts, *map(_whole, later)])


def _cell(paragraphs: list[_Node], later: list[_Node]) -> str:
    beside: list[_Node] = []
    texts = [_speak(paragraph, beside) for paragraph in paragraphs]
    for one in beside:
        if one.kind == "gso ":
            texts += [_cell(found, later) for found in _lists(one)]
        else:
            later.append(one)
    return "\n".join(texts)


def _lists(node: _Node) -> Iterator[list[_Node]]:
    """The lists of paragraphs below a node, in shapes too."""
    found: list[_Node] = []
    for below in node.below:
        if below.tag == _PARAGRAPH:
            found.append(below)
            continue
        yield found
        found = [one for one in below.below if one.tag == _PARAGRAPH]
        if below.tag != _LIST:
            yield from _lists(below)
            found = []
    yield found


def _memos(paragraph: _Node) -> list[str]:
    if not any(below.tag == _MEMO for below in paragraph.below):
        return []
    return [f"Memo {_cell(found, [])}" for found in _lists(paragraph) if found]


def _speak(paragraph: _Node, beside: list[_Node]) -> str:
    """The text of a paragraph, and what is drawn where its controls are anchored."""
    controls = iter([below for below in paragraph.below if below.tag == _CONTROL])
    texts: list[str] = []
    for text in (below.data for below in paragraph.below if below.tag == _TEXT):
        at = 0
        while at + 1 < len(text):
            code = int.from_bytes(text[at : at + 2], "little")
            if code > 31:  # noqa: PLR2004 - the last control character
                texts.append(text[at : at + 2].decode("utf-16-le", "surrogatepass"))
            elif code in _SINGLE or code in _UNANCHORED:
                texts.append(_DRAWN.get(code, ""))
            else:
                texts += [_drawn(one, beside) for one in [next(controls, None)] if one]
            at += 2 if code > 31 or code in _SINGLE else 16  # noqa: PLR2004
    texts += [_drawn(one, beside) for one in controls]
    return "".join(texts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _drawn(control: _Node, beside: list[_Node]) -> str:
    """What a control puts into the line of text."""
    if control.kind != "secd":
        beside.append(control)
    match control.kind:
        case "fn  " | "en  ":
            return ""
        case "atno":
            return str(control.number(8)) if control.number(4, 4) & 15 in _CAPTIONS else ""
        case "tdut":
            return f"{control.words(4)} {control.words(6 + 2 * control.number(4))}"
        case "tcps":
            return control.words(4)
        case _:
            return "".join(map(_inside, control.below))


def _inside(record: _Node) -> str:
    match record.tag:
        case 88:  # a formula
            return f" {_COMMAND.sub('', record.words(4))} "
        case 90:  # lettering
            return record.words(32)
        case 91:  # a form field
            text = record.data.decode("utf-16-le", "replace")
            found = [text[m.end() : m.end() + int(m[1])] for m in _SHOWN.finditer(text)]
            return f" {' '.join(found)} "
        case _:
            return (
                "".join(map(_inside, record.below)) if record.tag not in (_LIST, _PARAGRAPH) else ""
            )
