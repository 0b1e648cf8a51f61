"""browse_knowledge: what lies in a folder."""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from okf_server.errors import ChangedError
from okf_server.model.answer import Browsing, ConceptSummary, FolderSummary
from okf_server.serve import budget
from okf_server.serve.caller import caller
from okf_server.serve.cursor import Place, question_digest
from okf_server.serve.seam import Knowledge
from okf_server.serve.service import Service
from okf_server.serve.tools import citing
from okf_server.serve.tools.answer import Answer, Entry, printable
from okf_server.serve.tools.arguments import BrowseArguments, filters_of, question_parts
from okf_server.serve.tools.quoting import inline
from okf_server.serve.tools.whole import Pins, of_one_snapshot

_AROUND = 150
"""Tokens kept for what stands around the entries."""

_LEAST_ENTRY = 10
"""Tokens of the smallest entry: no page can hold more entries than fit at this price."""

_MOST_FRONTMATTER = 1_000
_CHANGED = "not known: the file was changed after it was published"


def browse_knowledge(service: Service, asked: BrowseArguments) -> Answer:
    """The page of a folder's listing that the arguments ask for."""
    question = question_digest(
        "browse_knowledge", caller(), asked.base, asked.path, *question_parts(asked)
    )
    place = service.cursors.open(asked.cursor, question)
    knowledge = service.bases().open(asked.base or None)
    browsing, folders, concepts = of_one_snapshot(lambda: _page(knowledge, asked, place))
    following = _following(place, browsing, shown=len(folders) + len(concepts))
    data = {
        "path": browsing.path,
        "folders": [entry.data for entry in folders],
        "concepts": [entry.data for entry in concepts],
        "base": browsing.snapshot.base,
        "snapshot": browsing.snapshot.id,
        "snapshot_age_s": citing.age_s(browsing.snapshot, service.now()),
        "omitted": browsing.omitted + _size(browsing) - len(folders) - len(concepts),
        "next_cursor": service.cursors.seal(following, question) if following else None,
    }
    return Answer(text=_text(data, [entry.text for entry in chain(folders, concepts)]), data=data)


def _page(
    knowledge: Knowledge, asked: BrowseArguments, place: Place
) -> tuple[Browsing, list[Entry], list[Entry]]:
    browsing = knowledge.browse(
        asked.path,
        filters=filters_of(asked),
        limit=asked.budget_tokens // _LEAST_ENTRY,
        offset=place.item,
        principal=caller(),
    )
    place.must_match(browsing.snapshot)
    folders: list[Entry] = []
    concepts: list[Entry] = []
    tokens = asked.budget_tokens - _AROUND
    for entry, entries in chain(
        ((_folder(folder), folders) for folder in browsing.folders),
        ((entry, concepts) for entry in _concepts(knowledge, browsing, asked.detail)),
    ):
        tokens -= entry.cost()
        if tokens < 0 and (folders or concepts):
            break
        entries.append(entry)
    return browsing, folders, concepts


def _size(browsing: Browsing) -> int:
    return len(browsing.folders) + len(browsing.concepts)


def _following(place: Place, browsing: Browsing, *, shown: int) -> Place | None:
    item = place.item + shown if shown < _size(browsing) else browsing.next_offset
    if item is None:
        return None
    return Place(item=item, snapshots={browsing.snapshot.base: browsing.snapshot.id})


def _folder(folder: FolderSummary) -> Entry:
    return Entry(
        text=f"{folder.path}/ ({folder.concepts} concepts)",
        data={"path": folder.path, "concepts": folder.concepts},
    )


def _concepts(knowledge: Knowledge, browsing: Browsing, detail: str) -> Iterator[Entry]:
    """The concepts one by one, so that none is opened that the page has no room for."""
    pins = Pins()
    pins.hold(browsing.snapshot)
    for concept in browsing.concepts:
        entry = _concept(concept, browsing.snapshot.base)
        if detail != "summary":
            entry = _with_about(entry, concept)
        if detail == "full":
            entry = _with_frontmatter(entry, _whole(knowledge, concept, pins))
        yield entry


def _whole(knowledge: Knowledge, concept: ConceptSummary, pins: Pins) -> ConceptSummary | None:
    """The concept with its frontmatter, None where its file was changed; listings are made without opening files."""
    try:
        about = knowledge.about(concept.id, principal=caller())
    except ChangedError:
        return None
    pins.hold(about.snapshot)
    return about.concept


def _concept(concept: ConceptSummary, base: str) -> Entry:
    data = {**citing.concept_data(concept), **citing.standing_data(concept)}
    reference = citing.reference(concept, "", base=base)
    return Entry(text=f"{data['title']} ({reference}): {citing.standing_text(data)}", data=data)


def _with_about(entry: Entry, concept: ConceptSummary) -> Entry:
    about = {
        "description": inline(concept.description, 500),
        "tags": [inline(tag) for tag in concept.tags],
        "source_path": concept.path,
    }
    return Entry(text="\n".join([entry.text, *_about_text(about)]), data={**entry.data, **about})


def _with_frontmatter(entry: Entry, concept: ConceptSummary | None) -> Entry:
    data, text = _frontmatter(concept) if concept else (None, _CHANGED)
    return Entry(
        text=f"{entry.text}\n  Frontmatter: {text}", data={**entry.data, "frontmatter": data}
    )


def _about_text(about: dict[str, Any]) -> list[str]:
    lines = [f"  {about['description']}"] if about["description"] else []
    lines += [f"  Tags: {', '.join(about['tags'])}"] if about["tags"] else []
    return [*lines, f"  Source: {inline(about['source_path'], 1000)}"]


def _frontmatter(concept: ConceptSummary) -> tuple[dict[str, Any] | None, str]:
    """The frontmatter as data and as text; null where it would take the whole page."""
    data = printable(concept.meta)
    text = json.dumps(data, ensure_ascii=False)
    if budget.tokens(text) > _MOST_FRONTMATTER:
        return None, "too large to list"
    return data, text


def _place(data: dict[str, Any]) -> str:
    """What is listed: a folder, or the concept that was named."""
    path = data["path"]
    if not data["folders"] and [one["concept_id"] for one in data["concepts"]] == [path]:
        return f"concept {path} (no folder; get_knowledge reads it)"
    return f"folder {path}/" if path else "top folder"


def _text(data: dict[str, Any], entries: list[str]) -> str:
    place = _place(data)
    head = (
        f"{place} of base {data['base']}, snapshot {data['snapshot']}, "
        f"{data['snapshot_age_s']} s old."
    )
    lines = [head, *(entries or ["Nothing here that fits."])]
    lines += [f"Left out: {data['omitted']} more."] if data["omitted"] else []
    lines += [f"Go on with cursor: {data['next_cursor']}"] if data["next_cursor"] else []
    return "\n".join(lines)
