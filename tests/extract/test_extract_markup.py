import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.extract import markup
from okf_server.model.document import BlockKind
from okf_server.okf.markdown import scan


def test_control_characters_and_lone_surrogates_go() -> None:
    assert markup.clean("a\x00b\ud800c\u00add\ufeff") == "abcd"


def test_every_kind_of_line_end_becomes_lf() -> None:
    assert markup.clean("a\r\nb\rc\vd\u2028e") == "a\nb\nc\nd\ne"


@pytest.mark.parametrize(
    "text",
    [
        "# not a heading",
        "- dash",
        "> quote",
        "1. first",
        "---",
        "===",
        "```",
        "| a |",
        "+ x",
        "12) y",
    ],
)
def test_text_never_starts_a_block(text: str) -> None:
    spans = scan(markup.plain(text))
    assert [span.kind for span in spans] == [BlockKind.PARAGRAPH]


def test_text_never_becomes_a_tag_or_a_link() -> None:
    assert markup.plain("<script>alert(1)</script>") == "\\<script>alert(1)\\</script>"
    assert markup.plain("[click](javascript:x)") == "[click]\\(javascript:x)"


def test_comparisons_and_arithmetic_stay_readable() -> None:
    assert markup.plain("a < b, 2*3 = 6, snake_case") == "a < b, 2*3 = 6, snake_case"


@given(st.text())
def test_any_text_is_one_paragraph_or_none(text: str) -> None:
    kinds = {span.kind for span in scan(markup.plain(text))}
    assert kinds <= {BlockKind.PARAGRAPH}


def test_a_link_is_kept_where_it_can_be_followed() -> None:
    assert markup.link("site", "https://example.com/a") == "[site](https://example.com/a)"
    assert markup.link("x", "https://example.com/(a)") == "[x](<https://example.com/(a)>)"


@pytest.mark.parametrize("target", ["javascript:alert(1)", "/local", "file:///etc/passwd", ""])
def test_other_links_leave_their_text(target: str) -> None:
    assert markup.link("text", target) == "text"


def test_a_tracking_address_is_not_repeated() -> None:
    assert markup.link("news", "https://example.com/?id=" + "a" * 200) == "news"
