"""What an index keeps of concepts and passages, and its JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from json.encoder import encode_basestring as _string
from typing import Any

from okf_server.index.passages import title_of
from okf_server.model.concept import Concept, Status, TrustTier
from okf_server.model.locator import LinesLocator, Locator, locator_from_json, locator_to_json
from okf_server.model.passage import Passage, PassageKind
from okf_server.okf.recognition import recognition, recognition_to_json
from okf_server.okf.trust import (
    aliases,
    modified,
    references,
    status,
    tags,
    text_of,
    trust_tier,
)

_READABLE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_TUPLES = (
    "tags",
    "aliases",
    "newer",
    "older",
    "copies",
    "conflicts",
    "supersedes",
    "conflicts_with",
)
_ASCII = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEntry:
    """A concept to be indexed with its passages in order, and where it came from.

    `path` is the original's path as users know it, `source` the number of its source.
    """

    concept: Concept
    passages: Sequence[Passage]
    path: str
    source: int
    revision: str
    access_class: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptRecord:
    """What hits and listings need to know of a concept. Its passages are the rows from `first_row` on."""

    id: str
    title: str
    type: str
    description: str
    tags: tuple[str, ...]
    status: Status
    trust_tier: TrustTier
    stale_after: str
    path: str
    source: int
    revision: str
    access_class: int
    first_row: int
    rows: int
    okf_id: str = ""  # the stable identity that its frontmatter gives it
    extraction: Mapping[str, object] = field(default_factory=dict)  # as okf/recognition reads it
    aliases: tuple[str, ...] = ()
    modified: str = ""  # when its content last changed, as its frontmatter says it
    newer: tuple[int, ...] = ()  # ordinals of newer editions, or of what supersedes it
    older: tuple[int, ...] = ()  # the other way round
    copies: tuple[int, ...] = ()  # ordinals of editions that are neither newer nor older
    conflicts: tuple[int, ...] = ()  # ordinals of concepts that an owner set against it
    supersedes: tuple[str, ...] = ()  # references as its frontmatter has them
    conflicts_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPassage:
    """A passage with its text, and the text of the table header that it repeats."""

    passage: Passage
    text: str
    header: str = ""


def record_of(entry: IndexEntry, *, first_row: int) -> ConceptRecord:
    """The record of a concept."""
    meta = entry.concept.meta
    return ConceptRecord(
        id=entry.concept.id,
        title=title_of(entry.concept),
        type=text_of(meta, "type"),
        description=text_of(meta, "description"),
        tags=tags(meta),
        status=status(meta),
        trust_tier=trust_tier(meta),
        stale_after=text_of(meta, "stale_after"),
        path=entry.path,
        source=entry.source,
        revision=entry.revision,
        access_class=entry.access_class,
        first_row=first_row,
        rows=len(entry.passages),
        okf_id=text_of(meta, "okf_id"),
        aliases=aliases(meta),
        modified=modified(meta),
        extraction=recognition_to_json(recognition(meta)),
        supersedes=references(meta, "supersedes"),
        conflicts_with=references(meta, "conflicts_with"),
    )


def is_marked(record: ConceptRecord) -> bool:
    """Whether anything beside relevance may move the hits of a concept."""
    stable = record.status is Status.STABLE
    reviewed = record.trust_tier is TrustTier.HUMAN_REVIEWED
    return not stable or reviewed or bool(record.stale_after or record.newer)


def concept_line(record: ConceptRecord) -> bytes:
    """The JSON line of a concept."""
    names = ConceptRecord.__slots__
    return _line({name: getattr(record, name) for name in names})


def concept_from_line(line: bytes) -> ConceptRecord:
    """The concept of a JSON line."""
    value = json.loads(line)
    value |= {name: tuple(value.get(name, ())) for name in _TUPLES}
    value["status"] = Status(value["status"])
    value["trust_tier"] = TrustTier(value["trust_tier"])
    return ConceptRecord(**value)


def passage_line(passage: Passage, body: str) -> bytes:
    """The JSON line of a passage of a concept with this body."""
    span = f"[{passage.start},{passage.end}]"
    line = (
        f'{{"concept":{_string(passage.concept)},"ordinal":{passage.ordinal},"span":{span}'
        f',"kind":"{passage.kind}","headings":{_names(passage.headings)}'
        f',"section":{_string(passage.section)},"locator":{_place(passage.locator)}'
        f',"text":{_string(body[passage.start : passage.end])}'
    )
    if passage.header:
        start, end = passage.header
        line += f',"header":[{start},{end}],"header_text":{_string(body[start:end])}'
    return _encoded(line + "}")


def _place(locator: Locator | None) -> str:
    """The JSON of a locator; that of lines, which a large base has by the million, without a detour."""
    match locator:
        case None:
            return "null"
        case LinesLocator(first=first, last=last, path=path):
            return f'{{"kind":"lines","lines":[{first},{last}],"path":{_names(path)}}}'
        case _:
            return _READABLE.encode(locator_to_json(locator))


@lru_cache(maxsize=256)
def _names(names: tuple[str, ...]) -> str:
    """The JSON of a heading path, which neighbours share."""
    return _READABLE.encode(names)


def passage_from_line(line: bytes) -> StoredPassage:
    """The passage of a JSON line."""
    value: dict[str, Any] = json.loads(line)
    start, end = value["span"]
    header, locator = value.get("header"), value["locator"]
    passage = Passage(
        concept=value["concept"],
        ordinal=value["ordinal"],
        start=start,
        end=end,
        kind=PassageKind(value["kind"]),
        headings=tuple(value["headings"]),
        section=value["section"],
        locator=None if locator is None else locator_from_json(locator),
        header=(header[0], header[1]) if header else None,
    )
    return StoredPassage(passage=passage, text=value["text"], header=value.get("header_text", ""))


def _line(value: Mapping[str, object]) -> bytes:
    return _encoded(_READABLE.encode(value))


def _encoded(line: str) -> bytes:
    try:
        return line.encode() + b"\n"
    except UnicodeEncodeError:  # a lone surrogate, from an escape in somebody's frontmatter
        return _ASCII.encode(json.loads(line)).encode() + b"\n"
