"""The ways to search one snapshot: by keyword, by meaning, and by both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from okf_server.errors import UsageError
from okf_server.evaluate.metrics import DEPTH
from okf_server.evaluate.questions import Search
from okf_server.index.keyword import Ranked
from okf_server.index.read import IndexReader
from okf_server.index.visible import Visible
from okf_server.index.wording import meaning, plain
from okf_server.model.access import OPERATOR
from okf_server.model.answer import Filters, SearchMode, SearchResult
from okf_server.search.find import EmbedderOf, search
from okf_server.search.fuse import Blend, Fusion
from okf_server.search.view import View

KEYWORD, SEMANTIC, HYBRID = "keyword", "semantic", "hybrid"
STRATEGIES = (KEYWORD, SEMANTIC, HYBRID, *(one.value for one in Fusion if one is not Fusion.AUTO))
"""`hybrid` combines both sides as the base is configured, the others name how they are combined."""


class SemanticIndex(IndexReader):
    """An index without its keyword side."""

    def rank_keyword(
        self,
        question: str,  # noqa: ARG002 - the signature is that of an index
        *,
        visible: Visible,  # noqa: ARG002
        limit: int,  # noqa: ARG002
        prefix: bool = False,  # noqa: ARG002
    ) -> list[Ranked]:
        """Nothing."""
        return []


def parse_strategies(text: str) -> tuple[str, ...]:
    """The strategies of a list with commas, each once; raises UsageError."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    unknown = [name for name in names if name not in STRATEGIES]
    if unknown or not names:
        wrong = f"{unknown[0]!r} is no way to search." if unknown else "No way to search is named."
        raise UsageError(wrong, hint=f"Choose from {', '.join(STRATEGIES)}.")
    return names


def searcher(view: View, strategy: str, *, embedder: EmbedderOf, now: datetime) -> Search:
    """Searches in one way, as the operator; raises UsageError where the base cannot be searched so."""
    seen = _seen(view, strategy)

    def answer(question: str) -> SearchResult:
        found = search(
            seen,
            question,
            principal=OPERATOR,
            filters=Filters(),
            limit=DEPTH,
            offset=0,
            embedder=None if strategy == KEYWORD else embedder,
            now=now,
        )
        if strategy == KEYWORD:
            return replace(found, mode_reason="")
        if found.mode is SearchMode.KEYWORD:
            raise UsageError(
                f"The base cannot be searched in the way {strategy}: {found.mode_reason}.",
                hint="Compare keyword alone, or build the base with vectors.",
            )
        return found

    return answer


def _seen(view: View, strategy: str) -> View:
    if strategy == SEMANTIC:
        index = SemanticIndex(_directory(view), view.index.meta)
        return replace(view, index=index, scales={})
    if strategy in (KEYWORD, HYBRID):
        return view
    return replace(view, fusion=Blend(Fusion(strategy)))


def _directory(view: View) -> Path:
    return view.bundle.parent / "index"


def ranks_by_side(
    view: View, question: str, *, embedder: EmbedderOf | None, depth: int
) -> Mapping[str, Sequence[int]]:
    """The rows that each side gives for a question, best first; without vectors the keyword side alone."""
    visible = view.visible(OPERATOR)
    keyword = view.index.rank_keyword(plain(question), visible=visible, limit=depth)
    sides = {KEYWORD: [hit.row for hit in keyword]}
    model = embedder() if embedder and view.index.meta.embedder else None
    if model and model.identity == view.index.meta.embedder:
        near = view.index.rank_semantic(
            model.query(meaning(question)), visible=visible, limit=depth
        )
        sides[SEMANTIC] = [hit.row for hit in near]
    return sides
