from dataclasses import replace

import pytest

from okf_server.ingest.inputs import content_digest, inputs_digest
from okf_server.model.access import AccessList
from okf_server.model.config import (
    AccessConfig,
    BaseConfig,
    DefaultAccess,
    DocumentsConfig,
    Originals,
    Roles,
    Rules,
    ServeConfig,
    SourceConfig,
    SourceKind,
)
from okf_server.model.item import Item, ItemRecord, Listing, Passed, State
from okf_server.model.manifest import Manifest
from okf_server.snapshot.manifest import FORMATS

SOURCE = SourceConfig(kind=SourceKind.FOLDER, path="/docs")
CONFIG = BaseConfig(name="kb", sources=(SOURCE,))
ITEM = Item(source=0, path="a.md", revision="sha256:00", size=1, modified="2026-01-01T00:00:00Z")
LISTING = Listing(items=(ITEM,), passed=(Passed(path=".x", reason="hidden"),))


def digest(
    config: BaseConfig = CONFIG,
    listing: Listing = LISTING,
    owner: Rules | None = None,
    embedder: str | None = "e5",
) -> str:
    return inputs_digest(config, [listing], [owner or Rules()], embedder=embedder)


@pytest.mark.parametrize(
    "config",
    [
        replace(CONFIG, name="other"),
        replace(CONFIG, title="Title"),
        replace(CONFIG, sources=(replace(SOURCE, mount="m"),)),
        replace(CONFIG, sources=(replace(SOURCE, kind=SourceKind.BUNDLE),)),
        replace(CONFIG, rules=Rules(types={"a/": "T"})),
        replace(CONFIG, access=AccessConfig(default=DefaultAccess.AUTHENTICATED)),
        replace(CONFIG, access=AccessConfig(rules={"": AccessList(allow=("*",))})),
        replace(CONFIG, originals=Originals.COPY),
        replace(CONFIG, documents=DocumentsConfig(timeout_s=1)),
        replace(CONFIG, documents=DocumentsConfig(ocr="deu")),
    ],
)
def test_what_the_base_says_of_its_content_counts(config: BaseConfig) -> None:
    assert digest(config) != digest()


@pytest.mark.parametrize(
    "config",
    [
        replace(CONFIG, keep=9),
        replace(CONFIG, serve=ServeConfig(port=1)),
        replace(CONFIG, sources=(replace(SOURCE, path="/moved"),)),
        replace(CONFIG, access=AccessConfig(roles=Roles(operator=("group:it",)))),
    ],
)
def test_what_changes_no_content_does_not_count(config: BaseConfig) -> None:
    assert digest(config) == digest()


@pytest.mark.parametrize(
    "item",
    [
        replace(ITEM, path="b.md"),
        replace(ITEM, revision="sha256:11"),
        replace(ITEM, modified="2026-01-02T00:00:00Z"),
        replace(ITEM, access=AccessList()),
    ],
)
def test_all_that_a_source_says_of_an_item_counts(item: Item) -> None:
    assert digest(listing=replace(LISTING, items=(item,))) != digest()


def test_entries_that_are_no_items_owners_and_the_model_count() -> None:
    assert digest(listing=replace(LISTING, passed=())) != digest()
    assert digest(owner=Rules(default_type="Note")) != digest()
    assert digest(embedder=None) != digest()
    assert digest(listing=replace(LISTING, rules=b"# a comment")) == digest()


MANIFEST = Manifest(
    id="1",
    base="kb",
    published="now",
    formats=FORMATS,
    generator="g",
    inputs="i",
    content="",
    embedder=None,
    items=(ItemRecord(path="a.md", state=State.INDEXED, concept="a"),),
    access=(AccessList(),),
    files={"bundle/a.md": "00", "bundle/log.md": "11", "index/keyword/x": "22"},
)


def test_history_and_the_names_that_an_engine_gives_are_no_content() -> None:
    files = {"bundle/a.md": "00", "bundle/log.md": "33", "index/keyword/y": "44"}
    same = replace(MANIFEST, id="2", published="later", inputs="j", moved={"b": "a"}, files=files)
    assert content_digest(same) == content_digest(MANIFEST)


@pytest.mark.parametrize(
    "other",
    [
        replace(MANIFEST, files={**MANIFEST.files, "bundle/a.md": "99"}),
        replace(MANIFEST, files={**MANIFEST.files, "index/vectors.f32": "00"}),
        replace(MANIFEST, items=()),
        replace(MANIFEST, access=(AccessList(allow=("*",)),)),
        replace(MANIFEST, warnings=("w",)),
    ],
)
def test_all_else_is_content(other: Manifest) -> None:
    assert content_digest(other) != content_digest(MANIFEST)
