"""Compare a passage with what stands at its place, regardless of markup, spacing and hyphenation.

A passage is taken apart into its sentences and cells. Each must stand at the place as a whole, or very nearly:
in any order, because two readers of one slide or table take its boxes in different orders, and a place is
not an order; letter by letter, because two readers never part words alike (`U₁`, `U 1`).
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

ENOUGH = 0.95
"""Share of a passage's letters that must stand at its place.

What remains to forgive is a superscript or a page number that one reader puts elsewhere.
"""

ENOUGH_AT_EDGES = 0.9
"""Share of each of the first and the last two lines' letters that must stand there.

A place that is off by one line or row still holds most of a long passage, but not both of its ends.
"""

ENOUGH_WORDS = 0.8
"""Share of a passage's words that must be there where both texts were recognised in pictures or sound."""

_WORD = re.compile(r"[^\W_]+")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_DELIMITER = re.compile(r"^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$", re.MULTILINE)
_HEADER = re.compile(rf"^[ \t]*\|.*\|[ \t]*\n(?={_DELIMITER.pattern[1:]})", re.MULTILINE)
_HEADING = re.compile(
    r"^[ \t]*#{1,6}[ \t]+(?:(?:\d{1,4}|[A-Z])(?:\.\d{1,4})*[.)]?[ \t]+)?", re.MULTILINE
)
_LABEL = (
    r"\(?(?:(?:[A-Za-z가-힣ㄱ-ㅎ]|[ivxlcdm]{1,6}|[IVXLC]{1,6})[.)]|\d{1,4}(?:\.\d{1,4})*[-.):]?)"
)
_ITEM = re.compile(rf"^[ \t]*(?:[-*+]|\d{{1,9}}[.)])[ \t]+(?:{_LABEL}[ \t]+)?", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_LABEL_IN_CELL = re.compile(
    r"(?<=[ |])(?:[A-Za-z가-힣]|\d{1,3}(?:\.\d{1,3})*|[ivx]{1,5})[.)][ \t]+"
)
_MARK = re.compile(r"\[\^[^\]\s]{1,12}\]:?")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:<[^<>\n]*>|[^()\s]*)\)")
_EQUATION = re.compile(r"\$(?=[^$\n]*[\\^_=])[^$\n]+\$|^\$\$$.*?^\$\$$", re.MULTILINE | re.DOTALL)
_SIGNS = re.compile(r"\$[^$\n]+\$|^\$\$$.*?^\$\$$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"\\[A-Za-z]+")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_PIECE = re.compile(r"(?<!\\)\||(?<=[.!?。])\s+")
_END_LINES = 2  # the first may be the name of a sheet, which stands at all its places
_GRAM = 4  # letters that must agree in a run
_COMMON = 200  # places of a run, beyond which it is everywhere
_SYLLABLES = 2  # as many letters tell a word of Hangul or Han
_LABELS = 60  # letters of a piece that may be labels of a figure
_FORMULA_ALONE = (
    0.5  # of the letters at its place that are its own: names of signs are none of LaTeX's letters
)
_DRIFT = 0.25  # of a piece's length: how far its runs may have moved against each other
_DRIFT_LETTERS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How much of a passage stands at a place: of all letters, and of the worst of its end lines; 0..1."""

    share: float
    edges: float

    @property
    def enough(self) -> bool:
        """Whether the place holds the passage."""
        return self.share >= ENOUGH and self.edges >= ENOUGH_AT_EDGES


def prose(markdown: str) -> str:
    """A Markdown passage without its markup, and without numbers that the original only shows.

    Word and HTML number lists, headings and notes when they show them; the numbers are no text of theirs. Escapes
    and the pipes of tables stay.
    """
    text = _without_equations(markdown)
    text = _HEADER.sub(lambda row: row[0].replace(" / ", " | "), text)  # of several rows
    for pattern in (_FENCE, _DELIMITER, _HEADING, _ITEM, _MARK):
        text = pattern.sub("", text)
    text = _ROW.sub(lambda row: _LABEL_IN_CELL.sub("| ", row[0]), text)
    return _LINK.sub(r"\1", text)


def _without_equations(markdown: str) -> str:
    r"""The passage without its formulas, or with their signs alone where there is nothing else.

    LaTeX names what the original draws: `\\emptyset`, and three letters where one sign stands.
    """
    text = _EQUATION.sub(" | ", markdown)  # what is before and after it are pieces of their own
    if len("".join(_words(text))) >= 2 * _GRAM:
        return text
    return _EQUATION.sub(lambda found: _COMMAND.sub(" ", found[0]), markdown)


def _is_formula(passage: str) -> bool:
    """Whether a passage, as `prose` gives it, has next to nothing but formulas."""
    text = _SIGNS.sub("", passage)
    return text != passage and len("".join(_words(text))) < 2 * _GRAM


def agreement(passage: str, original: str, *, exact: bool = True) -> Agreement:
    """How much of a passage, as `prose` gives it, stands in a stretch of the original.

    Where two readers see the same characters a piece must stand `exact`; two PDF readers guess at spaces,
    hyphens, superscripts and the order of runs, each for itself.
    """
    place = _place(original, exact)
    if not exact and _is_formula(passage):
        share = place.formula("".join(_words(passage)))
        return Agreement(share=share, edges=share)
    counts = [place.count(_ESCAPE.sub(_unescaped, line)) for line in passage.split("\n")]
    counts = [(held, letters) for held, letters in counts if letters]
    if not counts:
        return Agreement(share=1.0, edges=1.0)
    ends = (*counts[:_END_LINES], *counts[-_END_LINES:])
    return Agreement(
        share=sum(held for held, _ in counts) / sum(letters for _, letters in counts),
        edges=min(held / letters for held, letters in ends),
    )


def words_held(passage: str, original: str) -> float:
    """The share of a passage's words that stand in a stretch of the original, 0..1.

    For text that two runs of an engine recognised: a long word may be parted differently in each.
    """
    wanted = _words(_ESCAPE.sub(_unescaped, passage))
    there = Counter(_words(original))
    letters = "".join(_words(original))
    held = 0
    for word in wanted:
        known = there[word] > 0
        there[word] -= known
        least = _GRAM if word.isascii() else _SYLLABLES
        held += known or (len(word) >= least and word in letters)
    return held / len(wanted) if wanted else 1.0


class _Place:
    """A stretch of the original, ready to be looked in."""

    def __init__(self, text: str, *, exact: bool) -> None:
        self._exact = exact
        words = _words(text)
        self._words = Counter(words)
        self._letters = "".join(words)
        self._borders = {0, *accumulate(map(len, words))}

    @cached_property
    def _runs(self) -> dict[str, list[int]]:
        """Where each run of a few letters stands; what is everywhere tells no place."""
        runs: dict[str, list[int]] = {}
        for at in range(len(self._letters) - _GRAM + 1):
            runs.setdefault(self._letters[at : at + _GRAM], []).append(at)
        return {run: places for run, places in runs.items() if len(places) <= _COMMON}

    def count(self, line: str) -> tuple[int, int]:
        """The letters of a line that stand here, and all of them."""
        pieces = list(map(_words, _PIECE.split(line)))
        return sum(map(self._held, pieces)), sum(len(word) for words in pieces for word in words)

    def _held(self, words: list[str]) -> int:
        piece = "".join(words)
        if self._exact and len(piece) < 2 * _GRAM:
            return len(piece) if self._stands(piece) else 0
        if piece in self._letters:
            return len(piece)
        if self._exact:
            return 0
        labels = len(piece) <= min(_LABELS, _GRAM * len(words))  # too short for runs of letters
        loose = self._one_by_one(words) if labels else 0
        return max(self._nearly(piece), loose)

    def _one_by_one(self, words: list[str]) -> int:
        """The letters of words that stand here as often: labels of a figure have no order that readers share."""
        return sum(
            len(word) * min(often, self._words[word]) for word, often in Counter(words).items()
        )

    def formula(self, letters: str) -> float:
        """The share of a formula's letters that stand here, where next to nothing else does, in any order.

        One reader sets it as LaTeX, another from the left as it is drawn.
        """
        both = (Counter(letters) & Counter(self._letters)).total()
        return both / max(len(letters), len(self._letters) * _FORMULA_ALONE, 1)

    def _stands(self, piece: str) -> bool:
        """Whether a short piece stands here from a word's start to a word's end."""
        at = self._letters.find(piece)
        while at >= 0:
            if at in self._borders and at + len(piece) in self._borders:
                return True
            at = self._letters.find(piece, at + 1)
        return False

    def _nearly(self, piece: str) -> int:
        """The letters of a piece in runs that lie in one stretch here, hardly moved against each other."""
        found = [
            (start, at - start)
            for start in range(len(piece) - _GRAM + 1)
            for at in self._runs.get(piece[start : start + _GRAM], ())
        ]
        drift = int(len(piece) * _DRIFT) + _DRIFT_LETTERS
        strips = Counter(moved // drift for _, moved in found)
        best = max(strips, key=lambda strip: strips[strip] + strips[strip + 1], default=0)
        held = {
            start + letter
            for start, moved in found
            if moved // drift in (best, best + 1)
            for letter in range(_GRAM)
        }
        return len(held)


@lru_cache(maxsize=4)
def _place(text: str, exact: bool) -> _Place:  # noqa: FBT001 - a key of the cache
    """The stretch made ready once: many passages may lie in one long line."""
    return _Place(text, exact=exact)


def _unescaped(found: re.Match[str]) -> str:
    """An escaped character as text; a pipe stays escaped, because it parts no cells."""
    return found[0] if found[1] == "|" else found[1]


def _words(text: str) -> list[str]:
    """Runs of letters and digits, ligatures, letter forms and case made alike."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
