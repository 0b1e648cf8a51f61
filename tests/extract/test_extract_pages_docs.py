"""The page on documents names the limits for pages that the code has."""

import re
from pathlib import Path

from okf_server.extract import limits

_PAGE = (Path(__file__).parents[2] / "docs/documents.md").read_text("utf-8")


def test_the_table_of_limits_says_how_many_pages_are_read() -> None:
    said = (
        f"{limits.MOST_PAGES:,} pages of a PDF file; {limits.MOST_FRAMES:,} pages of a picture, "
        f"{limits.MOST_PIXELS // 10**6} million pixels each, of which text is recognised in "
        f"{limits.MOST_DRAWN // 10**6} million"
    )
    found = re.findall(r"^\| pages \| (.*?) \|", _PAGE, re.MULTILINE)
    assert len(found) == 1
    assert found[0].startswith(said)
