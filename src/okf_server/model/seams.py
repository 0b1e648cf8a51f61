"""The seams where an adapter can take another's place; each has one contract suite."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from okf_server.model.document import Outcome
from okf_server.model.grant import Grant
from okf_server.model.item import Item, Listing
from okf_server.model.progress import Progress, silent

Vector = Sequence[float]
"""A unit vector of 32-bit floats."""


class Embedder(Protocol):
    """Turns text into unit vectors; a passage's vector never depends on other passages."""

    @property
    def identity(self) -> str:
        """Model, engine and version: vectors of different identities are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order; raises ModelError."""
        ...

    def query(self, text: str) -> Vector:
        """The vector of a question; raises ModelError."""
        ...


@runtime_checkable
class TogetherEmbedder(Protocol):
    """An embedder for which several questions cost about as much as one."""

    def queries(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of questions, the same ones as of each alone, in order; raises ModelError."""
        ...


class Connector(Protocol):
    """Reads one source."""

    def list(self, *, progress: Progress = silent) -> Listing:
        """All items with their revisions; raises SourceError where the source cannot be listed whole."""
        ...

    def fetch(self, item: Item) -> Path:
        """A local file with the item's bytes; raises SourceError."""
        ...

    def uri(self, path: str) -> str:
        """The address of an original, by the path of its item."""
        ...


class Extractor(Protocol):
    """Reads one file of the kinds that it is registered for; never raises for what a file contains."""

    def __call__(self, path: Path) -> Outcome:
        """The document, or why there is none."""
        ...


class TokenVerifier(Protocol):
    """Tells whether an access token is valid for this server; keeps and logs no token."""

    def asks_about(self, token: str) -> bool:
        """Whether the provider would be asked about this token although nothing speaks for it yet."""
        ...

    async def verify(self, token: str) -> Grant:
        """What the token says.

        Raises TokenError where it is not valid here, ProviderError where nobody can tell at the moment.
        """
        ...
