"""Choose the reranker that a base's configuration asks for; it loads its model at the first search."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from okf_server.model.config import SearchConfig
from okf_server.search.rerank import Reranker

if TYPE_CHECKING:
    from okf_server.embed.reranker import CrossEncoder


def reranker_for(config: SearchConfig) -> Reranker | None:
    """The reranker, or None where the configuration names none."""
    if config.reranker is None:
        return None
    scores = _Lazy(Path(config.reranker))
    return Reranker(scores=scores, limit_s=config.reranker_timeout_ms / 1000, clock=monotonic)


class _Lazy:
    """Imports the adapter when the first question is asked: start-up loads no engine."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._model: CrossEncoder | None = None

    def __call__(self, question: str, passages: Sequence[str]) -> Iterator[float]:
        from okf_server.embed.reranker import CrossEncoder  # noqa: PLC0415 - only where it is used

        self._model = self._model or CrossEncoder(self._directory)
        return self._model(question, passages)


def tried(directory: Path) -> None:
    """Open a reranker's directory and score a pair with it; raises ModelError."""
    list(_Lazy(directory)("question", ["passage"]))
