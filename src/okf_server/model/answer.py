"""What the read use cases answer: hits with their citations, sections, listings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from okf_server.model.concept import Status, TrustTier
from okf_server.model.locator import Locator


class SearchMode(StrEnum):
    """Which rankings a search used."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"


class MatchedBy(StrEnum):
    """Which ranking found a hit."""

    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a caller narrows a search or a listing to; within one field any value fits, fields combine.

    `path` is a prefix of the concept id or of the source path that users know. Types and tags are compared
    without regard to case. `sources` are numbers in okf.yaml, `min_trust` is the lowest tier. A concept that
    does not say when it changed lies neither after nor before anything.
    """

    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    path: str = ""
    statuses: tuple[Status, ...] = ()
    min_trust: TrustTier = TrustTier.UNVERIFIED
    sources: tuple[int, ...] = ()
    modified_after: datetime | None = None
    modified_before: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotMark:
    """The snapshot that an answer was made from: base, id, and when it was published (ISO 8601, UTC)."""

    base: str
    id: str
    published: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a passage came from.

    `uri` is the original's address, `path` its path as users know it, `revision` its content hash,
    `quote` the passage's words, cut at a whole word. `extraction` says how the words were recognised where
    they are no text in the original, such as `ocr, confidence 0.88`.
    """

    uri: str
    path: str
    revision: str
    locator: Locator | None
    quote: str
    extraction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptSummary:
    """What a listing or a hit says of a concept."""

    id: str
    title: str
    type: str
    description: str
    tags: tuple[str, ...]
    status: Status
    trust_tier: TrustTier
    stale: bool
    path: str  # of the original, as users know it
    meta: Mapping[str, object] = field(
        default_factory=dict
    )  # whole frontmatter, where it was asked for


class Confidence(StrEnum):
    """How far a list of hits looks like an answer, beside questions that the base can and cannot answer."""

    HIGH = "high"
    LOW = "low"
    NONE = "none"


class GroupBy(StrEnum):
    """What a hit stands for: a section's best passage, or that of a concept, an original, a folder."""

    PASSAGE = "passage"
    CONCEPT = "concept"
    SOURCE = "source"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a caller wants the hits: grouped by what, without concepts of which status.

    `fusion` combines the rankings with `dense_weight` in another way than the base does. With `prefix` the
    last word of the question may be the beginning of one, as while somebody types.
    """

    group_by: GroupBy = GroupBy.PASSAGE
    exclude: frozenset[Status] = frozenset()
    fusion: str = ""
    dense_weight: float | None = None
    prefix: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Factor:
    """Something beside relevance that moved a hit.

    Below 1: it comes after hits that lack this and have at least that share of its relevance. Above 1: it
    comes before the hit above it where its score times the factor is not less. A factor of 1 tells why a hit was
    found, or that a step moved it by something else than a share.
    """

    name: str
    factor: float
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The rank of a passage among all that were found, from 1, after a step of the order.

    The steps are fusion, trust, lifecycle, family and identifier; one that had nothing to move may be absent.
    """

    name: str
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative:
    """Another concept that has to do with a hit's: `relation` is newer, older, copy, supersedes, ..."""

    concept: str
    title: str
    relation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlsoIn:
    """Another concept that repeats a hit's passage: word for word where `exact`.

    Else nearly so, and `differs` names words that only one of the two has; none where they only stand in
    another order.
    """

    concept: str
    status: Status
    trust_tier: TrustTier
    stale: bool
    exact: bool = True
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage that answers a query. `also_in` are concepts that repeat the passage, exact ones first.

    `family` are other versions of the concept, `conflicts` what its owner or its numbers set against it.
    Ranks count from 1, None where that side did not find it. `score` is a share of the best hit's, None for
    a caller from whom concepts are hidden: it follows from the words of all. `members` counts the group.
    `ranks` follow the hit through the steps of the order.
    """

    concept: ConceptSummary
    section: str
    headings: tuple[str, ...]
    excerpt: str
    excerpt_truncated: bool
    matched_by: MatchedBy
    citation: Citation
    also_in: tuple[AlsoIn, ...] = ()
    factors: tuple[Factor, ...] = ()
    family: tuple[Relative, ...] = ()
    conflicts: tuple[Relative, ...] = ()
    keyword_rank: int | None = None
    semantic_rank: int | None = None
    score: float | None = None
    members: int = 1
    ranks: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The hits of one query, best first, from one snapshot.

    `mode_reason` says why the search was `keyword` where `hybrid` could be had; `omitted` counts hits that
    were found and not returned (limit or budget). `notes` say that a question was too long to be read whole, and
    why nothing was found where that is known, such as a filter that fits no concept. `next_offset` is where the following page starts, or None.
    """

    query: str
    mode: SearchMode
    mode_reason: str
    snapshot: SnapshotMark
    hits: tuple[Hit, ...]
    omitted: int = 0
    next_offset: int | None = None
    notes: tuple[str, ...] = ()
    confidence: Confidence = Confidence.HIGH


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The text of a concept or one of its sections.

    `text` is the body from `start` on, without what nobody sees of it; `next_start` is where the rest begins,
    or None.
    `sections` are the slugs that the concept has.
    """

    concept: ConceptSummary
    section: str
    text: str
    start: int
    next_start: int | None
    sections: tuple[str, ...]
    citation: Citation
    snapshot: SnapshotMark


class Relation(StrEnum):
    """How one concept refers to another: in its text, or in the frontmatter keys of these names."""

    LINK = "link"
    SUPERSEDES = "supersedes"
    CONFLICTS_WITH = "conflicts_with"


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A concept that refers to another one, or is referred to."""

    relation: Relation
    concept: ConceptSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """What a concept refers to, and what refers to it: only concepts that the caller may see."""

    concept: str
    out: tuple[Neighbour, ...]
    into: tuple[Neighbour, ...]
    snapshot: SnapshotMark


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A concept with its frontmatter."""

    concept: ConceptSummary
    snapshot: SnapshotMark


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderSummary:
    """A folder of a listing and how many readable concepts lie below it."""

    path: str
    concepts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Browsing:
    """One folder of a base: its subfolders and its concepts, in the order of their ids."""

    path: str
    folders: tuple[FolderSummary, ...]
    concepts: tuple[ConceptSummary, ...]
    snapshot: SnapshotMark
    omitted: int = 0
    next_offset: int | None = None
