"""The measurement of retrieval, and what keyword search must reach on our own set."""

import json
from pathlib import Path

import pytest
from bench.retrieval import convert, measuring, ranking, sets
from bench.retrieval.__main__ import main
from bench.retrieval.scoring import auc, cross_validated, figures, ndcg, recall

from okf_server.search.confidence import place, scale, signal

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "retrieval"


@pytest.fixture(scope="module")
def sample() -> sets.TestSet:
    return sets.read_set(SAMPLE)


def test_our_set_has_seven_languages_and_questions_without_an_answer(sample: sets.TestSet) -> None:
    assert len(sample.documents) >= 60
    assert len(sample.questions) >= 120
    languages = {key.partition("-")[0] for key in sample.documents}
    assert languages == {"de", "en", "es", "fr", "ja", "ko", "zh"}
    without = set(sample.questions) - set(sample.answerable)
    assert {key.partition("-")[0] for key in without} == languages
    assert all(name in sample.documents for grades in sample.judged.values() for name in grades)


def test_keyword_search_answers_in_every_language(sample: sets.TestSet) -> None:
    found = measuring.measure(sample, None)
    means = found.ways["keyword"].means
    assert means["ndcg_at_10"] >= 0.97
    assert means["recall_at_1"] >= 0.95
    assert means["recall_at_5"] >= 0.99
    per_language: dict[str, list[float]] = {}
    for key, value in zip(sample.answerable, found.ways["keyword"].ndcg, strict=True):
        per_language.setdefault(key.partition("-")[0], []).append(value)
    assert all(sum(values) / len(values) >= 0.93 for values in per_language.values())


def test_the_command_prints_json_for_each_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(SAMPLE), str(SAMPLE), "--keyword-only", "--json", "--questions", "9"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == second
    assert first["questions"] == 9
    assert set(first["ways"]) == {"keyword"}


def test_ndcg_follows_the_definition_by_hand() -> None:
    grades = {"a": 2, "b": 1, "c": 0}
    assert ndcg(["a", "b"], grades) == 1
    assert ndcg(["c", "a"], grades) == pytest.approx((2 / 1.5849625) / (2 + 1 / 1.5849625))
    assert ndcg([], grades) == ndcg(["a"], {}) == 0


def test_recall_and_rank_count_relevant_documents_only() -> None:
    assert recall(["a", "x", "b"], {"a": 1, "b": 1, "x": 0}, 2) == 0.5
    assert figures(["x", "a"], {"a": 1, "x": 0})["mrr_at_10"] == 0.5


def test_a_weight_is_never_chosen_on_the_question_that_it_scores() -> None:
    scores = {0.2: [0.0] + [0.6] * 9, 0.4: [0.5] * 10}
    held_out, chosen = cross_validated(scores, 0.4)
    assert chosen == [0.2] + [0.4] * 9
    assert held_out == [0.0] + [0.5] * 9


def test_the_default_weight_stays_where_another_gains_little() -> None:
    scores = {0.2: [0.503] * 10, 0.4: [0.5] * 10}
    assert cross_validated(scores, 0.4)[1] == [0.4] * 10


def test_confidence_tells_questions_with_an_answer_from_those_without(
    tmp_path: Path, sample: sets.TestSet
) -> None:
    indexed = ranking.index_set(sample, tmp_path / "index", None)
    on = scale(indexed.index, indexed.visible, None)

    def stands(key: str) -> float:
        question = sample.questions[key]
        keyword = ranking.rank(indexed, question, None).keyword
        return place(signal(indexed.index, question, keyword, None, on.rarity), on)

    answered = set(sample.answerable)
    with_answer = [stands(key) for key in sample.questions if key in answered]
    without = [stands(key) for key in sample.questions if key not in answered]
    assert auc(with_answer, without) >= 0.95


def test_a_set_is_read_as_it_was_written(tmp_path: Path, sample: sets.TestSet) -> None:
    sets.write_set(tmp_path / "retrieval", sample)
    assert sets.read_set(tmp_path / "retrieval") == sample
    assert len(sample.sample(5).answerable) == 5
    assert sample.sample(5) == sample.sample(5)


def test_records_with_dots_are_converted(tmp_path: Path) -> None:
    docs, asked, judged = (tmp_path / name for name in ("MED.ALL", "MED.QRY", "MED.REL"))
    docs.write_text(".I 1\n.T\nLens of\nthe eye\n.W\nclear words .\n.I 2\n.W\nother\n")
    asked.write_text(".I 1\n.W\n what is\nclear?\n")
    judged.write_text("1 0 1 1\n1 0 9 1\n")
    assert convert.main(["smart", *map(str, (docs, asked, judged, tmp_path / "med"))]) == 0
    found = sets.read_set(tmp_path / "med")
    assert found.documents["1"] == ("Lens of the eye", "clear words .")
    assert found.questions == {"1": "what is clear?"}
    assert found.judged == {"1": {"1": 1}}


def test_cranfield_counts_its_questions_by_their_order(tmp_path: Path) -> None:
    docs, asked, judged = (tmp_path / name for name in ("cran.all.1400", "cran.qry", "cranqrel"))
    docs.write_text(".I 1\n.W\nwing\n.I 2\n.W\nflow\n")
    asked.write_text(".I 001\n.W\nfirst\n.I 004\n.W\nsecond\n")
    judged.write_text("1 1 2 \n2 2 4 \n2 1 -1\n")
    found = convert.smart(docs, asked, judged)
    assert found.questions == {"1": "first", "2": "second"}
    assert found.judged == {"1": {"1": 1}, "2": {"2": 1, "1": 0}}


def test_paragraphs_of_questions_and_answers_are_converted(tmp_path: Path) -> None:
    file = tmp_path / "dev.json"
    paragraph = {"context": "서울은 수도이다.", "qas": [{"id": "q1", "question": "수도는?"}]}
    file.write_text(json.dumps({"data": [{"title": "서울", "paragraphs": [paragraph]}]}))
    found = convert.squad(file)
    assert found.documents == {"서울-0": ("서울", "서울은 수도이다.")}
    assert found.judged == {"q1": {"서울-0": 1}}


def test_claims_are_converted(tmp_path: Path) -> None:
    corpus, claims = tmp_path / "corpus.jsonl", tmp_path / "claims.jsonl"
    corpus.write_text('{"doc_id": 7, "title": "T", "abstract": ["One.", "Two."]}\n')
    claims.write_text('{"id": 3, "claim": "It is so.", "cited_doc_ids": [7]}\n')
    found = convert.scifact(corpus, claims)
    assert found.documents == {"7": ("T", "One. Two.")}
    assert found.judged == {"3": {"7": 1}}


def test_a_command_that_names_nothing_shows_how_it_is_used(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert convert.main(["smart"]) == 2
    assert "python -m bench.retrieval.convert" in capsys.readouterr().err


def test_claims_are_converted_from_csv_too(tmp_path: Path) -> None:
    corpus, claims = tmp_path / "corpus.csv", tmp_path / "claims.csv"
    corpus.write_text("doc_id,title,abstract\n7,T,\"['One isn't.'\n '''Two.']\"\n")
    claims.write_text("id,claim,cited_doc_ids\n3,It is so.,[7 8]\n3,It is so.,[7 8]\n")
    found = convert.scifact(corpus, claims)
    assert found.documents == {"7": ("T", "One isn't. ''Two.")}
    assert found.judged == {"3": {"7": 1, "8": 1}}
