"""Put what holds a code or the words in quotes whole above what has only parts of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from okf_server.index.analyze import distinct_terms, joined_terms, question_terms, terms
from okf_server.index.dates import compact_names, dates_named
from okf_server.index.questions import has_phrase
from okf_server.index.read import IndexReader
from okf_server.model.answer import Factor
from okf_server.search.fuse import Fused

IN_PARTS = 0.35
"""What holds a code whole comes first where it has at least this share of the relevance of what has parts alone."""

_DEEPEST = 40
"""Hits that are looked into; a passage that holds a rare word whole stands among the first by keyword."""

_MOST_OTHERS = 4
"""Words beside the codes; of a longer question a code is one thing among many, and what paraphrases the rest
answers as well (python -m bench.retrieval, SciFact)."""

_LETTER = "A-Za-z\u00c0-\u024f"
_WORD = re.compile(rf"[{_LETTER}\d]+(?:[-_./:@&+][{_LETTER}\d]+)*")
_CODE = re.compile(
    rf"(?=.*\d)(?:[{_LETTER}]|(?>.*?[-_./:@&+]).*[{_LETTER}]).*|[A-Z]+(?:[-_/][A-Z]+)+"
)
_NUMBERED = re.compile(
    r"(?<!\w)\.?[A-Z]{2,}\s(?!(?:19|20)\d\d\b)\d+(?:\.\d+)*(?!\w)"
    r"|(?<!\w)(?:[^\W\d_]{1,9}\.?\s?)?\d+(?:\(\w{1,3}\))+"
)
"""`.NET 8`, `ISO 9001`, `Art. 17(1)(a)`: more than its parts, though it is no word."""


class Code(NamedTuple):
    """A code or name that is one term, such as `DX-55` or `FY2026`, and the terms of its parts in their order.

    A numbered name such as `.NET 8` has parts alone; a date that can be read in two ways is two terms.
    """

    written: str
    wholes: tuple[str, ...]
    parts: tuple[str, ...]

    def is_in(self, said: str) -> bool:
        """Whether terms with blanks around them hold it whole; `DX 55` and `(DX)-55` are the same code."""
        split = len(self.parts) > 1 and f" {' '.join(self.parts)} " in said
        return split or any(f" {whole} " in said for whole in self.wholes)


def codes(question: str) -> list[Code]:
    """The codes, dates and numbered names of a question; `10mg` and `2nd` are none."""
    asked = dates_named(question)
    words = dict.fromkeys(_WORD.findall(asked))
    written = [word for word in words if _CODE.fullmatch(word) or compact_names(word)]
    found = ((word, terms(word)) for word in written)
    numbered = (name[0] for name in _NUMBERED.finditer(asked))
    return [
        *(_code(word, of) for word, of in found if of),
        *(Code(name, (), tuple(terms(name))) for name in dict.fromkeys(numbered)),
    ]


def _code(written: str, of: Sequence[str]) -> Code:
    wholes = compact_names(written) or of[:1]
    return Code(written, tuple(wholes), tuple(term for term in of if term not in wholes))


class _Sides(NamedTuple):
    """The rows that hold what is asked for whole, and those that lack it with the reason.

    Each has with it how many of the question's other words it has.
    """

    whole: Mapping[int, int]
    lacking: Mapping[int, int]
    why: Factor


def whole_first(
    index: IndexReader,
    question: str,
    hits: Sequence[Fused],
    likeness: Callable[[], Mapping[int, float]],
) -> tuple[list[Fused], Mapping[int, Factor]]:
    """The hits once those with parts alone went below those that hold the whole, and why each that moved did."""
    sides = _phrase(hits) if has_phrase(question) else _codes(index, question, hits)
    if sides is None or not sides.whole or not sides.lacking:
        return list(hits), {}
    relevant = likeness()
    places = []
    for number, hit in enumerate(hits):
        place = _below(number, hits, sides, relevant) if hit.row in sides.lacking else number
        places.append((place, place > number, number))
    moved = {hits[number].row: sides.why for _, below, number in places if below}
    return [hits[number] for _, _, number in sorted(places)], moved


def _below(number: int, hits: Sequence[Fused], sides: _Sides, relevant: Mapping[int, float]) -> int:
    """The place of the last hit that holds the whole, and of all else as much as this one."""
    row = hits[number].row
    least = sides.why.factor * relevant[row]
    for place in range(len(hits) - 1, number, -1):
        other = hits[place].row
        if sides.whole.get(other, -1) >= sides.lacking[row] and relevant[other] >= least:
            return place
    return number


def terms_of(index: IndexReader, row: int) -> frozenset[str]:
    """The terms of a passage, its headings and its title."""
    return _terms_above(_above(index, row)) | index.terms(row)


def held_of(index: IndexReader, row: int, wanted: frozenset[str]) -> frozenset[str]:
    """Those of some terms that a passage, its headings or its title have."""
    return (wanted & index.terms(row)) | (wanted & _terms_above(_above(index, row)))


@lru_cache(2_000)
def _terms_above(text: str) -> frozenset[str]:
    return distinct_terms(text.split())


def _words(index: IndexReader, row: int) -> str:
    return f"{_above(index, row)} {index.passage(row).text}"


def _above(index: IndexReader, row: int) -> str:
    title = index.concept(index.owner(row)).title
    return " ".join((title, *index.passage(row).passage.headings))


def _phrase(hits: Iterable[Fused]) -> _Sides:
    """What was found by keyword holds the words in quotes, what search by meaning alone found does not."""
    why = Factor(
        name="phrase", factor=0.0, why="it does not hold the words in quotes as they stand"
    )
    whole = {hit.row: 0 for hit in hits if hit.keyword_rank is not None}
    return _Sides(whole, {hit.row: 0 for hit in hits if hit.row not in whole}, why)


def _codes(index: IndexReader, question: str, hits: Sequence[Fused]) -> _Sides | None:
    """What holds one of the question's codes, and what has only parts of them; None where it asks for none, or for much beside.

    Of a question that is nothing but codes all else lacks them.
    """
    asked = codes(question)
    if not asked:
        return None
    parts = {part for code in asked for part in code.parts}
    others = (
        question_terms(dates_named(question))
        - parts
        - {whole for code in asked for whole in code.wholes}
    )
    if len(others) > _MOST_OTHERS:
        return None
    whole, lacking = dict[int, int](), dict[int, int]()
    for hit in hits[:_DEEPEST]:
        said = f" {joined_terms(_words(index, hit.row))} "
        held = set(said.split())
        if any(code.is_in(said) for code in asked):
            whole[hit.row] = len(held & others)
        elif held & parts or not others:
            lacking[hit.row] = len(held & others)
    named = " or ".join(code.written for code in asked)
    why = Factor(
        name="parts", factor=IN_PARTS if others else 0.0, why=f"it does not hold {named} whole"
    )
    return _Sides(whole, lacking, why)
