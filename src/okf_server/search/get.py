"""Read a concept or one of its sections."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from okf_server.bundle.read import read_concept
from okf_server.errors import NotFoundError
from okf_server.index.locators import merge
from okf_server.index.read import IndexReader
from okf_server.index.records import ConceptRecord
from okf_server.model.access import Principal
from okf_server.model.answer import Citation, Reading
from okf_server.model.concept import Concept
from okf_server.model.document import Span
from okf_server.model.locator import LinesLocator
from okf_server.model.passage import Passage
from okf_server.model.wanted import go_on
from okf_server.okf.ids import section_slugs
from okf_server.okf.markdown import scan
from okf_server.search.excerpt import LONGEST_QUOTE, excerpt
from okf_server.search.resolve import Target, resolve
from okf_server.search.sections import Section, sections
from okf_server.search.view import View, recognised, summary

_LAST_BLANK = re.compile(r"\s(?=\S*\Z)")
_MOST_NAMED = 20

Stretch = tuple[int, int]


def get(  # noqa: PLR0913 - one argument for each thing that decides on an answer
    view: View,
    reference: str,
    *,
    principal: Principal,
    section: str | None,
    start: int,
    max_chars: int,
    now: datetime,
) -> Reading:
    """The text that a reference means, from `start` on, at most `max_chars` of it.

    `start` is 0 or the `next_start` of an earlier reading. The text ends at the end of a block where one
    fits. Raises NotFoundError, or StorageError where the published file was changed since.
    """
    target = resolve(view, reference, principal=principal)
    digest = view.digests.get(f"bundle/{target.record.id}.md")
    concept = read_concept(view.bundle, target.record.id, digest=digest)
    spans = scan(concept.body)
    go_on()
    found = sections(concept.body, spans)
    chosen = _section(target, section, found)
    whole = _stretch(view.index, target, concept, chosen)
    first = min(max(start, whole[0]), whole[1])
    end = _cut(concept.body, spans, (first, whole[1]), max(max_chars, 1))
    text = concept.body[first:end]
    return Reading(
        concept=replace(summary(target.record, now), meta=concept.meta),
        section=chosen.slug if chosen else "",
        text=text,
        start=first,
        next_start=_next(concept.body, end, whole[1]),
        sections=tuple(each.slug for each in found),
        citation=_cite(view, target.record, (first, end), text),
        snapshot=view.mark,
    )


def _section(target: Target, asked: str | None, found: Sequence[Section]) -> Section | None:
    wanted = asked or target.section
    if not wanted:
        return None
    names = (wanted, wanted.casefold(), section_slugs([wanted])[0])
    for name in names:
        for each in found:
            if each.slug == name:
                return each
    slugs = ", ".join(each.slug for each in found[:_MOST_NAMED]) or "none"
    raise NotFoundError(
        f"{target.record.id} has no section {wanted[:100]!r}.", hint=f"Its sections are: {slugs}."
    )


def _stretch(
    index: IndexReader, target: Target, concept: Concept, section: Section | None
) -> Stretch:
    """What may be read: the section, the lines that the reference names, or everything."""
    if section:
        return (section.start, section.end)
    if target.lines:
        first, last = target.lines
        covering = [
            passage
            for passage in _passages(index, target.record)
            if isinstance(passage.locator, LinesLocator)
            and passage.locator.first <= last
            and passage.locator.last >= first
        ]
        if covering:
            return (covering[0].start, covering[-1].end)
    return (0, len(concept.body))


def _passages(index: IndexReader, record: ConceptRecord) -> Sequence[Passage]:
    rows = range(record.first_row, record.first_row + record.rows)
    return [index.passage(row).passage for row in rows]


def _cut(body: str, spans: Sequence[Span], stretch: Stretch, longest: int) -> int:
    """Where the text ends: with the stretch, or with the last block, word or character that fits."""
    start, end = stretch
    if end - start <= longest:
        return end
    limit = start + longest
    blocks = [span.end for span in spans if start < span.end <= limit]
    if blocks and blocks[-1] - start >= longest // 2:
        return blocks[-1]
    window = body[start:limit]
    line = window.rfind("\n", longest // 2)
    blank = _LAST_BLANK.search(window, longest // 2)
    if line > 0:
        return start + line
    return start + blank.start() if blank else limit


def _next(body: str, end: int, last: int) -> int | None:
    """Where the rest begins, without the blanks before it."""
    rest = body[end:last]
    return end + len(rest) - len(rest.lstrip()) if rest.strip() else None


def _cite(view: View, record: ConceptRecord, stretch: Stretch, text: str) -> Citation:
    start, end = stretch
    places = [p.locator for p in _passages(view.index, record) if p.start < end and p.end > start]
    return Citation(
        uri=view.uri(record),
        path=record.path,
        revision=record.revision,
        locator=merge(places),
        quote=excerpt(text.strip(), frozenset(), longest=LONGEST_QUOTE).text,
        extraction=recognised(record, places),
    )
