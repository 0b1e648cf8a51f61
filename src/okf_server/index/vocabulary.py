"""Keep the words that are none of their terms, since these are stems: a word that is being typed begins one of them.

Each segment has them once for each access class: the first document of the class says them in a field that is
never searched, whose terms the engine lists by their beginnings. They are copied with their segment, and what
only hidden documents have is not listed.
"""

from collections.abc import Callable, Mapping, Sequence

from tantivy import Document

from okf_server.index.analyze import SeenStretches
from okf_server.index.keyword_fields import VOCABULARY
from okf_server.index.languages import BETWEEN, ENGLISH


class Vocabulary:
    """Gathers the words of a segment by their language and access class."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, int], SeenStretches] = {}

    def reader(self, language: str, access_class: int) -> Callable[[str], str]:
        """What gives the terms of a stretch of such documents, and keeps its words."""
        key = (language or ENGLISH, access_class)
        if key not in self._seen:
            self._seen[key] = SeenStretches(language)
        return self._seen[key].__getitem__

    def languages(self) -> Mapping[str, Sequence[int]]:
        """The access classes of the documents in each language."""
        found: dict[str, list[int]] = {}
        for language, access_class in sorted(self._seen):
            found.setdefault(language, []).append(access_class)
        return found

    def say(self, document: Document, access_class: int) -> None:
        """Add the words of an access class to a document of it."""
        words: set[str] = set()
        for (_, owner), seen in self._seen.items():
            if owner == access_class:
                words |= seen.stemmed_words()
        document.add_text(VOCABULARY, " ".join((mark(access_class), *sorted(words))))


def mark(access_class: int) -> str:
    """The term of the documents that say the words of an access class; no word begins so."""
    return f"{BETWEEN}{access_class}"
