"""okf access."""

import csv
from pathlib import Path

import pytest
from cli_running import call_okf

CONFIG = """\
name: kb
sources: [{kind: folder, path: ../docs}]
access:
  rules:
    hr/: {groups: [hr], users: [ceo@example.com], deny: ["user:bob"]}
    public/: ["*"]
"""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    for path in ("hr/pay.md", "public/hours.md", "loose.md"):
        file = tmp_path / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {path}\n\nWords of {path}.\n")
    directory = tmp_path / "kb"
    directory.mkdir()
    (directory / "okf.yaml").write_text(CONFIG)
    assert call_okf("build", "--base", directory, "--no-embeddings").code == 0
    return directory


@pytest.mark.parametrize(
    ("reference", "name", "groups", "admitted", "reason"),
    [
        ("hr/pay", "user:ana", "finance,hr", True, "allow names group:hr"),
        ("hr/pay.md", "user:ana", "finance", False, "allow names none of"),
        ("hr/pay", "user:bob", "hr", False, "deny names user:bob, and deny beats allow"),
        ("public/hours", "user:ana", "", True, "allow names * (anybody signed in)"),
        ("loose", "user:ana", "hr", False, "the list admits nobody"),
    ],
)
def test_explain_says_whether_somebody_may_read_and_why(
    base: Path, *, reference: str, name: str, groups: str, admitted: bool, reason: str
) -> None:
    words = ("access", "explain", reference, "--as", name, "--groups", groups, "--base", base)
    said = call_okf(*words, "--json").json
    assert (said["admitted"], said["reason"].startswith(reason)) == (admitted, True)
    told = call_okf(*words).out
    assert f" {'may' if admitted else 'may not'} read it: {reason}" in told
    assert f"\n{name} " in told


def test_explain_says_that_a_name_the_token_does_not_tell_may_be_denied(base: Path) -> None:
    words = ("access", "explain", "hr/pay", "--as", "user:ana", "--groups", "hr", "--base", base)

    for kind, admitted in (("username", False), ("group", True), ("email", True)):
        assert call_okf(*words, "--unknown", kind, "--json").json["admitted"] is admitted
    told = call_okf(*words, "--unknown", "username").out
    assert "may not read it: deny names user:bob, which cannot be ruled out" in told
    assert "the token does not tell username" in told


@pytest.mark.parametrize(
    ("reference", "rule"),
    [
        ("hr/pay", "okf.yaml access.rules: hr/"),
        ("public/hours", "okf.yaml access.rules: public/"),
        ("loose", "access.default: deny"),
    ],
)
def test_explain_names_the_rule_that_decided(base: Path, reference: str, rule: str) -> None:
    said = call_okf("access", "explain", reference, "--base", base, "--json").json
    assert (said["rule"], said["rules_now"]) == (rule, None)


def test_explain_says_where_the_rules_now_say_otherwise_than_the_snapshot(base: Path) -> None:
    (base / "okf.yaml").write_text(CONFIG.replace('public/: ["*"]', "public/hours.md: []"))
    said = call_okf("access", "explain", "public/hours", "--base", base, "--json").json
    assert (said["allow"], said["rules_now"]["allow"]) == (["*"], [])
    assert said["rules_now"]["rule"] == "okf.yaml access.rules: public/hours.md"
    assert (
        "from the next build on"
        in call_okf("access", "explain", "public/hours", "--base", base).out
    )


def test_explain_sees_what_the_owner_of_a_source_says_now(base: Path) -> None:
    (base.parent / "docs/_okf.yaml").write_text("access: {loose.md: [group:it]}\n")
    said = call_okf("access", "explain", "loose", "--base", base, "--json").json
    assert said["rules_now"]["rule"] == "_okf.yaml access: loose.md"


def test_what_is_no_principal_is_refused(base: Path) -> None:
    ended = call_okf("access", "explain", "loose", "--as", "ana", "--base", base)
    assert (ended.code, "Write group:<name>, user:<name> or *." in ended.err) == (2, True)


def test_the_matrix_has_a_row_for_each_concept_and_a_column_for_each_name(base: Path) -> None:
    rows = list(csv.reader(call_okf("access", "matrix", "--csv", "--base", base).out.splitlines()))
    assert rows[0] == [
        "concept_id",
        "path",
        "rule",
        "*",
        "group:hr",
        "user:bob",
        "user:ceo@example.com",
    ]
    assert {row[0]: row[3:] for row in rows[1:]} == {
        "hr/pay": ["no", "yes", "no", "yes"],
        "loose": ["no", "no", "no", "no"],
        "public/hours": ["yes", "yes", "yes", "yes"],
    }


def test_the_matrix_answers_for_the_principals_that_are_asked_for(base: Path) -> None:
    words = ("access", "matrix", "--as", "user:bob,group:hr", "--as", "user:ana,group:hr")
    said = call_okf(*words, "--json", "--base", base).json
    (pay,) = [row for row in said["concepts"] if row["concept_id"] == "hr/pay"]
    assert pay["admitted"] == {"user:bob,group:hr": False, "user:ana,group:hr": True}
    assert "loose  nobody  (access.default: deny)" in call_okf(*words, "--base", base).out


def test_a_spreadsheet_takes_no_cell_of_the_matrix_for_a_formula(base: Path) -> None:
    (base.parent / "docs/=cmd.md").write_text("# Cells\n\nWords.\n")
    assert call_okf("build", "--base", base, "--no-embeddings").code == 0
    out = call_okf("access", "matrix", "--csv", "--base", base).out
    assert ",'=cmd.md," in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--groups", "hr"), "somebody in group:hr may read it: allow names group:hr"),
        (("--groups", "it,hr"), "somebody in group:hr and group:it may read it"),
        (("--as", "user:ana", "--groups", "hr"), "user:ana in group:hr may read it"),
        (("--as", "user:ana"), "user:ana may not read it"),
        (("--unknown", "group"), "somebody signed in may not read it"),
    ],
)
def test_it_is_said_of_whom_with_which_groups(
    base: Path, words: tuple[str, ...], told: str
) -> None:
    assert told in call_okf("access", "explain", "hr/pay", *words, "--base", base).out
