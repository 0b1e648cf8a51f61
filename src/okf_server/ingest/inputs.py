"""Digests: of all that a build is made from, and of what it made."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256

from okf_server.extract.registry import reader, suffixes
from okf_server.ingest.metadata import GENERATOR
from okf_server.model.access import AccessList
from okf_server.model.config import BaseConfig
from okf_server.model.item import ItemRecord, Listing
from okf_server.snapshot.manifest import FORMATS, record_to_json

_HISTORY = "bundle/log.md"
_ENGINE_FILES = "index/keyword/"  # named anew with each build; equal in what they rank


def inputs_digest(config: BaseConfig, listings: Sequence[Listing], embedder: str | None) -> str:
    """The digest of everything that the content of a snapshot depends on."""
    sources = [
        {"kind": source.kind, "mount": source.mount} for source in config.sources
    ]  # not where they lie: a base that moves with its documents stays the same
    value = {
        "generator": GENERATOR,
        "formats": dict(FORMATS),
        "readers": {suffix: _identity(suffix) for suffix in suffixes()},
        "embedder": embedder,
        "name": config.name,
        "title": config.title,
        "sources": sources,
        "rules": asdict(config.rules),
        "access": asdict(config.access),
        "documents": {"ocr": config.documents.ocr, "layout": config.documents.layout_models},
        "originals": config.originals,
        "listings": [_listing(listing) for listing in listings],
    }
    return _digest(value)


def content_digest(
    files: Mapping[str, str], records: Sequence[ItemRecord], access: Sequence[AccessList]
) -> str:
    """The digest of what a snapshot publishes without its history."""
    kept = {
        path: digest
        for path, digest in files.items()
        if path != _HISTORY and not path.startswith(_ENGINE_FILES)
    }
    value = {
        "files": kept,
        "items": [record_to_json(record) for record in records],
        "access": [[one.allow, one.deny] for one in access],
    }
    return _digest(value)


def _listing(listing: Listing) -> object:
    return [
        [
            [item.path, item.revision, item.size, item.modified, _access(item.access)]
            for item in listing.items
        ],
        [[entry.path, entry.reason, entry.failed] for entry in listing.passed],
        None if listing.rules is None else sha256(listing.rules).hexdigest(),
    ]


def _access(access: AccessList | None) -> object:
    return None if access is None else [access.allow, access.deny]


def _identity(suffix: str) -> str:
    found = reader(suffix)
    return found.identity if found else ""


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
