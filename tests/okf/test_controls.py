"""What steers is taken out of a text, what scripts and people need stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.okf.controls import STEERING, plain


@pytest.mark.parametrize(
    "hidden",
    [
        "\u202a", "\u202e", "\u2066", "\u2069", "\u200b", "\u2060", "\u2064", "\ufeff", "\ufff9",
        "\U000e0001", "\U000e0041", "\U000e007f", "\x00", "\x08", "\x0b", "\r", "\x1b", "\x7f", "\x9b",
    ],
)  # fmt: skip
def test_what_nobody_sees_is_taken_out(hidden: str) -> None:
    assert plain(f"a{hidden}b{hidden}") == "ab"


@pytest.mark.parametrize(
    "text",
    [
        "a\tb\nc",
        "می‌خواهم",
        "क्‍ष",
        "שלום\u200f!",
        "❤️ 👩‍🚀",
        "葛\U000e0100城",
        "연차 휴가",
    ],
)
def test_what_a_script_needs_stays(text: str) -> None:
    assert plain(text) == text


def test_of_many_selectors_one_stays() -> None:
    assert (
        plain("x" + "".join(chr(0xE0100 + byte) for byte in b"secret")) == f"x{chr(0xE0100 + 115)}"
    )


@given(st.text())
def test_what_is_plain_stays_so(text: str) -> None:
    made = plain(text)
    assert plain(made) == made
    assert STEERING.search(made) is None
    assert made.encode().decode() == made
