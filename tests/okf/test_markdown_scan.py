"""How Markdown is cut into blocks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okf_server.model.document import BlockKind, Span
from okf_server.model.locator import LinesLocator
from okf_server.okf.markdown import heading_text, scan

HEADING, PARAGRAPH, LIST = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST
TABLE, CODE = BlockKind.TABLE, BlockKind.CODE


def kinds(body: str) -> list[tuple[BlockKind, str]]:
    return [(span.kind, body[span.start : span.end]) for span in scan(body)]


def lines_of(span: Span) -> LinesLocator:
    assert isinstance(span.locator, LinesLocator)
    return span.locator


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("# One\ntext", [(HEADING, "# One"), (PARAGRAPH, "text")]),
        ("#hash\n# ", [(PARAGRAPH, "#hash"), (HEADING, "# ")]),
        ("####### seven", [(PARAGRAPH, "####### seven")]),
        ("Title\n=====\ntext", [(HEADING, "Title\n====="), (PARAGRAPH, "text")]),
        ("Title\n---", [(HEADING, "Title\n---")]),
        (
            "one\ntwo\n---",
            [(PARAGRAPH, "one\ntwo"), (PARAGRAPH, "---")],
        ),
        ("---\ntext", [(PARAGRAPH, "---"), (PARAGRAPH, "text")]),
        ("* * *\n- a", [(PARAGRAPH, "* * *"), (LIST, "- a")]),
        ("text\n    # still text", [(PARAGRAPH, "text\n    # still text")]),
        ("text\n2. still text", [(PARAGRAPH, "text\n2. still text")]),
        ("text\n1. one", [(PARAGRAPH, "text"), (LIST, "1. one")]),
        ("> quote\n> # no heading\nlazy", [(PARAGRAPH, "> quote\n> # no heading\nlazy")]),
        ("> quote\n---", [(PARAGRAPH, "> quote"), (PARAGRAPH, "---")]),
        ("\n\n  \n", []),
        ("", []),
        ("**bold** start\n*it* too", [(PARAGRAPH, "**bold** start\n*it* too")]),
        ("\ufeff# Marked\n", [(HEADING, "\ufeff# Marked")]),
    ],
)
def test_headings_rules_and_paragraphs_are_told_apart(
    body: str, expected: list[tuple[BlockKind, str]]
) -> None:
    assert kinds(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("```\n# no\n\n```\n# yes", [(CODE, "```\n# no\n\n```"), (HEADING, "# yes")]),
        ("~~~~py\n~~~\n# no\n~~~~", [(CODE, "~~~~py\n~~~\n# no\n~~~~")]),
        ("```\n# no\n~~~\n\n\n", [(CODE, "```\n# no\n~~~")]),
        ("```` \n```\n`````\nx", [(CODE, "```` \n```\n`````"), (PARAGRAPH, "x")]),
        ("```\n    ```\n```", [(CODE, "```\n    ```\n```")]),
        ("``` a`b\ntext", [(PARAGRAPH, "``` a`b\ntext")]),
        ("    # code\n\n\tmore\n\ntext", [(CODE, "    # code\n\n\tmore"), (PARAGRAPH, "text")]),
        ("text\n```\ncode\n```", [(PARAGRAPH, "text"), (CODE, "```\ncode\n```")]),
    ],
)
def test_code_is_kept_whole_and_holds_no_headings(
    body: str, expected: list[tuple[BlockKind, str]]
) -> None:
    assert kinds(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- a\n  - b\n- c", [(LIST, "- a\n  - b\n- c")]),
        ("- a\n\n- b", [(LIST, "- a"), (LIST, "- b")]),
        ("1. a\n\n   more\n2. b", [(LIST, "1. a\n\n   more\n2. b")]),
        ("- a\nlazy\n\ntext", [(LIST, "- a\nlazy"), (PARAGRAPH, "text")]),
        ("- a\n# H", [(LIST, "- a"), (HEADING, "# H")]),
        ("- a\n```\nx\n```", [(LIST, "- a"), (CODE, "```\nx\n```")]),
        ("1. a\n   ```\n   x\n\n   ```\n2. b", [(LIST, "1. a\n   ```\n   x\n\n   ```\n2. b")]),
        ("- a\n| x | y |\n|--|--|", [(LIST, "- a"), (TABLE, "| x | y |\n|--|--|")]),
        ("- a\n---", [(LIST, "- a"), (PARAGRAPH, "---")]),
        ("-a\n-", [(HEADING, "-a\n-")]),
        ("1234567890. no", [(PARAGRAPH, "1234567890. no")]),
    ],
)
def test_a_list_is_one_block_with_what_is_indented_below_it(
    body: str, expected: list[tuple[BlockKind, str]]
) -> None:
    assert kinds(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("| a | b |\n|---|:-:|\n| 1 | 2 |\n\nx", [(TABLE, "| a | b |\n|---|:-:|\n| 1 | 2 |"), (PARAGRAPH, "x")]),
        ("a | b\n--- | ---\n1 | 2", [(TABLE, "a | b\n--- | ---\n1 | 2")]),
        ("intro\na | b\n-|-\n1", [(PARAGRAPH, "intro"), (TABLE, "a | b\n-|-\n1")]),
        ("| a |\n|---|\n# H", [(TABLE, "| a |\n|---|"), (HEADING, "# H")]),
        ("a | b\n---", [(HEADING, "a | b\n---")]),
        ("| a | b |\ntext", [(PARAGRAPH, "| a | b |\ntext")]),
        ("|---|---|\n|---|---|", [(TABLE, "|---|---|\n|---|---|")]),
    ],
)  # fmt: skip
def test_a_table_needs_a_header_and_a_delimiter_row(
    body: str, expected: list[tuple[BlockKind, str]]
) -> None:
    assert kinds(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<div>\n# no\n</div>\n\n# yes", [(PARAGRAPH, "<div>\n# no\n</div>"), (HEADING, "# yes")]),
        ("<!-- a\n\n# no\n-->\n# yes", [(PARAGRAPH, "<!-- a\n\n# no\n-->"), (HEADING, "# yes")]),
        ("<!-- one line -->\n# yes", [(PARAGRAPH, "<!-- one line -->"), (HEADING, "# yes")]),
        ("<script>\n\n# no\n</script>", [(PARAGRAPH, "<script>\n\n# no\n</script>")]),
        ("<b>x</b> y\n# yes", [(PARAGRAPH, "<b>x</b> y"), (HEADING, "# yes")]),
        ("<https://example.com>\n# yes", [(PARAGRAPH, "<https://example.com>"), (HEADING, "# yes")]),
        ("text\n<pre>\n# no\n</pre>", [(PARAGRAPH, "text"), (PARAGRAPH, "<pre>\n# no\n</pre>")]),
        ("<!-- open\n\n# no\n\n", [(PARAGRAPH, "<!-- open\n\n# no")]),
    ],
)  # fmt: skip
def test_html_blocks_hold_no_headings(body: str, expected: list[tuple[BlockKind, str]]) -> None:
    assert kinds(body) == expected


def test_the_heading_path_of_a_heading_includes_itself() -> None:
    spans = scan("intro\n\n# A\ntext\n### B\n## C\ntext", first_line=5)
    places = [lines_of(span) for span in spans]
    assert [(place.first, place.path) for place in places] == [
        (5, ()),
        (7, ("A",)),
        (8, ("A",)),
        (9, ("A", "B")),
        (10, ("A", "C")),
        (11, ("A", "C")),
    ]
    assert [span.level for span in spans] == [0, 1, 0, 3, 2, 0]


def test_a_table_is_placed_by_its_lines() -> None:
    body = "# T\n\n| a |\n|---|\n| 1 |\n| 2 |\n"
    table = scan(body)[1]
    assert (table.kind, table.parts) == (BlockKind.TABLE, ())
    assert table.locator == LinesLocator(first=3, last=6, path=("T",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plain", "Plain"),
        ("The `List<T>` **type**", "The List<T> type"),
        ("See [the docs](https://x.example/a_(b)) now", "See the docs now"),
        ("See [it][ref] now", "See it now"),
        ("See [the docs](/a.md) now", "See the docs now"),
        ("A \\*star\\*", "A *star*"),
        ("<a id='x'></a>Deep", "Deep"),
        ("snake_case_name", "snake_case_name"),
        ("odd ` tick", "odd  tick"),
    ],
)  # fmt: skip
def test_a_heading_is_read_without_its_markup(text: str, expected: str) -> None:
    assert heading_text(text) == expected


def test_closing_hashes_are_no_part_of_a_heading() -> None:
    assert lines_of(scan("## C# ##")[0]).path == ("C#",)
    assert lines_of(scan("## Use C#")[0]).path == ("Use C#",)


MARKDOWN_PIECES = st.sampled_from(
    ["# ", "- ", "1. ", "```", "~~~", "| a |", "|-|", "---", "===", "> ", "<!--", "-->", "<div>",
     "    ", "\t", " ", "\n", "\n\n", "text", "\x0b", "\u2028", "\u00a0", "`", "*"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(MARKDOWN_PIECES, max_size=40).map("".join))
def test_every_line_with_text_lies_in_exactly_one_block(body: str) -> None:
    spans = scan(body)
    covered = [
        line for span in spans for line in range(lines_of(span).first, lines_of(span).last + 1)
    ]
    assert covered == sorted(set(covered))
    wanted = {number for number, line in enumerate(body.split("\n"), 1) if line.strip()}
    assert wanted <= set(covered)
    for span in spans:
        place = lines_of(span)
        assert body[span.start : span.end] == "\n".join(
            body.split("\n")[place.first - 1 : place.last]
        )
        assert body[span.start : span.end].rsplit("\n", maxsplit=1)[-1].strip()


@pytest.mark.parametrize(
    "body",
    ["[" * 200_000, "# " + "<!--" * 50_000, "- " * 200_000, "|-" * 200_000, "`" * 300_000,
     "\n```\n" * 50_000, "- a\n\n" * 50_000, "* " * 200_000 + "x", "<a " * 100_000, "> " * 200_000],
)  # fmt: skip
def test_hostile_text_is_scanned_in_linear_time(body: str) -> None:
    assert scan(body)
