"""What a caller should know about a search: why it found nothing, and what of the question it did not read."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches

from okf_server.index.records import ConceptRecord
from okf_server.index.visible import fits
from okf_server.model.access import Principal
from okf_server.model.answer import Filters
from okf_server.model.concept import Status, TrustTier
from okf_server.search.view import View

NO_WORDS = "the question has no letter and no digit: ask it in words"

NO_PHRASE = "no passage has the words in quotes as they stand; they were looked for one by one"

LONGEST_QUESTION = 4_000
"""Characters; the rest of a question is not looked at."""

_MOST_NAMED = 8
_LONGEST_NAME = 60


def cut_notes(question: str) -> tuple[str, ...]:
    """That a question is longer than what is looked at; empty where it is not."""
    if len(question) <= LONGEST_QUESTION:
        return ()
    return (f"only the first {LONGEST_QUESTION} characters of the question were looked at",)


def filter_notes(
    view: View, question: str, filters: Filters, principal: Principal
) -> tuple[str, ...]:
    """Which filters left nothing of what the caller may see, and what there is instead.

    Empty where the question finds nothing without them either.
    """
    if filters == Filters():
        return ()
    seen = view.visible(principal)
    records = [record for number, record in enumerate(view.index.concepts) if number in seen]
    if not any(fits(record, filters) for record in records):
        return tuple(_each(records, filters)) or ("no concept fits all filters together",)
    if view.index.rank_keyword(question, visible=seen, limit=1):
        return (f"the filters left nothing of what was found: {', '.join(_named(filters))}",)
    return ()


def excluded_note(exclude: Collection[Status]) -> str:
    """That all hits had a status that was left out."""
    return f"all that was found is left out by its status: {', '.join(sorted(exclude))}"


def _each(records: Sequence[ConceptRecord], filters: Filters) -> Iterator[str]:
    yield from _unknown("type", filters.types, (record.type for record in records))
    yield from _unknown("tag", filters.tags, (tag for record in records for tag in record.tags))
    path = Filters(path=filters.path)
    if filters.path and not any(fits(record, path) for record in records):
        yield f"no concept lies below the path {_shown(filters.path)}"
    for alone in _others(filters):
        if not any(fits(record, alone) for record in records):
            yield f"no concept has the {_named(alone)[0]}"


def _others(filters: Filters) -> Iterator[Filters]:
    """The filters that are no names of a caller's own, each alone."""
    yield Filters(statuses=filters.statuses)
    yield Filters(min_trust=filters.min_trust)
    yield Filters(sources=filters.sources)
    yield Filters(modified_after=filters.modified_after)
    yield Filters(modified_before=filters.modified_before)


def _named(filters: Filters) -> list[str]:
    """The filters in words."""
    after, before = filters.modified_after, filters.modified_before
    least = "" if filters.min_trust is TrustTier.UNVERIFIED else filters.min_trust.value
    words = {
        "type": _list(filters.types),
        "tag": _list(filters.tags),
        "path": _shown(filters.path),
        "status": _list([status.value for status in filters.statuses]),
        "trust of at least": least,
        "source": _list(list(map(str, filters.sources))),
        "time of change after": after.isoformat() if after else "",
        "time of change before": before.isoformat() if before else "",
    }
    return [f"{noun} {named}" for noun, named in words.items() if named]


def _list(names: Sequence[str]) -> str:
    return " or ".join(map(_shown, names[:_MOST_NAMED]))


def _unknown(noun: str, wanted: Sequence[str], known: Iterable[str]) -> Iterator[str]:
    """A note where none of the wanted names is known, with the names that are near, or the first ones."""
    names = {name.casefold(): name for name in sorted(known) if name}
    if not wanted or any(name.casefold() in names for name in wanted):
        return
    asked = ", ".join(map(_shown, wanted[:_MOST_NAMED]))
    near = [key for name in wanted for key in get_close_matches(name.casefold(), names, n=1)]
    if near:
        yield f"no concept has the {noun} {asked}; do you mean {names[near[0]]}?"
        return
    there = ", ".join(_shown(names[key]) for key in sorted(names)[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    yield f"no concept has the {noun} {asked}; there are: {there or 'none'}{more}"


def _shown(name: str) -> str:
    line = "".join(character if character.isprintable() else "?" for character in name)
    return line if len(line) <= _LONGEST_NAME else f"{line[:_LONGEST_NAME]}…"
