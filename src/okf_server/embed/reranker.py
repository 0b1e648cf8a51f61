"""Score pairs of a question and a passage with an ONNX cross-encoder that the operator supplies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from okf_server.embed.session import open_session, run
from okf_server.embed.text import LONGEST_QUESTION, clean
from okf_server.embed.tokens import open_tokenizer
from okf_server.errors import ModelError

_TOKENS = 512
_AXES = 2  # at most: pairs and classes
_CLASSES = (1, 2)
_LONGEST = 4_000  # characters of a passage: the model reads no more tokens than that has
_MADE_OF: Mapping[str, Callable[[Any], Sequence[int]]] = {
    "input_ids": lambda pair: pair.ids,
    "attention_mask": lambda pair: pair.attention_mask,
    "token_type_ids": lambda pair: pair.type_ids,
}


class CrossEncoder:
    """A directory with model.onnx and tokenizer.json, loaded at the first question; safe for several threads.

    Nothing in the directory is run but the graph, and nothing is fetched.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._lock = Lock()
        self._loaded: tuple[Any, Any] | None = None

    def __call__(self, question: str, passages: Sequence[str]) -> Iterator[float]:
        """A score for each passage, in order, made as it is asked for; raises ModelError."""
        with self._lock:
            self._loaded = self._loaded or _load(self._directory)
        session, tokenizer = self._loaded
        asked = clean(question, longest=LONGEST_QUESTION)
        for passage in passages:
            yield _score(session, tokenizer.encode(asked, clean(passage, longest=_LONGEST)))


def _score(session: Any, pair: Any) -> float:
    import numpy as np  # noqa: PLC0415 - only a search that is reranked loads it

    feeds = {
        one.name: np.array(
            [list(_MADE_OF[one.name](pair))], "int32" if "int32" in one.type else "int64"
        )
        for one in session.get_inputs()
    }
    answer = run(session, session.get_outputs()[0].name, feeds)
    if answer.ndim > _AXES or answer.size not in _CLASSES or not np.isfinite(answer).all():
        raise ModelError(
            f"The reranker's output is no score: {list(answer.shape)} for one pair.",
            hint="Name a cross-encoder, which gives one number for a pair, under search.reranker.",
            shown="its output is no score",
        )
    return float(answer.reshape(-1)[-1])  # of two classes the last says that it answers


def _load(directory: Path) -> tuple[Any, Any]:
    graph, text = directory / "model.onnx", directory / "tokenizer.json"
    for file in (graph, text):
        if not file.is_file():
            hint = "search.reranker names a directory with model.onnx and tokenizer.json."
            shown = f"{directory.name} has no {file.name}"
            raise ModelError(f"{directory} has no {file.name}.", hint=hint, shown=shown)
    session = open_session(graph)
    unknown = {one.name for one in session.get_inputs()} - _MADE_OF.keys()
    if unknown:
        raise ModelError(
            f"{graph} takes {', '.join(sorted(unknown))}, which no reranker is given.",
            hint="Name a cross-encoder with inputs of a tokenizer alone under search.reranker.",
            shown=f"{directory.name} takes what no reranker is given",
        )
    return session, open_tokenizer(text, most=_TOKENS)
