"""okf check on bundles of every sort."""

from pathlib import Path

from cli_running import call_okf

GOOD = """---
type: Policy
title: Travel
description: How to travel for work, and who pays for it.
generated: {by: "human:ana", at: "2026-01-01T00:00:00Z"}
verified: [{by: "human:ana", at: "2026-01-01T00:00:00Z"}]
sources: [{id: a, resource: "https://example.com/a"}]
tags: [travel]
---

Book early.
"""


def test_a_conformant_bundle_passes(tmp_path: Path) -> None:
    (tmp_path / "travel.md").write_text(GOOD)
    ended = call_okf("check", tmp_path)
    assert ended.code == 0
    assert "1 concept; 0 errors" in ended.out
    assert ended.out.rstrip().endswith("conforms to the Open Knowledge Format")


def test_a_bad_file_is_named_with_its_line_code_and_a_way_to_mend_it(tmp_path: Path) -> None:
    (tmp_path / "travel.md").write_text(GOOD)
    (tmp_path / "bare.md").write_text("# Bare\n")
    ended = call_okf("check", tmp_path)
    assert ended.code == 1
    assert "bare.md:1: error OKF018 there is no frontmatter\n    Start the file" in ended.out
    assert "does not conform" in ended.out


def test_a_hint_is_given_once_for_a_code(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.md").write_text("# Bare\n")
    assert call_okf("check", tmp_path).out.count("Start the file") == 1


def test_warnings_forbid_success_only_when_strict(tmp_path: Path) -> None:
    (tmp_path / "travel.md").write_text(GOOD.replace("title: Travel\n", ""))
    assert call_okf("check", tmp_path).code == 0
    assert call_okf("check", tmp_path, "--strict").code == 1


def test_programs_get_every_finding(tmp_path: Path) -> None:
    (tmp_path / "bare.md").write_text("# Bare\n")
    ended = call_okf("check", tmp_path, "--json")
    assert ended.code == 1
    assert ended.json["conformant"] is False
    (finding,) = [one for one in ended.json["findings"] if one["severity"] == "error"]
    assert (finding["path"], finding["line"], finding["code"]) == ("bare.md", 1, "OKF018")


def test_a_bundle_below_a_repository_is_found(tmp_path: Path) -> None:
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/travel.md").write_text(GOOD)
    assert "1 concept;" in call_okf("check", tmp_path).out


def test_files_that_are_hostile_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text(GOOD)
    (tmp_path / "binary.md").write_bytes(bytes(range(256)) * 10)
    (tmp_path / "deep.md").write_text("---\na: " + "[" * 5000 + "\n---\n")
    (tmp_path / "empty.md").write_bytes(b"")
    (tmp_path / "steer.md").write_text("---\ntype: \x1b[2Jx\n---\n\x1b[31m")
    ended = call_okf("check", tmp_path)
    assert ended.code == 1
    assert "\x1b" not in ended.out
    for name in ("binary.md", "deep.md", "empty.md"):
        assert name in ended.out


def test_a_folder_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    ended = call_okf("check", tmp_path / "nope")
    assert ended.code == 4
    assert "There is no folder" in ended.err


def test_a_file_is_refused_with_its_folder_named(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ntype: Policy\n---\n")
    ended = call_okf("check", tmp_path / "a.md")
    assert ended.code == 2
    assert f"hint: Give the folder that it is in: {tmp_path}" in ended.err


def test_questions_that_are_not_there_are_not_found(tmp_path: Path) -> None:
    ended = call_okf("eval", tmp_path / "nope.yaml")
    assert ended.code == 4
    assert "There is no file" in ended.err


def test_errors_come_first_and_the_codes_are_counted_at_the_end(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.md").write_text(GOOD.replace("title: Travel\n", ""))
    (tmp_path / "z.md").write_text("# Bare\n")
    lines = call_okf("check", tmp_path).out.splitlines()
    assert lines[0].startswith("z.md:1: error OKF018")
    assert lines.index("     1 OKF018 error: the frontmatter is absent or no valid YAML") < (
        lines.index("     2 OKF002 warning: `title` is missing")
    )
