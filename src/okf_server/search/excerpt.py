"""Choose the words of a passage that a hit shows."""

import re
from bisect import bisect_left, bisect_right
from functools import reduce
from operator import add, or_
from typing import NamedTuple

from okf_server.index.analyze import stretch_reader
from okf_server.model.wanted import go_on

LONGEST_EXCERPT = 1_500
LONGEST_QUOTE = 300
_WORD = re.compile(r"\S+")
_UNSPACED_END = re.compile(r"(?<=[。！？])\S")
_DELIMITER = re.compile(r"[ \t|:-]*-[ \t|:-]*")
_STEP = 8  # words


class Excerpt(NamedTuple):
    """Words of a passage, and whether there are more."""

    text: str
    truncated: bool


def excerpt(
    text: str, wanted: frozenset[str], *, longest: int = LONGEST_EXCERPT, header: str = ""
) -> Excerpt:
    """At most `longest` characters of a text, around the place that has most of the wanted terms, below a header.

    The words are the text's to the letter, cut at white space.
    """
    go_on()
    if header:
        below = excerpt(text, wanted, longest=longest - len(header) - 1)
        return below._replace(text=f"{header}\n{below.text}")
    if len(text) <= longest:
        return Excerpt(text, truncated=False)
    start = _best_start(text, wanted, longest)
    end = min(len(text), start + longest)
    if end < len(text):
        end = max((text.rfind(blank, start + longest // 2, end) for blank in " \n"), default=-1)
        end = end if end > 0 else start + longest
    return Excerpt(text[start:end].strip(), truncated=True)


def shown_lines(text: str, wanted: frozenset[str], *, longest: int, most: int) -> list[str]:
    """Lines of a text, blank ones aside, from the place on that has most of the wanted terms.

    They are `most` lines and about `longest` characters, below the head of the table that they stand in.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    whole = "\n".join(lines)
    if len(lines) <= most and len(whole) <= longest:
        return lines
    mean = len(whole) // len(lines) + 1
    start = _best_start(whole, wanted, min(longest, most * mean))
    head = _table_head(lines, whole.count("\n", 0, start))
    return head + whole[start : start + longest].splitlines()[: most - len(head)]


def _table_head(lines: list[str], number: int) -> list[str]:
    """The head of the table that a line lies in, if it lies below it."""
    first = number
    while first and lines[first].startswith("|") and lines[first - 1].startswith("|"):
        first -= 1
    is_table = first + 1 < number and _DELIMITER.fullmatch(lines[first + 1])
    return lines[first : first + 2] if is_table else []


def _best_start(text: str, wanted: frozenset[str], longest: int) -> int:
    """The last line or sentence from which on most wanted terms follow, or the word with more of them."""
    places = _Places(text, wanted)

    def found(start: int) -> int:
        return places.between(start, start + longest)

    sentence = max(_sentences(text, places.starts), key=lambda at: (found(at), at), default=0)
    word = max(places.starts[::_STEP], key=found, default=0)
    best = word if found(word) > found(sentence) else sentence
    return best if found(best) else 0


def _sentences(text: str, words: list[int]) -> list[int]:
    """Where lines and sentences begin, of those places where words do."""
    starts = [
        at for at in words if not at or text[at - 1] == "\n" or (at > 1 and text[at - 2] in ".!?")
    ]
    return starts + [match.start() for match in _UNSPACED_END.finditer(text)]


class _Places:
    """Where the wanted terms stand in a text, found once for all windows over it."""

    def __init__(self, text: str, wanted: frozenset[str]) -> None:
        self._text = text
        self._bits = {term: 1 << number for number, term in enumerate(wanted)}
        self._terms_of = stretch_reader()
        words = text.split()
        self.starts = [match.start() for match in _WORD.finditer(text)]
        self._ends = list(map(add, self.starts, map(len, words)))
        joined = list(map(self._terms_of, words))
        telling = {one: bits for one in set(joined) if (bits := self._bits_of(one))}
        told = [number for number, one in enumerate(joined) if one in telling]
        self._told_from = [self.starts[number] for number in told]
        self._told_to = [self._ends[number] for number in told]
        self._told = [telling[joined[number]] for number in told]

    def between(self, start: int, end: int) -> int:
        """How many of the terms stand between two places; a word that is cut counts as what is left of it."""
        first, last = bisect_left(self._told_from, start), bisect_right(self._told_to, end)
        bits = reduce(or_, self._told[first:last], 0)
        for place in (start, end):
            number = bisect_left(self.starts, place) - 1
            if number >= 0 and place < self._ends[number]:
                left = self._text[max(self.starts[number], start) : min(self._ends[number], end)]
                bits |= self._bits_of(self._terms_of(left))
        return bits.bit_count()

    def _bits_of(self, joined: str) -> int:
        if " " not in joined:
            return self._bits.get(joined, 0)
        return reduce(or_, (self._bits.get(term, 0) for term in joined.split()))
