"""Embed with an ONNX encoder and its tokenizer from a directory that the operator supplies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import file_digest, sha256
from pathlib import Path
from threading import Lock
from typing import Any

from okf_server.embed.installed import installed_version
from okf_server.embed.pooling import Window, mean_of_windows
from okf_server.embed.prefixes import mark
from okf_server.embed.session import open_session, run
from okf_server.embed.text import LONGEST_PASSAGE, LONGEST_QUESTION, clean
from okf_server.embed.tokens import open_tokenizer
from okf_server.errors import ModelError
from okf_server.model.config import OnnxEmbedder, Pooling
from okf_server.model.seams import Vector

_GRAPHS = ("model.onnx", "onnx/model.onnx")
_TOKENIZER = "tokenizer.json"
_HIDDEN = "last_hidden_state"
_MADE_OF: Mapping[str, Callable[[Any], Sequence[int]]] = {
    "input_ids": lambda window: window.ids,
    "attention_mask": lambda window: window.attention_mask,
    "token_type_ids": lambda window: window.type_ids,
    "position_ids": lambda window: range(len(window.ids)),
}
_TOKENS = 3  # axes of an answer that has a vector for each token
_loading = Lock()


class DirectoryEmbedder:
    """The operator's model, loaded when the first vector is asked for, once in a process.

    Safe to use from several threads, each text on its caller's thread; may be sent to another process.
    Nothing in the directory is run but the graph, and nothing is fetched.
    """

    def __init__(self, config: OnnxEmbedder) -> None:
        self._config = config

    @cached_property
    def identity(self) -> str:
        """The content of the files, the engine, and what else decides on the vectors."""
        config = self._config
        engine = f"onnxruntime-{installed_version('onnxruntime')}"
        reading = f"{config.pooling}-{config.max_tokens}-{mark(config)}"
        return f"onnx-{_digest(Path(config.path))}/{engine}/{reading}"

    @cached_property
    def dimension(self) -> int:
        """Length of the vectors."""
        return len(self.query("dimension"))

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        prefix = self._config.passage_prefix
        return [self._embed(prefix + clean(text, longest=LONGEST_PASSAGE)) for text in texts]

    def query(self, text: str) -> Vector:
        """The vector of a question."""
        return self._embed(self._config.query_prefix + clean(text, longest=LONGEST_QUESTION))

    def _embed(self, text: str) -> Vector:
        with _loading:
            encoder = _loaded(self._config)
        return encoder.embed(text)


@dataclass(frozen=True, slots=True)
class _Encoder:
    """An open graph and its tokenizer."""

    session: Any
    tokenizer: Any
    pooling: Pooling
    inputs: Mapping[str, str]
    output: str

    def embed(self, text: str) -> Vector:
        """The vector of a text with its prefix."""
        whole = self.tokenizer.encode(text)
        windows = [self._window(window) for window in (whole, *whole.overflowing)]
        return mean_of_windows(windows)

    def _window(self, window: Any) -> Window:
        import numpy as np  # noqa: PLC0415 - only a semantic search loads it

        feeds = {
            name: np.array([list(_MADE_OF[name](window))], kind)
            for name, kind in self.inputs.items()
        }
        content = len(window.ids) - sum(window.special_tokens_mask)
        return Window(vector=self._pooled(run(self.session, self.output, feeds)), tokens=content)

    def _pooled(self, answer: Any) -> Any:
        """One vector of those of all tokens; an answer without tokens is pooled already."""
        if answer.ndim < _TOKENS:
            return answer[0]
        match self.pooling:
            case Pooling.MEAN:
                return answer[0].mean(axis=0)
            case Pooling.CLS:
                return answer[0][0]


@lru_cache(maxsize=2)
def _loaded(config: OnnxEmbedder) -> _Encoder:
    graph, *_ = _files(Path(config.path))
    session = open_session(graph)
    inputs = {one.name: "int32" if "int32" in one.type else "int64" for one in session.get_inputs()}
    unknown = inputs.keys() - _MADE_OF.keys()
    if unknown or "input_ids" not in inputs:
        raise ModelError(
            f"{graph} takes {', '.join(sorted(inputs)) or 'nothing'}.",
            hint=f"An encoder of text takes input_ids, and may take {', '.join(_MADE_OF)}.",
            shown=f"{graph.name} takes what no encoder of text is given",
        )
    outputs = [one.name for one in session.get_outputs()]
    return _Encoder(
        session=session,
        tokenizer=open_tokenizer(
            Path(config.path) / _TOKENIZER,
            most=config.max_tokens,
            hint="Save one with tokenizer.save of the model's maker.",
        ),
        pooling=config.pooling,
        inputs=inputs,
        output=_HIDDEN if _HIDDEN in outputs else outputs[0],
    )


def _files(directory: Path) -> tuple[Path, ...]:
    """The graph, its tokenizer, and files beside the graph that hold its weights."""
    graphs = [directory / name for name in _GRAPHS if (directory / name).is_file()]
    tokenizer = directory / _TOKENIZER
    if not graphs or not tokenizer.is_file():
        missing = _TOKENIZER if graphs else " or ".join(_GRAPHS)
        raise ModelError(
            f"{directory} has no {missing}.",
            hint="search.embedder.path names a directory with model.onnx and tokenizer.json.",
            shown=f"{directory.name} has no {missing}",
        )
    graph = graphs[0]
    beside = (path for path in graph.parent.iterdir() if path.name.startswith(graph.name))
    return graph, tokenizer, *sorted(path for path in beside if path.is_file() and path != graph)


def _digest(directory: Path) -> str:
    """A mark of the content of all files that decide on the vectors."""
    every = sha256()
    try:
        for path in _files(directory):
            with path.open("rb") as file:
                every.update(file_digest(file, "sha256").digest())
    except OSError as error:
        raise ModelError(
            f"{directory} cannot be read: {error.strerror}.",
            hint="Make the model's files readable for the user that runs okf.",
            shown=f"{directory.name} cannot be read",
        ) from error
    return every.hexdigest()[:16]
