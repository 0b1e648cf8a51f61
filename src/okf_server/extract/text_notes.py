"""Footnotes of text formats as Markdown has them: a mark, `[^1]`, and the note behind it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from okf_server.extract.blocks import Block
from okf_server.model.document import BlockKind

UNNUMBERED = "[^#]"
"""A mark whose number is its place among those that have none."""

_RST_MARK = re.compile(r"(?:(?<=\S) )?(?<![\w\\])\[(\d{1,6}|#?[A-Za-z][\w.-]{0,40}|#|\*)\]_(?!\w)")
_ADOC_NOTE = re.compile(r"footnote(?:ref)?:([\w-]{0,40})\[((?:\\\]|[^\]])*)\]")
_NUMBERED = re.compile(r"\[\^(\d{1,6})\]")


def rst_marks(text: str) -> str:
    """Text of reStructuredText with its references to notes and citations as marks."""
    return _RST_MARK.sub(lambda found: mark(found[1]), text)


def mark(label: str) -> str:
    """The mark of a note by its label."""
    return f"[^{label.removeprefix('#') or '#'}]"


def numbered(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks with numbers for marks that have none, and for their notes: those that no other has."""
    texts = [block.text for block in blocks if block.kind is not BlockKind.CODE]
    taken = {int(found) for text in texts for found in _NUMBERED.findall(text)}
    marks, notes = (filter(lambda n: n not in taken, count(1)) for _ in range(2))
    for block in blocks:
        if block.kind is BlockKind.CODE or UNNUMBERED not in block.text:
            yield block
            continue
        numbers = notes if block.text.startswith(f"{UNNUMBERED}:") else marks
        parts = block.text.split(UNNUMBERED)
        text = parts[0] + "".join(f"[^{next(numbers)}]{part}" for part in parts[1:])
        yield replace(block, text=text)


class AdocNotes:
    """The notes of an AsciiDoc text, which stand where they are referred to, numbered through it."""

    def __init__(self) -> None:
        self._count = 0
        self._named: dict[str, int] = {}

    def take(self, text: str) -> tuple[str, list[str]]:
        """The text with marks, and the notes in it as Markdown has them."""
        notes: list[str] = []

        def marked(found: re.Match[str]) -> str:
            name, said = found[1], found[2].replace("\\]", "]")
            if found[0].startswith("footnoteref:"):
                name, _, said = said.partition(",")
            if name and not said.strip():
                return f"[^{self._named[name]}]" if name in self._named else ""
            self._count += 1
            self._named.setdefault(name, self._count)
            notes.append(f"[^{self._count}]: {' '.join(said.split())}")
            return f"[^{self._count}]"

        return _ADOC_NOTE.sub(marked, text), notes
