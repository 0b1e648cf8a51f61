"""Tell the language of a text in Latin script, and reduce words to their stems in it.

A language is told by its function words over the whole text; other scripts tell it by themselves. Looked at
instead: lingua (hundreds of megabytes of models), langdetect (draws lots), py3langid (a model to load).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import ascii_lowercase, ascii_uppercase

import Stemmer

from okf_server.index.stopwords import STOP_WORDS

ENGLISH = "english"
"""What words in Latin script are taken for where nothing tells their language."""

BETWEEN = "\x1f"
"""Stands between the alternatives of a question's term; no term holds a control character."""

_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+")
_LATIN_WORD = re.compile("[a-z\u00df-\u024f\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
_OTHERS = "".join(sign for sign in map(chr, range(128)) if not sign.isalpha())
_LETTERS_APART = bytes.maketrans(
    (ascii_uppercase + _OTHERS).encode(), (ascii_lowercase + " " * len(_OTHERS)).encode()
)
"""For the bytes of UTF-8: ASCII letters in lower case, and white space for all else that is ASCII."""

_ALL_STOP_WORDS = frozenset[str]().union(*STOP_WORDS.values())
_LANGUAGES_OF = {
    word.encode(): tuple(name for name, stops in STOP_WORDS.items() if word in stops)
    for word in _ALL_STOP_WORDS
}
_STOPS_AS_READ = {
    name: frozenset(word.encode() for word in stops) for name, stops in STOP_WORDS.items()
}
_STRETCH = 500_000  # letters that are looked at together
_BLANK = re.compile(r"\s")
_ENOUGH = 3  # function words that a document needs to show its language
_OWN_LETTERS = {
    "polish": "łżźśń",
    "czech": "řůě",
    "hungarian": "őű",
    "turkish": "ğı",
    "romanian": "țș",
}
"""Letters that tell the language of a text with few function words, each as much as one of these."""

_BY_SCRIPT = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u04ff", "russian"),
    ("\u0530", "\u058f", "armenian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
    ("\u0b80", "\u0bff", "tamil"),
)


def fold(word: str) -> str:
    """A word without regard to case, and to accents of Latin and Greek."""
    folded = word.casefold()
    if folded.isascii():
        return folded
    if min(folded[0], folded[-1]) < "\u0400" or "\u1e00" <= folded[0] <= "\u1fff":
        folded = unicodedata.normalize("NFD", folded)
    return unicodedata.normalize("NFKC", _MARKS.sub("", folded).translate(_LETTERS))


def language_of(text: str, *, least: int = _ENOUGH) -> str:
    """The language with most function words and letters of its own in a text, empty where there are fewer or two have as many."""
    counts: Counter[str] = Counter()
    words: Counter[bytes] = Counter()
    for stretch in _stretches(text):
        words.update(filter(_LANGUAGES_OF.__contains__, _latin_words(stretch)))
    for word, count in words.items():
        for name in _LANGUAGES_OF[word]:
            counts[name] += count
    if not text.isascii() and max(counts.values(), default=0) < least:
        lower = text.lower()
        counts.update({name: sum(map(lower.count, own)) for name, own in _OWN_LETTERS.items()})
    (language, best), (_, second) = (*counts.most_common(2), ("", 0), ("", 0))[:2]
    return language if best >= least and best > second else ""


def _stretches(text: str) -> Iterator[str]:
    """A text in parts that end between words: the words of a large one together take many times its memory."""
    start = 0
    while len(text) - start > _STRETCH:
        found = _BLANK.search(text, start + _STRETCH)
        end = found.end() if found else len(text)
        yield text[start:end]
        start = end
    yield text[start:]


def function_words(text: str, language: str) -> list[str]:
    """The function words of a language that a text has, each once, in ascending order."""
    held = _STOPS_AS_READ[language or ENGLISH].intersection(_latin_words(text))
    return sorted(map(bytes.decode, held))


def _latin_words(text: str) -> list[bytes]:
    """The words of a text in Latin letters, folded; what has a letter outside ASCII comes last."""
    plain = text if text.isascii() else text.casefold()
    words = plain.encode("utf-8", "surrogatepass").translate(_LETTERS_APART).split()
    if plain.isascii():
        return words
    odd = b" ".join(word for word in words if not word.isascii()).decode("utf-8", "surrogatepass")
    return [
        *filter(bytes.isascii, words),
        *(fold(word).encode("utf-8", "surrogatepass") for word in _LATIN_WORD.findall(odd)),
    ]


class Tongue:
    """How words of one language become terms; a stemmer serves one thread at a time."""

    def __init__(self, language: str) -> None:
        self.language = language or ENGLISH
        self._stops = STOP_WORDS[self.language]

    def says_nothing(self, folded: str) -> bool:
        """Whether it is a function word."""
        return folded in self._stops

    def stems(self, word: str, folded: str) -> list[str]:
        """The stem of a word, and that of its letters without accents where it is another.

        Suffixes have accents (`-ação`), and people leave them out.
        """
        plain = _stem(folded, self.language)
        if self.language == ENGLISH or word.isascii() or not _is_latin(folded):
            return [plain]
        written = fold(_stem(word.casefold(), self.language))
        return [written] if written == plain else [written, plain]


class Noting(Tongue):
    """Notes the words that are none of their stems: each, BETWEEN and its first stem."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self._noted: list[str] = []

    def stems(self, word: str, folded: str) -> list[str]:
        """The stems, as all have them."""
        found = super().stems(word, folded)
        if folded not in found:
            self._noted.append(f"{folded}{BETWEEN}{found[0]}")
        return found

    def taken(self) -> list[str]:
        """What was noted since it was last taken."""
        noted, self._noted = self._noted, []
        return noted


class Tongues:
    """How words of a question become terms: in each language that may answer it.

    Each term is its alternatives, with BETWEEN between them. `language` is the question's own, if known.
    """

    def __init__(self, language: str, others: Iterable[str]) -> None:
        self.language = language
        self.names = sorted({language or ENGLISH, *others})
        self._own = STOP_WORDS.get(language, frozenset())
        self._tongues = [Tongue(name) for name in self.names]

    def says_nothing(self, folded: str) -> bool:
        """Whether it is a function word of the question's language, or of all."""
        return folded in self._own or all(one.says_nothing(folded) for one in self._tongues)

    def may_say_nothing(self, folded: str) -> bool:
        """Whether it is a function word of any of the languages."""
        return folded in self._own or any(one.says_nothing(folded) for one in self._tongues)

    def stems(self, word: str, folded: str) -> list[str]:
        """One term of all the stems."""
        found = (
            stem
            for tongue in self._tongues
            if not tongue.says_nothing(folded)
            for stem in tongue.stems(word, folded)
        )
        return [BETWEEN.join(dict.fromkeys(found))]


@cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language, 0)


def _is_latin(word: str) -> bool:
    return word[0] < "\u0370" or "\u1e00" <= word[0] < "\u1f00"


def _stem(word: str, language: str) -> str:
    if word.isascii() or _is_latin(word):
        return str(_stemmer(language).stemWord(word)) or word
    for low, high, name in _BY_SCRIPT:
        if low <= word[0] <= high:
            return str(_stemmer(name).stemWord(word)) or word
    return word


def languages_of(
    question: str, held: Mapping[str, Iterable[int]], classes: Iterable[int] | None
) -> Tongues:
    """The languages to read a question in: its own and those of the documents that may answer it."""
    seen = None if classes is None else frozenset(classes)
    others = [name for name, of in held.items() if seen is None or not seen.isdisjoint(of)]
    own = language_of(question, least=1)
    if own not in others:  # a word or two is no proof of a language that no document is in
        own = language_of(question)
    return Tongues(own, others)
