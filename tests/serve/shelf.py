"""A library in memory that the server's tests stand in front of: real answers, no index, no disk."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from okf_server.errors import NotFoundError, UsageError
from okf_server.model.access import Principal
from okf_server.model.answer import (
    About,
    Browsing,
    Citation,
    ConceptSummary,
    Filters,
    FolderSummary,
    Hit,
    Links,
    MatchedBy,
    Neighbour,
    Reading,
    Relation,
    SearchMode,
    SearchResult,
    SnapshotMark,
)
from okf_server.model.concept import Status, TrustTier
from okf_server.model.locator import LinesLocator
from okf_server.model.pack import (
    Because,
    Evidence,
    LeftOut,
    Pack,
    PackRequest,
    PackStatus,
)
from okf_server.okf.reference import parse_reference

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PUBLISHED = "2026-11-30T11:00:00Z"

_TIERS = tuple(TrustTier)

HOTELS = (
    "The nightly hotel limit is 180 USD in most cities. "
    "In London, New York and Tokyo the limit is 260 USD per night."
)


@dataclass(frozen=True, kw_only=True)
class Page:
    """A concept of the shelf with one section."""

    id: str
    title: str
    text: str
    section: str = "hotels"
    type: str = "Policy"
    tags: tuple[str, ...] = ("finance", "travel")
    status: Status = Status.STABLE
    trust_tier: TrustTier = TrustTier.HUMAN_REVIEWED
    path: str = ""
    links: tuple[str, ...] = ()
    quote: str = ""

    def summary(self) -> ConceptSummary:
        return ConceptSummary(
            id=self.id,
            title=self.title,
            type=self.type,
            description="Current rules.",
            tags=self.tags,
            status=self.status,
            trust_tier=self.trust_tier,
            stale=False,
            path=self.path or f"{self.id}.md",
        )

    def citation(self) -> Citation:
        path = self.path or f"{self.id}.md"
        return Citation(
            uri=f"file:///docs/{path}",
            path=path,
            revision="sha256:" + "a9" * 32,
            locator=LinesLocator(first=9, last=12, path=("Hotels",)),
            quote=self.quote or self.text[:60],
        )


TRAVEL = Page(id="policies/travel-policy", title="Acme Travel Policy (2026)", text=HOTELS)
OLD_TRAVEL = Page(
    id="policies/travel-policy-2023",
    title="Acme Travel Policy (2023)",
    text="The hotel limit is 150 USD per night.",
    status=Status.DEPRECATED,
    trust_tier=TrustTier.UNVERIFIED,
)
CLAIMS = Page(
    id="sops/expense-claims",
    title="Expense claims",
    text="A claim over 1,000 USD is approved by the cost centre.",
    section="",
    type="SOP",
    tags=(),
)


@dataclass(kw_only=True)
class Shelf:
    """One base; `hold` is called at the beginning of each search, so that a test can keep one waiting."""

    name: str = "finance"
    title: str = "Acme Finance knowledge"
    pages: Sequence[Page] = (TRAVEL, OLD_TRAVEL, CLAIMS)
    edition: int = 1
    hold: Callable[[], None] = field(default=lambda: None)
    asked: list[str] = field(default_factory=list)

    @property
    def snapshot(self) -> str:
        return f"20261130T110000Z-{self.edition:06x}"

    @property
    def mark(self) -> SnapshotMark:
        return SnapshotMark(base=self.name, id=self.snapshot, published=PUBLISHED)

    @property
    def concepts(self) -> int:
        return len(self.pages)

    @property
    def published(self) -> str:
        return PUBLISHED

    @property
    def embedder(self) -> str | None:
        return None

    def publish(self, *pages: Page) -> None:
        """The next snapshot, in one step."""
        self.pages, self.edition = pages, self.edition + 1

    def search(
        self, question: str, *, filters: Filters, limit: int, offset: int, principal: Principal
    ) -> SearchResult:
        assert principal.trusted
        mark, pages = self.mark, self.pages
        self.asked.append(question)
        self.hold()
        words = set(re.findall(r"\w+", question.lower()))
        found = [
            page
            for page in pages
            if words & set(re.findall(r"\w+", page.text.lower())) and _fits(page, filters)
        ]
        shown = found[offset : offset + limit]
        left = len(found) - offset - len(shown)
        return SearchResult(
            query=question,
            mode=SearchMode.KEYWORD,
            mode_reason="the semantic extra is not installed",
            snapshot=mark,
            hits=tuple(_hit(page) for page in shown),
            omitted=left,
            next_offset=offset + len(shown) if left else None,
        )

    def get(
        self,
        reference: str,
        *,
        section: str | None,
        start: int,
        max_chars: int,
        principal: Principal,
    ) -> Reading:
        assert principal.trusted
        mark, pages = self.mark, self.pages
        self.hold()
        wanted = parse_reference(reference)
        names = {wanted.text, wanted.concept}
        page = next((page for page in pages if names & {page.id, page.summary().path}), None)
        if page is None:
            raise NotFoundError(f"There is no {reference}.")
        text = page.text[start : start + max_chars]
        end = start + len(text)
        return Reading(
            concept=replace(page.summary(), meta={"type": page.type, "owner": "finance"}),
            section=wanted.section or section or "",
            text=text,
            start=start,
            next_start=end if end < len(page.text) else None,
            sections=(page.section,) if page.section else (),
            citation=page.citation(),
            snapshot=mark,
        )

    def about(self, reference: str, *, principal: Principal) -> About:
        reading = self.get(reference, section=None, start=0, max_chars=1, principal=principal)
        return About(concept=reading.concept, snapshot=reading.snapshot)

    def links(self, reference: str, *, principal: Principal) -> Links:
        assert principal.trusted
        page = next(page for page in self.pages if page.id == reference)
        named = [
            Neighbour(relation=Relation.LINK, concept=other.summary())
            for other in self.pages
            if other.id in page.links
        ]
        naming = [
            Neighbour(relation=Relation.LINK, concept=other.summary())
            for other in self.pages
            if page.id in other.links
        ]
        return Links(concept=page.id, out=tuple(named), into=tuple(naming), snapshot=self.mark)

    def pack(self, request: PackRequest, *, principal: Principal) -> Pack:
        found = self.search(
            request.question, filters=Filters(), limit=20, offset=0, principal=principal
        )
        evidence = [
            Evidence(
                concept=hit.concept,
                section=hit.section,
                text=hit.excerpt,
                because=Because.SEARCH,
                citation=hit.citation,
            )
            for hit in found.hits
        ]
        taken: list[Evidence] = []
        for one in evidence:
            if sum(map(request.cost, [*taken, one])) <= request.budget:
                taken.append(one)
        left_out = [one for one in evidence if one not in taken]
        return Pack(
            status=PackStatus.SUFFICIENT if taken else PackStatus.INSUFFICIENT,
            status_reason="the shelf says so",
            evidence=tuple(taken),
            left_out=tuple(LeftOut(ref=one.ref, reason="over the budget") for one in left_out),
            conflicts=(),
            mode=found.mode,
            mode_reason=found.mode_reason,
            notes=found.notes,
            snapshot=found.snapshot,
        )

    def browse(
        self, path: str, *, filters: Filters, limit: int, offset: int, principal: Principal
    ) -> Browsing:
        assert principal.trusted
        folder = f"{path.strip('/')}/" if path.strip("/") else ""
        below = [page for page in self.pages if page.id.startswith(folder) and _fits(page, filters)]
        if not below:
            raise NotFoundError(f"There is no folder {path}.")
        names = [
            page.id.removeprefix(folder).split("/")[0] for page in below if _deep(page, folder)
        ]
        folders = [
            FolderSummary(path=f"{folder}{name}", concepts=names.count(name))
            for name in sorted(set(names))
        ]
        here = [page.summary() for page in below if not _deep(page, folder)]
        entries = [*folders, *here][offset : offset + limit]
        left = len(folders) + len(here) - offset - len(entries)
        return Browsing(
            path=folder.rstrip("/"),
            folders=tuple(entry for entry in entries if isinstance(entry, FolderSummary)),
            concepts=tuple(entry for entry in entries if isinstance(entry, ConceptSummary)),
            snapshot=self.mark,
            omitted=left,
            next_offset=offset + len(entries) if left else None,
        )

    def ready(self) -> SnapshotMark:
        return self.mark


class Shelves:
    """Several bases, or one."""

    def __init__(self, *shelves: Shelf) -> None:
        self.shelves = {shelf.name: shelf for shelf in shelves or (Shelf(),)}
        self.recorded: list[Mapping[str, Any]] = []

    def seen_by(self, principal: Principal) -> "Shelves":
        assert principal.trusted
        return self

    def record(self, events: Iterable[tuple[str | None, Mapping[str, Any]]]) -> None:
        self.recorded += [event for _, event in events]

    def withheld(self, base: str | None, principal: Principal, refs: Sequence[str]) -> int:
        assert principal.trusted, (base, refs)
        return 0

    def list(self) -> tuple[Shelf, ...]:
        return tuple(self.shelves.values())

    def open(self, name: str | None) -> Shelf:
        if name is None and len(self.shelves) > 1:
            raise UsageError(
                "There are several bases.", hint=f"Name one: {', '.join(self.shelves)}."
            )
        shelf = next(iter(self.shelves.values())) if name is None else self.shelves.get(name)
        if shelf is None:
            raise NotFoundError(f"There is no base {name}.", hint="list_bases names them.")
        return shelf


def _deep(page: Page, folder: str) -> bool:
    return "/" in page.id.removeprefix(folder)


def _fits(page: Page, filters: Filters) -> bool:
    return (
        (not filters.types or page.type in filters.types)
        and (not filters.tags or not set(filters.tags).isdisjoint(page.tags))
        and page.id.startswith(filters.path)
        and _TIERS.index(page.trust_tier) >= _TIERS.index(filters.min_trust)
        and (not filters.statuses or page.status in filters.statuses)
    )


def _hit(page: Page) -> Hit:
    return Hit(
        concept=page.summary(),
        section=page.section,
        headings=("Hotels",) if page.section else (),
        excerpt=page.text[:1500],
        excerpt_truncated=len(page.text) > 1500,
        matched_by=MatchedBy.KEYWORD,
        citation=page.citation(),
    )
