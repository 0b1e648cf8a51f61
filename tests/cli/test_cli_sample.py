"""The whole way on the bundled sample: build, ask, read, measure."""

import re
import shlex
from pathlib import Path

import pytest
from cli_running import call_okf

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples/acme"
QUESTIONS = ROOT / "samples/acme-questions.yaml"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, built with every extra."""
    path = tmp_path_factory.mktemp("sample") / "acme"
    ended = call_okf("build", SAMPLE, "--base", path)
    assert ended.code == 0, ended.err
    return path


def test_every_document_of_the_sample_is_indexed(base: Path) -> None:
    status = call_okf("status", "--base", base, "--json").json
    count = sum(path.is_file() for path in SAMPLE.rglob("*")) - 1  # without its _okf.yaml
    assert status["items"] == {"indexed": count, "partial": 0, "skipped": 0, "failed": 0}
    assert status["concepts"] == count


def test_the_question_of_the_readme_gets_its_answer_and_its_citation(base: Path) -> None:
    ended = call_okf("search", "What is the hotel limit in London?", "--base", base)
    first = ended.out.split("\n2. ")[0]
    assert first.startswith("1. Travel Policy 2026 › Hotels\n")
    assert "In London, Zurich and New York the limit is 240 EUR per night." in first
    assert "policies/travel-policy.md, section “Hotels”, lines 10–13; human-reviewed" in first
    assert "hybrid search; base acme" in ended.out


def test_the_readme_shows_what_is_printed(base: Path) -> None:
    block = (ROOT / "README.md").read_text().split("```console\n")[1].split("```")[0]
    command, _, shown = block.partition("\n")
    assert command.startswith("$ okf search ")
    ended = call_okf(*shlex.split(command)[2:], "--base", base)
    printed, _, last = ended.out.rstrip("\n").rpartition("\n\n")
    assert shown == f"{printed}\n"
    assert last.startswith("hybrid search;")


def test_the_citation_of_a_whole_document_names_what_all_of_it_is_in(base: Path) -> None:
    ended = call_okf("get", "policies/travel-policy", "--base", base)
    assert "policies/travel-policy.md, section “Travel Policy 2026”, lines 1–25;" in ended.err
    place = call_okf("get", "policies/travel-policy", "--base", base, "--json").json["source"]
    assert place["location"] == {"kind": "lines", "lines": [1, 25], "path": ["Travel Policy 2026"]}


def test_lines_are_read_exactly_or_not_at_all(base: Path) -> None:
    ended = call_okf("get", "policies/travel-policy.md:L12-L13", "--base", base)
    assert (
        ended.out.splitlines()
        == (SAMPLE / "policies/travel-policy.md").read_text().splitlines()[11:13]
    )
    assert "section “Hotels”, lines 12–13" in ended.err
    beyond = call_okf("get", "policies/travel-policy.md:L20-L99", "--base", base)
    assert (beyond.code, beyond.out) == (4, "")
    assert "Its text is in lines 1 to 25." in beyond.err
    assert call_okf("get", "products/TW-200 Manual.pdf:L1-L2", "--base", base).code == 2
    assert call_okf("get", "policies/travel-policy.md:L1@abc", "--base", base).code == 2


def test_lines_may_be_expected_of_an_answer(base: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.yaml"
    entries = ("L12", "L22-L23", "L90")
    questions.write_text(
        "questions:\n"
        + "".join(
            "  - question: What is the hotel limit in London?\n"
            f"    expected: ['policies/travel-policy.md:{lines}']\n"
            for lines in entries
        )
    )
    found = call_okf("eval", questions, "--base", base, "--json").json["questions"]
    assert found[0]["rank"] == 1
    assert found[1]["rank"] != 1
    assert found[2]["not_in_the_base"] == ["policies/travel-policy.md:L90"]


def test_the_superseded_policy_is_found_below_and_flagged(base: Path) -> None:
    results = call_okf("search", "hotel limit London", "--base", base, "--json").json["results"]
    ids = [result["concept_id"] for result in results]
    old = ids.index("policies/travel-policy-2023")
    assert ids.index("policies/travel-policy") < old
    assert results[old]["status"] == "deprecated"


def test_a_stale_procedure_is_flagged(base: Path) -> None:
    (first, *_) = call_okf("search", "stolen laptop", "--base", base, "--json").json["results"]
    assert first["concept_id"] == "procedures/lost-laptop"
    assert first["stale"] is True


@pytest.mark.parametrize(
    ("question", "path", "place"),
    [
        ("torque wrench calibration months", "products/TW-200 Manual.pdf", "page 2"),
        ("first week mentor badge", "handbook/Welcome.pptx", "slide 2"),
        ("who owns cost centre 4120", "reference/cost-centres.xlsx", "sheet “Cost centres”, A1:D5"),
        ("work from home days a week", "policies/Remote Work.docx", "section “Days”"),
        ("missing receipt form F-17", "procedures/expense-claims.html", "section “Missing"),
        ("price of TW-400", "products/price-list.csv", "line"),
        ("Überstunden Zeitkonto", "de/arbeitszeit.md", "lines"),
        ("연차", "ko/휴가-규정.md", "lines"),
    ],
)
def test_each_kind_of_document_is_cited_in_its_own_way(
    base: Path, question: str, path: str, place: str
) -> None:
    (first, *_) = call_okf("search", question, "--base", base, "--json").json["results"]
    assert first["source"]["path"] == path
    assert place in first["source"]["location_text"]


def test_filters_narrow_a_search(base: Path) -> None:
    words = ("search", "limit", "--base", base, "--json", "--limit", "50")
    every = {result["type"] for result in call_okf(*words).json["results"]}
    policies = call_okf(*words, "--type", "policy").json["results"]
    assert len(every) > 1
    assert {result["type"] for result in policies} == {"Policy"}
    tagged = call_okf(*words, "--tag", "travel").json["results"]
    assert {result["concept_id"] for result in tagged} == {
        "policies/travel-policy",
        "policies/travel-policy-2023",
    }
    below = call_okf(*words, "--path", "products").json["results"]
    assert all(result["concept_id"].startswith("products/") for result in below)


@pytest.mark.parametrize(
    "reference",
    [
        "policies/travel-policy#hotels",
        "policies/travel-policy.md#hotels",
        "acme:policies/travel-policy#hotels",
    ],
)
def test_a_section_is_read_by_any_name_that_users_know(base: Path, reference: str) -> None:
    ended = call_okf("get", reference, "--base", base)
    assert ended.code == 0
    assert ended.out.startswith("## Hotels\n")
    assert "Private cars" not in ended.out
    assert "human-reviewed" in ended.err


def test_a_whole_document_is_read_with_its_sections(base: Path) -> None:
    reading = call_okf("get", "policies/travel-policy", "--base", base, "--json").json
    assert reading["truncated"] is False
    assert "hotels" in reading["sections"]
    assert "0.38 EUR per kilometre" in reading["text"]


def test_what_is_not_there_is_not_found(base: Path) -> None:
    ended = call_okf("get", "policies/nope", "--base", base, "--json")
    assert ended.code == 4
    assert ended.json["error"]["kind"] == "NotFoundError"


def test_folders_are_browsed(base: Path) -> None:
    top = call_okf("browse", "--base", base, "--json").json
    assert {folder["path"] for folder in top["folders"]} >= {"policies", "products", "ko"}
    inside = call_okf("browse", "policies", "--base", base).out
    assert "policies/travel-policy  Travel Policy 2026  [Policy, human-reviewed, stable]" in inside
    assert call_okf("browse", "nope", "--base", base).code == 4


def test_the_published_bundle_conforms(base: Path) -> None:
    ended = call_okf("check", "--base", base)
    assert ended.code == 0
    assert " 0 errors, " in ended.out


def test_the_questions_are_answered_and_every_citation_holds(base: Path) -> None:
    words = ("eval", QUESTIONS, "--base", base, "--citations")
    thresholds = ("--fail-under", "hit_at_5=1", "--fail-under", "citation_fidelity=1")
    ended = call_okf(*words, *thresholds, "--json")
    assert ended.code == 0, ended.err
    assert ended.json["hit_at_1"] >= 0.9
    assert ended.json["not_in_the_base"] == []
    assert ended.json["unanswerable"] == 2
    formats = ended.json["citations"]["formats"]
    assert set(formats) == {"csv", "docx", "html", "md", "pdf", "pptx", "txt", "xlsx"}


def test_a_threshold_that_is_missed_says_so(base: Path, tmp_path: Path) -> None:
    questions = tmp_path / "q.yaml"
    questions.write_text(
        "questions: [{question: hotel limit, expected: [notes/draft-parking-rules]}]"
    )
    ended = call_okf("eval", questions, "--base", base, "--fail-under", "hit_at_1=0.5")
    assert ended.code == 1
    assert "error: hit_at_1 is 0.000, and at least 0.5 is wanted" in ended.err
    assert "expected notes/draft-parking-rules" in ended.out


@pytest.mark.parametrize(
    "threshold", ["hit=1", "hit_at_1", "hit_at_1=x", "hit_at_1=2", "citation_fidelity=1"]
)
def test_a_threshold_that_means_nothing_is_a_usage_failure(base: Path, threshold: str) -> None:
    assert call_okf("eval", QUESTIONS, "--base", base, "--fail-under", threshold).code == 2


def test_ways_to_search_are_compared_on_one_base(base: Path) -> None:
    ways = ["keyword", "semantic", "hybrid", "rrf", "convex"]
    words = ("eval", QUESTIONS, "--base", base, "--compare", ",".join(ways), "--json")
    ended = call_okf(*words, "--fail-under", "hit_at_5=0.9")
    assert ended.code == 0, ended.err
    assert list(ended.json["ways"]) == ways
    modes = [ended.json["ways"][way]["search_modes"] for way in ways]
    assert modes == [["keyword"], *[["hybrid"]] * 4]
    keyword, semantic = (ended.json["ways"][way]["questions"] for way in ways[:2])
    assert [one["returned"] for one in keyword] != [one["returned"] for one in semantic]
    sides = {name for miss in ended.json["ways"]["semantic"]["misses"] for name in miss["sides"]}
    assert sides <= {"semantic"}
    differences = ended.json["differences"]
    assert len(differences) == 10 * 5
    assert all(one["interval"][0] <= one["mean"] <= one["interval"][1] for one in differences)


def test_a_person_reads_the_figures(base: Path) -> None:
    out = call_okf("eval", QUESTIONS, "--base", base, "--verbose").out
    assert re.search(r"^hit_at_1 \d\.\d{3}  hit_at_5 1\.000", out, re.MULTILINE)
    assert "no answer  Which bank does the company use?" in out


def test_status_is_told_in_words(base: Path) -> None:
    out = call_okf("status", "--base", base).out
    assert f"source    folder {SAMPLE}" in out
    assert "search    hybrid, multilingual-e5-small" in out


def test_a_healthy_base_is_healthy(base: Path) -> None:
    ended = call_okf("doctor", "--base", base)
    assert ended.code == 0
    assert "ok       snapshot: " in ended.out
