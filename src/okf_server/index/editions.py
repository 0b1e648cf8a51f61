"""Tell older editions and drafts of a document from its current edition, by their titles.

Two concepts are editions of one document where they lie in the same folder, have the same type and their
titles differ only in a year, a version or words such as `draft` and `final`. Nothing is said of the status
that their owner gave them: this is for ranking alone.
"""

import re
from collections.abc import Mapping, Sequence

from okf_server.index.records import ConceptRecord

_WORDS = re.compile(r"\w+")
_YEAR = re.compile(r"(?:fy)?((?:19|20)\d\d)")
_VERSION = re.compile(r"(?:v|ver|rev|version)(\d{1,3})")
_DRAFTS = frozenset(
    {"draft", "drafts", "wip", "entwurf", "brouillon", "borrador", "bozza", "초안", "草案", "草稿"}
)
_OLD = frozenset({"old", "obsolete", "outdated", "superseded", "archived", "previous"})
_OTHER_MARKS = frozenset({"final", "copy", "latest", "current", "new"})


_Edition = tuple[bool, int, int]
"""What orders the editions of a document, the current one last: no draft, year, version."""


def newer_editions(records: Sequence[ConceptRecord]) -> Mapping[int, tuple[int, ...]]:
    """For each concept that is no current edition the ordinals of the newer ones."""
    families: dict[tuple[str, ...], list[tuple[_Edition, int]]] = {}
    for ordinal, record in enumerate(records):
        words = _words(record.title)
        subject = tuple(word for word in words if not _is_mark(word))
        if subject:
            folder = record.id.rpartition("/")[0]
            family = families.setdefault((folder, record.type, *subject), [])
            family.append((_edition(words), ordinal))
    return {
        ordinal: newer
        for family in families.values()
        if len(family) > 1
        for edition, ordinal in family
        if (newer := tuple(other for its, other in family if its > edition))
    }


def names_edition(title: str, question: str) -> bool:
    """Whether a question asks for this very edition: it has the title's year, version or `draft`."""
    return any(_is_mark(word) for word in set(_words(title)) & set(_words(question)))


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold().replace("_", " "))


def _is_mark(word: str) -> bool:
    marks = word in _DRAFTS or word in _OLD or word in _OTHER_MARKS
    return marks or bool(_YEAR.fullmatch(word) or _VERSION.fullmatch(word))


def _edition(words: Sequence[str]) -> _Edition:
    years = [int(found[1]) for word in words if (found := _YEAR.fullmatch(word))]
    versions = [int(found[1]) for word in words if (found := _VERSION.fullmatch(word))]
    proper = _DRAFTS.isdisjoint(words) and _OLD.isdisjoint(words)
    return (proper, max(years, default=0), max(versions, default=0))
