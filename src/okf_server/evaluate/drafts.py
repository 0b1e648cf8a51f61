"""Draft questions from what a snapshot holds, for the owner of the documents to correct."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise, zip_longest
from typing import NamedTuple

from okf_server.evaluate.draft_wording import Wording, absent_topics, asked_language, wording_of
from okf_server.index.analyze import has_unspaced
from okf_server.index.copies import is_copy
from okf_server.index.editions import relation
from okf_server.index.languages import ENGLISH
from okf_server.index.read import IndexReader
from okf_server.index.records import ConceptRecord, StoredPassage
from okf_server.model.answer import Filters
from okf_server.model.concept import Status
from okf_server.model.locator import describe
from okf_server.model.passage import PassageKind

NO_ANSWER = 5
"""How many questions without an answer a draft has at most."""

_SHORTEST, _LONGEST = 3, 120
_COLUMNS = 3
_READ = 20  # passages
_DELIMITER = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*")
_EMPTY = Filters()

_HEAD = """\
# Drafted from the headings, titles and tables of the published snapshot. Before it measures anything:
# ask as your colleagues would, in their words; check every reference; take out what nobody asks.
# Questions without `expected` are believed to have no answer here: check that too.
"""


class Draft(NamedTuple):
    """A question, its reference, and what it was made from."""

    question: str
    expected: str
    origin: str


class _Asked(NamedTuple):
    """A concept, the language to ask about it in, and the questions."""

    record: ConceptRecord
    language: str
    drafts: Sequence[Draft]


def draft_questions(index: IndexReader, *, most: int) -> str:
    """A questions file: at most so many questions, spread over folders, languages and types, and some without an answer.

    The same snapshot gives the same draft.
    """
    asked = [_of_concept(index, record) for record in _originals(index)]
    rounds = chain.from_iterable(zip_longest(*(one.drafts for one in _spread(asked))))
    drafts = _distinct(one for one in rounds if one is not None)
    languages = Counter(one.language for one in asked)
    lines = [_HEAD, "questions:\n"]
    lines += map(_entry, islice(drafts, most))
    lines += map(_without_answer, islice(_absent(index, languages), NO_ANSWER))
    return "".join(lines)


def _originals(index: IndexReader) -> Iterator[ConceptRecord]:
    """The current concepts; of copies the one that is called none, or the first."""
    for ordinal, record in enumerate(index.concepts):
        own = (is_copy(record.title, record.path), ordinal)
        others = ((index.concept(other), other) for other in record.copies)
        if _is_current(record) and not any(
            (is_copy(one.title, one.path), other) < own
            and _is_current(one)
            and relation(record, one) == "copy"
            for one, other in others
        ):
            yield record


def _is_current(record: ConceptRecord) -> bool:
    return record.status is not Status.DEPRECATED and not record.newer


_APART: Sequence[Callable[[_Asked], str]] = (
    lambda one: one.record.id.partition("/")[0] if "/" in one.record.id else "",
    lambda one: one.language,
    lambda one: one.record.id.rpartition("/")[0],
    lambda one: one.record.type,
)
"""What questions are spread over: the first folder, the language, the folder, the type."""


def _spread(
    asked: Sequence[_Asked], apart: Sequence[Callable[[_Asked], str]] = _APART
) -> Sequence[_Asked]:
    """The concepts in turn from each of what they are told apart by."""
    if not apart:
        return asked
    groups: dict[str, list[_Asked]] = defaultdict(list)
    for one in asked:
        groups[apart[0](one)].append(one)
    rounds = zip_longest(*(_spread(group, apart[1:]) for group in groups.values()))
    return [one for each in rounds for one in each if one is not None]


def _distinct(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Each question once, because two concepts with one heading cannot both be its answer."""
    seen: set[str] = set()
    for one in drafts:
        if one.question not in seen:
            seen.add(one.question)
            yield one


def _of_concept(index: IndexReader, record: ConceptRecord) -> _Asked:
    language = asked_language(_text(index, record))
    words = wording_of(language)
    drafts = [
        draft
        for row in range(record.first_row, record.first_row + record.rows)
        for draft in _of_passage(record, index.passage(row), words)
    ]
    if not drafts and _fits(record.title):
        drafts = [Draft(words.about(record.title), record.id, "title")]
    return _Asked(record, language, drafts)


def _text(index: IndexReader, record: ConceptRecord) -> str:
    """The title and the beginning of a concept's text: enough to tell its language."""
    rows = range(record.first_row, record.first_row + min(record.rows, _READ))
    return " ".join([record.title, *(index.passage(row).text for row in rows)])


def _of_passage(record: ConceptRecord, stored: StoredPassage, words: Wording) -> Iterator[Draft]:
    passage = stored.passage
    place = describe(passage.locator) if passage.locator else ""
    expected = f"{record.id}#{passage.section}" if passage.section else record.id
    if passage.headings and passage.section and _fits(passage.headings[-1]):
        origin = " ".join(part for part in ("heading,", place) if part).rstrip(",")
        yield Draft(words.of_heading(record.title, passage.headings[-1]), expected, origin)
    columns = _columns(stored) if passage.kind is PassageKind.TABLE else []
    if len(columns) > 1:
        origin = " ".join(part for part in ("table header,", place) if part).rstrip(",")
        yield Draft(words.of_table(record.title, columns), expected, origin)


def _columns(stored: StoredPassage) -> list[str]:
    """The first names of a table's columns: the line above the one of hyphens."""
    lines = (stored.header or stored.text).split("\n")
    headers = (above for above, line in pairwise(lines) if _DELIMITER.fullmatch(line))
    cells = (" ".join(cell.split()) for cell in next(headers, "").strip().strip("|").split("|"))
    return [cell for cell in cells if _fits(cell)][:_COLUMNS]


def _fits(text: str) -> bool:
    words = sum(map(str.isalpha, text))
    return (
        (words >= _SHORTEST or has_unspaced(text)) and len(text) <= _LONGEST and text.isprintable()
    )


def _absent(index: IndexReader, languages: Counter[str]) -> Iterator[str]:
    """Questions about what no passage has a word of, in turn in each language, the one of most concepts first."""
    visible = index.visible(None, _EMPTY)
    known = [topics for one, _ in languages.most_common() if (topics := absent_topics(one))]
    rounds = zip_longest(*(topics.items() for topics in known or [absent_topics(ENGLISH)]))
    for pair in chain.from_iterable(rounds):
        if pair and not index.rank_keyword(pair[0], visible=visible, limit=1):
            yield pair[1]


def _entry(draft: Draft) -> str:
    return (
        f"  # {draft.origin}\n"
        f"  - question: {_quoted(draft.question)}\n"
        f"    expected: [{_quoted(draft.expected)}]\n"
    )


def _without_answer(question: str) -> str:
    return f"  # no passage has its word\n  - question: {_quoted(question)}\n    expected: []\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not text.isprintable())
