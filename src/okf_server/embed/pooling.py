"""Make one vector of what a model says of the windows of a text."""

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from okf_server.errors import ModelError
from okf_server.model.seams import Vector


class Window(NamedTuple):
    """The vector of a part of a text, an array of numpy, and how many of the text's tokens it has."""

    vector: Any
    tokens: int


def mean_of_windows(windows: Sequence[Window]) -> Vector:
    """The unit vector of a text of any length.

    A text that is longer than its model reads is cut into windows side by side, and their vectors are
    weighted by their lengths: so nothing of it is lost, and a text of one window is as the model has it.
    """
    import numpy as np  # noqa: PLC0415 - only a semantic search loads it

    total = sum(window.vector.astype(np.float64) * max(window.tokens, 1) for window in windows)
    length = np.sqrt(np.square(total).sum())
    if not (np.isfinite(length) and length > 0):
        raise ModelError(
            "The model gave a vector without a direction.",
            hint="The model does not fit: name another one under search.embedder.",
        )
    return array("f", (total / length).astype(np.float32).tobytes())
