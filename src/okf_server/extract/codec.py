"""Documents and outcomes as JSON: compact, exact, the same bytes for the same document."""

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from okf_server.model.document import (
    BlockKind,
    Document,
    Extracted,
    Failed,
    Member,
    Outcome,
    Part,
    Partial,
    Skipped,
    Span,
)
from okf_server.model.locator import Locator, locator_from_json, locator_to_json


def document_to_json(document: Document, *, body: bool = True) -> dict[str, Any]:
    """The JSON object of a document.

    `spans` are `[start, end, kind, level, place, parts]` and parts `[start, end, place]`, where a place is
    an index into `locators` or null. Without `body` the text and the members are left out, for where they are
    kept elsewhere, and the blocks of a body that is the original's own text, because its lines tell them.
    """
    places: dict[Locator, int] = {}
    value: dict[str, Any] = {"body": document.body} if body else {}
    listed = body or document.lines_from is None
    value |= {
        "title": document.title,
        "spans": [_span_to_json(span, places) for span in document.spans] if listed else [],
        "details": dict(document.details),
        "meta": dict(document.meta),
        "warnings": list(document.warnings),
    }
    if document.lines_from is not None:
        value["lines_from"] = document.lines_from
    if document.hidden:
        value["hidden"] = list(document.hidden)
    if body and document.members:
        value["members"] = [
            [m.name, b64encode(m.data).decode(), m.inline] for m in document.members
        ]
    return value | {"locators": [locator_to_json(locator) for locator in places]}


def document_from_json(value: Mapping[str, Any], *, body: str | None = None) -> Document:
    """The document of a JSON object, with `body` where the object leaves it out.

    Raises ValueError, KeyError, TypeError or IndexError for what `document_to_json` never writes.
    """
    places = [locator_from_json(locator) for locator in value["locators"]]
    return Document(
        body=value["body"] if body is None else body,
        title=value["title"],
        spans=tuple(_span_from_json(span, places) for span in value["spans"]),
        details=value["details"],
        meta=value["meta"],
        warnings=tuple(value["warnings"]),
        lines_from=value.get("lines_from"),
        hidden=tuple(value.get("hidden", ())),
        members=tuple(
            Member(name=name, data=b64decode(data), inline=inline)
            for name, data, inline in value.get("members", ())
        ),
    )


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The JSON object of an outcome."""
    match outcome:
        case Extracted(document=document):
            return {"state": "extracted", "document": document_to_json(document)}
        case Partial(document=document, reason=reason, hint=hint):
            value = {"state": "partial", "reason": reason, "document": document_to_json(document)}
            return {**value, "hint": hint} if hint else value
        case Skipped(reason=reason):
            return {"state": "skipped", "reason": reason}
        case Failed(reason=reason, hint=hint):
            return {"state": "failed", "reason": reason, "hint": hint}


def outcome_from_json(value: Mapping[str, Any]) -> Outcome:
    """The outcome of a JSON object; raises as `document_from_json` does."""
    match value["state"]:
        case "extracted":
            return Extracted(document=document_from_json(value["document"]))
        case "partial":
            document = document_from_json(value["document"])
            return Partial(document=document, reason=value["reason"], hint=value.get("hint", ""))
        case "skipped":
            return Skipped(reason=value["reason"])
        case "failed":
            return Failed(reason=value["reason"], hint=value["hint"])
        case state:
            raise ValueError(f"unknown state of an outcome: {state!r}")


def _span_to_json(span: Span, places: dict[Locator, int]) -> list[Any]:
    parts = [[p.start, p.end, places.setdefault(p.locator, len(places))] for p in span.parts]
    place = None if span.locator is None else places.setdefault(span.locator, len(places))
    return [span.start, span.end, span.kind.value, span.level, place, parts]


def _span_from_json(value: Sequence[Any], places: Sequence[Locator]) -> Span:
    start, end, kind, level, place, parts = value
    return Span(
        start=start,
        end=end,
        kind=BlockKind(kind),
        level=level,
        locator=None if place is None else places[place],
        parts=tuple(Part(start=first, end=last, locator=places[at]) for first, last, at in parts),
    )
