"""One published snapshot, opened for reading."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from okf_server.access.resolve import expired_classes, visible_classes
from okf_server.index.read import IndexReader, open_index
from okf_server.index.records import ConceptRecord
from okf_server.index.visible import Visible
from okf_server.model.access import AccessList, Principal
from okf_server.model.answer import ConceptSummary, Filters, SnapshotMark
from okf_server.model.config import AccessConfig, BaseConfig, SourceConfig
from okf_server.model.item import ItemRecord, outermost
from okf_server.model.locator import Locator
from okf_server.okf.recognition import KEY, recognition, remark
from okf_server.okf.trust import is_stale
from okf_server.search.confidence import Scale
from okf_server.search.fuse import Blend, Fusion
from okf_server.snapshot.store import Snapshot

EVERYTHING = Filters()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A snapshot whose files are open.

    `moved` maps old ids of concepts to those of now, `unread` are the items that have no concept; `digests` gives the sha256 of every published file.
    `expired` are the classes whose permissions are too old; until `at` was told the time, all that can age.
    """

    mark: SnapshotMark
    bundle: Path
    index: IndexReader
    access: Sequence[AccessList]
    moved: Mapping[str, str]
    digests: Mapping[str, str]
    sources: Sequence[SourceConfig]
    fusion: Blend
    unread: Sequence[ItemRecord] = ()
    scales: dict[tuple[frozenset[int] | None, bool], Scale] = field(default_factory=dict)
    longest: timedelta = timedelta(hours=AccessConfig().max_acl_age)
    expired: frozenset[int] = field(default_factory=frozenset)

    def at(self, now: datetime) -> "View":
        """The snapshot as it may be read now: permissions age."""
        expired = expired_classes(self.access, now=now, longest=self.longest)
        return self if expired == self.expired else replace(self, expired=expired)

    def visible(self, principal: Principal, filters: Filters = EVERYTHING) -> Visible:
        """What this principal may see, of what the filters ask for."""
        if principal.trusted:
            return self.index.visible(None, filters)
        return self.index.visible(visible_classes(self.access, principal) - self.expired, filters)

    def uri(self, record: ConceptRecord, *, on_this_machine: bool) -> str:
        """The address of a concept's original, its file for who may know about this machine.

        For others, and where its source is not configured any more, it says the path in the source alone.
        """
        if on_this_machine and record.source < len(self.sources):
            path, members = outermost(record.path)
            file = Path(self.sources[record.source].original(path)).as_uri()
            return "!".join([file, *map(str, members)])
        return "okf://source/" + quote(record.path, errors="surrogatepass")


def open_view(snapshot: Snapshot, config: BaseConfig) -> View:
    """Open a snapshot of a base; raises StorageError where its index is damaged."""
    manifest = snapshot.manifest
    return View(
        mark=SnapshotMark(base=manifest.base, id=manifest.id, published=manifest.published),
        bundle=snapshot.path / "bundle",
        index=open_index(snapshot.path / "index"),
        access=manifest.access,
        moved=manifest.moved,
        digests=manifest.files,
        sources=config.sources,
        fusion=Blend(Fusion(config.search.fusion), config.search.dense_weight),
        unread=tuple(item for item in manifest.items if not item.concept),
        longest=timedelta(hours=config.access.max_acl_age),
        expired=frozenset(n for n, one in enumerate(manifest.access) if one.recorded),
    )


def summary(record: ConceptRecord, now: datetime) -> ConceptSummary:
    """What answers say of a concept."""
    return ConceptSummary(
        id=record.id,
        title=record.title,
        type=record.type,
        description=record.description,
        tags=record.tags,
        status=record.status,
        trust_tier=record.trust_tier,
        stale=is_stale_record(record, now),
        path=record.path,
    )


def recognised(record: ConceptRecord, places: Iterable[Locator | None]) -> str:
    """How the words at these places were recognised; empty where they are text in the original."""
    return remark(recognition({KEY: record.extraction}), places)


def is_stale_record(record: ConceptRecord, now: datetime) -> bool:
    """Whether the concept's `stale_after` has come."""
    return is_stale({"stale_after": record.stale_after}, now)
