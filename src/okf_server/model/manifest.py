"""The manifest of a snapshot (docs/formats.md, manifest.json)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from okf_server.model.access import AccessList
from okf_server.model.item import ItemRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a snapshot holds and how it was made.

    `formats` gives the version of each part (`manifest`, `bundle`, `locators`, `index`). `inputs` is the
    digest of all that the build was made from, `ways` of all of it but the items and the embedder, `content`
    of what it published without its history; `files` gives the sha256 of every file by its path inside the snapshot. `access` are the access
    lists, by class. `moved` maps ids of renamed concepts to their ids now.
    """

    id: str
    base: str
    published: str
    formats: Mapping[str, int]
    generator: str
    inputs: str
    content: str
    embedder: str | None
    items: tuple[ItemRecord, ...]
    access: tuple[AccessList, ...]
    moved: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    ways: str = ""
