from pathlib import Path

import pytest
from reading import blocks_of, document_of, failure_of

from okf_server.model.document import BlockKind
from okf_server.model.locator import LinesLocator


def test_a_markdown_file_is_its_own_body_with_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "travel.md"
    path.write_text("---\ntype: Policy\n---\n\n# Travel\n\nBook *early*.\n", newline="\n")
    document = document_of(path)
    assert document.meta == {"type": "Policy"}
    assert document.title == "Travel"
    kinds = [(kind, place) for kind, _, place in blocks_of(document)]
    assert kinds == [
        (BlockKind.HEADING, LinesLocator(first=5, last=5, path=("Travel",))),
        (BlockKind.PARAGRAPH, LinesLocator(first=7, last=7, path=("Travel",))),
    ]


def test_windows_line_ends_change_no_line_number(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf# A\r\n\r\ntext\r\n")
    assert [place for _, _, place in blocks_of(document_of(path))] == [
        LinesLocator(first=1, last=1, path=("A",)),
        LinesLocator(first=3, last=3, path=("A",)),
    ]


def test_a_file_with_frontmatter_alone_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("---\ntype: Note\n---\n")
    assert document_of(path).meta == {"type": "Note"}


def test_broken_frontmatter_is_a_warning_not_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("---\ntitle: [unclosed\n---\n\nText.\n")
    assert document_of(path).warnings


def test_text_is_paragraphs_between_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\none\ntwo\n   \n\nthree")
    assert blocks_of(document_of(path)) == [
        (BlockKind.PARAGRAPH, "one\ntwo", LinesLocator(first=2, last=3)),
        (BlockKind.PARAGRAPH, "three", LinesLocator(first=6, last=6)),
    ]


@pytest.mark.parametrize("name", ["旅費規程.txt", "سياسة السفر.md", "Über uns (2).txt", "a b'c.md"])
def test_a_name_in_any_script_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("Some words.")
    assert document_of(path).body.strip() == "Some words."


@pytest.mark.parametrize("content", [b"", b" \n\t\n", b"\xef\xbb\xbf"])
def test_an_empty_file_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    assert failure_of(path).reason == "empty file"
