"""Documents in many languages: told by their function words, stemmed in them, met by questions."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_library import EVERYTHING, entry, found, index_of

from okf_server.index.analyze import asked_terms, terms
from okf_server.index.languages import Tongues, language_of
from okf_server.index.stopwords import STOP_WORDS

DOCUMENTS = {
    "danish": (
        "Rejseudgifterne skal godkendes af lederen, og de må ikke være for høje",
        "rejseudgift",
    ),
    "dutch": ("De reiskosten van de medewerkers worden door het bedrijf vergoed", "medewerker"),
    "english": ("The travel expenses of the employees are reimbursed by the company", "expense"),
    "finnish": ("Työntekijän matkat korvataan, kun ne on hyväksytty ja kuitti on mukana", "matka"),
    "french": (
        "Les remboursements des frais sont faits par la comptabilité pour tous",
        "remboursement",
    ),
    "german": ("Die Häuser werden von der Verwaltung nach dem Plan gereinigt", "Haus"),
    "hungarian": ("A házak és az irodák a cég tulajdonában vannak, ezért ezek nem eladók", "ház"),
    "italian": ("I rimborsi delle spese sono pagati dalla società alla fine del mese", "rimborso"),
    "norwegian": (
        "Reiseutgiftene skal godkjennes av lederen, og de må ikke være for høye etter noen dager",
        "dag",
    ),
    "portuguese": ("As informações sobre as despesas são enviadas pelos gestores", "informação"),
    "romanian": (
        "Angajații trebuie să trimită cererile pentru decontare în fiecare lună",
        "angajat",
    ),
    "spanish": (
        "Los empleados pueden pedir los reembolsos de sus gastos en la oficina",
        "reembolso",
    ),
    "swedish": ("Resorna ska godkännas av chefen och de får inte vara för dyra", "resor"),
    "turkish": ("Çalışanlar için bu giderler ve günler çok önemlidir, ama her zaman değil", "gün"),
}


@pytest.mark.parametrize("language", DOCUMENTS)
def test_a_text_shows_its_language(language: str) -> None:
    assert language_of(DOCUMENTS[language][0]) == language


@pytest.mark.parametrize("language", DOCUMENTS)
def test_a_short_question_meets_a_document_of_any_language(tmp_path: Path, language: str) -> None:
    text, question = DOCUMENTS[language]
    others = (entry(name, one[0]) for name, one in DOCUMENTS.items())
    reader = index_of(tmp_path, entry("this", text), *others)
    assert "this" in found(reader, question)


def test_text_without_function_words_shows_no_language() -> None:
    assert language_of("Hotel limit London 250") == ""
    assert language_of("한국어 문서를 검색합니다") == ""
    assert language_of("") == ""


def test_words_without_accents_find_those_with_them(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path, entry("a", DOCUMENTS["portuguese"][0]), entry("b", DOCUMENTS["turkish"][0])
    )
    assert found(reader, "informacoes") == ["a"]
    assert found(reader, "gunler") == ["b"]


def test_the_stems_of_a_word_count_as_one(tmp_path: Path) -> None:
    german, english = DOCUMENTS["german"][0], DOCUMENTS["english"][0]
    reader = index_of(tmp_path, entry("a", german), entry("b", english))
    alone = index_of(tmp_path, entry("b", english), entry("c", "Nothing else."), name="alone")
    everything = reader.visible(None, EVERYTHING)
    once, again, twice = (
        reader.rank_keyword(question, visible=everything, limit=5)[0].score
        for question in ("travel", "travel travel", "A travel. My travel")
    )
    assert again == pytest.approx(once, rel=1e-4)
    assert twice == pytest.approx(2 * once, rel=1e-4)
    assert found(alone, "travel") == ["b"]


def test_a_hidden_language_changes_nothing(tmp_path: Path) -> None:
    hidden = entry("a", DOCUMENTS["german"][0], access_class=1)
    reader = index_of(tmp_path, hidden, entry("b", "The haus rules of the company for all of us"))
    assert found(reader, "Häuser", classes=frozenset({0})) == []
    assert found(reader, "Häuser") == ["a", "b"]


def test_function_words_of_the_questions_language_ask_for_nothing() -> None:
    tongues = Tongues("german", ["german", "english"])
    assert [one for one in asked_terms("Was kostet die Reise", tongues) if "die" in one] == []


@given(st.text(max_size=60), st.sampled_from(sorted(STOP_WORDS)))
def test_what_a_document_says_a_question_in_any_language_can_ask(text: str, language: str) -> None:
    asked = [set(one) for one in asked_terms(text, Tongues("", [language]))]
    kept = set(terms(text, language)) - STOP_WORDS[language]
    assert kept <= set().union(*asked)


@given(st.text(max_size=200))
def test_any_text_has_a_language_or_none(text: str) -> None:
    assert language_of(text, least=1) in {"", *STOP_WORDS}


def test_the_language_of_a_large_text_is_told_in_little_memory() -> None:
    words = "the rules of the house and what is said of them in Zürich for all "
    text = words * (2_500_000 // len(words))
    tracemalloc.start()
    found = language_of(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == "english"
    assert most < 5 * len(text)  # all of its words take ten times as much


@given(st.lists(st.sampled_from(["the", "der", "und", "of", "ÜBER", "naïve", "x"]), max_size=60))
def test_a_language_is_the_same_wherever_a_text_is_parted(words: list[str]) -> None:
    text = " ".join(words)
    with pytest.MonkeyPatch.context() as patch:
        whole = language_of(text)
        patch.setattr("okf_server.index.languages._STRETCH", 7)
        assert language_of(text) == whole


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hotel w Łodzi kosztuje 300 złotych za noc.", "polish"),
        ("Příští úřad půjde", "czech"),
        ("Łódź branch opening hours", ""),
        ("Übergröße", ""),
    ],
)
def test_letters_of_its_own_show_the_language_of_a_short_text(text: str, language: str) -> None:
    assert language_of(text) == language


def test_a_name_finds_its_other_cases(tmp_path: Path) -> None:
    polish = entry("pl", "Hotel w Łodzi kosztuje 300 złotych za noc.")
    spanish = entry("es", "El hotel de la costa es de los mejores hoteles, el hotel.")
    reader = index_of(tmp_path, polish, spanish)
    for question in ("Łódź hotel", "hotel Łódź", "Łodzi"):
        assert found(reader, question)[0] == "pl"
