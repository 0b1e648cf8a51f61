"""okf context, as a person runs it."""

from pathlib import Path

import pytest
from cli_running import call_okf


@pytest.fixture
def base(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "hotels.md").write_text(
        "# Hotels\n\nThe hotel limit is 165 EUR. See [meals](meals.md).\n"
    )
    (docs / "meals.md").write_text("# Meals\n\nSixty EUR a day.\n")
    directory = tmp_path / "handbook"
    assert call_okf("build", docs, "--base", directory, "--no-embeddings").code == 0
    return directory


def test_the_evidence_is_printed_with_its_place(base: Path) -> None:
    ended = call_okf("context", "hotel", "limit", "--base", base)

    assert ended.code == 0
    assert ended.out.startswith("sufficient: ")
    assert "The hotel limit is 165 EUR." in ended.out
    assert "Source: hotels.md, section “Hotels”, lines 1–3 <file:///" in ended.out


def test_a_program_gets_the_keys_of_the_tool(base: Path) -> None:
    ended = call_okf("context", "hotel limit", "--ref", "meals", "--json", "--base", base)

    assert ended.json["question"] == "hotel limit"
    assert [one["concept_id"] for one in ended.json["evidence"]] == ["meals", "hotels"]
    assert ended.json["evidence"][0]["because"] == "reference"
    assert (ended.json["status"], ended.json["omitted"]) == ("sufficient", 0)


def test_evidence_that_does_not_do_ends_with_one(base: Path) -> None:
    assert call_okf("context", "parental leave in Ruritania", "--base", base).code == 1
    missing = call_okf("context", "hotel limit", "--ref", "nowhere", "--base", base)
    assert missing.code == 1
    assert "Left out: nowhere: There is no 'nowhere'" in missing.out


def test_an_empty_question_is_refused(base: Path) -> None:
    assert call_okf("context", " ", "--base", base).code == 2
