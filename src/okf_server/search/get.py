"""Read a concept or one of its sections."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from okf_server.bundle.read import read_concept
from okf_server.errors import NotFoundError
from okf_server.extract.markdown_unseen import scan
from okf_server.index.locators import merge
from okf_server.index.records import ConceptRecord
from okf_server.model.access import Principal
from okf_server.model.answer import Citation, Reading
from okf_server.model.document import BlockKind, Span
from okf_server.model.passage import Passage
from okf_server.model.wanted import go_on
from okf_server.okf.ids import section_slugs
from okf_server.search.excerpt import LONGEST_QUOTE, excerpt
from okf_server.search.lines import Stretch, TextLines, asked_lines, text_lines
from okf_server.search.resolve import Target, resolve
from okf_server.search.sections import Section, sections
from okf_server.search.view import View, recognised, summary

_LAST_BLANK = re.compile(r"\s(?=\S*\Z)")
_MOST_NAMED = 20


class _Page(NamedTuple):
    """A concept's text with its blocks and passages; `lines` where its lines are the original's.

    `unseen` are the stretches of it that nobody sees who reads the original as it is shown.
    """

    meta: Mapping[str, object]
    body: str
    spans: Sequence[Span]
    passages: Sequence[Passage]
    lines: TextLines | None
    unseen: Sequence[Stretch]


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
    """The text that a reference means, from `start` on, at most `max_chars` of it, without what nobody sees.

    `start` is 0 or the `next_start` of an earlier reading. The text ends at the end of a block where one
    fits. Raises NotFoundError, UsageError for lines of what has none, or StorageError where the published file
    was changed since.
    """
    target = resolve(view, reference, principal=principal)
    page = _page(view, target)
    found = sections(page.body, page.spans)
    chosen = _section(target, section, found)
    whole = _stretch(target, page, chosen)
    first = _first_seen(page, min(max(start, whole[0]), whole[1]))
    end = _cut(page.body, page.spans, (first, whole[1]), max(max_chars, 1))
    return Reading(
        concept=replace(summary(target.record, now), meta=page.meta),
        section=chosen.slug if chosen else "",
        text=_seen(page, first, end),
        start=first,
        next_start=_next(page, end, whole[1]),
        sections=tuple(each.slug for each in found),
        citation=_cite(view, target.record, page, (first, end), on_this_machine=principal.trusted),
        snapshot=view.mark,
    )


def check_lines(view: View, target: Target) -> None:
    """Raises UsageError or NotFoundError where a reference names lines that cannot be read."""
    if target.lines:
        _stretch(target, _page(view, target), None)


def _page(view: View, target: Target) -> _Page:
    record = target.record
    digest = view.digests.get(f"bundle/{record.id}.md")
    concept = read_concept(view.bundle, record.id, digest=digest)
    rows = range(record.first_row, record.first_row + record.rows)
    passages = [view.index.passage(row).passage for row in rows]
    spans: Sequence[Span] = scan(concept.body)
    unseen = _unseen(spans, passages)
    if not unseen:
        spans = [span for span in spans if span.kind is not BlockKind.HIDDEN]
    go_on()
    lines = text_lines(concept.body, passages)
    return _Page(concept.meta, concept.body, spans, passages, lines, unseen)


def _unseen(spans: Sequence[Span], passages: Sequence[Passage]) -> list[Stretch]:
    """What nobody sees: no passage holds any of it, as one of plain text does that looks alike."""
    ends = [passage.end for passage in passages]
    found: list[Stretch] = []
    for span in spans:
        if span.kind is BlockKind.HIDDEN:
            behind = bisect_right(ends, span.start)
            if behind == len(passages) or passages[behind].start >= span.end:
                found.append((span.start, span.end))
    return found


def _first_seen(page: _Page, start: int) -> int:
    """Where the text goes on that can be seen."""
    return next((end for first, end in page.unseen if first <= start < end), start)


def _seen(page: _Page, start: int, end: int) -> str:
    """A stretch of the text without what nobody sees, nor the empty lines that it leaves."""
    text = ""
    for first, last in [*page.unseen, (end, end)]:
        if last >= start and first <= end:
            part = page.body[start:first]
            if (not text or text.endswith("\n\n")) and start and part.startswith("\n"):
                part = part.lstrip("\n")
            text += part
            start = max(last, start)
    return text


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


def _stretch(target: Target, page: _Page, section: Section | None) -> Stretch:
    """What may be read: the section, the lines that the reference names, or everything."""
    if section:
        return (section.start, section.end)
    if target.lines:
        return asked_lines(page.lines, target.lines, name=target.record.id)
    return (0, len(page.body))


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


def _next(page: _Page, end: int, last: int) -> int | None:
    """Where the rest begins, without the blanks before it; None where nothing of it is seen."""
    rest = page.body[end:last]
    if not _seen(page, end, last).strip():
        return None
    return _first_seen(page, end + len(rest) - len(rest.lstrip()))


def _cite(
    view: View, record: ConceptRecord, page: _Page, stretch: Stretch, *, on_this_machine: bool
) -> Citation:
    start, end = stretch
    places = [p.locator for p in page.passages if p.start < end and p.end > start]
    text = _seen(page, start, end).strip()
    return Citation(
        uri=view.uri(record, on_this_machine=on_this_machine),
        path=record.path,
        revision=record.revision,
        locator=page.lines.locator(stretch, page.spans) if page.lines else merge(places),
        quote=excerpt(text, frozenset(), longest=LONGEST_QUOTE).text,
        extraction=recognised(record, places),
    )
