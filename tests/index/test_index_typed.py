"""A word is found while it is being typed, at each of its letters."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_library import entry, found, index_of

from okf_server.index import keyword_write
from okf_server.index.read import IndexReader
from okf_server.index.typed import beginnings
from okf_server.model.answer import Filters

SAID = {
    "running": "The running costs of the printers are paid centrally.",
    "policies": "All policies are kept on one shelf. Several companies share them.",
    "retention": "Retention of records lasts seven years, happily for auditors.",
    "german": "Die Richtlinie gilt für alle Mitarbeiterinnen und die Genehmigungen der Reisekosten.",
    "french": "Les remboursements de la société sont validés par la directrice des achats.",
    "russian": "Политика возмещения расходов действует для всех сотрудников организации.",
    "korean": "재택근무 규정은 인사팀에서 관리한다. 값을 확인한다. 과일은 없다.",
    "code": "Order SKU-4471 with okf_semantic_search and getUserName from v2.4.1 on 2026-03-31.",
    "greek": "Η πολιτική αποζημίωσης ισχύει για όλους.",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> IndexReader:
    return index_of(
        tmp_path_factory.mktemp("typed"),
        *(entry(key, text) for key, text in SAID.items()),
        *(entry(f"z{number}", f"The company of shelf {number} paid.") for number in range(30)),
    )


def lengths(word: str, shortest: int = 2) -> Iterator[str]:
    for length in range(shortest, len(word) + 1):
        yield word[:length]


@pytest.mark.parametrize(
    ("concept", "word"),
    [
        *(("running", "running"), ("policies", "policies")),
        *(("retention", "retention"), ("retention", "happily"), ("running", "Centrally")),
        *(("german", "Genehmigungen"), ("german", "Mitarbeiterinnen"), ("german", "reisekosten")),
        *(("french", "remboursements"), ("french", "validés"), ("french", "directrice")),
        *(("german", "„Richtlinie"), ("greek", "αποζημίωσης")),
        *(("russian", "возмещения"), ("russian", "сотрудников"), ("russian", "Политика")),
        *(("code", "SKU-4471"), ("code", "okf_semantic_search"), ("code", "getUserName")),
        *(("code", "2026-03-31"), ("code", "2.4.1"), ("code", "v2.4.1")),
    ],
)
def test_a_word_is_found_at_each_letter(reader: IndexReader, concept: str, word: str) -> None:
    for typed in lengths(word, 3):
        assert concept in found(reader, typed, prefix=True), typed


@pytest.mark.parametrize(
    ("written", "shortest"),
    [
        *(("31/03/2026", 4), ("03/31/2026", 4), ("31.03.2026", 6), ("31-03-2026", 6)),
        *(
            ("31. März 2026", 6),
            ("31 March 2026", 5),
            ("March 31, 2026", 7),
            ("31 de marzo de 2026", 8),
        ),
    ],
)
def test_a_date_is_found_while_it_is_typed_in_any_way(
    tmp_path: Path, written: str, shortest: int
) -> None:
    reader = index_of(
        tmp_path, entry("dated", "Signed on 2026-03-31."), entry("other", "Signed on 2025-12-24.")
    )
    for typed in lengths(written, shortest):
        if not typed.endswith((" ", ",", " d", " de")):
            assert found(reader, typed, prefix=True)[:1] == ["dated"], typed


@pytest.mark.parametrize("asked", ["v2", "V2", "version 2", "Version 2."])
def test_a_version_of_one_number_is_one_in_a_word_and_in_two(tmp_path: Path, asked: str) -> None:
    reader = index_of(
        tmp_path,
        entry("short", "The form v2 holds."),
        entry("long", "It is version 2 that holds."),
        entry("other", "It is v3 here."),
    )
    assert {*found(reader, asked)} == {"short", "long"}
    assert {*found(reader, asked.rstrip("."), prefix=True)} == {"short", "long"}


@pytest.mark.parametrize("typed", ["99/99/20", "00/0", "top 5 zzz", "31. Xyz", "٣/٣", "1/2/3/4"])
def test_what_is_no_date_begins_none(reader: IndexReader, typed: str) -> None:
    assert "code" not in found(reader, typed, prefix=True)


def test_another_form_of_a_word_is_found_with_it(reader: IndexReader) -> None:
    for typed in lengths("companies", 3):
        hits = found(reader, typed, Filters(path="policies"), prefix=True)
        assert hits == ["policies"], typed


def test_a_word_that_only_hidden_documents_have_begins_nothing(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        entry("hidden", "Running costs are paid.", access_class=1),
        entry("seen", "They run every day.", access_class=0),
        entry("third", "Happily paid.", access_class=2),
    )
    assert found(reader, "runni", classes=frozenset({0}), prefix=True) == []
    assert found(reader, "runni", classes=frozenset({0, 2}), prefix=True) == []
    assert found(reader, "happil", classes=frozenset({0, 2}), prefix=True) == ["third"]
    assert set(found(reader, "runni", classes=frozenset({0, 1}), prefix=True)) == {"hidden", "seen"}
    assert set(found(reader, "runni", prefix=True)) == {"hidden", "seen"}


def test_what_a_copied_segment_says_is_found_while_it_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyword_write, "PASSAGES_A_SEGMENT", 2)
    before = [entry(key, text) for key, text in SAID.items()]
    after = [*before, entry("added", "Seven companies are happily running.")]
    index_of(tmp_path, *before, name="before")
    copied = index_of(tmp_path, *after, name="copied", previous="before")
    full = index_of(tmp_path, *after, name="full")
    for typed in ("runni", "happil", "compani", "genehmigung", "сотрудник", "polici", "ha"):
        hits = found(copied, typed, prefix=True)
        assert hits == found(full, typed, prefix=True) != [], typed


@pytest.mark.parametrize(
    ("concept", "question"),
    [
        ("retention", "how long is the retention"),
        ("running", "who pays the company running"),
        ("german", "Wer erteilt Genehmigungen"),
        ("code", "where to order SKU-4471"),
        ("korean", "company 재택근무 규정"),
    ],
)
def test_the_last_word_of_a_question_is_found_before_what_has_only_the_others(
    reader: IndexReader, concept: str, question: str
) -> None:
    before, _, last = question.rpartition(" ")
    for typed in lengths(last, 3):
        assert found(reader, f"{before} {typed}", prefix=True)[0] == concept, typed


def keyed(word: str) -> list[str]:
    """What an input method shows after each key of a Hangul word: only first consonants can stand alone."""
    keys = unicodedata.normalize("NFD", word)
    return [unicodedata.normalize("NFC", keys[:end]) for end in range(2, len(keys) + 1)]


@pytest.mark.parametrize("word", ["재택근무", "규정은", "인사팀", "확인한다", "과일은"])
def test_hangul_is_found_at_each_key(reader: IndexReader, word: str) -> None:
    for typed in keyed(word):
        assert "korean" in found(reader, typed, prefix=True), typed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("재ㅌ", "재택"),
        (chr(ord("재") + 25), "재택"),
        ("값", "값"),
        ("갑", "값"),
        ("고", "과일"),
        ("이", "인사"),
    ],
)
def test_a_syllable_may_still_become_another(reader: IndexReader, typed: str, meant: str) -> None:
    assert meant in SAID["korean"]
    assert "korean" in found(reader, typed, prefix=True)


@pytest.mark.parametrize(
    "question", ["", " ", "r", "(", "running ", "-", "'", "\x00", "\ud800", "ㅋ", "ᄐ"]
)
def test_what_begins_no_word_asks_for_none(question: str) -> None:
    assert beginnings(question) in ([], [(("\x00",), "\x00.*")])


def test_a_word_without_prefix_is_no_beginning(reader: IndexReader) -> None:
    assert found(reader, "runni") == []


@given(st.text(max_size=12))
def test_anything_can_be_typed(text: str) -> None:
    for beginning in beginnings(text):
        assert all(beginning.starts)
        assert re.compile(beginning.pattern).pattern


@given(st.text(alphabet="가각갂갃ㄱㅏᄐ.*[-/a1", max_size=6))
def test_the_engine_takes_all_that_is_typed(reader: IndexReader, text: str) -> None:
    assert isinstance(found(reader, text, prefix=True), list)
