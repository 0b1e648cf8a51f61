"""okf search narrows by what a concept says of itself and by where it came from."""

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
    (docs / "new.md").write_text("---\ntype: Note\n---\nHotel limit is 250.\n")
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
    ],
)
def test_a_search_is_narrowed(base: Path, options: list[str], shown: str, hidden: str) -> None:
    told = CliRunner().invoke(command, ["hotel", "--base", str(base), *options]).output
    assert shown in told
    assert hidden not in told
