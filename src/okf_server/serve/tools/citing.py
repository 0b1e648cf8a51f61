"""How an answer speaks of a concept and of the place that a passage came from."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from okf_server.model.answer import Citation, ConceptSummary, Hit, Relative, SnapshotMark
from okf_server.model.concept import Status, TrustTier
from okf_server.model.locator import PdfLocator, describe, locator_to_json
from okf_server.okf.controls import plain
from okf_server.serve.tools.quoting import inline

_MOST_BOXES = 8
_BOX_DIGITS = 4


def concept_data(concept: ConceptSummary) -> dict[str, Any]:
    """Who a concept is."""
    return {
        "concept_id": concept.id,
        "title": inline(concept.title),
        "type": inline(concept.type),
    }


def standing_data(concept: ConceptSummary) -> dict[str, Any]:
    """How far a concept can be relied on."""
    return {
        "status": concept.status.value,
        "trust_tier": concept.trust_tier.value,
        "stale": concept.stale,
    }


def hit_data(hit: Hit, mark: SnapshotMark) -> dict[str, Any]:
    """A passage that answers a question, with its place and its standing."""
    return {
        **concept_data(hit.concept),
        "section": hit.section,
        "excerpt": plain(hit.excerpt),
        "excerpt_truncated": hit.excerpt_truncated,
        **standing_data(hit.concept),
        "source": source_data(hit.citation, hit.headings),
        "revision": hit.citation.revision,
        "quote": hit.citation.quote,
        "snapshot": mark.id,
        "matched_by": hit.matched_by.value,
        "also_in": also_data(hit),
        **relation_data(hit),
    }


def also_data(hit: Hit) -> list[dict[str, Any]]:
    """Which concepts repeat the passage, each with its standing, and how far: `match` is exact or near."""
    return [
        {
            "concept_id": one.concept,
            "status": one.status.value,
            "trust_tier": one.trust_tier.value,
            "stale": one.stale,
            "match": "exact" if one.exact else "near",
            **({} if one.exact else {"differs": [inline(word) for word in one.differs]}),
        }
        for one in hit.also_in
    ]


def also_text(data: Sequence[Mapping[str, Any]]) -> str:
    """The same in words: what is only nearly the same is never said to be the same."""
    exact = [_also(one) for one in data if one["match"] == "exact"]
    near = [_also(one) for one in data if one["match"] == "near"]
    parts = [f"also in {', '.join(exact)}"] if exact else []
    parts += [f"nearly the same in {', '.join(near)}"] if near else []
    return "; ".join(parts)


def _also(one: Mapping[str, Any]) -> str:
    """A concept, its status where that is not stable, its trust, and what differs."""
    said = [one["status"]] if one["status"] != Status.STABLE.value else []
    said += ["stale"] if one["stale"] else []
    said += [one["trust_tier"]] if one["trust_tier"] != TrustTier.UNVERIFIED.value else []
    if one["match"] == "near":
        said.append(f"differs: {' / '.join(one['differs']) or 'the order of the words'}")
    return f"{one['concept_id']} ({', '.join(said)})" if said else str(one["concept_id"])


def relation_data(hit: Hit) -> dict[str, Any]:
    """Why a hit stands where it does, its other versions and what is against it; only what there is."""
    data: dict[str, Any] = {}
    if hit.factors:
        data["reasons"] = [inline(factor.why) for factor in hit.factors]
    if hit.family:
        data["versions"] = _relatives(hit.family)
    if hit.conflicts:
        data["conflicts"] = _relatives(hit.conflicts)
    if hit.members > 1:
        data["group_hits"] = hit.members
    return data


def relation_lines(data: Mapping[str, Any]) -> list[str]:
    """The same in words, a line for each kind."""
    lines = []
    if "reasons" in data:
        lines.append(f"Ranked with regard to: {'; '.join(data['reasons'])}")
    for key, words in (("versions", "Other versions"), ("conflicts", "May be in conflict")):
        if key in data:
            named = (f"{one['concept_id']} ({one['relation']})" for one in data[key])
            lines.append(f"{words}: {', '.join(named)}")
    if "group_hits" in data:
        lines.append(f"The best of {data['group_hits']} hits")
    return lines


def _relatives(relatives: Sequence[Relative]) -> list[dict[str, str]]:
    return [
        {"concept_id": one.concept, "title": inline(one.title), "relation": one.relation}
        for one in relatives
    ]


def standing_text(data: Mapping[str, Any]) -> str:
    """Type, status and trust tier in a line, from `concept_data` and `standing_data`."""
    words = [data["type"], data["status"], data["trust_tier"]]
    return ", ".join(word for word in [*words, "stale" if data["stale"] else ""] if word)


def source_data(citation: Citation, headings: Sequence[str] = ()) -> dict[str, Any]:
    """Where the original is, where in it (an unknown place is null), and how its text was recognised if it was."""
    recognised = {"extraction": citation.extraction} if citation.extraction else {}
    return {
        "uri": citation.uri,
        "path": citation.path,
        "location": _location(citation, headings),
        "location_text": describe(citation.locator),
        **recognised,
    }


def source_text(source: Mapping[str, Any], revision: str) -> str:
    """The original, the place in it, how it was recognised, its address and its revision in a line."""
    path, extraction = inline(source["path"], 1000), source.get("extraction", "")
    place = _where(path, source["location_text"], extraction)
    return f"Source: {place} <{inline(source['uri'], 2000)}> {revision}"


def where(citation: Citation) -> str:
    """The original, the place in it, and how the text there was recognised if it was."""
    return _where(citation.path, describe(citation.locator), citation.extraction)


def _where(path: str, location: str, extraction: str) -> str:
    place = inline(location)
    source = f"{path}, {place}" if place else path
    return f"{source} ({extraction})" if extraction else source


def reference(concept: ConceptSummary, section: str, *, base: str) -> str:
    """What get_knowledge takes for this place, whatever other bases there are."""
    return f"{base}:{concept.id}#{section}" if section else f"{base}:{concept.id}"


def age_s(mark: SnapshotMark, now: datetime) -> int:
    """Seconds since a snapshot was published; never negative, whatever two clocks say."""
    return seconds_since(mark.published, now)


def seconds_since(published: str, now: datetime) -> int:
    """Seconds since an ISO 8601 time; never negative, whatever two clocks say."""
    return max(0, int((now - datetime.fromisoformat(published)).total_seconds()))


def _location(citation: Citation, headings: Sequence[str]) -> dict[str, Any] | None:
    locator = citation.locator
    if locator is None:
        return None
    data = locator_to_json(locator)
    if isinstance(locator, PdfLocator):
        data |= _boxes(locator)
    return {**data, "section": inline(headings[-1])} if headings else data


def _boxes(locator: PdfLocator) -> dict[str, Any]:
    """The first boxes of a page, rounded: a page of a dense table has hundreds."""
    shown = [[round(edge, _BOX_DIGITS) for edge in box] for box in locator.boxes[:_MOST_BOXES]]
    left_out = len(locator.boxes) - len(shown)
    return {"boxes": shown, "more_boxes": left_out} if left_out else {"boxes": shown}
