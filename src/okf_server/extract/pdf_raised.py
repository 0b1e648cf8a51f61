"""Find the digits of a PDF page that stand above or below their line, and write them as such.

The engine that reads a page puts them into one word with what they stand at. A word's box tells that something
in it is out of line; the second engine tells of each character its size and its base line.
"""

import ctypes
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from okf_server.extract.pdf_letters import folded
from okf_server.extract.raised import above, below

_MIXED = re.compile(r"[^\W\d_][^\w\s]{0,3}\d|\d[^\W\d_]")
_DIGIT = re.compile(r"\d")
_TALLER = 1.004  # than the lowest box of the font: a word that is not all in line
_GLUED = 0.1  # of a word's height: a gap that is none
_LONGEST = 60  # letters of a word
_MOST = 1000  # words of a page that are looked at
_SMALL = (0.4, 0.83)  # of the size of the line: less is text beside an initial
_SHIFT = (0.08, 0.7)  # of the size of the line: more is another line
_TOKEN = re.compile(r"\S+")
_PARTS = 6  # that a word may be broken into
_START = "\n"  # stands before the first word
_FRACTION = re.compile(r"\d+[/⁄]\d")
_SIGNS = re.compile(
    rb"cmsy", re.IGNORECASE
)  # fonts of signs in which a prime is where others have their 0
_LONGEST_NAME = 64


class Suspect(NamedTuple):
    """A word that may have raised or lowered digits in it, by the parts that the engine puts blanks between."""

    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        """The word as a whole."""
        return "".join(self.parts)


def suspects(items: Iterable[Any]) -> list[Suspect]:
    """The words of a page that may have raised or lowered digits, each once."""
    words: list[Any] = []
    fonts: list[tuple[str, float]] = []
    lowest: dict[tuple[str, float], float] = {}
    for item in items:
        found = item.words
        if found:
            font = (item.font_name or "", round(item.font_size or 0.0, 1))
            least = min(word.height for word in found)
            lowest[font] = min(lowest.get(font, least), least)
            words += found
            fonts += [font] * len(found)
    told: dict[Suspect, None] = {}
    for number, word in enumerate(words):
        if not _DIGIT.search(word.text):
            continue
        first, last = _glued(words, number)
        if first < number or _is_odd(word, lowest[fonts[number]]):
            told[Suspect(tuple(one.text for one in words[first : last + 1]))] = None
    return [suspect for suspect in told if len(suspect.text) <= _LONGEST][:_MOST]


def _is_odd(word: Any, lowest: float) -> bool:
    return bool(_MIXED.search(word.text)) or word.height > lowest * _TALLER


def _glued(words: Sequence[Any], number: int) -> tuple[int, int]:
    """The first and the last of the words of a line that stand at one of them without a gap."""
    first = last = number
    while first and _follows(words[first], words[first - 1]):
        first -= 1
    while last + 1 < len(words) and _follows(words[last + 1], words[last]):
        last += 1
    return first, last


def _follows(word: Any, other: Any) -> bool:
    height = max(word.height, other.height)
    if abs(word.x - other.x - other.width) >= height * _GLUED:
        return False
    top = max(word.y, other.y)
    return bool(min(word.y + word.height, other.y + other.height) > top)


class Raised:
    """How words of a page read whose digits are raised or lowered.

    A word that the page has in several forms is known by the word before it.
    """

    def __init__(self, forms: dict[str, dict[str, set[str]]], words: Sequence[Suspect]) -> None:
        self._forms: dict[tuple[str, str], str] = {}
        for word, by_before in forms.items():
            every = set().union(*by_before.values())
            known = {"": every} if len(every) == 1 else by_before
            for before, told in known.items():
                if len(told) == 1 and (form := next(iter(told))) != word:
                    self._forms[before, word] = form
        texts = {word for _, word in self._forms}
        patterns = sorted(
            (r"\s?".join(map(re.escape, word.parts)) for word in words if word.text in texts),
            key=len,
            reverse=True,
        )
        self._pattern = re.compile(rf"(?<!\S)(?:{'|'.join(patterns)})(?!\S)") if patterns else None

    def written(self, text: str) -> str:
        """The text with the digits of these words raised and lowered."""
        return self._pattern.sub(self._form, text) if self._pattern else text

    def _form(self, found: re.Match[str]) -> str:
        word = "".join(found[0].split())
        before = found.string[max(found.start() - _LONGEST, 0) : found.start()].split()
        form = self._forms.get(("", word))
        return form or self._forms.get((before[-1] if before else _START, word), found[0])


NOTHING = Raised({}, ())


def raised_in(raw: Any, textpage: Any, shown: str, words: Sequence[Suspect]) -> Raised:
    """How these words of a page read; `shown` is its text, as the second engine reads it.

    A word that it does not read with the same letters stays as it is.
    """
    letters = _Letters(raw, textpage)
    forms: dict[str, dict[str, set[str]]] = {}
    for place in _places(folded(shown), {word.text for word in words}):
        form = letters.form(shown, place.start, place.end)
        kept = not form or folded(form) == place.word
        told = forms.setdefault(place.word, {}).setdefault(place.before, set())
        told.add(place.word if kept else form)
    return Raised(forms, words)


class _Place(NamedTuple):
    word: str
    before: str
    start: int
    end: int


def _places(text: str, words: Collection[str]) -> Iterator[_Place]:
    """Where these words stand in a text; the engine breaks the line at what is raised."""
    tokens = list(_TOKEN.finditer(text))
    before = _START
    for number, token in enumerate(tokens):
        word, end = "", token.start()
        for part in tokens[number : number + _PARTS]:
            if text[end : part.start()] not in ("", "\r\n"):
                break
            word, end = word + part[0], part.end()
            if word in words:
                yield _Place(word, before, token.start(), end)
        before = token[0]


class _Letter(NamedTuple):
    char: str
    size: float
    line: float


class _Letters:
    """The characters of a page as the second engine counts them, blanks that it makes up among them."""

    def __init__(self, raw: Any, textpage: Any) -> None:
        self._raw = raw
        self._page = textpage
        self._matrix = raw.FS_MATRIX()
        self._across, self._up = ctypes.c_double(), ctypes.c_double()

    def form(self, shown: str, start: int, end: int) -> str:
        """A stretch of the page's text with its digits raised and lowered; empty where it is not to be told."""
        first = self._raw.FPDFText_GetCharIndexFromTextIndex(self._page, start)
        letters: list[_Letter] = []
        for place in range(start, end):
            if shown[place] in "\r\n":
                continue
            letter = self._letter(first + place - start, shown[place])
            if letter is None:
                return ""
            letters.append(letter)
        plain = "".join(letter.char for letter in letters)
        return plain if _FRACTION.match(plain) else "".join(_written(letters))

    def _letter(self, index: int, char: str) -> _Letter | None:
        raw, page = self._raw, self._page
        if raw.FPDFText_GetUnicode(page, index) != ord(char):
            return None
        raw.FPDFText_GetMatrix(page, index, self._matrix)
        raw.FPDFText_GetCharOrigin(page, index, self._across, self._up)
        matrix = self._matrix
        if abs(matrix.b) > matrix.a / 2:  # written sideways, or on its head
            return None
        size = raw.FPDFText_GetFontSize(page, index) * math.hypot(matrix.c, matrix.d)
        return _Letter("′" if char == "0" and self._is_sign(index) else char, size, self._up.value)

    def _is_sign(self, index: int) -> bool:
        name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._raw.FPDFText_GetFontInfo(self._page, index, name, _LONGEST_NAME, ctypes.c_int())
        return _SIGNS.search(name.value) is not None


def _written(letters: Sequence[_Letter]) -> Iterator[str]:
    """The letters, each stretch that stands above or below the line in its form."""
    base = max(letters, key=lambda letter: letter.size)
    for where, group in groupby(letters, lambda letter: _place(letter, base)):
        text = "".join(letter.char for letter in group)
        yield (text, above(text), below(text))[where]


def _place(letter: _Letter, base: _Letter) -> int:
    """0 in the line, 1 above it, -1 below it."""
    if not _SMALL[0] * base.size <= letter.size <= _SMALL[1] * base.size:
        return 0
    shift = (letter.line - base.line) / base.size
    if not _SHIFT[0] < abs(shift) < _SHIFT[1]:
        return 0
    return 1 if shift > 0 else -1
