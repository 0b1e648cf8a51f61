"""Embed with an endpoint, whichever protocol it speaks."""

import math
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, Self

from okf_server.embed.http import Clock, JsonClient
from okf_server.embed.text import LONGEST_PASSAGE, clean
from okf_server.model.seams import Vector

_BATCH = 32
_QUESTION_S = 15.0
_PASSAGES_S = 300.0


class Dialect(Protocol):
    """What an endpoint is asked, and how its answer is read."""

    @property
    def url(self) -> str:
        """Where requests go."""
        ...

    @property
    def model(self) -> str:
        """The name of the model as it is configured."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """What goes with every request, the key too."""
        ...

    @property
    def dimensions(self) -> int | None:
        """The length of the vectors, where it is configured."""
        ...

    def identity(self, address: str) -> str:
        """All that decides on the vectors; `address` is the url without credentials."""
        ...

    def request(self, texts: Sequence[str], *, question: bool) -> Mapping[str, Any]:
        """The body that asks for the vectors of texts; none of them is empty."""
        ...

    def embeddings(self, answer: Any) -> Sequence[Sequence[float]]:
        """The vectors of an answer in the order of the texts; raises what a wrong shape raises."""
        ...


class EndpointEmbedder:
    """Vectors from an endpoint, brought to length one; safe to use from several threads."""

    def __init__(self, dialect: Dialect, *, clock: Clock | None = None) -> None:
        self._dialect = dialect
        self._client = JsonClient(
            dialect.url, dialect.headers, clock or Clock(), model=dialect.model
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def identity(self) -> str:
        """The endpoint, its model, and what else decides on the vectors."""
        return self._dialect.identity(self._client.address)

    @cached_property
    def dimension(self) -> int:
        """Length of the vectors: as configured, or as the endpoint answers."""
        return self._dialect.dimensions or len(self.query("dimension"))

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in order."""
        return self._in_batches(texts, question=False)

    def query(self, text: str) -> Vector:
        """The vector of a question."""
        return self._embed([text], question=True)[0]

    def queries(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of questions, in as few requests as those of passages."""
        return self._in_batches(texts, question=True)

    def _in_batches(self, texts: Sequence[str], *, question: bool) -> list[Vector]:
        batches = (texts[first : first + _BATCH] for first in range(0, len(texts), _BATCH))
        return [vector for batch in batches for vector in self._embed(batch, question=question)]

    def _embed(self, texts: Sequence[str], *, question: bool) -> list[Vector]:
        # an empty input is refused by every protocol
        inputs = [clean(text, longest=LONGEST_PASSAGE).strip() or "-" for text in texts]
        request = self._dialect.request(inputs, question=question)
        if question:
            answer = self._client.ask(request, deadline_s=_QUESTION_S)
        else:
            answer = self._client.post(request, deadline_s=_PASSAGES_S)
        try:
            embeddings = self._dialect.embeddings(answer.json())
            return _vectors(embeddings, len(texts), self._dialect.dimensions)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise self._client.failure(
                f"gave no usable embeddings: {error}",
                hint="Check search.embedder in okf.yaml.",
                status="its answer cannot be used",
            ) from error


def _vectors(
    embeddings: Sequence[Sequence[float]], number: int, dimension: int | None
) -> list[Vector]:
    if len(embeddings) != number:
        raise ValueError(f"{len(embeddings)} embeddings for {number} texts")
    vectors = [_unit(numbers) for numbers in embeddings]
    lengths = {len(vector) for vector in vectors} | ({dimension} if dimension else set())
    if len(lengths) != 1:
        raise ValueError(f"embeddings of different lengths: {sorted(lengths)}")
    return vectors


def _unit(numbers: Sequence[float]) -> Vector:
    if not all(isinstance(number, int | float) for number in numbers):
        raise ValueError("an embedding holds something that is no number")
    length = math.sqrt(math.fsum(number * number for number in numbers))
    if not (math.isfinite(length) and length > 0):
        raise ValueError("an embedding without a direction")
    return array("f", [number / length for number in numbers])
