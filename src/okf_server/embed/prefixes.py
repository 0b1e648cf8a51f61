"""The prefixes by which a model tells questions and passages apart."""

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
