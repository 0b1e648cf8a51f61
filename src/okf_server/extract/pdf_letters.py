"""Make the letters of a PDF plain: what fonts and typesetting did to words is undone, what they mean stays.

Ligatures, letter forms and the letters of mathematics become the letters that people type. Superscripts,
subscripts, fractions, numbers in circles and signs of one's own stay: x² is not x2.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

_FORMS = ("<font>", "<initial>", "<medial>", "<final>", "<isolated>")
_LIGATURES = ((0xFB00, 0xFB4F), (0x2E80, 0x2FDF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC))
_DASHES, _QUOTES, _DOUBLE = "–—−‐‑‒―", "‘’‚‛", "“”„‟"
_FOLDED = str.maketrans(_DASHES + _QUOTES + _DOUBLE, "-" * 7 + "'" * 4 + '"' * 4)
_TYPESET = re.compile(f"[{_DASHES}{_QUOTES}{_DOUBLE}]")
_PLAIN = re.compile(r"[-'\"]")
_WORD = re.compile(r"\S+")
_LATIN = re.compile(r"[A-Za-z]{6,}")
_LETTERS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HYPHENS = "-\u00ad\u2010\u0002"
_LINE_END = re.compile(rf"([^\W\d_]{{2,}})[{_HYPHENS}]$")
_LINE_START = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile("[0-9A-Za-z\u00c0-\u06ff]+")  # of alphabets that write words, and numbers
_MANY_LETTERS, _MOSTLY = 40, 0.6
_LEAST_HIDDEN = 3  # letters of a text that is looked for
_ARABIC_WORD = re.compile("[\u0600-\u06ff]+")


def plain_letters(text: str) -> str:
    """The text with compatibility letters as the letters that they stand for."""
    return text if text.isascii() else "".join(map(_plain, text))


@cache
def _plain(char: str) -> str:
    form = unicodedata.decomposition(char).partition(" ")[0]
    joined = form == "<compat>" and any(low <= ord(char) <= high for low, high in _LIGATURES)
    if not joined and form not in _FORMS:
        return char
    return unicodedata.normalize("NFKC", char)


def folded(text: str) -> str:
    """The text as long as it is, with plain dashes and quotes, as the engine writes them."""
    return text.translate(_FOLDED)


def are_letters(texts: Iterable[str]) -> bool:
    """Whether texts of an alphabet are letters one by one rather than words."""
    words = [word for text in texts for word in _TOKEN.findall(text)]
    single = sum(len(word) == 1 and word.isalpha() for word in words)
    return bool(single >= _MANY_LETTERS and single > len(words) * _MOSTLY)


def typeset_words(shown: str) -> dict[str, str]:
    """How the words of a page read that the engine writes with plain dashes and quotes.

    A word that a page has in two forms is left as the engine writes it.
    """
    forms: dict[str, set[str]] = {}
    for word in _WORD.findall(shown):
        if _TYPESET.search(word) or _PLAIN.search(word):
            forms.setdefault(folded(word), set()).add(word)
    return {
        plain: next(iter(words))
        for plain, words in forms.items()
        if len(words) == 1 and plain not in words
    }


class Cut(NamedTuple):
    """A text, what a reader sees of it, and the parts that nobody does."""

    text: str
    kept: str
    parts: tuple[str, ...]

    def out_of(self, text: str) -> str:
        """A text of the page without what nobody sees of it."""
        whole = " ".join(self.text.split())
        if len(whole) >= _LEAST_HIDDEN and whole in text:
            return text.replace(whole, self.kept, 1)
        for part in self.parts:
            hidden = " ".join(part.split())
            text = text.replace(hidden, "", 1) if len(hidden) >= _LEAST_HIDDEN else text
        return text


class Mender:
    """Puts the text of one page right.

    `typeset` and `swapped` are words and how they read: by their dashes and quotes, and by their letters.
    `rewritten` are what knows the order of its words, and its raised and lowered digits. `hidden` is what
    nobody sees, `spelt` and `words` are runs of text and words that lack letters, and how they read.
    """

    def __init__(
        self,
        *,
        typeset: Mapping[str, str] | None = None,
        rewritten: Sequence[Callable[[str], str]] = (),
        swapped: Mapping[str, str] | None = None,
        hidden: Sequence[Cut] = (),
        spelt: Mapping[str, str] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        self._typeset = typeset or {}
        self._rewritten = rewritten
        self._swapped = swapped or {}
        self._spelt = spelt or {}
        self._words = words or {}
        longest_first = sorted(self._spelt, key=len, reverse=True)
        self._runs = re.compile("|".join(map(re.escape, longest_first))) if spelt else None
        self._hidden = hidden

    def mend(self, text: str) -> str:
        """The text as the page shows it."""
        for cut in self._hidden:
            text = cut.out_of(text)
        if self._runs:
            text = self._runs.sub(lambda found: self._spelt[found[0]], text)
        if self._words:
            text = _LATIN.sub(lambda found: self._words.get(found[0], found[0]), text)
        for rewrite in self._rewritten:
            text = rewrite(text)
        if self._typeset and _PLAIN.search(text):
            text = _WORD.sub(lambda found: self._typeset.get(found[0], found[0]), text)
        if self._swapped:
            text = _ARABIC_WORD.sub(lambda found: self._swapped.get(found[0], found[0]), text)
        return plain_letters(text)


Break = tuple[str, str]
"""What stands before a hyphen at the end of a line, and what the next line begins with."""


def line_breaks(lines: Sequence[str]) -> tuple[Break, ...]:
    """The words that the ends of these lines part."""
    found: list[Break] = []
    for upper, lower in pairwise(lines):
        end, start = _LINE_END.search(upper.rstrip()), _LINE_START.match(lower.lstrip())
        if end and start:
            found.append((end[1], start[0]))
    return tuple(found)


def vocabulary(texts: Iterable[str]) -> Counter[str]:
    """How often each word stands in these texts, words with hyphens in them as one."""
    return Counter(word.casefold() for text in texts for word in _LETTERS.findall(text))


def dehyphenated(text: str, breaks: Sequence[Break], words: Mapping[str, int]) -> str:
    """The text with each word whole that a line's end parted.

    The hyphen stays where the document writes the word with one elsewhere, and before a capital letter.
    """
    for first, second in breaks:
        joined, hyphened = f"{first}{second}", f"{first}-{second}"
        kept = words.get(hyphened.casefold(), 0) > 0 or second[0].isupper()
        whole = hyphened if kept else joined
        apart = next((form for form in _written_apart(first, second) if form in text), None)
        if kept and joined in text:
            text = re.sub(rf"\b{joined}\b", hyphened, text, count=1)
        elif apart:
            text = text.replace(apart, whole, 1)
    return text


def _written_apart(first: str, second: str) -> Iterator[str]:
    """How an engine may write a word that a line's end parts."""
    for gap in (" ", ""):
        yield from (f"{first}{hyphen}{gap}{second}" for hyphen in _HYPHENS)
