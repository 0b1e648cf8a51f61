"""What an extractor makes of an item: text with the place of every block."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from okf_server.model.locator import Locator


class BlockKind(StrEnum):
    """What a block of a document is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    EQUATION = "equation"
    CAPTION = "caption"
    NOTE = "note"
    HIDDEN = "hidden"  # nobody sees it who reads the text as it is shown


class Part(NamedTuple):
    """A line of a block whose own place is known, such as a table's row: `body[start:end]`."""

    start: int
    end: int
    locator: Locator


class Span(NamedTuple):
    """A block of a document: `body[start:end]` is its Markdown, `locator` its place in the original.

    `parts` covers every line of a table (header, delimiter, rows) in order. It is empty for other kinds, and
    where the block's lines are the original's lines, as its locator says.
    """

    start: int
    end: int
    kind: BlockKind
    locator: Locator | None
    level: int = 0  # 1..6 for headings
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A file inside an item that is read as an item of its own, such as a mail's attachment.

    An `inline` one is a picture that the item shows in its text.
    """

    name: str
    data: bytes
    inline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An extracted item: Markdown with LF line ends, and its blocks in order.

    Spans are code points of `body`, disjoint and ascending. `title` is what the document calls itself,
    empty where it does not. `details` are facts worth keeping, such as the number of pages.
    `meta` is the frontmatter that the item brought along (Markdown only). `warnings` are remarks for people,
    a short sentence each. `lines_from` is set where the body is the original's own text: the line of the
    original where it starts, from 1. `hidden` is text of the original that nobody sees who opens it: it is no part of
    `body`, and is shown to a reviewer.
    """

    body: str
    spans: tuple[Span, ...]
    title: str = ""
    details: Mapping[str, object] = field(default_factory=dict)
    meta: Mapping[str, object] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    lines_from: int | None = None
    hidden: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """The whole item was read."""

    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Partial:
    """A part of the item was read; `reason` says what is missing, `hint` how to have it, if anything helps."""

    document: Document
    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """The item is of a kind that is not read."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The item should have been read and could not be; `hint` says what to do next."""

    reason: str
    hint: str = ""


Outcome = Extracted | Partial | Skipped | Failed
