"""Permissions that a source told long ago admit nobody, while the snapshot is served all along."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from okf_server.app.adapters import connectors_for
from okf_server.app.knowledge import Knowledge
from okf_server.catalog.base import open_base
from okf_server.errors import NotFoundError
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import AccessList, Principal
from okf_server.model.item import Item, Listing
from okf_server.model.progress import Progress, silent
from okf_server.model.seams import Connector

BUILT = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANA = Principal(id="ana", names=frozenset({"*", "user:ana", "group:share:hr"}))
BOB = Principal(id="bob", names=frozenset({"*", "user:bob", "group:hr"}))


class Telling:
    """A connector whose source says who may read its items, and when it said so."""

    def __init__(self, inner: Connector, access: AccessList) -> None:
        self._inner = inner
        self._access = access

    def list(self, *, progress: Progress = silent) -> Listing:
        found = self._inner.list(progress=progress)
        told = (self._told(item) for item in found.items)
        return replace(found, items=tuple(told))

    def _told(self, item: Item) -> Item:
        return replace(item, access=self._access) if item.path.startswith("share/") else item

    def fetch(self, item: Item) -> Path:
        return self._inner.fetch(item)

    def uri(self, path: str) -> str:
        return self._inner.uri(path)


def served(directory: Path, *, recorded: str, more: str = "") -> "tuple[Knowledge, list[datetime]]":
    """A base of a share and of a file with a rule, and the time that its clock shows."""
    for path in ("share/pay.md", "open/hours.md"):
        file = directory / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {path}\n\nZebra words.\n")
    (directory / "okf.yaml").write_text(
        "name: kb\nsources: [{kind: folder, path: ./docs}]\nsearch: {embedder: null}\n"
        f'access: {{rules: {{open/: ["*"]}}{more}}}\n'
    )
    base = open_base(directory)
    told = AccessList(allow=("group:share:hr",), recorded=recorded)
    report = build(
        base,
        options=BuildOptions(embeddings=False),
        embedder=None,
        connectors=[Telling(one, told) for one in connectors_for(base)],
        now=BUILT,
    )
    assert report.published
    clock = [BUILT]
    return Knowledge(directory, clock=lambda: clock[0]), clock


def seen(knowledge: Knowledge, principal: Principal) -> set[str]:
    return {hit.concept.id for hit in knowledge.search("zebra", principal=principal).hits}


@pytest.mark.parametrize(("more", "hours"), [("", 24), (", max_acl_age: 3", 3)])
def test_what_a_source_told_is_good_until_it_is_too_old(
    tmp_path: Path, more: str, hours: int
) -> None:
    knowledge, clock = served(tmp_path, recorded="2026-11-30T12:00:00Z", more=more)
    assert seen(knowledge, ANA) == {"share/pay", "open/hours"}

    clock[0] = BUILT + timedelta(hours=hours)
    assert seen(knowledge, ANA) == {"share/pay", "open/hours"}

    clock[0] += timedelta(seconds=1)
    assert seen(knowledge, ANA) == {"open/hours"}
    assert knowledge.readable(ANA) == 1
    with pytest.raises(NotFoundError):
        knowledge.get("share/pay", principal=ANA)


@pytest.mark.parametrize("recorded", ["yesterday", "2026-11-30T12:00:00", "0"])
def test_permissions_of_an_unknown_time_admit_nobody(tmp_path: Path, recorded: str) -> None:
    knowledge, _ = served(tmp_path, recorded=recorded)
    assert seen(knowledge, ANA) == {"open/hours"}


def test_a_group_of_another_provider_is_another_group(tmp_path: Path) -> None:
    knowledge, _ = served(tmp_path, recorded="2026-11-30T12:00:00Z")
    assert seen(knowledge, BOB) == {"open/hours"}
