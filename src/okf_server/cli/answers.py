"""Answers for people and for programs: hits, readings, listings."""

from collections.abc import Iterator
from typing import Any

from okf_server.index.analyze import question_terms
from okf_server.model.answer import (
    Browsing,
    ConceptSummary,
    Confidence,
    Hit,
    Reading,
    SearchResult,
    Step,
)
from okf_server.model.concept import Status
from okf_server.search.excerpt import shown_lines
from okf_server.serve.tools import citing

_EXCERPT_LINES = 8
_EXCERPT_CHARS = 600
_INDENT = "   "
_UNSURE = {
    Confidence.LOW: "Confidence: low; check that a result really answers.",
    Confidence.NONE: "Confidence: none; these are only the nearest passages.",
}


def search_lines(result: SearchResult, *, explain: bool = False) -> Iterator[str]:
    """Numbered hits, each with its excerpt and its citation, and how the search was done.

    With `explain` each says where its place came from.
    """
    wanted = question_terms(result.query)
    for number, hit in enumerate(result.hits, 1):
        yield f"{number}. {' › '.join((hit.concept.title, *hit.headings))}"
        yield from (f"{_INDENT}{line}" for line in _excerpt(hit, wanted))
        yield f"{_INDENT}{_citation_line(hit)}"
        yield from (f"{_INDENT}{line}" for line in citing.relation_lines(citing.relation_data(hit)))
        if explain:
            yield f"{_INDENT}{_explained(hit)}"
        yield ""
    if not result.hits:
        yield f"Nothing found: {'; '.join(result.notes) or 'try other words'}."
        yield ""
    if result.hits:
        yield from (f"Note: {note}." for note in result.notes)
    if result.hits and result.confidence is not Confidence.HIGH:
        yield _UNSURE[result.confidence]
    yield _mode_line(result)


def _excerpt(hit: Hit, wanted: frozenset[str]) -> list[str]:
    """Lines of the excerpt without its heading, which the title line has said already."""
    first, _, below = hit.excerpt.lstrip("\n").partition("\n")
    text = below if first.startswith("#") else hit.excerpt
    lines = shown_lines(text, wanted, longest=_EXCERPT_CHARS, most=_EXCERPT_LINES)
    if hit.excerpt_truncated or lines != [line for line in text.splitlines() if line.strip()]:
        lines.append(f"[…] whole: okf get '{reference(hit)}'")
    return lines


def _explained(hit: Hit) -> str:
    ranks = (("keyword", hit.keyword_rank), ("semantic", hit.semantic_rank))
    parts = [f"{side} rank {rank or 'none'}" for side, rank in ranks]
    parts += [f"{one.name} rank {one.rank}" for one in _changes(hit)]
    parts.append(f"score {'not shown' if hit.score is None else hit.score}")
    parts += [f"{one.name} x {one.factor} ({one.why})" for one in hit.factors]
    return f"explained: {', '.join(parts)}"


def _changes(hit: Hit) -> list[Step]:
    """The first step of the order and those that moved the hit."""
    before = (None, *(one.rank for one in hit.ranks))
    return [one for one, rank in zip(hit.ranks, before, strict=False) if one.rank != rank]


def _citation_line(hit: Hit) -> str:
    source = citing.where(hit.citation)
    parts = [f"[{reference(hit)}] {source}", *standing(hit.concept), f"by {hit.matched_by.value}"]
    if hit.also_in:
        parts.append(citing.also_text(citing.also_data(hit)))
    return "; ".join(parts)


def standing(concept: ConceptSummary) -> list[str]:
    """Trust tier, status and staleness, in words."""
    words = [concept.trust_tier.value, concept.status.value]
    return [*words, "stale"] if concept.stale else words


def reference(hit: Hit) -> str:
    """What `okf get` takes to read the hit's section."""
    return f"{hit.concept.id}#{hit.section}" if hit.section else hit.concept.id


def _mode_line(result: SearchResult) -> str:
    mark = result.snapshot
    reason = f" ({result.mode_reason})" if result.mode_reason else ""
    more = f"; {result.omitted} more, see --limit" if result.omitted else ""
    return f"{result.mode.value} search{reason}; base {mark.base}, snapshot {mark.id}{more}"


def search_json(result: SearchResult, *, explain: bool = False) -> dict[str, Any]:
    """The same keys as the tool search_knowledge answers with, and `explain` with each hit if asked for."""
    return {
        "query": result.query,
        "results": [
            {**_hit_json(hit, result), **(_explain_json(hit) if explain else {})}
            for hit in result.hits
        ],
        "confidence": result.confidence.value,
        "search_mode": result.mode.value,
        "search_mode_reason": result.mode_reason,
        "notes": list(result.notes),
        **_mark_json(result),
        "omitted": result.omitted,
    }


def _hit_json(hit: Hit, result: SearchResult) -> dict[str, Any]:
    return {
        **citing.concept_data(hit.concept),
        "section": hit.section,
        "excerpt": hit.excerpt,
        "excerpt_truncated": hit.excerpt_truncated,
        **citing.standing_data(hit.concept),
        "source": citing.source_data(hit.citation, hit.headings),
        "revision": hit.citation.revision,
        "quote": hit.citation.quote,
        "snapshot": result.snapshot.id,
        "matched_by": hit.matched_by.value,
        "also_in": citing.also_data(hit),
        **citing.relation_data(hit),
    }


def _explain_json(hit: Hit) -> dict[str, Any]:
    factors = [{"name": one.name, "factor": one.factor, "why": one.why} for one in hit.factors]
    return {
        "explain": {
            "keyword_rank": hit.keyword_rank,
            "semantic_rank": hit.semantic_rank,
            "ranks": {one.name: one.rank for one in hit.ranks},
            "score": hit.score,
            "factors": factors,
        }
    }


def reading_head(reading: Reading) -> Iterator[str]:
    """What stands above a text: title, standing, source and sections."""
    concept = reading.concept
    yield concept.title
    yield f"{citing.where(reading.citation)}; {'; '.join(standing(concept))}; snapshot {reading.snapshot.id}"
    if concept.status is Status.DEPRECATED:
        yield "Deprecated: look for what replaced it before you rely on it."
    if reading.sections and not reading.section:
        yield f"sections: {', '.join(reading.sections)}"
    yield ""


def reading_json(reading: Reading) -> dict[str, Any]:
    """The same keys as the tool get_knowledge answers with."""
    return {
        **citing.concept_data(reading.concept),
        "section": reading.section,
        "text": reading.text,
        "start": reading.start,
        "truncated": reading.next_start is not None,
        "description": reading.concept.description,
        "tags": list(reading.concept.tags),
        **citing.standing_data(reading.concept),
        "sections": list(reading.sections),
        "source": citing.source_data(reading.citation),
        "revision": reading.citation.revision,
        **_mark_json(reading),
    }


def browsing_lines(browsing: Browsing) -> Iterator[str]:
    """Folders, then concepts, one in a line."""
    for folder in browsing.folders:
        yield f"{folder.path}/  ({folder.concepts})"
    for concept in browsing.concepts:
        about = ", ".join(word for word in (concept.type, *standing(concept)) if word)
        yield f"{concept.id}  {concept.title}  [{about}]"
    if not browsing.folders and not browsing.concepts:
        yield "Nothing here that fits."
    if browsing.omitted:
        yield f"{browsing.omitted} more, see --limit"


def browsing_json(browsing: Browsing) -> dict[str, Any]:
    """The same keys as the tool browse_knowledge answers with, and where each original lies."""
    return {
        "path": browsing.path,
        "folders": [
            {"path": folder.path, "concepts": folder.concepts} for folder in browsing.folders
        ],
        "concepts": [
            {
                **citing.concept_data(concept),
                **citing.standing_data(concept),
                "description": concept.description,
                "tags": list(concept.tags),
                "source_path": concept.path,
            }
            for concept in browsing.concepts
        ],
        **_mark_json(browsing),
        "omitted": browsing.omitted,
    }


def _mark_json(answer: SearchResult | Reading | Browsing) -> dict[str, str]:
    mark = answer.snapshot
    return {"base": mark.base, "snapshot": mark.id, "published": mark.published}
