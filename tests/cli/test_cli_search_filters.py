"""okf search narrows by what a concept says of itself and by where it came from."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from okf_server.cli.commands.build import command as build
from okf_server.cli.commands.search import command


@pytest.fixture
def base(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "old.md").write_text("---\ntype: Note\nstatus: draft\n---\nHotel limit.\n")
    (docs / "new.md").write_text(
        "---\ntype: Note\ntimestamp: 2026-05-02T10:00:00Z\n---\nHotel limit is 250.\n"
    )
    (docs / "older.md").write_text(
        "---\ntype: Note\ntimestamp: 2024-05-02T10:00:00Z\n---\nHotel limit was 200.\n"
    )
    made = CliRunner().invoke(build, [str(docs), "--base", str(tmp_path / "kb"), "--no-embeddings"])
    assert made.exit_code == 0, made.output
    return tmp_path / "kb"


@pytest.mark.parametrize(
    ("options", "shown", "hidden"),
    [
        (["--status", "draft"], "old.md", "new.md"),
        (["--status", "stable", "--source", "0"], "new.md", "old.md"),
        (["--min-trust", "human-reviewed"], "Nothing found", "old.md"),
        (["--source", "elsewhere"], "There is no source elsewhere", "old.md"),
        (["--modified-after", "2026-05-02", "--status", "stable"], "new.md", "older.md"),
        (["--modified-before", "2025-01-01T00:00+09:00"], "older.md", "new.md"),
        (["--modified-after", "yesterday"], "yesterday is no time; write 2026-01-31", "old.md"),
    ],
)
def test_a_search_is_narrowed(base: Path, options: list[str], shown: str, hidden: str) -> None:
    told = CliRunner().invoke(command, ["hotel", "--base", str(base), *options]).output
    assert shown in told
    assert hidden not in told


def test_the_last_word_may_be_the_beginning_of_one(base: Path) -> None:
    def told(*options: str) -> str:
        return CliRunner().invoke(command, ["hot", "--base", str(base), *options]).output

    assert "Nothing found" in told()
    assert "new.md" in told("--prefix")


def test_each_step_that_moved_a_hit_is_explained(base: Path) -> None:
    asked = ["hotel limit", "--explain", "--base", str(base)]
    told = CliRunner().invoke(command, asked).output
    assert "lifecycle rank 3" in told
    assert "draft x 0.7 (it is a draft)" in told
    shown = json.loads(CliRunner().invoke(command, [*asked, "--json"]).output)["results"]
    steps = ["fusion", "trust", "lifecycle", "family", "identifier"]
    assert [list(hit["explain"]["ranks"]) for hit in shown] == [steps] * 3
    assert [hit["explain"]["ranks"]["identifier"] for hit in shown] == [1, 2, 3]
