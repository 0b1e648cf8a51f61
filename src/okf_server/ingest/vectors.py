"""The vectors of passages: from the cache where a text was embedded before, else from the model."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from okf_server.errors import ModelError
from okf_server.index.parts import Embedded, Part
from okf_server.index.passages import context_text
from okf_server.index.records import IndexEntry
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
class Vectors:
    """A vector for each text, in order, and how many were made anew."""

    vectors: tuple[Vector, ...]
    made: int


def look_up(texts: Sequence[str], identity: str, cache: VectorCache) -> Texts:
    """What a model has embedded before; raises StorageError where the cache cannot be used."""
    hashes = tuple(map(text_hash, texts))
    known = cache.get(identity, hashes)
    missing = {key: text for key, text in zip(hashes, texts, strict=True) if key not in known}
    return Texts(hashes=hashes, known=known, missing=missing)


def look_up_parts(parts: Sequence[Part], identity: str, cache: VectorCache) -> Texts:
    """The same of the passages of all parts, whose vectors are known where an index before has them."""
    kept = [_embedded(part, identity) for part in parts]
    pairs = list(zip(parts, kept, strict=True))
    new = [text for part, one in pairs if one is None for text in contexts(part.entry())]
    texts = look_up(new, identity, cache)
    fresh = iter(texts.hashes)
    hashes = [one.hashes if one else islice(fresh, part.record.rows) for part, one in pairs]
    known = dict(texts.known)
    for one in filter(None, kept):
        known.update(zip(one.hashes, one.vectors, strict=True))
    missing = {key: text for key, text in texts.missing.items() if key not in known}
    return Texts(hashes=tuple(chain.from_iterable(hashes)), known=known, missing=missing)


def _embedded(part: Part, identity: str) -> Embedded | None:
    """The vectors that a model has made of a part, where an index before has them."""
    found = part.embedded()
    return found if found and found.identity == identity else None


def contexts(entry: IndexEntry) -> list[str]:
    """The text of every passage of a concept as it is embedded."""
    return [context_text(entry.concept, passage) for passage in entry.passages]


def embed(texts: Texts, embedder: Embedder, cache: VectorCache, *, progress: Progress) -> Vectors:
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
    return Vectors(vectors=tuple(known[key] for key in texts.hashes), made=len(keys))
