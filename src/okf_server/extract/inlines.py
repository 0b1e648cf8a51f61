"""Write the stretches of a paragraph as Markdown: text, code, formulas, links and the marks of notes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from okf_server.extract import markup, raised


class Look(Enum):
    """What a stretch is."""

    TEXT = "text"
    CODE = "code"
    MATH = "math"
    MARK = "mark"
    ABOVE = "above"
    BELOW = "below"


_RAISED = {Look.ABOVE: raised.above, Look.BELOW: raised.below}


@dataclass(frozen=True, slots=True, kw_only=True)
class Inline:
    """A stretch of a paragraph; `text` is LaTeX for MATH and the note's label for MARK.

    `target` is where it links to.
    """

    text: str
    look: Look = Look.TEXT
    target: str = ""


def as_text(inlines: Iterable[Inline]) -> str:
    """The words alone, in one line, without the marks of notes."""
    words = (_told(one) for one in joined(inlines) if one.look is not Look.MARK)
    return " ".join(markup.clean("".join(words)).split())


def as_code(inlines: Iterable[Inline]) -> str:
    """The text with its lines and blanks as they stand."""
    return "".join(one.text for one in inlines if one.look is not Look.MARK)


def as_paragraph(inlines: Sequence[Inline]) -> str:
    """Markdown of a paragraph or list item; its line breaks are kept."""
    lines = (" ".join(line.split()) for line in _written(inlines).split("\n"))
    return "\n".join(markup.starts(line) for line in lines if line)


def as_line(inlines: Sequence[Inline]) -> str:
    """Markdown of one line, for headings, list items, cells and notes."""
    return " ".join(_written(inlines).split())


def _written(inlines: Sequence[Inline]) -> str:
    texts: list[str] = []
    after_mark = False
    for one in joined(inlines):
        written = _one(one)
        texts.append(f"\\{written}" if after_mark and written.startswith("(") else written)
        after_mark = written.endswith("]") if written else after_mark
    return "".join(texts)


def joined(inlines: Iterable[Inline]) -> Iterator[Inline]:
    """Neighbours of one look and target as one; formulas and marks stay apart."""
    for _, group in groupby(enumerate(inlines), _likeness):
        members = [one for _, one in group]
        text = "".join(one.text for one in members)
        yield replace(members[0], text=text) if len(members) > 1 else members[0]


def look_of_text(said: Mapping[str, bool]) -> Look:
    """The look of text by what its style says: `code`, `above` and `below` the line."""
    if said.get("code"):
        return Look.CODE
    if said.get("above"):
        return Look.ABOVE
    return Look.BELOW if said.get("below") else Look.TEXT


def _likeness(numbered: tuple[int, Inline]) -> tuple[Look, str, int]:
    number, one = numbered
    alone = one.look in (Look.MATH, Look.MARK)
    return one.look, one.target, number if alone else -1


def _one(inline: Inline) -> str:
    match inline.look:
        case Look.MATH:
            text = " ".join(markup.clean(inline.text).split())
            return f"${text}$" if text else ""
        case Look.MARK:
            return f"[^{inline.text}]"
        case Look.CODE | Look.TEXT | Look.ABOVE | Look.BELOW:
            return _words(inline)


def _told(inline: Inline) -> str:
    """The text, as raised or lowered where it is."""
    return _RAISED[inline.look](inline.text) if inline.look in _RAISED else inline.text


def _words(inline: Inline) -> str:
    """Code and links without the blanks at their ends, which stay outside."""
    text = markup.clean(_told(inline))
    words = text.strip()
    if not words or (inline.look is not Look.CODE and not inline.target):
        return markup.within(text)
    before, _, after = text.partition(words)
    if inline.look is Look.CODE and "`" not in words:
        written = f"`{' '.join(words.split())}`"
    else:
        written = markup.within(words)
    return f"{before}{markup.link(written, inline.target)}{after}"
