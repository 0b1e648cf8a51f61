"""get_knowledge: the text of concepts and sections, page by page."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from okf_server.errors import BusyError, NotFoundError, OkfError, UsageError
from okf_server.model.answer import Reading, SnapshotMark
from okf_server.okf.reference import parse_reference
from okf_server.serve import budget
from okf_server.serve.caller import caller
from okf_server.serve.cursor import Place, question_digest
from okf_server.serve.seam import Bases, Knowledge
from okf_server.serve.service import Service
from okf_server.serve.tools import citing
from okf_server.serve.tools.answer import Answer, Entry
from okf_server.serve.tools.arguments import GetArguments
from okf_server.serve.tools.quoting import NOTICE, fenced, inline

_AROUND = 100
"""Tokens kept for what stands around the texts."""

_LEAST_TEXT = 60
"""Tokens below which a text is not begun but left for the next page."""

_ATTEMPTS = 5
_MOST_SECTIONS = 40
_MOST_REF = 200


class _PublishedMeanwhileError(Exception):
    """A base was published between two readings of one answer."""


@dataclass(slots=True, kw_only=True)
class _Page:
    """The page as far as it is read, and the tokens that are left for the rest of it."""

    tokens: int
    now: datetime
    snapshots: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    refused: list[tuple[str, OkfError]] = field(default_factory=list)
    following: Place | None = None

    def take(self, reading: Reading, *, item: int) -> bool:
        """Take what fits of a reading; False where the page is full."""
        self._hold(reading.snapshot)
        age_s = citing.age_s(reading.snapshot, self.now)
        left = self.tokens - _entry(replace(reading, text=""), age_s=age_s).cost()
        if self.entries and left < _LEAST_TEXT:
            self.following = self._place(item, reading.start)
            return False
        reading = _shortened(reading, max(left, _LEAST_TEXT))
        entry = _entry(reading, age_s=age_s)
        self.entries.append(entry)
        self.tokens -= entry.cost()
        if reading.next_start is not None:
            self.following = self._place(item, reading.next_start)
        return self.following is None

    def refuse(self, ref: str, error: OkfError) -> None:
        """Keep why a reference cannot be read."""
        ref = inline(ref, _MOST_REF)
        self.refused.append((ref, error))
        self.tokens -= budget.quoted_tokens(f"{ref} {error}")

    def _hold(self, mark: SnapshotMark) -> None:
        """One answer reads one snapshot of each base."""
        if self.snapshots.setdefault(mark.base, mark.id) != mark.id:
            raise _PublishedMeanwhileError

    def _place(self, item: int, start: int) -> Place:
        return Place(item=item, start=start, snapshots=self.snapshots)


def get_knowledge(service: Service, asked: GetArguments) -> Answer:
    """The page of texts that the arguments ask for."""
    question = question_digest("get_knowledge", caller(), asked.refs, asked.section)
    place = service.cursors.open(asked.cursor, question)
    for _ in range(_ATTEMPTS):
        try:
            page = _page(service, asked, place)
        except _PublishedMeanwhileError:
            continue
        cursor = service.cursors.seal(page.following, question) if page.following else None
        left = len(asked.refs) - place.item
        return _answer(page, omitted=left - len(page.entries) - len(page.refused), cursor=cursor)
    raise BusyError("The base is being published again and again.", hint="Ask again in a moment.")


def _page(service: Service, asked: GetArguments, place: Place) -> _Page:
    page = _Page(tokens=asked.budget_tokens - _AROUND, now=service.now())
    for item in range(place.item, len(asked.refs)):
        start = place.start if item == place.item else 0
        try:
            reading = _read(service, asked, item=item, start=start)
        except (NotFoundError, UsageError) as error:
            page.refuse(asked.refs[item], error)
            continue
        place.must_match(reading.snapshot)
        if not page.take(reading, item=item):
            break
    return page


def _read(service: Service, asked: GetArguments, *, item: int, start: int) -> Reading:
    base = parse_reference(asked.refs[item]).base
    return _open(service.bases(), base).get(
        asked.refs[item],
        section=asked.section or None,
        start=start,
        max_chars=asked.budget_tokens * budget.CHARACTERS_PER_TOKEN,
        principal=caller(),
    )


def _open(bases: Bases, base: str | None) -> Knowledge:
    """The base that a reference names; what looks like a base's name may be part of a file's."""
    try:
        return bases.open(base)
    except NotFoundError as missing:
        try:
            return bases.open(None)
        except UsageError:
            raise missing from None


def _shortened(reading: Reading, tokens: int) -> Reading:
    text = budget.cut(reading.text, tokens)
    if text == reading.text:
        return reading
    return replace(reading, text=text, next_start=reading.start + len(text))


def _entry(reading: Reading, *, age_s: int) -> Entry:
    concept, sections = reading.concept, reading.sections[:_MOST_SECTIONS]
    data = {
        **citing.concept_data(concept),
        "section": reading.section,
        "text": reading.text,
        "start": reading.start,
        "truncated": reading.next_start is not None,
        "description": inline(concept.description),
        "tags": [inline(tag) for tag in concept.tags],
        **citing.standing_data(concept),
        "sections": list(sections),
        "sections_omitted": len(reading.sections) - len(sections),
        "source": citing.source_data(reading.citation),
        "revision": reading.citation.revision,
        "base": reading.snapshot.base,
        "snapshot": reading.snapshot.id,
        "snapshot_age_s": age_s,
    }
    return Entry(text=_text(reading, data), data=data)


def _text(reading: Reading, data: dict[str, Any]) -> str:
    concept = reading.concept
    reference = citing.reference(concept, reading.section, base=reading.snapshot.base)
    lines = [
        f"{data['title']} ({reference})",
        f"{citing.standing_text(concept)}; snapshot {data['snapshot']}, {data['snapshot_age_s']} s old",
        citing.source_text(reading.citation),
    ]
    if data["description"]:
        lines.append(f"Description: {data['description']}")
    if data["tags"]:
        lines.append(f"Tags: {', '.join(data['tags'])}")
    if data["sections"]:
        more = f" and {data['sections_omitted']} more" if data["sections_omitted"] else ""
        lines.append(f"Sections: {', '.join(data['sections'])}{more}")
    part = f"From character {reading.start}:\n" if reading.start else ""
    lines.append(f"{part}{fenced(reading.text)}")
    if data["truncated"]:
        lines.append("The text goes on.")
    return "\n".join(lines)


def _answer(page: _Page, *, omitted: int, cursor: str | None) -> Answer:
    if not page.entries:
        raise _failure([error for _, error in page.refused])
    data = {
        "results": [entry.data for entry in page.entries],
        "errors": [{"ref": ref, "message": str(error)} for ref, error in page.refused],
        "omitted": omitted,
        "next_cursor": cursor,
    }
    parts = [NOTICE, *(entry.text for entry in page.entries)]
    parts += [f"{ref}: {error}" for ref, error in page.refused]
    parts += [f"Left out: {omitted} more."] if omitted else []
    parts += [f"Go on with cursor: {cursor}"] if cursor else []
    return Answer(text="\n\n".join(parts), data=data)


def _failure(errors: list[OkfError]) -> OkfError:
    if len(errors) == 1:
        return errors[0]
    return NotFoundError("\n".join(str(error) for error in errors))
