"""A base, opened: search, read and browse its published snapshot, and build the next one."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from okf_server.app.adapters import located
from okf_server.app.clock import utc_now
from okf_server.app.models import LazyEmbedder
from okf_server.app.reranking import reranker_for
from okf_server.app.views import Views
from okf_server.catalog.config import read_config
from okf_server.catalog.find import find_base
from okf_server.errors import NotFoundError
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.answer import (
    About,
    Browsing,
    Filters,
    Links,
    Reading,
    SearchResult,
    SnapshotMark,
    Wish,
)
from okf_server.model.pack import Pack, PackRequest
from okf_server.search.about import about
from okf_server.search.browse import browse
from okf_server.search.find import search
from okf_server.search.get import get
from okf_server.search.links import links
from okf_server.search.pack import pack
from okf_server.search.ready import try_out
from okf_server.search.resolve import resolve
from okf_server.search.view import View
from okf_server.settings import Settings, read_settings
from okf_server.snapshot.store import Store

EXCERPTS = 5
READING_CHARS = 16_000
LISTING = 100


class Knowledge:
    """A base that can be searched and read; safe to use from several threads.

    `base` is a directory, a base's name, or None for the base that every command would find. Each call
    answers from one snapshot: the one that is current when the call begins. All methods raise OkfError.

    >>> Knowledge("./finance").search("hotel limit in London").hits[0].citation.path  # doctest: +SKIP
    'policies/travel-policy.md'
    """

    def __init__(
        self,
        base: str | Path | None = None,
        *,
        settings: Settings | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.settings = settings or read_settings()
        asked = str(base) if base is not None else self.settings.base
        self.directory = find_base(
            asked, cwd=self.settings.working_directory, home=self.settings.home
        )
        self.config = located(read_config(self.directory / "okf.yaml"))
        self.store = Store(self.directory / ".okf")
        self.clock = clock
        self.embedder = LazyEmbedder(self.config.search.embedder, self.settings)
        self.reranker = reranker_for(self.config.search)
        self._views = Views(self.store, self.config, self.directory, self.clock)

    def search(
        self,
        question: str,
        *,
        filters: Filters | None = None,
        limit: int = EXCERPTS,
        offset: int = 0,
        principal: Principal = OPERATOR,
        wish: Wish | None = None,
    ) -> SearchResult:
        """The passages that answer a question best, each with its citation."""
        return self._views.answer(
            lambda view: search(
                view,
                question,
                principal=principal,
                filters=filters or Filters(),
                limit=limit,
                offset=offset,
                embedder=self.embedder,
                now=self.clock(),
                wish=wish or Wish(),
                reranker=self.reranker,
            )
        )

    def get(
        self,
        reference: str,
        *,
        section: str | None = None,
        start: int = 0,
        max_chars: int = READING_CHARS,
        principal: Principal = OPERATOR,
    ) -> Reading:
        """The text of a concept or one of its sections; raises NotFoundError."""
        return self._views.answer(
            lambda view: get(
                view,
                reference,
                principal=principal,
                section=section,
                start=start,
                max_chars=max_chars,
                now=self.clock(),
            )
        )

    def about(self, reference: str, *, principal: Principal = OPERATOR) -> About:
        """A concept with its frontmatter; raises NotFoundError."""
        return self._views.answer(
            lambda view: about(view, reference, principal=principal, now=self.clock())
        )

    def links(self, reference: str, *, principal: Principal = OPERATOR) -> Links:
        """What a concept refers to and what refers to it; raises NotFoundError."""
        return self._views.answer(
            lambda view: links(view, reference, principal=principal, now=self.clock())
        )

    def pack(self, request: PackRequest, *, principal: Principal = OPERATOR) -> Pack:
        """The evidence for a question within a budget, whole pieces only."""
        return self._views.answer(
            lambda view: pack(
                view,
                request,
                principal=principal,
                embedder=self.embedder,
                now=self.clock(),
                reranker=self.reranker,
            )
        )

    def browse(
        self,
        path: str = "",
        *,
        filters: Filters | None = None,
        limit: int = LISTING,
        offset: int = 0,
        principal: Principal = OPERATOR,
    ) -> Browsing:
        """A folder of the base; raises NotFoundError."""
        return self._views.answer(
            lambda view: browse(
                view,
                path,
                principal=principal,
                filters=filters or Filters(),
                limit=limit,
                offset=offset,
                now=self.clock(),
            )
        )

    def readable(self, principal: Principal) -> int:
        """How many concepts a principal may read; raises NotFoundError where nothing is published."""
        return self._views.answer(lambda view: sum(view.visible(principal).mask))

    def hidden(self, principal: Principal) -> int:
        """How many concepts a principal may not read: for the operator alone."""
        return self._views.answer(lambda view: view.visible(principal).mask.count(0))

    def knows(self, reference: str, principal: Principal) -> bool:
        """Whether a reference means something that the principal may read."""
        try:
            self._views.answer(lambda view: resolve(view, reference, principal=principal))
        except NotFoundError:
            return False
        return True

    def ready(self) -> SnapshotMark:
        """Answer a real query from the current snapshot and read what it finds; raises what fails."""
        return self._views.answer(self._tried)

    def _tried(self, view: View) -> SnapshotMark:
        try_out(view, embedder=self.embedder, now=self.clock())
        return view.mark
