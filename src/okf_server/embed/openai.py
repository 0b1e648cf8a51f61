"""Embed with any endpoint that speaks the OpenAI embeddings protocol."""

import math
import re
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from threading import Event
from typing import Any, Self

import httpx2

from okf_server.embed.text import clean
from okf_server.errors import ModelError
from okf_server.model.config import OpenAiEmbedder
from okf_server.model.seams import Vector

_BATCH = 32
_ATTEMPTS = 4
_LONGEST_WAIT_S = 30.0
_LONGEST_TEXT = 8_000
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_CREDENTIALS = re.compile(r"//[^/@]*@")


def _pause(seconds: float) -> None:
    Event().wait(seconds)


class OpenAiCompatibleEmbedder:
    """Vectors from `POST <url>/embeddings`; safe to use from several threads.

    A request that fails for a passing reason is repeated a few times, after as long as the endpoint asks
    for, at most half a minute. `pause` waits for a number of seconds.
    """

    def __init__(
        self,
        endpoint: OpenAiEmbedder,
        *,
        api_key: str | None = None,
        timeout_s: float = 60.0,
        pause: Callable[[float], None] = _pause,
    ) -> None:
        self._endpoint = endpoint
        self._pause = pause
        self._url = endpoint.url.rstrip("/").removesuffix("/embeddings") + "/embeddings"
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx2.Client(headers=headers, timeout=timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def identity(self) -> str:
        """The endpoint, its model, and what else decides on the vectors."""
        endpoint = self._endpoint
        prefixes = f"{endpoint.query_prefix}\0{endpoint.passage_prefix}".encode()
        size = endpoint.dimensions or "default"
        return f"{endpoint.model}/{self._address}/{size}/{sha256(prefixes).hexdigest()[:8]}"

    @cached_property
    def dimension(self) -> int:
        """Length of the vectors: as configured, or as the endpoint answers."""
        return self._endpoint.dimensions or len(self.query("dimension"))

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        prefixed = [self._endpoint.passage_prefix + text for text in texts]
        batches = (prefixed[first : first + _BATCH] for first in range(0, len(prefixed), _BATCH))
        return [vector for batch in batches for vector in self._embed(batch)]

    def query(self, text: str) -> Vector:
        """The vector of a question."""
        return self._embed([self._endpoint.query_prefix + text])[0]

    @property
    def _address(self) -> str:
        return _CREDENTIALS.sub("//", self._url)

    def _embed(self, texts: Sequence[str]) -> list[Vector]:
        # an empty input is refused by the protocol
        inputs = [clean(text, longest=_LONGEST_TEXT).strip() or "-" for text in texts]
        request: dict[str, Any] = {"model": self._endpoint.model, "input": inputs}
        if self._endpoint.dimensions:
            request["dimensions"] = self._endpoint.dimensions
        answer = self._post({**request, "encoding_format": "float"})
        try:
            return _vectors(answer.json(), len(texts), self._endpoint.dimensions)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            message = f"{self._address} gave no usable embeddings: {error}"
            raise ModelError(message, hint="Check search.embedder in okf.yaml.") from error

    def _post(self, request: dict[str, Any]) -> httpx2.Response:
        """The answer of the endpoint, once it does not fail for a passing reason."""
        reason = ""
        for attempt in range(_ATTEMPTS):
            wait = 0.5 * 2**attempt
            try:
                answer = self._client.post(self._url, json=request)
            except (httpx2.TransportError, httpx2.InvalidURL) as error:
                reason = f"{type(error).__name__}: {error}"
            else:
                if answer.is_success:
                    return answer
                reason = f"status {answer.status_code}: {' '.join(answer.text[:200].split())}"
                if answer.status_code not in _PASSING:
                    raise ModelError(f"{self._address} refused: {reason}", hint=_advice(answer))
                wait = _asked_wait(answer, wait)
            if attempt + 1 < _ATTEMPTS:
                self._pause(min(wait, _LONGEST_WAIT_S))
        raise ModelError(
            f"{self._address} failed {_ATTEMPTS} times, last with {reason}",
            hint="Try again later, or search without embeddings.",
        )


def _asked_wait(answer: httpx2.Response, default: float) -> float:
    try:
        asked = float(answer.headers.get("retry-after", default))
    except ValueError:  # a date
        return default
    return asked if math.isfinite(asked) and asked >= 0 else default


def _advice(answer: httpx2.Response) -> str:
    match answer.status_code:
        case 401 | 403:
            return "Check the key in the variable that search.embedder.api_key_env names."
        case 404:
            return "Check search.embedder.url and model; the URL usually ends with /v1."
        case _:
            return "Check search.embedder in okf.yaml."


def _vectors(answer: Any, number: int, dimension: int | None) -> list[Vector]:
    """The vectors of an answer in the order of the inputs, each of length one."""
    entries = sorted(answer["data"], key=lambda entry: int(entry["index"]))
    if [entry["index"] for entry in entries] != list(range(number)):
        raise ValueError(f"{len(entries)} embeddings for {number} texts")
    vectors = [_unit(entry["embedding"]) for entry in entries]
    lengths = {len(vector) for vector in vectors} | ({dimension} if dimension else set())
    if len(lengths) != 1:
        raise ValueError(f"embeddings of different lengths: {sorted(lengths)}")
    return vectors


def _unit(numbers: Sequence[float]) -> Vector:
    length = math.sqrt(math.fsum(number * number for number in numbers))
    if not (math.isfinite(length) and length > 0):
        raise ValueError("an embedding without a direction")
    return array("f", [number / length for number in numbers])
