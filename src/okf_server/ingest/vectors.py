"""The vectors of passages: from the cache where a text was embedded before, else from the model."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from okf_server.errors import ModelError
from okf_server.index.vector_cache import VectorCache, text_hash
from okf_server.model.progress import Progress
from okf_server.model.seams import Embedder, Vector

_BATCH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """The texts of all passages by their hashes in order, and those vectors of them that are known."""

    hashes: tuple[str, ...]
    known: Mapping[str, Vector]
    missing: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """A vector for each text, in order, and how many were made anew."""

    vectors: tuple[Vector, ...]
    made: int


def look_up(texts: Sequence[str], identity: str, cache: VectorCache) -> Texts:
    """What a model has embedded before; raises StorageError where the cache cannot be used."""
    hashes = tuple(map(text_hash, texts))
    known = cache.get(identity, hashes)
    missing = {key: text for key, text in zip(hashes, texts, strict=True) if key not in known}
    return Texts(hashes=hashes, known=known, missing=missing)


def embed(texts: Texts, embedder: Embedder, cache: VectorCache, *, progress: Progress) -> Embedded:
    """Embed texts. What was embedded is kept batch by batch, so that a build that ends early loses little.

    Raises ModelError, and StorageError where the cache cannot be written.
    """
    identity = embedder.identity
    keys, known = list(texts.missing), dict(texts.known)
    for start in range(0, len(keys), _BATCH):
        batch = keys[start : start + _BATCH]
        made = embedder.passages([texts.missing[key] for key in batch])
        if len(made) != len(batch):
            raise ModelError(
                f"{identity} gave {len(made)} vectors for {len(batch)} texts.",
                hint="The model or its server is at fault: name another one under search.embedder.",
            )
        fresh = {key: array("f", vector) for key, vector in zip(batch, made, strict=True)}
        cache.put(identity, fresh)
        known |= fresh
        progress("embed", start + len(batch), len(keys), "")
    return Embedded(vectors=tuple(known[key] for key in texts.hashes), made=len(keys))
