"""okf eval and okf suggest questions, as the owner of documents uses them."""

import json
from pathlib import Path

import pytest
from cli_running import call_okf

FILES = {
    "travel-policy.md": "# Travel Policy\n\n## Hotels\n\nThe hotel limit in London is 180 pounds.\n\n"
    "## Meals\n\n| Country | Allowance |\n| --- | --- |\n| Spain | 40 |\n| Norway | 70 |\n",
    "travel-policy-2020.md": "---\ntype: Policy\ntitle: Old Travel Rules\nstatus: deprecated\n---\n"
    "# Old Travel Rules\n\nTaxis and limousines in Paris.\n",
    "pay.md": "# Pay\n\nSalaries are paid on the last Friday.\n",
    "휴가.md": "# 휴가 규정\n\n## 연차\n\n연차는 열다섯 날입니다.\n",
    "旅費.md": "# 出張旅費規程\n\n## 宿泊費\n\n宿泊費は一泊につき一万円までとする。\n",
    "reise.md": "# Reisekosten\n\n## Hotels\n\nDie Kosten werden nur mit einer Rechnung erstattet.\n",
    "broken.pdf": "%PDF-1.7 nothing follows",
    "picture.xyz": "\x00\x01\x02",
}
QUESTIONS = """\
questions:
  - question: What is the hotel limit in London?
    expected: [travel-policy#hotels]
  - question: When are salaries paid?
    expected: [pay]
  - question: Who sings?
    expected: []
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    docs, base = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("base")
    for name, text in FILES.items():
        (docs / name).write_text(text)
    ended = call_okf("build", docs, "--base", base / "b", "--no-embeddings", "--allow-failures")
    assert ended.code in (0, 3), ended.err
    return base / "b"


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    return asking(tmp_path, QUESTIONS)


def asking(directory: Path, text: str) -> Path:
    file = directory / "questions.yaml"
    file.write_text(text)
    return file


def one_question(directory: Path, question: str, expected: str) -> Path:
    text = f"questions:\n  - question: {question}\n    expected: ['{expected}']\n"
    return asking(directory, text)


def test_a_comparison_prints_each_metric_of_each_way(base: Path, questions: Path) -> None:
    ended = call_okf("eval", questions, "--base", base, "--compare", "keyword")
    assert ended.code == 0, ended.err
    lines = [line.split() for line in ended.out.splitlines()]
    assert ["keyword"] in lines
    assert ["hit_at_1", "1.000"] in lines
    assert ["recall_at_10", "1.000"] in lines


def test_a_base_without_vectors_says_why_it_cannot_be_searched_by_meaning(
    base: Path, questions: Path
) -> None:
    ended = call_okf("eval", questions, "--base", base, "--compare", "keyword,semantic")
    assert ended.code == 2
    assert "semantic: the snapshot was built without embeddings" in ended.err


@pytest.mark.parametrize(
    "words",
    [
        ("--compare", "best"),
        ("--compare", ","),
        ("--update",),
        ("--compare", "keyword", "--citations"),
        ("--fail-under", "keyword:mrr=0.5"),
        ("--fail-under", "best:mrr=0.5"),
        ("--write",),
        ("--write", "--compare", "keyword"),
        ("--tune", "--citations"),
        ("--tune", "--fail-under", "mrr=0.5"),
        ("--tune", "--golden", "g.json"),
        ("--tune", "--compare", "keyword"),
    ],
)
def test_options_that_do_not_go_together_are_a_usage_failure(
    base: Path, questions: Path, words: tuple[str, ...]
) -> None:
    assert call_okf("eval", questions, "--base", base, *words).code == 2


def test_writing_without_tuning_says_what_to_do(base: Path, questions: Path) -> None:
    before = (base / "okf.yaml").read_bytes()
    ended = call_okf("eval", questions, "--base", base, "--write")
    assert (ended.code, ended.out) == (2, "")
    assert "--write writes what --tune chooses." in ended.err
    assert "Add --tune" in ended.err
    assert (base / "okf.yaml").read_bytes() == before


def test_another_file_as_the_golden_one_is_told_before_anything_is_printed(
    base: Path, questions: Path, tmp_path: Path
) -> None:
    golden = tmp_path / "ranks.json"
    golden.write_text("{}")
    ended = call_okf("eval", questions, "--base", base, "--golden", golden)
    assert (ended.code, ended.out) == (6, "")
    assert f"{golden} is no golden file: it has no format" in ended.err


def test_a_threshold_can_be_for_one_way(base: Path, tmp_path: Path) -> None:
    missed = one_question(tmp_path, "salaries Friday", "travel-policy")
    words = ("eval", missed, "--base", base, "--compare", "keyword", "--json")
    ended = call_okf(*words, "--fail-under", "keyword:hit_at_1=1")
    assert ended.code == 1
    assert "keyword: hit_at_1 is 0.000" in ended.err
    assert ended.json["ways"]["keyword"]["hit_at_1"] == 0
    assert ended.json["differences"] == []
    assert call_okf(*words, "--fail-under", "keyword:hit_at_1=0").code == 0


def test_golden_ranks_hold_until_one_gets_worse(
    base: Path, questions: Path, tmp_path: Path
) -> None:
    golden = tmp_path / "ranks.json"
    words = ("eval", questions, "--base", base, "--golden", golden)
    assert call_okf(*words).code == 4
    assert call_okf(*words, "--update").code == 0
    same = call_okf(*words)
    assert (same.code, same.err) == (0, "")
    assert "golden ranks: 0 worse, 0 better" in same.out
    text = golden.read_text()
    golden.write_text(text.replace('"pay": 1', '"pay": 3'))
    assert "better     search: When are salaries paid?" in call_okf(*words).out
    asking(tmp_path, QUESTIONS.replace("[pay]", "[travel-policy-2020, pay]"))
    assert "not in the golden file" in call_okf(*words).out


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("questions: [{question: Who dances?, expected: [pay]}]", 3),
        (QUESTIONS.replace("[pay]", "[]"), 1),
        (QUESTIONS.replace("When are salaries paid", "When is pay day"), 1),
    ],
)
def test_what_a_golden_file_has_and_nobody_asks_is_a_finding(
    base: Path, questions: Path, tmp_path: Path, text: str, gone: int
) -> None:
    golden = tmp_path / "ranks.json"
    words = ("eval", questions, "--base", base, "--golden", golden)
    assert call_okf(*words, "--update").code == 0
    asking(tmp_path, text)
    ended = call_okf(*words)
    assert ended.code == 1
    assert f"error: {gone} of the golden file were not asked" in ended.err
    assert "--update" in ended.err


def test_where_nothing_that_is_expected_is_in_the_base_nothing_was_measured(
    base: Path, tmp_path: Path
) -> None:
    file = one_question(tmp_path, "hotel", "nowhere/none")
    for words in ((), ("--compare", "keyword"), ("--json",)):
        ended = call_okf("eval", file, "--base", base, *words)
        assert ended.code == 1
        assert ended.err.count("error: nothing was measured") == 1
    asking(tmp_path, "questions: [{question: Who sings?, expected: []}]")
    assert call_okf("eval", file, "--base", base).code == 0


def test_a_mistyped_reference_can_be_told_from_an_answer(base: Path, tmp_path: Path) -> None:
    file = asking(tmp_path, QUESTIONS.replace("[pay]", "[payy]"))
    words = ("eval", file, "--base", base, "--fail-under", "in_the_base=1")
    ended = call_okf(*words)
    assert ended.code == 1
    assert "in_the_base is 0.500, and at least 1.0 is wanted" in ended.err
    asking(tmp_path, QUESTIONS)
    assert call_okf(*words).code == 0


@pytest.mark.parametrize("rest", ["", ", expected: ~", ", expected: null"])
def test_a_question_says_what_it_expects(base: Path, tmp_path: Path, rest: str) -> None:
    file = asking(tmp_path, f"questions: [{{question: Who sings?{rest}}}]")
    ended = call_okf("eval", file, "--base", base)
    assert ended.code == 6
    assert "questions[0] ('Who sings?') does not say what is expected" in ended.err
    assert "expected: []" in ended.err


def test_a_golden_rank_that_got_worse_ends_with_one(base: Path, tmp_path: Path) -> None:
    golden = tmp_path / "ranks.json"
    file = one_question(tmp_path, "hotel limit", "pay")
    words = ("eval", file, "--base", base, "--golden", golden, "--json")
    assert call_okf(*words, "--update").code == 0
    golden.write_text(golden.read_text().replace('"pay": null', '"pay": 1'))
    ended = call_okf(*words)
    assert ended.code == 1
    assert "1 of the golden ranks got worse" in ended.err
    (moved,) = ended.json["golden"]["moved"]
    assert (moved["before"], moved["now"], moved["worse"]) == (1, None, True)


@pytest.mark.parametrize(
    ("question", "expected", "cause", "detail"),
    [
        ("hotel", "nothing.md", "not in the base", "no document"),
        ("hotel", "broken.pdf", "not extracted", "broken.pdf was failed: "),
        ("hotel", "picture.xyz", "filtered", "picture.xyz was skipped: "),
        ("hotel", "pay#bonus", "not in a passage", "no passage with text lies there"),
        ("hotel", "pay", "ranked low", "keyword below the first 100; low by keyword"),
        ("limousines in Paris", "pay", "outdated concept above", "travel-policy-2020"),
    ],
)
def test_each_miss_is_explained(
    base: Path, tmp_path: Path, question: str, expected: str, cause: str, detail: str
) -> None:
    file = one_question(tmp_path, question, expected)
    (miss,) = call_okf("eval", file, "--base", base, "--json").json["misses"]
    assert miss["cause"] == cause
    assert detail in miss["detail"]
    assert f"{expected}: {cause} (" in call_okf("eval", file, "--base", base).out


def test_drafted_questions_can_be_asked_at_once(base: Path, tmp_path: Path) -> None:
    drafted = call_okf("suggest", "questions", "--base", base)
    assert drafted.code == 0
    file = asking(tmp_path, drafted.out)
    report = call_okf("eval", file, "--base", base, "--json").json
    assert report["not_in_the_base"] == []
    assert report["unanswerable"] == 5
    assert report["hit_at_5"] == 1


def test_a_draft_has_headings_titles_and_tables_with_where_they_are(base: Path) -> None:
    out = call_okf("suggest", "questions", "--base", base).out
    assert (
        '"What does Travel Policy say about Hotels?"\n    expected: ["travel-policy#hotels"]' in out
    )
    assert '"Which Allowance does Travel Policy give for each Country?"' in out
    assert "휴가 규정에서 연차에 대해" in out
    assert "出張旅費規程では「宿泊費」についてどう定めていますか?" in out
    assert "Was sagt „Reisekosten“ über „Hotels“?" in out
    assert "  # heading, " in out
    assert "Old Travel Rules" not in out


def test_a_draft_is_the_same_each_time_and_no_longer_than_asked(base: Path) -> None:
    words = ("suggest", "questions", "--base", base, "--json", "--limit", "2")
    text = call_okf(*words).json["text"]
    assert text == call_okf(*words).json["text"]
    assert text.count("- question:") == 2 + 5


def test_citations_are_checked_without_questions(base: Path) -> None:
    ended = call_okf("eval", "--citations", "--base", base, "--fail-under", "citation_fidelity=1")
    assert ended.code == 0, ended.err
    assert ended.out.splitlines()[-1] == "citation_fidelity 1.000"
    measured = json.loads(call_okf("eval", "--citations", "--base", base, "--json").out)
    assert list(measured) == ["citations"]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--citations", "--fail-under", "mrr=0.5"),
        ("--citations", "--golden", "g.json"),
        ("--tune",),
    ],
)
def test_all_else_is_measured_by_questions(base: Path, words: tuple[str, ...]) -> None:
    ended = call_okf("eval", "--base", base, *words)
    assert ended.code == 2
    assert "QUESTIONS" in ended.err
