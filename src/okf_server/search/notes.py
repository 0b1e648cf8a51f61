"""What a caller should know about a search: why it found nothing, and what of the question it did not read."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from okf_server.index.records import ConceptRecord
from okf_server.index.visible import fits
from okf_server.model.access import Principal
from okf_server.model.answer import Filters
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


def filter_notes(view: View, filters: Filters, principal: Principal) -> tuple[str, ...]:
    """Which filters fit no concept that the caller may see, and what there is instead.

    Empty where some concept fits all of them: then it is the question that found nothing.
    """
    seen = view.visible(principal)
    records = [record for number, record in enumerate(view.index.concepts) if number in seen]
    if any(fits(record, filters) for record in records):
        return ()
    notes = tuple(_each(records, filters))
    return notes or ("no concept fits all filters together",)


def _each(records: Sequence[ConceptRecord], filters: Filters) -> Iterator[str]:
    yield from _unknown("type", filters.types, (record.type for record in records))
    yield from _unknown("tag", filters.tags, (tag for record in records for tag in record.tags))
    path = Filters(path=filters.path)
    if filters.path and not any(fits(record, path) for record in records):
        yield f"no concept lies below the path {_shown(filters.path)}"


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
