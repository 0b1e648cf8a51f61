"""Speak Ollama's protocol: `POST <url>/api/embed`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from okf_server.embed.prefixes import identity_of, prefixed
from okf_server.model.config import OllamaEmbedder

_PATH = "/api/embed"


@dataclass(frozen=True, slots=True)
class OllamaDialect:
    """A model that Ollama runs, here or on another machine."""

    config: OllamaEmbedder

    @property
    def url(self) -> str:
        """The url of the embeddings."""
        return self.config.url.rstrip("/").removesuffix(_PATH) + _PATH

    @property
    def model(self) -> str:
        """As configured."""
        return self.config.model

    @property
    def headers(self) -> Mapping[str, str]:
        """None: Ollama has no keys."""
        return {}

    @property
    def dimensions(self) -> int | None:
        """As configured."""
        return self.config.dimensions

    def identity(self, address: str) -> str:
        """Model, address, length and prefixes."""
        return identity_of(self.config, address)

    def request(self, texts: Sequence[str], *, question: bool) -> Mapping[str, Any]:
        """All texts in one request; the model keeps the beginning of one that is too long for it."""
        sized = {"dimensions": self.dimensions} if self.dimensions else {}
        inputs = prefixed(self.config, texts, question=question)
        return {"model": self.config.model, "input": inputs, "truncate": True, **sized}

    def embeddings(self, answer: Any) -> Sequence[Sequence[float]]:
        """The vectors stand in the order of the texts."""
        return list(answer["embeddings"])
