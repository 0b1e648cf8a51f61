"""Tell older editions and drafts of a document from its current edition, by their titles and files' names.

Two concepts are editions of one document where they lie in the same folder, have the same type and their
titles differ only in a date, a version or words such as `draft` and `final`. Only what both say is compared:
an edition without a date is neither newer nor older than a dated one. Nothing is said of the status that
their owner gave them: this is for ranking alone.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from okf_server.index.copies import cut_copy
from okf_server.index.edition_marks import Mark, Number, cut_marks
from okf_server.index.edition_words import DRAFTS, OLD, asked_by, cut_states
from okf_server.index.records import ConceptRecord
from okf_server.model.concept import Status

_REMEMBERED = 2_000  # names of concepts, which the same searches ask for again
_TOKENS = re.compile(r"\w+(?:\.\d+)*")
_EXTENSION = re.compile(r"\.[^\W\d][^.]*$")
_SERIES_WORDS = """
    bericht bulletin invoice invoices meeting minutes newsletter payslip protokoll rechnung report reports results
    sitzung statement timesheet update rapport facture informe factura verbale relazione fattura relatório fatura
    verslag notulen factuur протокол отчет отчёт счет счёт 회의록 보고서 월보 주보 명세서 청구서 議事録 報告書 報告 月報
    週報 日報 請求書 会议纪要 會議紀要 报告 月报 周报 日报 发票 發票
"""
_SERIES = tuple(_SERIES_WORDS.split())
"""What ends with these is written anew for each period: none replaces that of another month or day."""


class _Edition(NamedTuple):
    """What orders the editions of a document."""

    proper: bool
    """It is neither a draft nor called old, nor does its owner say so: this goes before all readings."""
    states: frozenset[str]
    """`draft`, `final` and the like."""
    readings: Mapping[str, Number]
    """The least and the greatest of its dates, versions and revisions, as far as it has any."""
    rest: frozenset[str]
    """What the file's name says beside the title."""

    def is_ahead(self, other: "_Edition") -> bool:
        """Whether it goes before another one: a proper one before a draft, a newer one before an older one."""
        if self.proper != other.proper:
            return self.proper
        return self.is_newer(other)

    def is_newer(self, other: "_Edition") -> bool:
        """Whether some reading that both have says so, and none speaks against it.

        A version or revision is newer than none where a date, a version or a word is the same: `2025 rev 2`
        and `2025`.
        """
        shared = self.readings.keys() & other.readings.keys()
        signs = {_compared(kind, self.readings[kind], other.readings[kind]) for kind in shared}
        if signs - {0}:
            return -1 not in signs
        same = all(self.readings[kind] == other.readings[kind] for kind in shared)
        more, fewer = (
            {kind for kind in one.readings if kind not in shared and not kind.startswith("date")}
            for one in (self, other)
        )
        return same and bool(more) and not fewer and bool(shared or self.states & other.states)

    def equals(self, other: "_Edition") -> bool:
        """Whether nothing orders them, and both say the same of their date and version."""
        return self.proper == other.proper and self.readings == other.readings


class _Name(NamedTuple):
    """A title or the name of a file, taken apart."""

    subject: tuple[str, ...]
    states: frozenset[str]
    marks: tuple[Mark, ...]
    rest: frozenset[str] = frozenset()


class Named(NamedTuple):
    """A concept and what its title and its file's name say of its edition."""

    ordinal: int
    edition: _Edition
    marks: frozenset[str]


Family = Sequence[Named]
"""Concepts of one subject, folder and type."""


def newer_editions(families: Sequence[Family]) -> Mapping[int, tuple[int, ...]]:
    """For each concept the ordinals of those that go before it: newer ones, of a draft all that are none."""
    return _others(families, _Edition.is_ahead)


def unordered_editions(families: Sequence[Family]) -> Mapping[int, tuple[int, ...]]:
    """For each concept the ordinals of others with its subject that are neither newer nor older.

    Only where a date, a version or a word such as `final` or `copy` tells them apart: documents that merely
    have the same title are none.
    """
    return _others(families, _are_unordered, told_apart=True)


def relation(concept: ConceptRecord, other: ConceptRecord) -> str:
    """What another one of its family is to a concept, by their names.

    `draft`, `current` (to a draft), `newer`, `older`, `copy`, or `version` where nothing orders them.
    """
    names = [(_name(one), one.status) for one in (concept, other)]
    own, its = (_edition(*one) for one in names)
    drafts = [_is_draft(*one) for one in names]
    if drafts[0] != drafts[1]:
        return "draft" if drafts[1] else "current"
    if its.is_newer(own) or (its.proper and not own.states.isdisjoint(OLD)):
        return "newer"
    if own.is_newer(its) or (own.proper and not its.states.isdisjoint(OLD)):
        return "older"
    same = concept.revision and concept.revision == other.revision
    return "copy" if same or own.equals(its) else "version"


def is_draft(record: ConceptRecord) -> bool:
    """Whether its owner, its title or its file's name calls it a draft."""
    return _is_draft(_name(record), record.status)


def _is_draft(name: _Name, status: Status) -> bool:
    return status is Status.DRAFT or not name.states.isdisjoint(DRAFTS)


def called_draft(name: str) -> bool:
    """Whether a title or the name of a file, without its ending, calls it a draft."""
    return not _taken_apart(name).states.isdisjoint(DRAFTS)


def names_edition(record: ConceptRecord, question: str) -> bool:
    """Whether a question asks for this very edition: it has the title's or file's date, version or `draft`."""
    asked = {*_called(_taken_apart(question)), *_TOKENS.findall(question.casefold())}
    name = _name(record)
    return not asked.isdisjoint(_called(name._replace(states=asked_by(name.states))))


def families_of(records: Sequence[ConceptRecord]) -> list[Family]:
    """The families that have several concepts."""
    families: dict[tuple[str, ...], list[Named]] = {}
    for ordinal, record in enumerate(records):
        name = _name(record)
        if name.subject:
            folder = record.id.rpartition("/")[0]
            key = (folder, record.type, *name.subject, *_period(name))
            edition = _edition(name, record.status)
            families.setdefault(key, []).append(Named(ordinal, edition, _called(name)))
    return [family for family in families.values() if len(family) > 1]


def _others(
    families: Sequence[Family],
    wanted: Callable[[_Edition, _Edition], bool],
    *,
    told_apart: bool = False,
) -> Mapping[int, tuple[int, ...]]:
    found = {}
    for family in families:
        of_one_text = _of_one_text(family)
        for one in family:
            others = tuple(
                other.ordinal
                for other in of_one_text(one)
                if other is not one
                and wanted(other.edition, one.edition)
                and not (told_apart and other.marks == one.marks)
            )
            if others:
                found[one.ordinal] = others
    return found


def _of_one_text(family: Family) -> Callable[[Named], Family]:
    """Which of a family no words of the files' names tell apart as other texts under one title."""
    texts: dict[frozenset[str], list[Named]] = defaultdict(list)
    for one in family:
        texts[one.edition.rest].append(one)
    plain = texts[frozenset()]

    def of_one_text(named: Named) -> Family:
        rest = named.edition.rest
        return [*plain, *texts[rest]] if rest else family

    return of_one_text


def _are_unordered(one: _Edition, other: _Edition) -> bool:
    return not one.is_ahead(other) and not other.is_ahead(one)


def _compared(kind: str, own: Number, its: Number) -> int:
    """1 where the first of two readings is later, -1 where it is earlier; a year says nothing of its months."""
    fewest = min(len(own), len(its))
    if own == its or (kind.startswith("date") and own[:fewest] == its[:fewest]):
        return 0
    return 1 if own > its else -1


def _name(record: ConceptRecord) -> _Name:
    return _name_of(record.title, record.path)


@lru_cache(_REMEMBERED)
def _name_of(written: str, path: str) -> _Name:
    """What the title and the file's name say together: a title often lacks `v2 DRAFT`.

    Where the title says something of its edition, the name of a file of other words is that of other things,
    and one of more words adds what the title does not say.
    """
    title = _taken_apart(written)
    file = _taken_apart(_EXTENSION.sub("", path.rstrip("/").rpartition("/")[2]))
    subject = frozenset(title.subject)
    rest = frozenset(file.subject) - subject
    if not title.marks and not title.states:
        return _Name(title.subject, file.states, file.marks, rest)
    if not subject.issubset(file.subject):
        return title
    told = {mark.kind for mark in title.marks} if rest else set()
    marks = (*title.marks, *(mark for mark in file.marks if mark.kind not in told))
    return _Name(title.subject, title.states | file.states, marks)


def _taken_apart(text: str) -> _Name:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("_", " ")
    name, copied = cut_copy(plain)
    marks, rest = cut_marks(name)
    subject, states = cut_states(rest)
    return _Name(tuple(subject), states | ({"copy"} if copied else set()), tuple(marks))


def _period(name: _Name) -> Sequence[str]:
    """The month and day of what is written anew for each."""
    if not any(word.endswith(_SERIES) for word in (*name.subject, *name.rest)):
        return ()
    dates = sorted({mark.value[1:] for mark in name.marks if mark.kind == "date"})
    return [str(part) for month_and_day in dates for part in month_and_day]


def _called(name: _Name) -> frozenset[str]:
    """How a question may call this edition."""
    return name.states.union(*(mark.names for mark in name.marks))


def _edition(name: _Name, status: Status) -> _Edition:
    readings: dict[str, Number] = {}
    for kind in {mark.kind for mark in name.marks}:
        values = [mark.value for mark in name.marks if mark.kind == kind]
        readings |= {f"{kind} from": min(values), f"{kind} to": max(values)}
    proper = status is Status.STABLE and name.states.isdisjoint(DRAFTS | OLD)
    return _Edition(proper, name.states, readings, name.rest)
