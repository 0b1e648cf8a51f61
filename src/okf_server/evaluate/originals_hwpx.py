"""Read Hangul's open documents with python-hwpx, by the ordinal of the block."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from okf_server.evaluate.originals_blocks import BlockOriginal

_BESIDE = frozenset(
    ["footNote", "endNote", "tbl", "drawText", "caption", "header", "footer", "hiddenComment"],
)
_SPACES = {"tab": " ", "nbSpace": " ", "fwSpace": " ", "lineBreak": "\n", "hyphen": "-"}
_TEXTS = frozenset(["t", "mainText", "subText", "text", "markpenBegin", "insertBegin"])
_BREAKS = frozenset(["p", "mainText"])
_UNSAID = frozenset(
    ["parameters", "indexmark", "shapeComment", "linesegarray", "default", "metaTag", "listItem"]
)
_BUTTONS = frozenset(["btn", "checkBtn", "radioBtn"])
_DRAWN = {"textart": "text", "compose": "composeText"}
_COMMAND = re.compile(r"[A-Za-z]{3,}|\b(?:of|to|rm|it)\b")


class HwpxOriginal(BlockOriginal):
    """A document: the paragraphs and the tables of its sections that have text, counted from 1.

    A table in running text or in a box is one with all that it holds; everything else that hangs on a
    paragraph belongs to it.
    """

    def __init__(self, path: Path) -> None:
        from hwpx import HwpxDocument  # noqa: PLC0415 - of the extra `evaluate`

        logging.getLogger("hwpx").addHandler(logging.NullHandler())  # its remarks are for others
        reading = Reading()
        with HwpxDocument.open(str(path)) as document:
            texts = [text for part in document.sections for text in reading.section(part.element)]
        super().__init__(texts)


class Reading:
    """One pass over a document; deletions go on from section to section."""

    def __init__(self) -> None:
        self._deleted: set[str] = set()

    def section(self, section: Any) -> Iterator[str]:
        """The text of each block of a section."""
        for child in section:
            if _name(child) in ("tbl", "memogroup"):
                yield self._whole(child)
            elif _name(child):
                tables: list[Any] = []
                yield self._running(child, tables)
                yield from map(self._whole, tables)

    def _running(self, element: Any, tables: list[Any]) -> str:
        """A paragraph and its boxes; the tables of both are gathered."""
        beside: list[Any] = []
        texts = [self._speak(element, beside)]
        for one in beside:
            if _name(one) == "tbl":
                tables.append(one)
            elif _name(one) == "drawText":
                texts.append(self._running(one, tables))
            else:
                texts.append(self._whole(one))
        return "\n".join(texts)

    def _whole(self, element: Any) -> str:
        """All that an element says; what stands beside its text comes behind it."""
        beside: list[Any] = []
        text = f"{self._lead(element)}{self._speak(element, beside)}"
        return "\n".join([text, *map(self._whole, beside)])

    def _lead(self, element: Any) -> str:
        """What is said of a memo before its text."""
        author = element.find(".//{*}stringParam[@name='Author']")
        memo = _name(element) in ("fieldBegin", "memogroup")
        return f"Memo {'' if author is None else author.text} " if memo else ""

    def _speak(self, element: Any, beside: list[Any]) -> str:
        """The text of an element; what has a text of its own is put into `beside`."""
        texts = [self._said(element.text) if _name(element) in _TEXTS else ""]
        for child in element:
            name = _name(child)
            if name in _BESIDE or (name == "fieldBegin" and child.get("type") == "MEMO"):
                beside.append(child)
            elif name == "tc":
                texts.append(self._cell(child, beside))
            elif name and name not in _UNSAID:
                texts += [self._own(child, name), self._speak(child, beside)]
            texts.append(self._said(child.tail) if _name(element) in _TEXTS else "")
        return "".join(texts) + ("\n" if _name(element) in _BREAKS else "")

    def _cell(self, cell: Any, beside: list[Any]) -> str:
        """A cell with its boxes; the tables and notes in it go on to the end of the whole table."""
        inner: list[Any] = []
        texts = [self._speak(cell, inner)]
        for one in inner:
            if _name(one) in ("drawText", "caption"):
                texts.append(self._cell(one, beside))
            else:
                beside.append(one)
        return "\n".join([*texts, ""])

    def _own(self, element: Any, name: str) -> str:
        """What an element says by its attributes, or by standing there."""
        if name == "deleteBegin":
            self._deleted.add(element.get("Id", ""))
        elif name == "deleteEnd":
            self._deleted.discard(element.get("Id", ""))
        return self._said(_SPACES.get(name) or _attribute(element, name))

    def _said(self, text: str | None) -> str:
        return "" if text is None or self._deleted else text


def _attribute(element: Any, name: str) -> str:
    """What the program draws that is no text of the file."""
    if name in _BUTTONS:
        return f" {element.get('caption', '')} "
    if name == "autoNum":
        caption = element.get("numType") in ("PICTURE", "TABLE", "EQUATION")
        return str(element.get("num", "")) if caption else ""
    if name == "script":
        signs = "".join(element.itertext())
        return f" {_COMMAND.sub('', signs)} "
    if name == "comboBox":
        chosen = element.get("selectedValue", "")
        shown = element.find(f"{{*}}listItem[@value={chosen!r}]") if chosen else None
        return str(chosen if shown is None else shown.get("displayText"))
    drawn = element.get(_DRAWN[name], "") if name in _DRAWN else ""
    return str(drawn).replace("␍␊", " ")


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
