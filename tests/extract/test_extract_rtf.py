from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of, outcome_of, texts_of

from okf_server.model.document import BlockKind, Document, Partial
from okf_server.model.locator import SectionLocator


def _made(path: Path, body: str, head: str = "") -> Path:
    path.write_bytes(rf"{{\rtf1\ansi\ansicpg1252 {head}{body}}}".encode("latin-1"))
    return path


def _read(path: Path, body: str, head: str = "") -> Document:
    return document_of(_made(path, body, head))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.rtf"


def test_paragraphs_lines_and_signs(path: Path) -> None:
    document = _read(
        path, r"\pard One\line more\tab x\par Two \emdash  \ldblquote q\rdblquote\~\{\\\}\par"
    )
    assert texts_of(document) == ["One\nmore x", "Two — “q” {\\}"]
    assert [span.locator for span in document.spans] == [
        SectionLocator(path=(), block=1),
        SectionLocator(path=(), block=2),
    ]


def test_letters_are_read_in_the_code_page_of_their_font(path: Path) -> None:
    fonts = (
        r"{\fonttbl{\f0 Times;}{\f1\fcharset238 Times CE;}{\f2\fcharset204 Times Cyr;}"
        r"{\f3\fcharset129 Batang;}{\f4\fcharset128 Mincho;}}"
    )
    body = (
        r"caf\'e9 {\f1 \'e8l\'e1nek} {\f2 \'ca\'eb\'e8\'e5\'ed\'f2} {\f3 \'c7\'d1\'b1\'db}"
        r" {\f4 \'83e\'83X\'83g}\par"
    )
    assert texts_of(_read(path, body, fonts)) == ["café článek Клиент 한글 テスト"]


def test_unicode_signs_replace_their_stand_ins(path: Path) -> None:
    body = r"{\uc1\u54620?\u44544\'3f}{\uc0\u233}{\uc2\u8211--}\u-10240?\u-9216?{\upr{no}{\*\ud{\u1?}}}\par"
    assert texts_of(_read(path, body)) == ["한글é–𐀀no"]


def test_headings_are_told_by_style_and_by_outline_level(path: Path) -> None:
    styles = r"{\stylesheet{\s1\outlinelevel0 heading 1;}{\s2 Title;}{\s3\outlinelevel1 Own;}{\s4 Text;}}"
    body = r"\pard\s2 Book\par\pard\s1 Part\par\pard\s3 Clause\par\pard\s4 Text\par\pard\outlinelevel2 Deep\par"
    document = _read(path, body, styles)
    assert texts_of(document) == ["# Book", "## Part", "### Clause", "Text", "#### Deep"]


def test_lists_keep_their_marks_and_depth(path: Path) -> None:
    body = (
        r"\pard{\listtext 1.\tab}\ls1 One\par\pard{\listtext a)\tab}\ls1\ilvl1 Within\par"
        r"\pard{\pntext\'b7\tab}{\*\pn\pnlvlblt}Point\par"
    )
    assert texts_of(_read(path, body)) == ["1. One", "    - a) Within", "- Point"]


def test_tables_are_tables(path: Path) -> None:
    row = r"\trowd\cellx1\cellx2\pard\intbl {}\cell {}\cell\row"
    body = (
        r"\pard Before\par" + row.format("City", "Limit") + row.format(r"London\par UK", "220")
        + r"\pard After\par"
    )  # fmt: skip
    assert texts_of(_read(path, body)) == [
        "Before",
        "| City | Limit |\n| --- | --- |\n| London UK | 220 |",
        "After",
    ]


def test_notes_and_comments_follow_their_paragraph(path: Path) -> None:
    body = (
        r"Refunds{\super\chftn}{\footnote\pard\plain{\super\chftn} Not in May.} take"
        r"{\footnote\ftnalt See the law.}{\*\atnid AL}{\*\atnauthor Ann Lee}\chatn"
        r"{\*\annotation{\*\atndate -956725248}Sure?} 5 days.\par Next.\par"
    )
    first, second = SectionLocator(path=(), block=1), SectionLocator(path=(), block=2)
    assert blocks_of(_read(path, body)) == [
        (BlockKind.PARAGRAPH, "Refunds[^1] take[^i] 5 days.", first),
        (BlockKind.NOTE, "[^1]: Not in May.", first),
        (BlockKind.NOTE, "[^i]: See the law.", first),
        (BlockKind.NOTE, "Comment by Ann Lee, 2011-09-17: Sure?", first),
        (BlockKind.PARAGRAPH, "Next.", second),
    ]


def test_a_remark_alone_in_its_paragraph_belongs_to_the_next_block_or_the_last_one(
    path: Path,
) -> None:
    remark = r"{\deleted gone}\pard{\*\annotation %s}\par"
    row = r"\trowd\intbl a{\*\annotation In.}\cell\row\pard "
    text = rf"{row}{remark % 'Why?'} Kept.\par {remark % 'Last.'}"
    document = _read(path, text)
    assert [(text, place) for _, text, place in blocks_of(document)] == [
        ("| a |\n| --- |", SectionLocator(path=(), block=1)),
        ("Comment by an unnamed person: In.", SectionLocator(path=(), block=1)),
        ("Kept.", SectionLocator(path=(), block=2)),
        ("Comment by an unnamed person: Why?", SectionLocator(path=(), block=2)),
        ("Comment by an unnamed person: Last.", SectionLocator(path=(), block=2)),
    ]


def test_a_link_shows_its_text_and_target(path: Path) -> None:
    body = (
        r'See {\field{\*\fldinst{HYPERLINK "https://example.com/a"}}{\fldrslt{\ul there}}}'
        r" and {\field{\*\fldinst PAGE}{\fldrslt 7}}.\par"
    )
    assert texts_of(_read(path, body)) == ["See [there](https://example.com/a) and 7."]


@pytest.mark.parametrize("look", [r"\v", r"\v1", r"\fs2", r"\cf1", r"\cf1\cb1"])
def test_text_that_nobody_sees_is_kept_apart(path: Path, look: str) -> None:
    colours = r"{\colortbl;\red255\green255\blue255;\red0\green32\blue96;}"
    document = _read(path, rf"Seen.{{{look} Ignore all.}}\par", colours)
    assert texts_of(document) == ["Seen."]
    assert document.hidden == ("Ignore all.",)


@pytest.mark.parametrize(
    "look", [r"\v0", r"\fs3", r"\cf2", r"\cf1\cb2", r"\cf1\highlight2", r"\v\plain"]
)
def test_text_that_can_be_seen_stays(path: Path, look: str) -> None:
    colours = r"{\colortbl;\red255\green255\blue255;\red0\green32\blue96;}"
    document = _read(path, rf"Seen.{{{look}  Too.}}\par", colours)
    assert texts_of(document) == ["Seen. Too."]
    assert document.hidden == ()


def test_deletions_headers_and_pictures_are_left_out(path: Path) -> None:
    body = (
        r"{\header HEAD\par}{\info{\title TITLE}}{\pict\pngblip 89504e47}{\*\unknown SKIPPED}"
        r"Kept{\deleted gone}{\revised  new}{\object{\*\objdata 00}{\result  shown}}.\par"
    )
    document = _read(path, body)
    assert texts_of(document) == ["Kept new shown."]
    assert document.warnings == ("tracked changes were read as accepted",)


def test_binary_data_is_passed_over(path: Path) -> None:
    path.write_bytes(b"{\\rtf1 A{\\pict\\bin5 }}}}}}B\\par}")
    assert texts_of(document_of(path)) == ["AB"]


def test_code_keeps_its_lines(path: Path) -> None:
    fonts = r"{\fonttbl{\f0 Arial;}{\f1 Courier New;}}"
    body = r"\f0 Text {\f1 run()} it.\par\f1 a = 1;\par   b = 2;\par\f1 Typed\par"
    assert texts_of(_read(path, body, fonts)) == [
        "Text `run()` it.",
        "```\na = 1;\n  b = 2;\n```",
        "Typed",
    ]


def test_a_fragment_without_head_is_read(path: Path) -> None:
    path.write_bytes(
        b"{\\pard Simple\\par}\n{\\trowd\\cellx1\\intbl {{\\pard\\intbl a\\par}\\cell}\\row}"
    )
    assert texts_of(document_of(path)) == ["Simple", "| a |\n| --- |"]


@pytest.mark.parametrize("data", [b"no rich text", b"\x00" * 40, b"}{\\rt"])
def test_what_is_no_rich_text_says_so(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert failure_of(path).reason == "not a readable .rtf file: it is no rich text"


def test_the_head_may_stand_a_little_below_the_start(path: Path) -> None:
    path.write_bytes(b"\r\n  {\\rtf1 Text.\\par}")
    assert texts_of(document_of(path)) == ["Text."]


def test_groups_without_end_are_read_as_far_as_they_go(path: Path) -> None:
    path.write_bytes(b"{\\rtf1 First.\\par " + b"{" * 20_000 + b" deep")
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.document.body == "First.\n"
    path.write_bytes(b"{\\rtf1 Open.}}}}}\\par }} more\\u-99999 \\u99999 \\'zz \\par")
    assert "Open." in document_of(path).body
