"""The sections of a concept's body."""

from collections.abc import Sequence
from dataclasses import dataclass

from okf_server.index.passages import heading_text
from okf_server.model.document import BlockKind, Span
from okf_server.okf.ids import section_slugs


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and all below it: `body[start:end]`, to the next heading of its level or above."""

    slug: str
    start: int
    end: int


def sections(body: str, spans: Sequence[Span]) -> tuple[Section, ...]:
    """The sections in the order of their headings."""
    headings = [span for span in spans if span.kind is BlockKind.HEADING]
    slugs = section_slugs([heading_text(body[span.start : span.end]) for span in headings])
    return tuple(
        Section(slug=slug, start=span.start, end=_end(body, headings[number:]))
        for number, (span, slug) in enumerate(zip(headings, slugs, strict=True))
    )


def _end(body: str, headings: Sequence[Span]) -> int:
    level = headings[0].level
    following = (span.start for span in headings[1:] if span.level <= level)
    return next(following, len(body))
