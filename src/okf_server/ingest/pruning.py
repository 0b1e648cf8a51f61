"""Drop from the caches of a base what no kept snapshot needs any more."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from okf_server.extract.cache import ExtractionCache
from okf_server.index.vector_cache import VectorCache
from okf_server.snapshot.store import Store


def prune_extractions(cache: ExtractionCache, store: Store, *, now: datetime, days: int) -> None:
    """Drop what was extracted so many days ago and belongs to no item of a kept snapshot."""
    cache.prune(lambda: _extracted(store), before=now - timedelta(days=days))


def prune_vectors(
    cache: VectorCache, store: Store, used: tuple[str, Sequence[str]], *, now: datetime, days: int
) -> None:
    """Drop vectors that were not used for so many days, nor since the oldest kept snapshot was made.

    `used` are the model's identity and the hashes of the texts of what is published now. A kept snapshot has
    used its vectors when it was made.
    """
    oldest = min(_published(store), default=now)
    before = min(now - timedelta(days=days), oldest - timedelta(days=1))  # a build may take a night
    identity, hashes = used
    cache.retire(identity, hashes, today=now.toordinal(), before=before.toordinal())


def _extracted(store: Store) -> Iterator[tuple[str, str]]:
    """The revision and the reader of every item of the kept snapshots."""
    for listed in store.list():
        if listed.manifest:
            yield from ((item.revision, item.extractor) for item in listed.manifest.items)


def _published(store: Store) -> Iterator[datetime]:
    for listed in store.list():
        if listed.manifest:
            yield datetime.fromisoformat(listed.manifest.published)
