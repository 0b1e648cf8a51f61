"""What get_knowledge adds on demand: links, frontmatter, provenance."""

import json
from collections.abc import Sequence
from typing import Any

from okf_server.model.answer import Links, Neighbour, Reading
from okf_server.serve import budget
from okf_server.serve.tools.answer import printable
from okf_server.serve.tools.quoting import inline

MOST_LINKS = 30
MOST_META = 1_000
"""Tokens of a frontmatter that is shown."""

_PROVENANCE = ("generated", "verified", "sources", "attestations", "supersedes", "stale_after")


def links_data(links: Links) -> dict[str, Any]:
    """The concepts around one, each with how it refers; the first of each direction."""
    shown_out, shown_in = links.out[:MOST_LINKS], links.into[:MOST_LINKS]
    left = len(links.out) + len(links.into) - len(shown_out) - len(shown_in)
    return {"out": _neighbours(shown_out), "in": _neighbours(shown_in), "omitted": left}


def frontmatter_data(reading: Reading) -> dict[str, Any] | None:
    """The whole frontmatter; null where it would take the page."""
    data = printable(reading.concept.meta)
    assert isinstance(data, dict)
    return data if budget.tokens(json.dumps(data, ensure_ascii=False)) <= MOST_META else None


def provenance_data(reading: Reading) -> dict[str, Any]:
    """What the frontmatter says of who made and confirmed the concept, and from what."""
    meta = {key: reading.concept.meta[key] for key in _PROVENANCE if key in reading.concept.meta}
    data = printable(meta)
    assert isinstance(data, dict)
    fits = budget.tokens(json.dumps(data, ensure_ascii=False)) <= MOST_META
    return data if fits else {"generated": data.get("generated")}


def around_text(data: dict[str, Any]) -> list[str]:
    """The same in lines, of those parts that were asked for."""
    lines = []
    for word, key in (("Links to", "out"), ("Linked from", "in")):
        lines += [
            f"{word}: {one['concept_id']} ({one['relation']}): {one['title']}"
            for one in data.get("links", {}).get(key, ())
        ]
    if data.get("links", {}).get("omitted"):
        lines.append(f"Links left out: {data['links']['omitted']}")
    for word, key in (("Frontmatter", "frontmatter"), ("Provenance", "provenance")):
        if key in data:
            text = "too large" if data[key] is None else json.dumps(data[key], ensure_ascii=False)
            lines.append(f"{word}: {text}")
    return lines


def _neighbours(neighbours: Sequence[Neighbour]) -> list[dict[str, Any]]:
    return [
        {
            "concept_id": one.concept.id,
            "title": inline(one.concept.title),
            "relation": one.relation.value,
        }
        for one in neighbours
    ]
