"""Draft questions from what a snapshot holds, for the owner of the documents to correct."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise, zip_longest
from typing import NamedTuple

from okf_server.evaluate.draft_wording import Wording, wording_of
from okf_server.index.analyze import has_unspaced
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

_TOPICS = {
    "parental": "What is the parental leave policy?",
    "sabbatical": "How long may a sabbatical be?",
    "parking": "Who may use the parking garage?",
    "helicopter": "May I travel by helicopter?",
    "aquarium": "Who feeds the fish in the aquarium?",
    "lighthouse": "When is the lighthouse inspected?",
    "volcano": "What do we do when a volcano erupts?",
}


class Draft(NamedTuple):
    """A question, its reference, and what it was made from."""

    question: str
    expected: str
    origin: str


def draft_questions(index: IndexReader, *, most: int) -> str:
    """A questions file: at most so many questions, spread over all concepts, and some without an answer.

    The same snapshot gives the same draft.
    """
    per_concept = [list(_of_concept(index, one)) for one in index.concepts if _is_current(one)]
    rounds = chain.from_iterable(zip_longest(*per_concept))
    drafts = _distinct(one for one in rounds if one is not None)
    lines = [_HEAD, "questions:\n"]
    lines += map(_entry, islice(drafts, most))
    lines += map(_without_answer, islice(_absent(index), NO_ANSWER))
    return "".join(lines)


def _is_current(record: ConceptRecord) -> bool:
    return record.status is not Status.DEPRECATED and not record.newer


def _distinct(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Each question once, because two concepts with one heading cannot both be its answer."""
    seen: set[str] = set()
    for one in drafts:
        if one.question not in seen:
            seen.add(one.question)
            yield one


def _of_concept(index: IndexReader, record: ConceptRecord) -> Iterator[Draft]:
    found = False
    words = wording_of(_text(index, record))
    for row in range(record.first_row, record.first_row + record.rows):
        for draft in _of_passage(record, index.passage(row), words):
            found = True
            yield draft
    if not found and _fits(record.title):
        yield Draft(words.about(record.title), record.id, "title")


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


def _absent(index: IndexReader) -> Iterator[str]:
    """Questions about what no passage has a word of."""
    visible = index.visible(None, _EMPTY)
    for topic, question in _TOPICS.items():
        if not index.rank_keyword(topic, visible=visible, limit=1):
            yield question


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
