"""Frontmatter: how files of every sort are read, and written back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.okf.frontmatter import Parsed, decode, emit, parse


def codes(parsed: Parsed) -> list[str]:
    return [finding.code for finding in parsed.findings]


def test_metadata_and_body_are_split() -> None:
    parsed = parse(b"---\ntype: Policy\ntags: [a, b]\n---\n\n# Title\n")
    assert parsed == Parsed(
        meta={"type": "Policy", "tags": ["a", "b"]}, body="# Title\n", body_line=6, present=True
    )


@pytest.mark.parametrize(
    ("data", "body", "line"),
    [
        (b"---\ntype: X\n---\ntext\n", "text\n", 4),
        (b"---\ntype: X\n---\n\n\ntext\n", "\ntext\n", 5),
        (b"---\r\ntype: X\r\n---\r\n\r\ntext\r\nmore", "text\nmore", 5),
        (b"---\rtype: X\r---\r\rtext\r", "text\n", 5),
        (b"---  \ntype: X\n---\t\ntext", "text", 4),
        (b"---\ntype: X\n---", "", 3),
        (b"---\ntype: X\n---\n", "", 4),
    ],
)
def test_the_body_starts_after_one_empty_line(data: bytes, body: str, line: int) -> None:
    parsed = parse(data)
    assert (parsed.meta, parsed.body, parsed.body_line) == ({"type": "X"}, body, line)
    assert parsed.findings == ()


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf---\ntype: X\n---\n", b"\n \n---\ntype: X\n---\n"])
def test_frontmatter_after_a_mark_or_blank_lines_is_read_and_flagged(data: bytes) -> None:
    parsed = parse(data)
    assert parsed.meta == {"type": "X"}
    assert codes(parsed) == ["OKF021"]


def test_an_indented_delimiter_does_not_close_the_block() -> None:
    parsed = parse("---\ntype: X\nnote: |\n  a\n  ---\n  b\nlast: 1\n---\nbody\n")
    assert parsed.meta == {"type": "X", "note": "a\n---\nb\n", "last": 1}
    assert parsed.body == "body\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Plain\n", []),
        ("", []),
        ("--- \n\nA rule, then prose.\n\n---\n\nMore.\n", ["OKF018"]),
        ("---\n- a\n- b\n---\n", ["OKF018"]),
        ("---\ntype: X\n", ["OKF018"]),
        ("----\ntype: X\n----\n", []),
        ("text\n---\ntype: X\n---\n", []),
    ],
)
def test_what_is_no_frontmatter_stays_in_the_body(text: str, found: list[str]) -> None:
    parsed = parse(text)
    assert not parsed.present
    assert (parsed.meta, parsed.body, parsed.body_line) == ({}, text, 1)
    assert codes(parsed) == found


@pytest.mark.parametrize("text", ["---\n---\nbody\n", "---\n# nothing\n---\nbody\n"])
def test_an_empty_block_is_frontmatter_without_keys(text: str) -> None:
    parsed = parse(text)
    assert parsed.present
    assert (parsed.meta, parsed.body, codes(parsed)) == ({}, "body\n", [])


def test_an_unquoted_colon_is_recovered_and_flagged_at_its_line() -> None:
    parsed = parse("---\ntype: Guide\ntitle: Setup: the short way\ntags: [a, b]\nn: 3\n---\nbody\n")
    assert parsed.meta == {
        "type": "Guide",
        "title": "Setup: the short way",
        "tags": ["a", "b"],
        "n": 3,
    }
    assert [(each.code, each.line) for each in parsed.findings] == [("OKF018", 3), ("OKF020", 3)]
    assert parsed.present


def test_recovery_reaches_into_lists_and_mappings() -> None:
    parsed = parse(
        "---\n"
        "type: X\n"
        "sources:\n"
        "  - id: a\n"
        "    title: One: two\n"
        "  - id: b\n"
        "notes:\n"
        "- first: second: third\n"
        "- plain\n"
        "created: {{date}}\n"
        'quoted: "say "hi" now"\n'
        "---\n"
    )
    assert parsed.meta == {
        "type": "X",
        "sources": [{"id": "a", "title": "One: two"}, {"id": "b"}],
        "notes": [{"first": "second: third"}, "plain"],
        "created": "{{date}}",
        "quoted": 'say "hi" now',
    }
    assert [each.line for each in parsed.findings if each.code == "OKF020"] == [5, 8, 10, 11]


def test_a_stray_line_is_kept_with_its_entry_where_a_type_shows_that_it_is_frontmatter() -> None:
    parsed = parse("---\ntype: X\ndescription: one\ntwo: three: four\nand on\n---\n")
    assert parsed.meta == {"type": "X", "description": "one", "two": "three: four and on"}
    assert not parse("---\nNote: a: b\nand on\n---\n").present


def test_bytes_that_are_no_utf8_are_replaced_and_flagged() -> None:
    parsed = parse("---\ntype: X\n---\nGrüße\n".encode("latin-1"))
    assert parsed.meta == {"type": "X"}
    assert parsed.body == "Gr\ufffd\ufffde\n"
    assert [(each.code, each.line) for each in parsed.findings] == [("OKF023", 4)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_read_and_flagged(encoding: str) -> None:
    parsed = parse("---\ntype: X\n---\nGrüße\n".encode(encoding))
    assert (parsed.meta, parsed.body) == ({"type": "X"}, "Grüße\n")
    assert codes(parsed) == ["OKF023"]


def test_frontmatter_beyond_the_limit_is_not_read() -> None:
    parsed = parse("---\n" + "a: b\n" * 100_000 + "---\n")
    assert not parsed.present
    assert codes(parsed) == ["OKF018"]


def test_other_line_separators_of_unicode_stay_in_the_body() -> None:
    body = "a\u2028b\x0cc\x85d\x0be\n"
    assert parse(f"---\ntype: X\n---\n\n{body}").body == body


def test_decoding_drops_the_mark_and_unifies_line_ends() -> None:
    assert decode(b"\xef\xbb\xbfa\r\nb\rc\n") == ("a\nb\nc\n", ())


PIECES = st.sampled_from(
    ["---", "---\n", "\n", "\r\n", "\ufeff", " ", "type: X\n", "a: b: c\n", "- x\n", "  y: z\n", "[", "'",
     "\0", "\udc80", "&a ", "*a\n", "!!x ", "? ", "|\n", "#\n", "text", "%YAML 1.2\n"]
)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join) | st.text())
def test_parsing_text_never_raises(text: str) -> None:
    parsed = parse(text)
    assert parsed.present or parsed.meta == {}


@settings(max_examples=200, deadline=None)
@given(st.binary() | st.binary().map(lambda data: b"---\n" + data + b"\n---\n"))
def test_parsing_bytes_never_raises(data: bytes) -> None:
    parsed = parse(data)
    assert parsed.body_line >= 1


TEXT = st.text(st.characters(exclude_categories=["Cs"]))
META = st.dictionaries(
    TEXT, TEXT | st.lists(TEXT, max_size=3) | st.dictionaries(TEXT, TEXT, max_size=3), max_size=5
)
BODIES = TEXT.map(lambda text: text.replace("\r", "").rstrip("\n") + "\n")


@settings(max_examples=300, deadline=None)
@given(META, BODIES)
def test_what_is_emitted_parses_to_the_same(meta: dict[str, object], body: str) -> None:
    parsed = parse(emit(meta, body).encode())
    assert (parsed.meta, parsed.body) == (meta, "" if body == "\n" else body)
    assert parsed.present
    assert parsed.findings == ()


def test_an_emitted_file_ends_in_one_line_end() -> None:
    assert emit({"type": "X"}, "# T\n\n\n") == "---\ntype: X\n---\n\n# T\n"
    assert emit({}, "") == "---\n---\n"


def test_frontmatter_that_is_too_long_is_said_to_be_so() -> None:
    text = f"---\ntype: Note\nnote: {'x' * 262_144}\n---\nBody\n"
    (found,) = parse(text).findings
    assert found.message == "no line `---` closes the frontmatter within 262,144 characters"
    (found,) = parse("---\ntype: Note\n").findings
    assert found.message == "no line `---` closes the frontmatter"
