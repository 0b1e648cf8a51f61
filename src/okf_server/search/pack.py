"""Gather the evidence for a question within a budget."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from okf_server.errors import ChangedError, NotFoundError, UsageError
from okf_server.index.analyze import question_terms, terms
from okf_server.index.editions import relation
from okf_server.index.wording import plain
from okf_server.model.access import Principal
from okf_server.model.answer import Confidence, Filters, Hit, Reading, Relation, SearchResult
from okf_server.model.concept import Status
from okf_server.model.pack import Because, Evidence, LeftOut, Pack, PackRequest, PackStatus
from okf_server.search.factors import newest_edition
from okf_server.search.find import EmbedderOf, search
from okf_server.search.get import get
from okf_server.search.links import links
from okf_server.search.rerank import Reranker
from okf_server.search.view import View

MOST_FOUND = 8
"""Pieces of evidence that a search contributes."""

LONGEST_SECTION = 4_000
"""Characters of a section that is taken whole; of a longer one the passage that was found is taken."""

COVERED = 0.5
"""Share of the question's words that sufficient evidence has."""

_CHANGED = "its file was changed after it was published: the operator can publish it anew"
_LOOKED_AT = 20
_MOST_NAMED = 10
_SHOWN = 200


@dataclass(slots=True, kw_only=True)
class _Gathering:
    """A pack in the making."""

    view: View
    request: PackRequest
    principal: Principal
    now: datetime
    evidence: list[Evidence] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    conflicts: dict[tuple[str, str], None] = field(default_factory=dict)
    spent: int = 0

    def take(self, one: Evidence) -> bool:
        """Take a piece of evidence where it fits and is new, with what is said to conflict with it."""
        reason = self._reason_against(one)
        if reason:
            self.leave(one.ref, reason)
            return False
        self.evidence.append(one)
        self.spent += self.request.cost(one)
        for other in self._conflicting(one.concept.id):
            pair = min(one.concept.id, other), max(one.concept.id, other)
            if pair not in self.conflicts:
                self.conflicts[pair] = None
                self._take_opponent(other)
        return True

    def leave(self, ref: str, reason: str) -> None:
        """Keep why something is not in the pack."""
        self.left_out.append(LeftOut(ref=ref[:_SHOWN], reason=reason))

    def read(self, ref: str) -> Reading:
        """A concept or section, as far as it may be taken whole; raises NotFoundError, UsageError."""
        return get(
            self.view,
            ref,
            principal=self.principal,
            section=None,
            start=0,
            max_chars=LONGEST_SECTION,
            now=self.now,
        )

    def _reason_against(self, one: Evidence) -> str:
        for taken in self.evidence:
            if taken.concept.id == one.concept.id and one.text.strip() in taken.text:
                return f"is part of {taken.ref}"
        if self.spent + self.request.cost(one) > self.request.budget:
            return "over the budget"
        return ""

    def _conflicting(self, concept: str) -> list[str]:
        around = links(self.view, concept, principal=self.principal, now=self.now)
        return [
            one.concept.id
            for one in (*around.out, *around.into)
            if one.relation is Relation.CONFLICTS_WITH
        ]

    def _take_opponent(self, concept: str) -> None:
        if all(taken.concept.id != concept for taken in self.evidence):
            try:
                reading = self.read(concept)
            except ChangedError:
                self.leave(concept, _CHANGED)
                return
            if reading.next_start is None:
                self.take(_of_reading(reading, Because.CONFLICT))
            else:
                self.leave(concept, _too_long(reading))


def pack(
    view: View,
    request: PackRequest,
    *,
    principal: Principal,
    embedder: EmbedderOf | None,
    now: datetime,
    reranker: Reranker | None = None,
) -> Pack:
    """The evidence for a question: what the references name, then what a search finds, each whole.

    What does not fit, and what is out of date beside current evidence, is left out with its reason; nothing
    that the caller may not see is named.
    """
    gathering = _Gathering(view=view, request=request, principal=principal, now=now)
    found = search(
        view,
        request.question,
        principal=principal,
        filters=Filters(),
        limit=_LOOKED_AT,
        offset=0,
        embedder=embedder,
        now=now,
        reranker=reranker,
    )
    missing = _take_references(gathering)
    _take_found(gathering, found)
    status, reason = _status(gathering, found.confidence, missing=missing)
    return Pack(
        status=status,
        status_reason=reason,
        evidence=tuple(gathering.evidence),
        left_out=tuple(gathering.left_out),
        conflicts=tuple(sorted(gathering.conflicts)),
        mode=found.mode,
        mode_reason=found.mode_reason,
        notes=found.notes,
        snapshot=view.mark,
    )


def _take_references(gathering: _Gathering) -> int:
    """Take what was asked for; returns how many references are not in the pack."""
    missing = 0
    for ref in gathering.request.refs:
        try:
            reading = gathering.read(ref)
        except (NotFoundError, UsageError, ChangedError) as error:
            gathering.leave(ref, _CHANGED if isinstance(error, ChangedError) else str(error))
            missing += 1
            continue
        if reading.next_start is not None:
            gathering.leave(ref, _too_long(reading))
            missing += 1
            continue
        one = _of_reading(reading, Because.REFERENCE)
        missing += not gathering.take(one) and not _holds(gathering, one)
    return missing


def _holds(gathering: _Gathering, one: Evidence) -> bool:
    return any(
        taken.concept.id == one.concept.id and one.text.strip() in taken.text
        for taken in gathering.evidence
    )


def _take_found(gathering: _Gathering, found: SearchResult) -> None:
    taken = 0
    current = any(hit.concept.status is not Status.DEPRECATED for hit in found.hits)
    for hit in found.hits:
        ref = f"{hit.concept.id}#{hit.section}" if hit.section else hit.concept.id
        if taken == MOST_FOUND:
            gathering.leave(ref, f"found after the first {MOST_FOUND}")
        elif reason := _out_of_date(gathering, hit, current=current):
            gathering.leave(ref, reason)
        elif isinstance(one := _of_hit(gathering, hit), Evidence):
            taken += gathering.take(one)
        else:
            gathering.leave(ref, one)


def _out_of_date(gathering: _Gathering, hit: Hit, *, current: bool) -> str:
    """Why a hit is no evidence beside current ones; empty where it is."""
    view = gathering.view
    ordinal = view.index.ordinal(hit.concept.id)
    visible = view.visible(gathering.principal)
    if ordinal is not None:
        concept = view.index.concept(ordinal)
        if newest := newest_edition(view.index, concept, visible):
            is_one = "a draft" if relation(concept, newest) == "current" else "an older edition"
            return f"{is_one} of {newest.id}"
    if current and hit.concept.status is Status.DEPRECATED:
        return "deprecated, and there is current evidence"
    return ""


def _of_hit(gathering: _Gathering, hit: Hit) -> Evidence | str:
    """The whole section of a hit where it is short, else the whole passage; or why it is none."""
    try:
        reading = gathering.read(
            f"{hit.concept.id}#{hit.section}" if hit.section else hit.concept.id
        )
    except ChangedError:
        return _CHANGED
    if reading.next_start is None and reading.section == hit.section:
        return _of_reading(reading, Because.SEARCH)
    if hit.excerpt_truncated:
        return "longer than a piece of evidence may be: read it by itself"
    return Evidence(
        concept=hit.concept,
        section=hit.section,
        text=hit.excerpt,
        because=Because.SEARCH,
        citation=hit.citation,
    )


def _of_reading(reading: Reading, because: Because) -> Evidence:
    return Evidence(
        concept=reading.concept,
        section=reading.section,
        text=reading.text,
        because=because,
        citation=reading.citation,
    )


def _too_long(reading: Reading) -> str:
    sections = ", ".join(reading.sections[:_MOST_NAMED])
    named = f": name one of its sections ({sections})" if sections else ""
    return f"longer than a piece of evidence may be{named}"


def _status(
    gathering: _Gathering, confidence: Confidence, *, missing: int
) -> tuple[PackStatus, str]:
    """What the evidence is worth: by which pieces it is, in whichever order, and the confidence of the search.

    What the caller may not see changes neither, but for which pieces are the first.
    """
    if gathering.conflicts:
        pairs = ", ".join(f"{one} and {other}" for one, other in sorted(gathering.conflicts))
        return PackStatus.CONFLICTING, f"said to conflict: {pairs}"
    if not gathering.evidence:
        return PackStatus.INSUFFICIENT, "there is no evidence"
    if gathering.request.refs:
        lack = f"{missing} of the references are not in the pack" if missing else ""
        told = "all that was asked for is there"
    else:
        lack = _lack(gathering, confidence)
        told = "the evidence has the question's words"
    if lack:
        return PackStatus.INSUFFICIENT, lack
    return PackStatus.SUFFICIENT, f"{told}; whether it answers, read"


def _lack(gathering: _Gathering, confidence: Confidence) -> str:
    """What evidence that a search found lacks; empty where it looks like an answer."""
    if confidence is Confidence.NONE:
        return "these are only the nearest passages"
    question = plain(gathering.request.question)
    absent = _absent(question, gathering.evidence)
    if len(absent) > (1 - COVERED) * len(question_terms(question)):
        return "the evidence has few of the question's words"
    return ""


def _absent(question: str, evidence: Iterable[Evidence]) -> set[str]:
    """The terms of a question that no evidence has."""
    return set(question_terms(question)).difference(*map(set, _told(evidence)))


def _told(evidence: Iterable[Evidence]) -> Iterator[list[str]]:
    for one in evidence:
        yield terms(f"{one.concept.title}\n{one.concept.description}\n{one.text}")
