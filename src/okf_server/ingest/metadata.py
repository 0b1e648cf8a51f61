"""The frontmatter of concepts, filled from the item, the document and the owners' rules; no model writes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from okf_server.ingest.titles import description_of, title_of
from okf_server.model.config import DocumentRules
from okf_server.model.document import Document
from okf_server.model.item import Item
from okf_server.okf.trust import tags, text_of

GENERATOR = f"okf-server/{version('okf-server')}"
"""Who writes the concepts, in the actor form of the OKF specification, section 7."""

_ORDER = (
    "type",
    "title",
    "description",
    "resource",
    "tags",
    "sources",
    "generated",
    "verified",
    "status",
    "stale_after",
    "source_revision",
    "extraction",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """An item with its document, and what owners say of it; `kind` is the type of its folder."""

    item: Item
    document: Document
    rules: DocumentRules
    kind: str


def frontmatter(described: Described) -> dict[str, object]:
    """The frontmatter of an item: our keys in a fixed order, then those that the file brought along.

    An owner's rule for the document lies over what the file says of itself, which lies over what is derived.
    """
    own, item = described.document.meta, described.item
    resource = f"okf://source/{quote(item.path)}"
    values: dict[str, object] = {
        **own,
        "title": text_of(own, "title") or title_of(item.name, described.document),
        "description": text_of(own, "description") or description_of(described.document),
        "resource": own.get("resource") or resource,
        "tags": list(tags(own)),
        "sources": _sources(own.get("sources"), item, resource),
        "generated": own.get("generated") or {"by": GENERATOR, "at": item.modified},
        **_ruled(described),
        "source_revision": item.revision,
        "extraction": _extraction(described) or own.get("extraction"),
    }
    ordered = {key: values[key] for key in _ORDER if values.get(key) not in (None, "", [])}
    return ordered | {key: value for key, value in values.items() if key not in _ORDER}


def repaired(described: Described) -> dict[str, object]:
    """The frontmatter of a foreign concept: its own, with a type and what the owners' rules say."""
    own = described.document.meta
    values = {"type": "", **own, **_ruled(described)}
    return {key: value for key, value in values.items() if key in own or value}


def _extraction(described: Described) -> Mapping[str, object]:
    """How the text was recognised. The time of a transcript is the item's own: the clock makes no content."""
    found = described.document.details.get("extraction")
    if not isinstance(found, Mapping):
        return {}
    heard = found.get("method") == "speech"
    return {**found, "transcribed_at": described.item.modified} if heard else found


def _ruled(described: Described) -> dict[str, object]:
    """The type, and what the rule for this one document says."""
    rules = described.rules
    said: dict[str, Any] = {
        "type": rules.type or text_of(described.document.meta, "type") or described.kind,
        "title": rules.title,
        "description": rules.description,
        "tags": list(rules.tags),
        "verified": [dict(event) for event in rules.verified],
        "status": rules.status,
        "stale_after": rules.stale_after,
        **rules.extra,
    }
    return {key: value for key, value in said.items() if value not in (None, [])}


def _sources(own: object, item: Item, resource: str) -> Sequence[Mapping[str, object]] | object:
    """What the file says that it was made from, and the file itself."""
    if own is not None and not isinstance(own, list):
        return own
    entry: Mapping[str, object] = {
        "id": f"src-{sha256(item.path.encode()).hexdigest()[:16]}",
        "resource": resource,
        "title": item.name,
        "last_modified": item.modified,
    }
    return [*(own or []), entry]


def repairs(own: Mapping[str, object]) -> tuple[str, ...]:
    """What is said of a foreign concept whose frontmatter had to be repaired."""
    return () if text_of(own, "type") else ("has no type: one was added",)
