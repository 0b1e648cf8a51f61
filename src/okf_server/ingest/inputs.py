"""Digests: of all that a build is made from, and of what it made."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from hashlib import sha256

from okf_server.extract.registry import open_readers
from okf_server.ingest.metadata import GENERATOR
from okf_server.model.access import AccessList
from okf_server.model.config import BaseConfig, Roles, Rules
from okf_server.model.item import Listing
from okf_server.model.manifest import Manifest
from okf_server.snapshot.manifest import FORMATS, record_to_json

_HISTORY = "bundle/log.md"
_ENGINE_FILES = "index/keyword/"  # named anew with each build; equal in what they rank


def inputs_digest(
    config: BaseConfig,
    listings: Sequence[Listing],
    owners: Sequence[Rules],
    *,
    embedder: str | None,
) -> str:
    """The digest of everything that the content of a snapshot depends on."""
    return _digest(
        {
            "ways": ways_digest(config, owners),
            "embedder": embedder,
            "listings": [_listing(listing) for listing in listings],
        }
    )


def ways_digest(config: BaseConfig, owners: Sequence[Rules]) -> str:
    """The digest of everything that decides what becomes of an item, whichever items there are."""
    sources = [
        {"kind": source.kind, "mount": source.mount} for source in config.sources
    ]  # not where they lie: a base that moves with its documents stays the same
    value = {
        "generator": GENERATOR,
        "formats": dict(FORMATS),
        "readers": open_readers(config.documents).identities(),
        "name": config.name,
        "title": config.title,
        "sources": sources,
        "rules": asdict(config.rules),
        "owners": [asdict(rules) for rules in owners],
        "access": asdict(replace(config.access, roles=Roles(), max_acl_age=0)),
        "originals": config.originals,
    }
    return _digest(value)


def content_digest(manifest: Manifest) -> str:
    """The digest of what a snapshot publishes without its history."""
    kept = {
        path: digest
        for path, digest in manifest.files.items()
        if path != _HISTORY and not path.startswith(_ENGINE_FILES)
    }
    value = {
        "files": kept,
        "items": [record_to_json(record) for record in manifest.items],
        "access": [_access(one) for one in manifest.access],
        "warnings": manifest.warnings,
    }
    return _digest(value)


def _listing(listing: Listing) -> object:
    return [
        [
            [item.path, item.revision, item.size, item.modified, _access(item.access)]
            for item in listing.items
        ],
        [[entry.path, entry.reason, entry.failed] for entry in listing.passed],
    ]


def _access(access: AccessList | None) -> object:
    return None if access is None else [access.allow, access.deny, access.recorded]


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
