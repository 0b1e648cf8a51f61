"""Turn text into the terms that keyword search compares, for documents and questions alike.

Text is folded (NFKC, case, accents), cut at white space, and each stretch is looked up in a bounded memory
of stretches seen before, because text repeats its words. Identifiers are kept whole and in parts, numbers
lose their thousands separators, a date or version has one name however it is written, raised ones stay apart from what they count or note (`10⁶`, `over¹`) but not from a
unit or symbol (`m²`, `H₂O`), currencies have one name, scripts without spaces become pairs of characters, and words are stemmed
by the script that they are written in. Any string is accepted; a term never holds white space, control
characters or surrogates.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from threading import Lock

from okf_server.index.dates import compact_names, spelled_names, spelled_versions
from okf_server.index.languages import BETWEEN, ENGLISH, Noting, Tongue, Tongues, fold
from okf_server.index.stopwords import ACRONYMS, CURRENCIES, PRONOUN

LONGEST_TERM = 64
"""Characters; what is longer is no word, and its beginning identifies it well enough."""

# Blocks whose vowel signs are no letters to `re`: Indic scripts and Tibetan, and marks that combine.
_SIGNS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0900-\u0963\u0966-\u0df3\u0f00-\u0fbc"
)
# Written without spaces between words: Thai to Lao, Myanmar, Khmer, Kana, Han, Hangul.
_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eae\u0eb0-\u0ecd\u1000-\u103f\u1100-\u11ff\u1780-\u17d3"
    "\u3005-\u3007\u3031-\u3035\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318e"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7fb\uf900-\ufaff"
    "\U0001b000-\U0001b2ff\U00020000-\U000323af"
)
_WORD = rf"(?:[^\W_]|[{_SIGNS}])+"
_WORDS = re.compile(_WORD)
_COMPOUND = re.compile(rf"{_WORD}(?:['’\-_./:@&+]{_WORD})*(?:\+\+|\#)?")
_CONNECTOR = re.compile(r"[\-_./:@&+]")
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]+")
_HUMPS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_INVISIBLE = re.compile("[\u00ad\u0640\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_ESCAPED = re.compile(r"\\([_.\-&])")
_ENTITY = re.compile(r"&(?:nbsp|lt|gt|quot|\#\w{1,8});")
_CONTRACTED = re.compile(r"(?i:(?:^.*n't)|'(?:s|re|ll|ve|d|m))$")
_ACRONYMS = re.compile("[A-Z]{2,}s")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)t\d")
_VERSION = re.compile(r"(?:v|ver|version|rel|release)\.?(?=\d+\.\d)", re.IGNORECASE)
_THOUSAND = re.compile(r"\d{1,3}[kK]")

_CURRENCY = re.compile(r"[£€¥₩₹]|\$(?=\d)|(?<=\d)\$")  # a dollar sign elsewhere is of code
_PUNCTUATION = ".,;:!?()[]{}<>|*_`\"'~="
_SENTENCE_ENDS = ".!?:"
_TELLING_DIGITS = 3  # the 03 of a date tells nothing
_LARGEST_MEMORY = 150_000
_LONGEST_REMEMBERED = 48
_ABOVE, _BELOW = "⁰¹²³⁴-⁹", "₀-₉"
_LETTER = rf"[^\W\d_{_ABOVE}{_BELOW}]"
# Where a raised number is no part of what it stands at: a unit or symbol has up to three letters.
_APART = re.compile(
    rf"(?:(?<={_LETTER}{{4}})|(?<=[\W\d_{_BELOW}]))(?=[{_ABOVE}])"
    rf"|(?<=[{_ABOVE}])(?={_LETTER}{{4}}|\d)|(?<=\d)(?=[{_BELOW}])"
)
_Tongue = Tongue | Tongues
_lock = Lock()  # a stemmer serves one thread at a time


class _Memory(dict[str, str]):
    """The terms of stretches between white space, joined by blanks.

    Beside it stand the words of these stretches whose stems are others, each with its stem.
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self._tongue = Noting(language)
        self._noted: dict[str, str] = {}

    def __missing__(self, stretch: str) -> str:
        return self._look_up(stretch)[0]

    def noted(self, stretches: AbstractSet[str]) -> set[str]:
        """What is noted of stretches, each once."""
        with _lock:
            forgotten = [stretch for stretch in stretches if stretch not in self]
            found = set(map(self._noted.get, stretches))
        found.update(self._look_up(stretch)[1] for stretch in forgotten)
        return set(filter(None, found))

    def _look_up(self, stretch: str) -> tuple[str, str]:
        """The terms of a stretch, and what is noted of it."""
        with _lock:
            if stretch in self:
                return self[stretch], self._noted.get(stretch, "")
        plain = self._plainer(stretch)
        if plain == stretch:
            found = self._read(stretch)
        else:
            found = self._look_up(plain) if plain else ("", "")
        if len(stretch) <= _LONGEST_REMEMBERED:
            self._remember(stretch, *found)
        return found

    def _remember(self, stretch: str, terms: str, noted: str) -> None:
        with _lock:
            if len(self) >= _LARGEST_MEMORY:
                self.clear()
                self._noted.clear()
            self[stretch] = terms
            if noted:
                self._noted[stretch] = noted

    def _read(self, stretch: str) -> tuple[str, str]:
        with _lock:
            found = " ".join(_terms_of(stretch, self._tongue))
            return found, " ".join(self._tongue.taken())

    @staticmethod
    def _plainer(stretch: str) -> str:
        """The stretch without punctuation around it, and `Travel` as `travel`: they have the same terms.

        A single capital is kept: it is a name, such as that of a vitamin.
        """
        if not stretch.isalpha():
            return stretch.strip(_PUNCTUATION)
        capitalized = len(stretch) > 1 and stretch.isascii() and stretch.istitle()
        return stretch.lower() if capitalized else stretch


@cache
def _memory(language: str) -> _Memory:
    return _Memory(language)


class SeenStretches(dict[str, str]):
    """The terms of the stretches that were looked up here."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._memory = _memory(language or ENGLISH)

    def __missing__(self, stretch: str) -> str:
        found = self[stretch] = self._memory[stretch]
        return found

    def stemmed_words(self) -> set[str]:
        """The words of these stretches whose stems are others: each, BETWEEN and its stem.

        Where a stretch has several such words they stand together, with blanks between.
        """
        return self._memory.noted(self.keys())


def stretch_reader(language: str = ENGLISH) -> Callable[[str], str]:
    """What gives the terms of a stretch without white space, joined by blanks."""
    return _memory(language or ENGLISH).__getitem__


def joined_terms(text: str, language: str = ENGLISH) -> str:
    """The terms of a text in its order, repeats kept, with white space between them.

    `language` is what words in Latin script are in. The names of dates and versions that are written in
    several words come after all else.
    """
    return read_terms(text, stretch_reader(language))


def read_terms(text: str, read: Callable[[str], str]) -> str:
    """The same, with what gives the terms of a stretch."""
    return " ".join((" ".join(map(read, text.split())), *_spelled(text)))


def terms_in_order(text: str, language: str = ENGLISH) -> str:
    """The terms of each word of a text, as they stand in a phrase."""
    return " ".join(map(stretch_reader(language), text.split()))


def terms(text: str, language: str = ENGLISH) -> list[str]:
    """The terms of a text in its order, repeats kept."""
    return joined_terms(text, language).split()


def distinct_terms(stretches: Iterable[str]) -> frozenset[str]:
    """The terms of stretches without white space, each once."""
    return frozenset(" ".join(set(map(stretch_reader(), stretches))).split())


def text_terms(text: str) -> frozenset[str]:
    """The terms of a text, each once."""
    return distinct_terms(text.split()).union(_spelled(text))


def asked_terms(question: str, tongues: Tongues) -> list[tuple[str, ...]]:
    """The terms of a question in its order, each as the alternatives that count as one."""
    with _lock:
        found = [
            tuple(term.split(BETWEEN))
            for stretch in question_stretches(question)
            for term in _terms_of(stretch.strip(_PUNCTUATION), tongues)
        ]
    return [*found, *((name,) for name in _spelled(question))]


def question_stretches(question: str) -> list[str]:
    """A question at its white space, in small letters where its capitals tell nothing of a word.

    `WHO` is a name; a function word is none in a question that is all capitals, nor is the `A` that begins
    a sentence. A single word is always taken as it stands.
    """
    stretches = question.split()
    words = [stretch.strip(_PUNCTUATION) for stretch in stretches]
    lettered = [word for word in words if any(map(str.isalpha, word))]
    if len(lettered) < 2:  # noqa: PLR2004 - nothing to compare with
        return stretches
    shouted = all(map(str.isupper, lettered))
    begins = [True, *(stretch[-1] in _SENTENCE_ENDS for stretch in stretches)]
    return [
        stretch.lower()
        if (shouted and word not in ACRONYMS) or (first and len(word) == 1)
        else stretch
        for stretch, word, first in zip(stretches, words, begins, strict=False)
    ]


def question_terms(question: str) -> frozenset[str]:
    """The terms of a question that show in the texts which answer it, each once."""
    return distinct_terms(question_stretches(question)).union(_spelled(question))


def only_function_words(question: str, tongues: Tongues) -> list[str]:
    """The words of a question of which each is a function word in some language; none for any other question."""
    whole = (_CONTRACTED.sub("", stretch) for stretch in _plain(question).split())
    words = [fold(word) for stretch in whole for word in _WORDS.findall(stretch)]
    return words if all(map(tongues.may_say_nothing, words)) else []


def endings(text: str) -> str:
    """The last characters of runs without spaces, each once: what no pair of characters begins with."""
    if text.isascii():
        return ""
    runs = _UNSPACED_RUN.findall(_plain(text))
    return " ".join(sorted({run[-1] for run in runs if len(run) > 1}))


def has_unspaced(text: str) -> bool:
    """Whether some of the text is in a script that puts no spaces between words, or in Hangul."""
    return _UNSPACED_RUN.search(text) is not None


def _spelled(text: str) -> list[str]:
    """The names of what a text writes in several words."""
    return [*spelled_names(text), *spelled_versions(text)]


def _terms_of(stretch: str, tongue: _Tongue) -> list[str]:
    text = stretch
    if text.isascii() and text.isalpha():
        return _simple(text, tongue)
    text = _plain(text)
    if "&" in text or "\\" in text:
        text = _ESCAPED.sub(r"\1", _ENTITY.sub(" ", text.replace("&amp;", "&")))
    text = _CURRENCY.sub(lambda sign: f" {CURRENCIES[sign[0]]} ", text)
    if "," in text:
        text = _THOUSANDS.sub(lambda number: number[0].replace(",", ""), text)
    if text.isascii() or not has_unspaced(text):
        return [term for word in _COMPOUND.findall(text) for term in _compound(word, tongue)]
    return _mixed(text, tongue)


def _plain(text: str) -> str:
    if text.isascii():
        return text
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", _APART.sub(" ", text)))


def _mixed(text: str, tongue: _Tongue) -> list[str]:
    """The terms of text that holds a script without spaces; beside it even `A` is a name."""
    found: list[str] = []
    place = 0
    for run in _UNSPACED_RUN.finditer(text):
        found += _beside(text[place : run.start()], tongue)
        found += _pairs(run[0])
        place = run.end()
    return found + _beside(text[place:], tongue)


def _beside(text: str, tongue: _Tongue) -> list[str]:
    return [
        term
        for word in _COMPOUND.findall(text)
        for term in (_compound(word, tongue) or [fold(word)[:LONGEST_TERM]])
        if term
    ]


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return [run[place : place + 2] for place in range(len(run) - 1)]


def _compound(word: str, tongue: _Tongue) -> list[str]:
    """The terms of letters and digits with single connectors between them."""
    if word.endswith(("+", "#")):  # C++, C#
        return [fold(word)[:LONGEST_TERM], *_compound(word.rstrip("+#"), tongue)]
    if "'" in word or "’" in word:
        word = _CONTRACTED.sub("", word.replace("’", "'"))
        return [term for piece in word.split("'") if piece for term in _connected(piece, tongue)]
    return _connected(word, tongue)


def _connected(word: str, tongue: _Tongue) -> list[str]:
    if version := _VERSION.match(word):
        number = word[version.end() :]
        return [*_connected(number, tongue), f"v{number.partition('.')[0]}"]
    parts = [part for part in _CONNECTOR.split(word) if part]
    if parts == [word]:
        return _simple(word, tongue)
    if "." in word and all(len(part) == 1 and part.isalpha() for part in parts):  # U.S.A.
        return [fold("".join(parts))[:LONGEST_TERM]]
    if all(part.isdigit() for part in parts):
        parts = [part for part in parts if len(part) >= _TELLING_DIGITS]
    return [*_whole(word), *(term for part in parts for term in _simple(part, tongue))]


def _whole(word: str) -> Sequence[str]:
    """What a word with connectors is as a whole: a date by its names, and one with a time by both."""
    folded = fold(word)
    moment = _MOMENT.match(folded)
    names = (moment[1],) if moment else compact_names(folded)
    return (folded[:LONGEST_TERM], *names) if moment or not names else names


def _simple(word: str, tongue: _Tongue) -> list[str]:
    """The terms of a word: its stem, and its parts where it is camelCase or has digits."""
    folded = fold(word)
    if not folded or folded.isdigit() or len(word) > LONGEST_TERM:
        dates = compact_names(folded) if len(folded) == len("20260331") else ()
        return [folded[:LONGEST_TERM], *dates] if folded else []
    if tongue.says_nothing(folded):
        return [folded] if word.isupper() and word != PRONOUN else []
    if folded in CURRENCIES:
        return [CURRENCIES[folded]]
    if word.islower() and word.isalpha():
        return tongue.stems(word, folded)
    return _parted(word, folded, tongue)


def _parted(word: str, folded: str, tongue: _Tongue) -> list[str]:
    """The terms of `parseURL2Text`, `VPNs`, `FY2026`, `20k`; lone letters tell nothing."""
    if _ACRONYMS.fullmatch(word):
        return [folded[:-1]]
    if _THOUSAND.fullmatch(word):
        return [folded, word[:-1], word[:-1] + "000"]
    parts = [part.casefold() for part in _HUMPS.findall(word)]
    if not word.isascii() or parts == [folded]:
        return tongue.stems(word, folded)
    telling = (part for part in parts if len(part) > 1 and not tongue.says_nothing(part))
    stems = (stem for part in telling for stem in tongue.stems(part, part))
    if names := compact_names(folded):
        return [*names, *stems]
    return [*tongue.stems(word, folded), *stems]
