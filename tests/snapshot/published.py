"""Snapshots to test with."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from okf_server.model.access import AccessList
from okf_server.model.item import ItemRecord, State
from okf_server.model.manifest import Manifest
from okf_server.snapshot.disk import digests
from okf_server.snapshot.manifest import FORMATS
from okf_server.snapshot.store import Snapshot, Store

NOW = datetime(2026, 11, 30, 2, 15, 53, tzinfo=UTC)


def record(path: str, text: str) -> ItemRecord:
    return ItemRecord(
        path=path,
        state=State.INDEXED,
        concept=path.removesuffix(".md"),
        revision=f"sha256:{sha256(text.encode()).hexdigest()}",
        size=len(text),
        modified="2026-01-01T00:00:00Z",
        extractor="markdown/1",
    )


def manifest(
    items: Sequence[ItemRecord], *, name: str = "s", content: str = "c", **more: object
) -> Manifest:
    made = Manifest(
        id=name,
        base="finance",
        published=NOW.isoformat(),
        formats=FORMATS,
        generator="okf-server/0.1.0",
        inputs="i",
        content=content,
        embedder=None,
        items=tuple(items),
        access=(AccessList(), AccessList(allow=("*",), deny=("user:bob",))),
    )
    return replace(made, **more)  # type: ignore[arg-type]


def publish(
    store: Store, texts: Mapping[str, str], *, minute: int = 0, completes: str = ""
) -> Snapshot:
    """Publish concepts with these bodies, by their paths."""
    content = sha256(repr(sorted(texts.items())).encode()).hexdigest()
    at = NOW + timedelta(minutes=minute)
    with store.lock(now=at), store.staging() as staged:
        for path, text in texts.items():
            file = staged / "bundle" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        made = manifest(
            [record(path, text) for path, text in sorted(texts.items())],
            name=store.free_id(f"{at:%Y%m%dT%H%M%SZ}-{content[:6]}"),
            content=content,
            published=at.isoformat(),
            files=digests(staged),
        )
        return store.publish(staged, made, completes=completes)
