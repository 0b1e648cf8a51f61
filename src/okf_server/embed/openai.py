"""Speak the OpenAI embeddings protocol: `POST <url>/embeddings`."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from struct import iter_unpack
from typing import Any

from okf_server.embed.prefixes import identity_of, prefixed
from okf_server.model.config import OpenAiEmbedder

_FLOAT = 4  # bytes


@dataclass(frozen=True, slots=True)
class OpenAiDialect:
    """Any endpoint that is compatible with OpenAI's."""

    config: OpenAiEmbedder
    api_key: str | None = None

    @property
    def url(self) -> str:
        """The url of the embeddings, whether it is configured with its last part or without."""
        return self.config.url.rstrip("/").removesuffix("/embeddings") + "/embeddings"

    @property
    def model(self) -> str:
        """As configured."""
        return self.config.model

    @property
    def headers(self) -> Mapping[str, str]:
        """The key, where there is one."""
        return {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}

    @property
    def dimensions(self) -> int | None:
        """As configured."""
        return self.config.dimensions

    def identity(self, address: str) -> str:
        """Model, address, length and prefixes."""
        return identity_of(self.config, address)

    def request(self, texts: Sequence[str], *, question: bool) -> Mapping[str, Any]:
        """All texts in one request, each with its prefix."""
        sized = {"dimensions": self.dimensions} if self.dimensions else {}
        inputs = prefixed(self.config, texts, question=question)
        return {"model": self.config.model, "input": inputs, **sized, "encoding_format": "float"}

    def embeddings(self, answer: Any) -> Sequence[Sequence[float]]:
        """The entries say themselves which text they belong to."""
        entries = sorted(answer["data"], key=lambda entry: int(entry["index"]))
        if [entry["index"] for entry in entries] != list(range(len(entries))):
            raise ValueError("embeddings that do not say which text they belong to")
        return [_numbers(entry["embedding"]) for entry in entries]


def _numbers(embedding: Any) -> Sequence[float]:
    """A list of numbers, or what some endpoints answer whatever they are asked: 32-bit floats in Base64."""
    if not isinstance(embedding, str):
        return list(embedding)
    written = b64decode(embedding, validate=True)
    if len(written) % _FLOAT:
        raise ValueError("no numbers of 32 bits")
    return [number for (number,) in iter_unpack("<f", written)]
