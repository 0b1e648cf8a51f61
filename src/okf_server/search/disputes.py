"""Tell whether two passages contradict each other: they say the same of one subject and time, with other numbers.

Texts from one template say the same of other subjects. A subject is told by names: words with a capital letter
within a statement, its first word, codes, all words of scripts that know no capitals, the first cell of a row. A period, such as a
quarter, a month or a year, tells which time a statement is of. Names elsewhere in the passage and the lines of a
form count where a statement names nothing itself. In passages that say little in common a statement is compared
alone, with what stands just before it and at the beginning: that is where its subject is named.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from okf_server.index.analyze import distinct_terms, has_unspaced, terms
from okf_server.index.dates import MONTHS, compact_names, spelled_names
from okf_server.index.languages import fold
from okf_server.search.numerals import NUMBER, in_digits

_SAME = 0.6
"""With so large a share of their words two statements say the same."""

_LEAST = 4
"""Terms: fewer that two statements of other passages have in common say little."""

_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")
_NO_CENTS = re.compile(r"[.,]0+$")
_EAST = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"  # written without spaces: `から12時間` is no code
_CODE = re.compile(
    rf"(?<![^\W{_EAST}])(?!(?:v|q|kw|w|fy|rev|eur|usd|gbp|krw|chf|jpy)[-_/. ]?\d)[^\W\d_{_EAST}]+[-_/]?\d(?:[^\W{_EAST}]|-)*",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MONTH = re.compile(r"(?<!\d)(?<!\d[\s.])(?<!\d\.\s)\b([^\W\d_]{3,11})\.?\s+(?:de\s+)?(\d{4})")
_EASTERN_MONTH = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월](?!\s?\d)")
_PART_OF_YEAR = re.compile(
    r"([^\W_]+)\.?\s+(quarter|half|quartal|halbjahr|trimestre|semestre)", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*|\n+")
_LABEL = re.compile(r"^([^:：|\d\n]{1,40}?)\s?[:：]\s*([^\d\n]+)$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_][\w'’]*")
_OF_ITSELF = re.compile(
    r"\W*(?:(?:this|these|diese[rs]?|ce|cette|ces|este|esta|questo|questa|deze|dit|이)\s|본\s|本|この|此|该)",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"\W*(?:(?:it|its|they|their|he|she|that|those|here|es|er|sie|dort|il|elle|ils|elles|ella|lo|esso|essa|그|그것은)\s|それ|其|它)",
    re.IGNORECASE,
)
_KINDS = (
    "policy policies guide guides guideline guidelines handbook manual rules rule notes note faq memo overview "
    "summary intro introduction page procedure process standard sop terms conditions wiki document "
    "richtlinie richtlinien handbuch leitfaden regelung regeln hinweise merkblatt übersicht anleitung "
    "politique règles règlement manuel notice conditions procédure "
    "política normas manual guía 규정 지침 안내 매뉴얼 가이드 안내서 정책 規程 規則 手順"
)  # fmt: skip


class _Statement(NamedTuple):
    words: frozenset[str]
    names: frozenset[str]
    sure: frozenset[str]
    """Those of its names that are none merely by their place or script."""
    numbers: frozenset[str]
    of_itself: bool
    """It says what it is about by pointing at its own document."""


class Claim(NamedTuple):
    """A sentence with a number, with what is needed to see whether another one says the same."""

    sentence: str
    words: frozenset[str]
    around: str
    """The passage's first sentence, the one before it and itself."""


class Said(NamedTuple):
    """What a passage states, of what and of when."""

    title: frozenset[str]
    names: frozenset[str]
    labels: Mapping[str, str]
    periods: frozenset[str]
    years: frozenset[str]
    statements: tuple[_Statement, ...]


def said(title: str, headings: Sequence[str], text: str) -> Said:
    """What a passage under its title and headings states."""
    above = " ".join((title, *headings))
    statements = tuple(_statements(text))
    whole = f"{above}\n{text}"
    periods, years = _times(whole)
    names = frozenset[str]().union(*(one.sure for one in statements))
    return Said(distinct_terms(title.split()), names, _labels(text), periods, years, statements)


def claimed(title: str, headings: Sequence[str], text: str, claim: Claim) -> Said:
    """What a passage states in one of its sentences, of what and when as told around that and by a form's lines."""
    around = said(title, headings, claim.around)
    return around._replace(statements=tuple(_statements(claim.sentence)), labels=_labels(text))


def contradict(one: Said, other: Said) -> bool:
    """Whether one of two passages has to be wrong, as far as their words tell."""
    if _apart(one.title, other.title) or not _agree(one.labels, other.labels):
        return False
    same_document = one.title - _kinds() == other.title - _kinds()
    told_apart = _differ(one.names, other.names)
    return any(
        _disagree(own, its)
        and (same_document or not own.of_itself)
        and not (told_apart and own.sure.isdisjoint(its.sure))
        and not _of_other_times(one, other, own.numbers ^ its.numbers)
        for own in one.statements
        for its in other.statements
    )


def claims(text: str) -> list[Claim]:
    """The sentences of a text that have a number and do not point at what was said before; rows of tables have too few words."""
    sentences = list(filter(str.strip, _SENTENCE.split(text)))
    found = []
    for place, sentence in enumerate(sentences):
        if not NUMBER.search(sentence) or sentence.startswith("|") or _OF_OTHERS.match(sentence):
            continue
        words = distinct_terms(_without_months(NUMBER.sub(" ", sentence)))
        if len(words) >= _LEAST:
            around = dict.fromkeys((sentences[0], *sentences[max(place - 1, 0) : place + 1]))
            found.append(Claim(sentence, words, "\n".join(around)))
    return found


def state_the_same(one: Claim, other: Claim) -> bool:
    """Whether one of two sentences has all the words of the other, and few more."""
    fewer, more = sorted((one.words, other.words), key=len)
    return len(fewer) >= _SAME * len(more) and fewer <= more and one.sentence != other.sentence


def _labels(text: str) -> Mapping[str, str]:
    """The lines of a form, without those that give a number."""
    return dict(_LABEL.findall(text))


def _agree(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return all(other.get(label, value) == value for label, value in one.items())


def _disagree(one: _Statement, other: _Statement) -> bool:
    """Whether they say the same of the same with other numbers."""
    if _differ(one.names, other.names) or not _differ(one.numbers, other.numbers):
        return False
    shared = len(one.words & other.words)
    return shared > 0 and shared >= _SAME * len(one.words | other.words)


def _of_other_times(one: Said, other: Said, numbers: frozenset[str]) -> bool:
    """Whether they are of other periods; a year that is all they differ in is what they say."""
    if one.periods and other.periods:
        return one.periods.isdisjoint(other.periods)
    if not one.years or not other.years or not one.years.isdisjoint(other.years):
        return False
    return bool(numbers - one.years - other.years)


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether each has what the other lacks."""
    return not one <= other and not other <= one


def _apart(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether titles of one pattern name two subjects; `policy` and `guide` name none."""
    kinds = _kinds()
    return not (one & other) <= kinds and _differ(one - kinds - other, other - kinds - one)


@cache
def _kinds() -> frozenset[str]:
    return distinct_terms(_KINDS.split())


def _times(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The periods shorter than a year that a text names, and the years that are of no date or period alone."""
    named = {*spelled_names(text), *_compact(text)}
    dated = {name[:4] for name in named if "q" not in name and "w" not in name}
    periods = {name for name in named if "q" in name or "w" in name}
    periods |= {
        f"{year}-{MONTHS[fold(name)]}"
        for name, year in _MONTH.findall(text)
        if fold(name) in MONTHS
    }
    periods |= {f"{year}-{int(month)}" for year, month in _EASTERN_MONTH.findall(text)}
    periods |= {f"{fold(which)} {fold(part)}" for which, part in _PART_OF_YEAR.findall(text)}
    return frozenset(periods), frozenset(_YEAR.findall(text)) - dated


def _compact(text: str) -> Iterator[str]:
    for stretch in text.split():
        if any(map(str.isdigit, stretch)):
            yield from compact_names(stretch.strip(".,;:()[]|"))


def _statements(text: str) -> Iterator[_Statement]:
    for line in filter(str.strip, _SENTENCE.split(in_digits(text))):
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("| ").split("|")]
            key = distinct_terms(cells[0].split())
            yield _statement(line, names=key, sure=key)
        else:
            sure = frozenset(_names(line))
            yield _statement(line, names=sure | _placed(line), sure=sure)


def _statement(text: str, *, names: frozenset[str], sure: frozenset[str]) -> _Statement:
    codes = frozenset(fold(code) for code in _CODE.findall(text))
    plain = NUMBER.sub(" ", _CODE.sub(" ", text))
    numbers = {_number(one) for one in NUMBER.findall(_CODE.sub(" ", text))}
    words = distinct_terms(_without_months(plain))
    said = frozenset({*numbers, *spelled_names(text)})
    return _Statement(words, names | codes, sure | codes, said, bool(_OF_ITSELF.match(text)))


def _number(written: str) -> str:
    return _NO_CENTS.sub("", _THOUSANDS.sub("", written))


def _without_months(text: str) -> list[str]:
    return [word for word in text.split() if fold(word.strip(".,") or " ") not in MONTHS]


def _names(line: str) -> Iterator[str]:
    """The terms of words that are written large without being the first one."""
    for word in _WORD.findall(line)[1:]:
        if word[0].isupper() and fold(word) not in MONTHS:
            yield from terms(word)


def _placed(line: str) -> frozenset[str]:
    """The terms of the first word, which mostly is what a statement is about, and of all without capitals."""
    words = _WORD.findall(NUMBER.sub(" ", line))
    return distinct_terms(
        word
        for number, word in enumerate(words)
        if fold(word) not in MONTHS and (not number or has_unspaced(word))
    )
