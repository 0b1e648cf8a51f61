"""Find the blocks that docling-rs made of a binary Word document among the document's own paragraphs.

docling-rs tells no places. A block has one where its very letters stand, in order, and nowhere else that they
could be meant; else it has none.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from okf_server.extract.blocks import Block
from okf_server.extract.docling import Piece
from okf_server.extract.markup import clean
from okf_server.model.document import BlockKind
from okf_server.model.locator import SectionLocator

_MOST_TRIED = 1_000  # paragraphs that a table may begin at
_LABEL = re.compile(r"\s*(?:\d{1,4}(?:\.\d{1,4})*[.)]?|[A-Za-z]{1,5}[.)])\s+")


class Places:
    """The paragraphs of a document that have text, counted from 1, those in tables too."""

    def __init__(self, paragraphs: Sequence[str]) -> None:
        self._keys = [_key(text) for text in paragraphs]
        self._where: dict[str, list[int]] = defaultdict(list)
        for number, key in enumerate(self._keys):
            self._where[key].append(number)
        self._next = 0
        self._path: list[tuple[int, str]] = []

    def placed(self, block: Block, piece: Piece) -> Block:
        """The block with its place, where it has one; notes stand elsewhere than in the text."""
        if block.kind is BlockKind.HEADING:
            self._path = [step for step in self._path if step[0] < block.level]
            self._path.append((block.level, " ".join(clean(piece.text).split())))
        if block.kind is BlockKind.NOTE:
            return block
        found = self._table(piece) if piece.cells else self._text(piece.text)
        if found is None:
            return block
        first, last = found
        self._next = last + 1
        locator = SectionLocator(
            path=tuple(text for _, text in self._path),
            block=first + 1,
            to_block=last + 1 if last > first else None,
        )
        rows = tuple(replace(row, locator=locator) for row in block.rows)
        return replace(block, locator=locator, rows=rows)

    def _text(self, text: str) -> tuple[int, int] | None:
        """The paragraph that says this, with or without the number that Word puts before it."""
        found = self._paragraph(_key(text))
        label = None if found else _LABEL.match(text)
        return self._paragraph(_key(text[label.end() :])) if label else found

    def _paragraph(self, key: str) -> tuple[int, int] | None:
        """The next paragraph, or the only one behind it that says this."""
        numbers = self._where.get(key, []) if key else []
        behind = numbers[bisect_left(numbers, self._next) :]
        if behind and (behind[0] == self._next or len(behind) == 1):
            return behind[0], behind[0]
        return None

    def _table(self, piece: Piece) -> tuple[int, int] | None:
        """The paragraphs that say together what a table says, the next ones or the only ones."""
        key = _key("".join(cell for row in piece.cells for cell in row))
        tried = range(self._next, min(self._next + _MOST_TRIED, len(self._keys)))
        found = [(first, last) for first in tried if (last := self._end(first, key)) is not None]
        if found and (found[0][0] == self._next or len(found) == 1):
            return found[0]
        return None

    def _end(self, first: int, key: str) -> int | None:
        """The last of the paragraphs from one on that say this together; None where they do not."""
        at = 0
        for number in range(first, len(self._keys)):
            if not key.startswith(self._keys[number], at):
                return None
            at += len(self._keys[number])
            if at == len(key):
                return number if key else None
        return None


def _key(text: str) -> str:
    """The letters and digits of a text, in one of the ways in which each can be written."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text)))
