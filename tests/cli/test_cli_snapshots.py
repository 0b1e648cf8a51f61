"""okf snapshots on a base with a history."""

from pathlib import Path

import pytest
from cli_running import call_okf

from okf_server.snapshot.store import Store


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A base that was published twice."""
    docs, base = tmp_path / "docs", tmp_path / "base"
    docs.mkdir()
    for name in ("a", "b", "c", "d"):
        (docs / f"{name}.md").write_text(f"# {name}\n\nText of {name}.\n")
    assert call_okf("build", docs, "--base", base, "--no-embeddings").code == 0
    (docs / "a.md").write_text("# a\n\nOther text.\n")
    (docs / "b.md").rename(docs / "renamed.md")
    (docs / "new.md").write_text("# new\n\nNew text.\n")
    assert call_okf("build", docs, "--base", base, "--no-embeddings").code == 0
    return base


def ids(base: Path) -> tuple[str, str]:
    """The snapshot before, and the current one."""
    store = Store(base / ".okf")
    before, current = store.previous_id(), store.current_id()
    assert before is not None
    assert current is not None
    return before, current


def test_snapshots_are_listed_with_the_current_one_marked(base: Path) -> None:
    before, current = ids(base)
    out = call_okf("snapshots", "list", "--base", base).out
    assert f"* {current}  " in out
    assert f"  {before}  " in out
    assert "5 concepts" in out


def test_what_changed_is_told_by_item(base: Path) -> None:
    before, current = ids(base)
    ended = call_okf("snapshots", "diff", before, "--base", base)
    assert ended.out.splitlines() == [
        "changed  a.md",
        "added    new.md",
        "renamed  renamed.md (was b.md)",
    ]
    assert f"3 changes from {before} to {current}" in ended.err
    backwards = call_okf("snapshots", "diff", current, before, "--base", base, "--json").json
    assert ("removed", "new.md") in [(one["kind"], one["path"]) for one in backwards["changes"]]


def test_rolling_back_twice_returns(base: Path) -> None:
    before, current = ids(base)
    assert call_okf("snapshots", "rollback", "--base", base).out == f"{before}\n"
    assert "Text of a" in call_okf("get", "a", "--base", base).out
    again = call_okf("snapshots", "rollback", "--base", base, "--json").json
    assert again == {"snapshot": current, "before": before}


@pytest.mark.parametrize("words", [(), ("--to",)])
def test_a_snapshot_to_go_back_to_is_named_as_elsewhere_or_with_to(
    base: Path, words: tuple[str, ...]
) -> None:
    before, current = ids(base)
    ended = call_okf("snapshots", "rollback", *words, before, "--base", base)
    assert (ended.code, ended.out) == (0, f"{before}\n")
    both = call_okf("snapshots", "rollback", current, "--to", current, "--base", base)
    assert both.code == 2
    assert "--to" in both.err
    assert Store(base / ".okf").current_id() == before


def test_rolling_back_to_what_is_not_there_changes_nothing(base: Path) -> None:
    _, current = ids(base)
    assert call_okf("snapshots", "rollback", "--to", "nope", "--base", base).code == 4
    assert call_okf("snapshots", "rollback", "--to", "../..", "--base", base).code == 4
    assert ids(base)[1] == current


def test_a_whole_snapshot_is_verified(base: Path) -> None:
    ended = call_okf("snapshots", "verify", "--base", base)
    assert (ended.code, ended.out) == (0, "")
    assert "0 problems" in ended.err


def test_a_file_that_was_changed_is_found(base: Path) -> None:
    _, current = ids(base)
    file = base / ".okf/snapshots" / current / "bundle/a.md"
    file.chmod(0o644)
    file.write_text("tampered")
    ended = call_okf("snapshots", "verify", "--base", base)
    assert ended.code == 1
    assert "bundle/a.md: changed" in ended.out
    assert call_okf("snapshots", "verify", "--base", base, "--json").json["problems"]


def test_a_base_without_a_snapshot_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "okf.yaml").write_text("name: empty\nsources: []\n")
    for words in (("snapshots", "verify"), ("check",), ("search", "x"), ("get", "x")):
        ended = call_okf(*words, "--base", tmp_path)
        assert ended.code == 4
        assert "okf build" in ended.err
    assert call_okf("status", "--base", tmp_path).code == 0
    assert call_okf("status", "--base", tmp_path, "--json").json["snapshot"] is None
