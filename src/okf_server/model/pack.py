"""Context packs: the evidence for a question within a budget."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from okf_server.model.answer import Citation, ConceptSummary, SearchMode, SnapshotMark


class PackStatus(StrEnum):
    """Whether the evidence of a pack carries an answer."""

    SUFFICIENT = "sufficient"
    INSUFFICIENT = "insufficient"
    CONFLICTING = "conflicting"


class Because(StrEnum):
    """Why a piece of evidence is in a pack."""

    REFERENCE = "reference"  # it was asked for
    SEARCH = "search"
    CONFLICT = "conflict"  # it is said to conflict with other evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A whole section or passage with its citation; never a part of one."""

    concept: ConceptSummary
    section: str
    text: str
    because: Because
    citation: Citation

    @property
    def ref(self) -> str:
        """What reads it again."""
        return f"{self.concept.id}#{self.section}" if self.section else self.concept.id


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Evidence that is not in the pack, and why."""

    ref: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRequest:
    """What a pack is made for: `cost` is what a piece of evidence takes of the `budget`."""

    question: str
    refs: tuple[str, ...]
    budget: int
    cost: Callable[[Evidence], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The evidence for a question, best first, from one snapshot.

    `conflicts` are pairs of concepts that are said to conflict. `status_reason` says what the status rests on.
    """

    status: PackStatus
    status_reason: str
    evidence: tuple[Evidence, ...]
    left_out: tuple[LeftOut, ...]
    conflicts: tuple[tuple[str, str], ...]
    mode: SearchMode
    mode_reason: str
    notes: tuple[str, ...]
    snapshot: SnapshotMark
