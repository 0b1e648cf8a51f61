"""Tell older editions and drafts of a document from its current edition, by their titles.

Two concepts are editions of one document where they lie in the same folder, have the same type and their
titles differ only in a date, a version or words such as `draft` and `final`. Nothing is said of the status
that their owner gave them: this is for ranking alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from okf_server.index.copies import cut_copy
from okf_server.index.edition_marks import Mark, Number, cut_marks
from okf_server.index.records import ConceptRecord

_WORDS = re.compile(r"\w+")
_TOKENS = re.compile(r"\w+(?:\.\d+)*")
_EXTENSION = re.compile(r"\.[^\W\d][^.]*$")
_DRAFTS = frozenset(
    {"draft", "drafts", "wip", "entwurf", "brouillon", "borrador", "bozza", "초안", "草案", "草稿"}
)
_OLD = frozenset({"old", "obsolete", "outdated", "superseded", "archived", "previous"})
_OTHER_MARKS = frozenset({"final", "copy", "latest", "current", "new"})
_MARK_WORDS = _DRAFTS | _OLD | _OTHER_MARKS
_SERIES = (
    *(
        "bericht",
        "bulletin",
        "invoice",
        "invoices",
        "meeting",
        "minutes",
        "newsletter",
        "payslip",
        "protokoll",
    ),
    *(
        "rechnung",
        "report",
        "reports",
        "results",
        "sitzung",
        "statement",
        "timesheet",
        "update",
        "회의록",
        "보고서",
    ),
)
"""What ends with these is written anew for each period: none replaces that of another month or day."""
_READINGS = ("date", "version", "revision", "letter")


class _Edition(NamedTuple):
    """What orders the editions of a document."""

    proper: bool
    """It is neither a draft nor called old: this goes before all readings."""
    readings: tuple[Number, ...]
    """The least and the greatest date, version and revision; empty ones are the lowest."""

    def is_newer(self, other: "_Edition") -> bool:
        """Whether no reading speaks against it; where two disagree neither edition is the newer one.

        What one of them lacks is the lowest, unless a reading that both have decides: `2025 rev 2` and `2026`.
        """
        if self.proper != other.proper:
            return self.proper
        pairs = list(zip(self.readings, other.readings, strict=True))
        ahead = [(own, its) for own, its in pairs if own > its]
        behind = [own for own, its in pairs if own < its]
        if not behind:
            return bool(ahead)
        return not any(behind) and any(its and own[: len(its)] != its for own, its in ahead)


class _Name(NamedTuple):
    """A title or the name of a file, taken apart."""

    subject: tuple[str, ...]
    words: frozenset[str]
    """`draft`, `final` and the like."""
    marks: tuple[Mark, ...]

    def called(self) -> frozenset[str]:
        """How a question may call this edition."""
        return self.words.union(*(mark.names for mark in self.marks))


class Named(NamedTuple):
    """A concept and what its title and its file's name say of its edition."""

    ordinal: int
    edition: _Edition
    marks: frozenset[str]


Family = Sequence[Named]
"""Concepts of one subject, folder and type."""


def newer_editions(families: Sequence[Family]) -> Mapping[int, tuple[int, ...]]:
    """For each concept that is no current edition the ordinals of the newer ones."""
    return _others(families, _Edition.is_newer)


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
        title = _taken_apart(record.title)
        if title.subject:
            folder = record.id.rpartition("/")[0]
            name = _with_file_name(title, record.path)
            family = families.setdefault((folder, record.type, *title.subject), [])
            family.append(Named(ordinal, _edition(name), name.called()))
    return [family for family in families.values() if len(family) > 1]


def _with_file_name(title: _Name, path: str) -> _Name:
    """Adds what the file's name says, where both name the same subject: a title often lacks `v2 DRAFT`."""
    name = _taken_apart(_EXTENSION.sub("", path.rstrip("/").rpartition("/")[2]))
    if name.subject != title.subject:
        return title
    return _Name(title.subject, title.words | name.words, title.marks + name.marks)


def names_edition(record: ConceptRecord, question: str) -> bool:
    """Whether a question asks for this very edition: it has the title's or file's date, version or `draft`."""
    asked = {*_taken_apart(question).called(), *_TOKENS.findall(question.casefold())}
    name = _with_file_name(_taken_apart(record.title), record.path)
    return not asked.isdisjoint(name.called())


def _taken_apart(text: str) -> _Name:
    name, copied = cut_copy(text.casefold().replace("_", " "))
    marks, rest = cut_marks(name)
    words = [*_WORDS.findall(rest), *(["copy"] if copied else ())]
    subject = [word for word in words if word not in _MARK_WORDS]
    if any(word.endswith(_SERIES) for word in subject):
        subject += [str(part) for mark in marks if mark.kind == "date" for part in mark.value[1:]]
    return _Name(tuple(subject), _MARK_WORDS.intersection(words), tuple(marks))


def _edition(name: _Name) -> _Edition:
    readings: list[Number] = []
    for kind in _READINGS:
        values = [mark.value for mark in name.marks if mark.kind == kind]
        readings += [min(values, default=()), max(values, default=())]
    return _Edition(name.words.isdisjoint(_DRAFTS | _OLD), tuple(readings))
