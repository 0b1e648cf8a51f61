"""Passages: the unit of retrieval."""

from enum import StrEnum
from typing import NamedTuple

from okf_server.model.locator import Locator


class PassageKind(StrEnum):
    """What a passage mostly is."""

    TEXT = "text"
    TABLE = "table"
    CODE = "code"
    CAPTION = "caption"
    NOTE = "note"


class Passage(NamedTuple):
    """A stretch of one concept: `concept.body[start:end]` is its text, to the letter.

    `headings` is the heading path, outermost first, without the concept's title; `section` is the slug of
    the innermost heading as GitHub makes them, empty above the first heading. `header` is the span of the
    table header that a table's later passages repeat for ranking and display.
    """

    concept: str
    ordinal: int
    start: int
    end: int
    kind: PassageKind
    headings: tuple[str, ...]
    section: str
    locator: Locator | None
    header: tuple[int, int] | None = None
