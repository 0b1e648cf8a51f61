"""Nothing that a document holds may steer a terminal or break a program that reads JSON."""

import json

import pytest

from okf_server.cli.output import show, show_json
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
