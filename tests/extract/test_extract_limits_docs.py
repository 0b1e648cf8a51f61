"""The page on documents names the limits that the code has."""

import re
from pathlib import Path

import pytest

from okf_server.extract import limits
from okf_server.extract.pool import MEMORY_MB
from okf_server.ingest import members

_PAGE = (Path(__file__).parents[2] / "docs/documents.md").read_text("utf-8")
_ROWS = {
    "memory": f"{MEMORY_MB >> 10} GB with all",
    "size": f"{limits.LARGEST_FILE >> 30} GB a file, read or written; {limits.LARGEST_TEXT >> 20} MB of text",
    "words": f"a file of text that stands mostly in words of more than {limits.LONGEST_WORD:,} letters",
    "rows and cells": (
        f"{limits.MOST_CELLS:,} cells and {limits.MOST_LETTERS >> 20} million letters of a workbook; "
        f"{limits.MOST_CELLS:,} cells and {limits.MOST_ROWS:,} rows"
    ),
    "mails, files in documents": (
        f"{limits.MOST_ATTACHMENTS} attachments, {limits.LARGEST_ATTACHMENTS >> 20} MB of them; of one item "
        f"with all within {members.MOST_MEMBERS:,} members, {members.LARGEST_MEMBERS >> 20} MB, "
        f"{members.DEEPEST} files"
    ),
    "pages": (
        f"{limits.MOST_PAGES:,} pages of a PDF file; {limits.MOST_FRAMES:,} pages of a picture, "
        f"{limits.MOST_PIXELS // 10**6} million pixels each, of which text is recognised in "
        f"{limits.MOST_DRAWN // 10**6} million"
    ),
    "packages": (
        f"{limits.MOST_MEMBERS:,} members, {limits.LARGEST_INFLATED >> 30} GB inflated, "
        f"{limits.LARGEST_RATIO} times their size above {limits.DENSE_BELOW >> 20} MB"
    ),
    "nesting": f"{limits.DEEPEST} elements",
}


@pytest.mark.parametrize("name", _ROWS)
def test_the_table_of_limits_says_what_the_code_holds(name: str) -> None:
    found = re.findall(rf"^\| {re.escape(name)} \| (.*?) \|", _PAGE, re.MULTILINE)
    assert len(found) == 1
    assert found[0].startswith(_ROWS[name])


def test_the_rules_for_members_name_the_same_limits() -> None:
    rule = re.sub(r"\s+", " ", _PAGE)
    beyond = f"beyond {members.MOST_MEMBERS:,} members or {members.LARGEST_MEMBERS >> 20} MB"
    assert f"{members.DEEPEST} others, and of one item those {beyond}" in rule
    most = f"more than {limits.MOST_ATTACHMENTS} attachments"
    assert f"{most} or {limits.LARGEST_ATTACHMENTS >> 20} MB of them is `partial`" in rule
    assert f"up to {limits.LARGEST_IN_PROCESS >> 10} KB" in rule
