"""Compare a passage with what stands at its place, regardless of markup, spacing and hyphenation.

Two readers of one file never part its words alike (`U₁`, `U 1`), so letters are compared, not words.
"""

import re
import unicodedata
from dataclasses import dataclass
from itertools import accumulate

ENOUGH = 0.95
"""Share of a passage's letters that must stand at its place, in runs of four or more.

Runs, not words, because readers part words differently; in any order, because two readers of one slide or
of one table take its boxes in different orders, and a place is not an order. What remains to forgive is a
superscript that one of them puts elsewhere. A place that is wrong shares few runs of four letters.
"""

ENOUGH_AT_EDGES = 0.8
"""Share of the first and of the last letters that must stand there.

A place that is off by one line still holds most of a long passage, but not both of its ends.
"""

_WORD = re.compile(r"[^\W_]+")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_DELIMITER = re.compile(r"^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$", re.MULTILINE)
_HEADING = re.compile(
    r"^[ \t]*#{1,6}[ \t]+(?:(?:\d{1,4}|[A-Z])(?:\.\d{1,4})*[.)]?[ \t]+)?", re.MULTILINE
)
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:<[^<>\n]*>|[^()\s]*)\)")
_EQUATION = re.compile(r"\$(?=[^$\n]*[\\^_=])[^$\n]+\$|^\$\$$.*?^\$\$$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"\\[A-Za-z]+")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_GRAM = 4  # letters that must agree in a run
_EDGE = 24  # letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How much of a passage stands at a place: of all letters, and at the worse end; 0..1."""

    share: float
    edges: float

    @property
    def enough(self) -> bool:
        """Whether the place holds the passage."""
        return self.share >= ENOUGH and self.edges >= ENOUGH_AT_EDGES


ALL = Agreement(share=1.0, edges=1.0)
NOTHING = Agreement(share=0.0, edges=0.0)


def prose(markdown: str) -> str:
    """The text of a Markdown passage without markup, and without numbers that the original only shows.

    Word and HTML number lists and headings when they show them; the numbers are no text of theirs.
    """
    text = _without_equations(markdown)
    for pattern in (_FENCE, _DELIMITER, _HEADING, _ITEM):
        text = pattern.sub("", text)
    return _ESCAPE.sub(r"\1", _LINK.sub(r"\1", text))


def _without_equations(markdown: str) -> str:
    r"""The passage without its formulas, or with their signs alone where there is nothing else.

    LaTeX names what the original draws: `\\emptyset`, and three letters where one sign stands.
    """
    text = _EQUATION.sub(" ", markdown)
    if len("".join(_words(text))) >= 2 * _GRAM:
        return text
    return _EQUATION.sub(lambda found: _COMMAND.sub(" ", found[0]), markdown)


def agreement(passage: str, original: str) -> Agreement:
    """How much of a plain passage stands in a stretch of the original."""
    words, places = _words(passage), _words(original)
    letters, whole = "".join(words), "".join(places)
    if len(letters) < 2 * _GRAM:
        return ALL if _stands(letters, places) else NOTHING
    if letters in whole:
        return ALL
    covered = _covered(letters, whole)
    ends = (covered[:_EDGE], covered[-_EDGE:])
    return Agreement(
        share=sum(covered) / len(covered), edges=min(sum(end) / len(end) for end in ends)
    )


def _words(text: str) -> list[str]:
    """Runs of letters and digits, ligatures, letter forms and case made alike."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _stands(letters: str, words: list[str]) -> bool:
    """Whether a short text stands somewhere from a word's start to a word's end."""
    whole = "".join(words)
    borders = {0, *accumulate(map(len, words))}
    at = whole.find(letters)
    while at >= 0:
        if at in borders and at + len(letters) in borders:
            return True
        at = whole.find(letters, at + 1)
    return False


def _covered(left: str, right: str) -> list[bool]:
    """For each letter of the left text whether it lies in a run that the right text has as well."""
    runs = {right[at : at + _GRAM] for at in range(len(right) - _GRAM + 1)}
    covered = [False] * len(left)
    for at in range(len(left) - _GRAM + 1):
        if left[at : at + _GRAM] in runs:
            covered[at : at + _GRAM] = [True] * _GRAM
    return covered
