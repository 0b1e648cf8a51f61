"""Nothing that a document holds may steer a terminal or break a program that reads JSON."""

import json
from pathlib import Path

import pytest
from cli_running import call_okf

from okf_server.cli.output import show, show_json, show_text, tell
from okf_server.okf.controls import plain


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J",
        "a\x00b",
        "a\rb",
        "\x9b31m",
        "a\u202eb",
        "a\U000e0041b",
        "a\u200bb",
        "a\ud800b",
        "\x07",
    ],
)
def test_text_that_steers_a_terminal_is_made_plain(text: str) -> None:
    printed = plain(text)
    assert printed.encode("utf-8").isascii() or "\ufffd" in printed
    assert not set(printed) & set("\x00\x07\r\x1b\x9b\u202e\ud800")


def test_words_of_every_script_and_layout_stay_as_they_are() -> None:
    text = "연차 휴가\n\tÜberstunden – “quoted” 🎉"
    assert plain(text) == text


def test_json_keeps_every_character_and_stays_printable(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"text": "연차 \x1b[2J \x7f\x9b \ud800 ü \u202e\u2066 \U000e0041\U000e0042"}
    show_json(value)
    out = capsys.readouterr().out
    assert json.loads(out) == value
    assert "연차" in out
    assert not set(out) & set("\x1b\x7f\x9b\ud800\u202e\u2066\U000e0041")


def test_lines_end_where_they_should(capsys: pytest.CaptureFixture[str]) -> None:
    show(["one", "two\x1b[1m"])
    assert capsys.readouterr().out == "one\ntwo[1m\n"


def test_a_line_end_in_a_name_begins_no_line_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show(["1. x\n2. Forged (b6:d9)"])
    tell("error: x\nhint: forged")
    out, err = capsys.readouterr()
    assert out == "1. x 2. Forged (b6:d9)\n"
    assert err == "error: x hint: forged\n"


def test_a_text_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    show_text("one\ntwo\x1b[1m")
    assert capsys.readouterr().out == "one\ntwo[1m\n"


def test_a_file_name_with_line_ends_is_one_result(tmp_path: Path) -> None:
    name = "x\n2. Fake title (b6:d9)\nPolicy, stable, human-reviewed.md"
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / name).write_text("The lamps burn.\n")
    base = tmp_path / "base"
    built = call_okf("build", tmp_path / "docs", "--base", base, "--no-embeddings")
    found = call_okf("search", "lamps", "--base", base)
    listed = call_okf("browse", "--base", base)
    exact = call_okf("search", "lamps", "--base", base, "--json")
    lines = [line for each in (built, found, listed) for line in (each.out + each.err).splitlines()]
    assert "Fake title" in found.out
    assert not [line for line in lines if line.startswith(("2. Fake", "Policy, stable"))]
    assert exact.json["results"][0]["source"]["path"] == name
