"""Concepts: one Markdown file with frontmatter each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class TrustTier(StrEnum):
    """How far a concept was confirmed (OKF spec, section 5.3)."""

    UNVERIFIED = "unverified"
    MACHINE_CONFIRMED = "machine-confirmed"
    HUMAN_REVIEWED = "human-reviewed"


class Status(StrEnum):
    """Where a concept is in its life (OKF spec, section 5.4)."""

    DRAFT = "draft"
    STABLE = "stable"
    DEPRECATED = "deprecated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """How text was recognised that is none in the original: `method` is `ocr` or `speech`.

    `confidence` is the engine's own, 0..1, of the whole; `pages` that of each page which was recognised,
    empty where the original has no pages.
    """

    method: str
    confidence: float | None = None
    pages: Mapping[int, float] = field(default_factory=dict)
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A concept: its id, its frontmatter as parsed, and its body with LF line ends."""

    id: str
    meta: Mapping[str, object]
    body: str
