"""What the server asks of the application: the shape of `okf_server.app`, without importing it.

The server must answer `initialize` before anything of the application is loaded, and its tests put a small
library of their own in the application's place.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from okf_server.model.access import Principal
from okf_server.model.answer import (
    About,
    Browsing,
    Filters,
    Links,
    Reading,
    SearchResult,
    SnapshotMark,
)
from okf_server.model.pack import Pack, PackRequest


class BaseSummary(Protocol):
    """What is said of a base without opening it; `snapshot` is None where nothing was published yet."""

    @property
    def name(self) -> str: ...  # noqa: D102 - the name says it

    @property
    def title(self) -> str: ...  # noqa: D102 - the name says it

    @property
    def concepts(self) -> int: ...  # noqa: D102 - the name says it

    @property
    def snapshot(self) -> str | None: ...  # noqa: D102 - the name says it

    @property
    def published(self) -> str | None:
        """When the snapshot was published, ISO 8601 in UTC."""
        ...

    @property
    def embedder(self) -> str | None:
        """The embedder of the snapshot; None means keyword search alone."""
        ...


class Knowledge(Protocol):
    """One base. Every call pins the snapshot that is current when it begins."""

    def search(
        self, question: str, *, filters: Filters, limit: int, offset: int, principal: Principal
    ) -> SearchResult:
        """Passages that answer the question, best first."""
        ...

    def get(
        self,
        reference: str,
        *,
        section: str | None,
        start: int,
        max_chars: int,
        principal: Principal,
    ) -> Reading:
        """The text of a concept or of one of its sections, from `start` on; raises NotFoundError."""
        ...

    def about(self, reference: str, *, principal: Principal) -> About:
        """A concept with its frontmatter; raises NotFoundError."""
        ...

    def links(self, reference: str, *, principal: Principal) -> Links:
        """What a concept refers to and what refers to it; raises NotFoundError."""
        ...

    def pack(self, request: PackRequest, *, principal: Principal) -> Pack:
        """The evidence for a question within a budget."""
        ...

    def browse(
        self, path: str, *, filters: Filters, limit: int, offset: int, principal: Principal
    ) -> Browsing:
        """A folder; `limit` and `offset` count its subfolders, then its concepts. Raises NotFoundError."""
        ...

    def ready(self) -> SnapshotMark:
        """Ask the open snapshot a real question; raises whatever keeps it from answering."""
        ...


class Bases(Protocol):
    """The bases that this server may open."""

    def seen_by(self, principal: Principal) -> "Bases":
        """The bases in which a principal may read something; the others are as if they were not there."""
        ...

    def record(self, events: Iterable[tuple[str | None, Mapping[str, Any]]]) -> None:
        """Keep who asked what, each where the base that it names wants it, or all do; raises OSError."""
        ...

    def withheld(self, base: str | None, principal: Principal, refs: Sequence[str]) -> int:
        """For the record alone: how many of the references, or else concepts of the base, were kept from somebody."""
        ...

    def list(self) -> tuple[BaseSummary, ...]:
        """All bases, by name."""
        ...

    def open(self, name: str | None) -> Knowledge:
        """The base of that name, or the only one; raises NotFoundError, or UsageError where several could be meant."""
        ...
