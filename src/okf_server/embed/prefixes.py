"""The prefixes by which a model tells questions and passages apart."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol


class Prefixed(Protocol):
    """A model that is configured with prefixes."""

    @property
    def query_prefix(self) -> str:
        """Stands before questions."""
        ...

    @property
    def passage_prefix(self) -> str:
        """Stands before passages."""
        ...


def mark(model: Prefixed) -> str:
    """A short mark of the prefixes, for the identity of an embedder."""
    prefixes = f"{model.query_prefix}\0{model.passage_prefix}".encode("utf-8", "surrogatepass")
    return sha256(prefixes).hexdigest()[:8]


class Served(Prefixed, Protocol):
    """A model with prefixes that an endpoint serves."""

    @property
    def model(self) -> str:
        """Its name there."""
        ...

    @property
    def dimensions(self) -> int | None:
        """The length of its vectors that is asked for, None for its own."""
        ...


def identity_of(model: Served, address: str) -> str:
    """Model, address, length and prefixes: what a vector depends on."""
    return f"{model.model}/{address}/{model.dimensions or 'default'}/{mark(model)}"


def prefixed(model: Prefixed, texts: Sequence[str], *, question: bool) -> list[str]:
    """Texts as the model wants them."""
    prefix = model.query_prefix if question else model.passage_prefix
    return [prefix + text for text in texts]
