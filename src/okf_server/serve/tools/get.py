"""get_knowledge: the text of concepts and sections, page by page."""

from dataclasses import dataclass, field, replace
from typing import Any

from okf_server.errors import NotFoundError, OkfError, StorageError, UsageError
from okf_server.model.answer import Reading
from okf_server.okf.controls import plain
from okf_server.okf.reference import parse_reference
from okf_server.serve import budget
from okf_server.serve.caller import caller
from okf_server.serve.cursor import Place, question_digest
from okf_server.serve.incidents import told_to_caller
from okf_server.serve.service import Service
from okf_server.serve.tools import citing
from okf_server.serve.tools.answer import Answer, Entry
from okf_server.serve.tools.arguments import GetArguments
from okf_server.serve.tools.around import (
    around_text,
    frontmatter_data,
    links_data,
    provenance_data,
)
from okf_server.serve.tools.opening import open_named
from okf_server.serve.tools.quoting import NOTICE, fenced, inline
from okf_server.serve.tools.whole import Pins, of_one_snapshot

_AROUND = 100
"""Tokens kept for what stands around the texts."""

_LEAST_TEXT = 60
"""Tokens below which a text is not begun but left for the next page."""

_MOST_SECTIONS = 40
_MOST_REF = 200


class _Reader:
    """Reads the references of one call, all from one snapshot of each base."""

    def __init__(self, service: Service, asked: GetArguments) -> None:
        self._bases = service.bases()
        self._asked = asked
        self.pins = Pins()
        self.now = service.now()
        self._known: dict[tuple[str, str], dict[str, Any]] = {}

    def read(self, item: int, start: int, max_chars: int) -> Reading:
        """A stretch of the reference with this number; raises NotFoundError, UsageError."""
        reference = self._asked.refs[item]
        reading = open_named(self._bases, parse_reference(reference)).get(
            reference,
            section=self._asked.section or None,
            start=start,
            max_chars=max_chars,
            principal=caller(),
        )
        self.pins.hold(reading.snapshot)
        return reading

    def entry(self, reading: Reading) -> Entry:
        """The reading as a part of the answer."""
        around = self._around(reading)
        return _entry(reading, around, age_s=citing.age_s(reading.snapshot, self.now))

    def _around(self, reading: Reading) -> dict[str, Any]:
        """What else was asked for of the concept."""
        around: dict[str, Any] = {}
        if "links" in self._asked.include:
            around["links"] = self._links(reading)
        if "frontmatter" in self._asked.include:
            around["frontmatter"] = frontmatter_data(reading)
        if "provenance" in self._asked.include:
            around["provenance"] = provenance_data(reading)
        return around

    def _links(self, reading: Reading) -> dict[str, Any]:
        """The links of a concept, looked up once for a call."""
        key = (reading.snapshot.base, reading.concept.id)
        if key not in self._known:
            base = self._bases.open(reading.snapshot.base)
            links = base.links(reading.concept.id, principal=caller())
            self.pins.hold(links.snapshot)
            self._known[key] = links_data(links)
        return self._known[key]


@dataclass(slots=True, kw_only=True)
class _Page:
    """The page as far as it is read, and the tokens that are left for the rest of it."""

    reader: _Reader
    tokens: int
    entries: list[Entry] = field(default_factory=list)
    refused: list[tuple[str, OkfError]] = field(default_factory=list)
    following: Place | None = None

    @property
    def most_chars(self) -> int:
        """How long a text can be that fits, at the least that a character costs."""
        return max(self.tokens, 1) * budget.CHARACTERS_PER_TOKEN

    def take(self, reading: Reading, *, item: int) -> bool:
        """Take what fits of a reading; False where the page is full."""
        left = self.tokens - self.reader.entry(replace(reading, text="")).cost()
        if self.entries and left < _LEAST_TEXT:
            self.following = self._place(item, reading.start)
            return False
        text = budget.cut(reading.text, max(left, _LEAST_TEXT))
        if text != reading.text:
            # read again rather than cut: the citation must name the place of the text that is shown
            reading = self.reader.read(item, reading.start, len(text))
        entry = self.reader.entry(reading)
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

    def _place(self, item: int, start: int) -> Place:
        return Place(item=item, start=start, snapshots=self.reader.pins.snapshots)


def get_knowledge(service: Service, asked: GetArguments) -> Answer:
    """The page of texts that the arguments ask for."""
    question = question_digest(
        "get_knowledge", caller(), asked.refs, asked.section, sorted(set(asked.include))
    )
    place = service.cursors.open(asked.cursor, question)
    page = of_one_snapshot(lambda: _page(_Reader(service, asked), asked, place))
    cursor = service.cursors.seal(page.following, question) if page.following else None
    left = len(asked.refs) - place.item
    return _answer(page, omitted=left - len(page.entries) - len(page.refused), cursor=cursor)


def _page(reader: _Reader, asked: GetArguments, place: Place) -> _Page:
    page = _Page(reader=reader, tokens=asked.budget_tokens - _AROUND)
    for item in range(place.item, len(asked.refs)):
        start = place.start if item == place.item else 0
        try:
            reading = reader.read(item, start, page.most_chars)
        except (NotFoundError, UsageError, StorageError) as error:
            page.refuse(asked.refs[item], error)
            continue
        place.must_match(reading.snapshot)
        if not page.take(reading, item=item):
            break
    return page


def _entry(reading: Reading, around: dict[str, Any], *, age_s: int) -> Entry:
    concept, sections = reading.concept, reading.sections[:_MOST_SECTIONS]
    data = {
        **citing.concept_data(concept),
        "section": reading.section,
        "text": plain(reading.text),
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
        **around,
    }
    return Entry(text=_text(reading, data), data=data)


def _text(reading: Reading, data: dict[str, Any]) -> str:
    concept = reading.concept
    reference = citing.reference(concept, reading.section, base=reading.snapshot.base)
    lines = [
        f"{data['title']} ({reference})",
        f"{citing.standing_text(data)}; snapshot {data['snapshot']}, {data['snapshot_age_s']} s old",
        citing.source_text(data["source"], data["revision"]),
    ]
    if data["description"]:
        lines.append(f"Description: {data['description']}")
    if data["tags"]:
        lines.append(f"Tags: {', '.join(data['tags'])}")
    if data["sections"]:
        more = f" and {data['sections_omitted']} more" if data["sections_omitted"] else ""
        lines.append(f"Sections: {', '.join(data['sections'])}{more}")
    lines += around_text(data)
    part = f"From character {reading.start}:\n" if reading.start else ""
    lines.append(f"{part}{fenced(reading.text)}")
    if data["truncated"]:
        lines.append("The text goes on.")
    return "\n".join(lines)


def _answer(page: _Page, *, omitted: int, cursor: str | None) -> Answer:
    if not page.entries and len(page.refused) == 1:
        raise page.refused[0][1]
    refused = [(ref, _said(error)) for ref, error in page.refused]
    if not page.entries:
        raise _failure([said for _, said in refused])
    data = {
        "results": [entry.data for entry in page.entries],
        "errors": [{"ref": ref, "message": said} for ref, said in refused],
        "omitted": omitted,
        "next_cursor": cursor,
    }
    parts = [NOTICE, *(entry.text for entry in page.entries)]
    parts += [f"{ref}: {said}" for ref, said in refused]
    parts += [f"Left out: {omitted} more."] if omitted else []
    parts += [f"Go on with cursor: {cursor}"] if cursor else []
    return Answer(text="\n\n".join(parts), data=data)


def _said(error: OkfError) -> str:
    """Why one of several references is not answered, as its caller may be told."""
    return told_to_caller(error) if isinstance(error, StorageError) else str(error)


def _failure(said: list[str]) -> OkfError:
    hint = "search_knowledge and browse_knowledge show what there is."
    return NotFoundError("\n".join(said), hint=hint)
