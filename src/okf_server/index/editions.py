"""Tell older editions and drafts of a document from its current edition, by their titles.

Two concepts are editions of one document where they lie in the same folder, have the same type and their
titles differ only in a year, a version or words such as `draft` and `final`. Nothing is said of the status
that their owner gave them: this is for ranking alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

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


class Named(NamedTuple):
    """A concept and what its title and its file's name say of its edition."""

    ordinal: int
    edition: _Edition
    marks: frozenset[str]


Family = Sequence[Named]
"""Concepts of one subject, folder and type."""


def newer_editions(families: Sequence[Family]) -> Mapping[int, tuple[int, ...]]:
    """For each concept that is no current edition the ordinals of the newer ones."""
    return _others(families, lambda its, own: its > own)


def equal_editions(families: Sequence[Family]) -> Mapping[int, tuple[int, ...]]:
    """For each concept the ordinals of others with its subject that are neither newer nor older.

    Only where a word such as `final` or `copy` tells them apart: documents that merely have the same title
    are none.
    """
    return _others(families, lambda its, own: its == own, told_apart=True)


def _others(
    families: Sequence[Family],
    wanted: Callable[[_Edition, _Edition], bool],
    *,
    told_apart: bool = False,
) -> Mapping[int, tuple[int, ...]]:
    found = {}
    for family in families:
        marks = {named.ordinal: named.marks for named in family}
        for one in family:
            others = tuple(
                other.ordinal
                for other in family
                if other is not one
                and wanted(other.edition, one.edition)
                and not (told_apart and marks[other.ordinal] == marks[one.ordinal])
            )
            if others:
                found[one.ordinal] = others
    return found


def families_of(records: Sequence[ConceptRecord]) -> list[Family]:
    """The families that have several concepts."""
    families: dict[tuple[str, ...], list[Named]] = {}
    for ordinal, record in enumerate(records):
        words = _words(record.title)
        subject = tuple(word for word in words if not _is_mark(word))
        if subject:
            folder = record.id.rpartition("/")[0]
            words += _marks_of_name(record, subject)
            marks = frozenset(word for word in words if _is_mark(word))
            family = families.setdefault((folder, record.type, *subject), [])
            family.append(Named(ordinal, _edition(words), marks))
    return [family for family in families.values() if len(family) > 1]


def _marks_of_name(record: ConceptRecord, subject: Sequence[str]) -> list[str]:
    """What the file's name says beyond the title, where both name the same subject: a title often lacks `v2 DRAFT`."""
    name = record.path.rstrip("/").rpartition("/")[2]
    words = _words((name.rpartition(".")[0] or name).replace("-", " "))
    same = [word for word in words if not _is_mark(word)] == list(subject)
    return [word for word in words if _is_mark(word)] if same else []


def names_edition(title: str, question: str) -> bool:
    """Whether a question asks for this very edition: it has the title's year, version or `draft`."""
    return any(_is_mark(word) for word in set(_words(title)) & set(_words(question)))


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold().replace("_", " "))


@lru_cache(maxsize=100_000)
def _is_mark(word: str) -> bool:
    marks = word in _DRAFTS or word in _OLD or word in _OTHER_MARKS
    return marks or bool(_YEAR.fullmatch(word) or _VERSION.fullmatch(word))


def _edition(words: Sequence[str]) -> _Edition:
    years = [int(found[1]) for word in words if (found := _YEAR.fullmatch(word))]
    versions = [int(found[1]) for word in words if (found := _VERSION.fullmatch(word))]
    proper = _DRAFTS.isdisjoint(words) and _OLD.isdisjoint(words)
    return (proper, max(years, default=0), max(versions, default=0))
