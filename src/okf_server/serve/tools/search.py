"""search_knowledge: passages that answer a question, each with the place it came from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from okf_server.model.answer import Hit, SearchResult
from okf_server.serve import budget
from okf_server.serve.caller import caller
from okf_server.serve.cursor import Place, question_digest
from okf_server.serve.seam import Knowledge
from okf_server.serve.service import Service
from okf_server.serve.tools import citing
from okf_server.serve.tools.answer import Answer, Entry
from okf_server.serve.tools.arguments import SearchArguments, filters_of, question_parts
from okf_server.serve.tools.quoting import NOTICE, fenced, inline
from okf_server.serve.tools.whole import Pins, of_one_snapshot

_AROUND = 150
"""Tokens kept for what stands around the results."""

_MOST_ALSO_IN = 10

_LONGEST_SECTION = 40_000
"""Characters of a section that is shown whole."""

_CONFIDENCE = {
    "high": "Confidence: high.",
    "low": "Confidence: low, check that a passage really answers.",
    "none": "Confidence: none, these are only the nearest passages; the base seems to have no answer.",
}


def search_knowledge(service: Service, asked: SearchArguments) -> Answer:
    """The page of results that the arguments ask for."""
    principal = caller()
    parts = (asked.base, asked.query, asked.path, *question_parts(asked))
    question = question_digest("search_knowledge", principal, *parts)
    place = service.cursors.open(asked.cursor, question)
    knowledge = service.bases().open(asked.base or None)
    result, entries = of_one_snapshot(lambda: _page(knowledge, asked, place))
    following = _following(place, result, shown=len(entries))
    cursor = service.cursors.seal(following, question) if following else None
    return _answer(
        entries, result, cursor=cursor, age_s=citing.age_s(result.snapshot, service.now())
    )


def _page(
    knowledge: Knowledge, asked: SearchArguments, place: Place
) -> tuple[SearchResult, list[Entry]]:
    result = knowledge.search(
        asked.query,
        filters=filters_of(asked, path=asked.path),
        limit=asked.limit,
        offset=place.item,
        principal=caller(),
    )
    place.must_match(result.snapshot)
    hits = _detailed(knowledge, result, asked.detail)
    return result, _within(asked.budget_tokens - _AROUND, hits, result)


def _detailed(knowledge: Knowledge, result: SearchResult, detail: str) -> Iterator[Hit]:
    """The hits one by one with as much text as is wanted, so that none is read that has no room."""
    pins = Pins()
    pins.hold(result.snapshot)
    for hit in result.hits:
        match detail:
            case "summary":
                yield replace(hit, excerpt=hit.citation.quote, excerpt_truncated=True)
            case "full":
                yield _with_section(knowledge, hit, pins)
            case _:
                yield hit


def _with_section(knowledge: Knowledge, hit: Hit, pins: Pins) -> Hit:
    reading = knowledge.get(
        hit.concept.id,
        section=hit.section or None,
        start=0,
        max_chars=_LONGEST_SECTION,
        principal=caller(),
    )
    pins.hold(reading.snapshot)
    if hit.citation.quote not in reading.text:
        return hit  # the section goes on for longer than is read: what was found lies further down
    return replace(hit, excerpt=reading.text, excerpt_truncated=reading.next_start is not None)


def _following(place: Place, result: SearchResult, *, shown: int) -> Place | None:
    left_out = shown < len(result.hits)
    item = place.item + shown if left_out else result.next_offset
    if item is None:
        return None
    return Place(item=item, snapshots={result.snapshot.base: result.snapshot.id})


def _within(tokens: int, hits: Iterable[Hit], result: SearchResult) -> list[Entry]:
    """Whole hits as long as they fit; a first one that is too large alone gives up a part of its excerpt."""
    entries: list[Entry] = []
    for hit in hits:
        entry = _entry(hit, result)
        cost = entry.cost()
        if not entries and cost > tokens:
            entry = _entry(_shortened(hit, cost - tokens), result)
            cost = entry.cost()
        tokens -= cost
        if entries and tokens < 0:
            break
        entries.append(entry)
    return entries


def _shortened(hit: Hit, excess: int) -> Hit:
    """The hit with its excerpt and quote shorter, by about `excess` tokens."""
    kept = budget.quoted_tokens(hit.excerpt) + budget.quoted_tokens(hit.citation.quote) - excess
    quote = budget.cut(hit.citation.quote, kept // 3)
    text = budget.cut(hit.excerpt, kept * 2 // 3)
    if quote not in text:  # it begins with what the question asks for
        text = budget.cut(hit.excerpt[hit.excerpt.find(quote) :], kept * 2 // 3)
    return replace(
        hit,
        excerpt=text,
        excerpt_truncated=hit.excerpt_truncated or text != hit.excerpt,
        citation=replace(hit.citation, quote=quote),
    )


def _entry(hit: Hit, result: SearchResult) -> Entry:
    if len(hit.also_in) > _MOST_ALSO_IN:
        hit = replace(hit, also_in=hit.also_in[:_MOST_ALSO_IN])
    data = citing.hit_data(hit, result.snapshot)
    title = " › ".join([data["title"], *map(inline, hit.headings[-1:])])
    reference = citing.reference(hit.concept, hit.section, base=result.snapshot.base)
    return Entry(text=_text(f"{title} ({reference})", data), data=data)


def _text(head: str, data: dict[str, Any]) -> str:
    lines = [
        head,
        f"{citing.standing_text(data)}; matched by {data['matched_by']}",
        citing.source_text(data["source"], data["revision"]),
    ]
    if data["also_in"]:
        told = citing.also_text(data["also_in"])
        lines.append(f"{told[0].upper()}{told[1:]}")
    lines += citing.relation_lines(data)
    lines.append(fenced(data["excerpt"]))
    if data["quote"] not in data["excerpt"]:
        lines.append(f"Quote:\n{fenced(data['quote'])}")
    if data["excerpt_truncated"]:
        lines.append("The excerpt is cut: get_knowledge reads the section whole.")
    return "\n".join(lines)


def _answer(
    entries: list[Entry], result: SearchResult, *, cursor: str | None, age_s: int
) -> Answer:
    omitted = result.omitted + len(result.hits) - len(entries)
    data: dict[str, Any] = {
        "results": [entry.data for entry in entries],
        "confidence": result.confidence.value,
        "search_mode": result.mode.value,
        "search_mode_reason": result.mode_reason,
        "base": result.snapshot.base,
        "snapshot": result.snapshot.id,
        "snapshot_age_s": age_s,
        "notes": list(result.notes),
        "omitted": omitted,
        "next_cursor": cursor,
    }
    numbered = [f"{number}. {entry.text}" for number, entry in enumerate(entries, start=1)]
    return Answer(
        text="\n\n".join([_head(data), *numbered, *_tail(data)]),
        data=data,
    )


def _head(data: dict[str, Any]) -> str:
    reason = f" ({data['search_mode_reason']})" if data["search_mode_reason"] else ""
    head = (
        f"{data['search_mode']} search{reason}, base {data['base']}, "
        f"snapshot {data['snapshot']}, {data['snapshot_age_s']} s old."
    )
    if data["results"]:
        noted = "".join(f"\nNote: {inline(note)}." for note in data["notes"])
        return f"{head} {_CONFIDENCE[data['confidence']]}{noted}\n{NOTICE}"
    if data["notes"]:
        return f"{head}\nNothing found: {inline('; '.join(data['notes']))}."
    return f"{head}\nNo evidence found. Say that it is not known here, or search again with other words."


def _tail(data: dict[str, Any]) -> list[str]:
    tail = [f"Left out: {data['omitted']} more."] if data["omitted"] else []
    if data["next_cursor"]:
        tail.append(f"Go on with cursor: {data['next_cursor']}")
    return ["\n".join(tail)] if tail else []
