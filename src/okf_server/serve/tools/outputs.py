"""The schemas of what the tools answer, flat and small: every conversation pays for them."""

from typing import Any

_TEXT = {"type": "string"}
_COUNT = {"type": "integer"}
_FLAG = {"type": "boolean"}
_TEXTS = {"type": "array", "items": _TEXT}
_MAYBE_TEXT = {"type": ["string", "null"]}
_MAYBE_COUNT = {"type": ["integer", "null"]}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": _object(**properties)}


_CONCEPT = {"concept_id": _TEXT, "title": _TEXT, "type": _TEXT}
_STANDING = {"status": _TEXT, "trust_tier": _TEXT, "stale": _FLAG}
_SOURCE = _object(uri=_TEXT, path=_TEXT, location={"type": ["object", "null"]}, location_text=_TEXT)
_SOURCE["properties"]["extraction"] = _TEXT  # only where the text was recognised
_SAME_SOURCE = {"type": "object"}  # as in a result of search_knowledge
_MARK = {"base": _TEXT, "snapshot": _TEXT, "snapshot_age_s": _COUNT}
_PAGE = {"omitted": _COUNT, "next_cursor": _MAYBE_TEXT}

_RELATED = {"type": "array", "items": {"type": "object"}}
_RELATIONS = {  # each only where there is something to say
    "reasons": _TEXTS,
    "versions": _RELATED,
    "conflicts": _RELATED,
    "group_hits": _COUNT,
}

SEARCH = _object(
    results=_list(
        **_CONCEPT,
        section=_TEXT,
        excerpt=_TEXT,
        excerpt_truncated=_FLAG,
        **_STANDING,
        source=_SOURCE,
        revision=_TEXT,
        quote=_TEXT,
        snapshot=_TEXT,
        matched_by=_TEXT,
        also_in=_RELATED,
    ),
    confidence=_TEXT,
    search_mode=_TEXT,
    search_mode_reason=_TEXT,
    notes=_TEXTS,
    **_MARK,
    **_PAGE,
)
SEARCH["properties"]["results"]["items"]["properties"] |= _RELATIONS

CONTEXT = _object(
    status=_TEXT,
    status_reason=_TEXT,
    evidence=_list(
        **_CONCEPT,
        section=_TEXT,
        text=_TEXT,
        **_STANDING,
        source=_SAME_SOURCE,
        revision=_TEXT,
        because=_TEXT,
    ),
    left_out=_list(ref=_TEXT, reason=_TEXT),
    conflicts={"type": "array", "items": _TEXTS},
    search_mode=_TEXT,
    search_mode_reason=_TEXT,
    notes=_TEXTS,
    **_MARK,
    omitted=_COUNT,
    digest=_TEXT,
)

GET = _object(
    results=_list(
        **_CONCEPT,
        section=_TEXT,
        text=_TEXT,
        start=_COUNT,
        truncated=_FLAG,
        description=_TEXT,
        tags=_TEXTS,
        **_STANDING,
        sections=_TEXTS,
        sections_omitted=_COUNT,
        source=_SAME_SOURCE,
        revision=_TEXT,
        **_MARK,
    ),
    errors=_list(ref=_TEXT, message=_TEXT),
    **_PAGE,
)

BROWSE = _object(
    path=_TEXT,
    folders=_list(path=_TEXT, concepts=_COUNT),
    concepts=_list(**_CONCEPT, **_STANDING),
    **_MARK,
    **_PAGE,
)

for _schema in (GET, BROWSE):
    _schema["properties"]["notes"] = _TEXTS  # only where there is something to say

BASES = _object(
    bases=_list(
        name=_TEXT,
        title=_TEXT,
        concepts=_COUNT,
        snapshot=_MAYBE_TEXT,
        snapshot_age_s=_MAYBE_COUNT,
        embedder=_MAYBE_TEXT,
    ),
    omitted=_COUNT,
)

_MAYBE_OBJECT = {"type": ["object", "null"]}
_READINGS = GET["properties"]["results"]["items"]["properties"]
_READINGS |= {  # only where they were asked for
    "links": {"type": "object"},
    "frontmatter": _MAYBE_OBJECT,
    "provenance": {"type": "object"},
}
