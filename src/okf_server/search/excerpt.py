"""Choose the words of a passage that a hit shows."""

import re
from typing import NamedTuple

from okf_server.index.analyze import terms
from okf_server.model.wanted import go_on

LONGEST_EXCERPT = 1_500
LONGEST_QUOTE = 300
_SENTENCE = re.compile(r"(?:(?<=\n)|(?<=[.!?]\s)|(?<=[。！？])|^)\S")
_WORD = re.compile(r"(?<!\S)\S")
_STEP = 8  # words


class Excerpt(NamedTuple):
    """Words of a passage, and whether there are more."""

    text: str
    truncated: bool


def excerpt(text: str, wanted: frozenset[str], *, longest: int = LONGEST_EXCERPT) -> Excerpt:
    """At most `longest` characters of a text, around the place that has most of the wanted terms.

    The words are the text's to the letter, cut at white space.
    """
    go_on()
    if len(text) <= longest:
        return Excerpt(text, truncated=False)
    start = _best_start(text, wanted, longest)
    end = min(len(text), start + longest)
    if end < len(text):
        end = max((text.rfind(blank, start + longest // 2, end) for blank in " \n"), default=-1)
        end = end if end > 0 else start + longest
    return Excerpt(text[start:end].strip(), truncated=True)


def _best_start(text: str, wanted: frozenset[str], longest: int) -> int:
    """The last line or sentence from which on most wanted terms follow, or the word with more of them."""

    def found(start: int) -> int:
        return len(wanted.intersection(terms(text[start : start + longest])))

    sentence = max(_starts(_SENTENCE, text), key=lambda start: (found(start), start), default=0)
    word = max(_starts(_WORD, text)[::_STEP], key=found, default=0)
    best = word if found(word) > found(sentence) else sentence
    return best if found(best) else 0


def _starts(pattern: re.Pattern[str], text: str) -> list[int]:
    return [found.start() for found in pattern.finditer(text)]
