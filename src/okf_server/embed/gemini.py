"""Speak the protocol of Google's Gemini models: `POST <url>/models/<model>:batchEmbedContents`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from okf_server.model.config import GeminiEmbedder


@dataclass(frozen=True, slots=True)
class GeminiDialect:
    """A Gemini embedding model, which is told whether a text asks or answers."""

    config: GeminiEmbedder
    api_key: str

    @property
    def url(self) -> str:
        """The url of the embeddings; the key is not in it."""
        return f"{self.config.url.rstrip('/')}/{self._model}:batchEmbedContents"

    @property
    def model(self) -> str:
        """As configured."""
        return self.config.model

    @property
    def headers(self) -> Mapping[str, str]:
        """The key."""
        return {"x-goog-api-key": self.api_key}

    @property
    def dimensions(self) -> int | None:
        """As configured; vectors shorter than the model's own come without length one."""
        return self.config.dimensions

    def identity(self, address: str) -> str:
        """Address, which names the model, and length."""
        return f"{self.config.model}/{address}/{self.dimensions or 'default'}"

    def request(self, texts: Sequence[str], *, question: bool) -> Mapping[str, Any]:
        """A request for each text, in one."""
        task = "RETRIEVAL_QUERY" if question else "RETRIEVAL_DOCUMENT"
        sized = {"outputDimensionality": self.dimensions} if self.dimensions else {}
        common = {"model": self._model, "taskType": task, **sized}
        return {"requests": [{**common, "content": {"parts": [{"text": text}]}} for text in texts]}

    def embeddings(self, answer: Any) -> Sequence[Sequence[float]]:
        """The vectors stand in the order of the texts."""
        return [one["values"] for one in answer["embeddings"]]

    @property
    def _model(self) -> str:
        return f"models/{self.config.model.removeprefix('models/')}"
