"""What holds for every text file, whatever is in it."""

import json
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import outcome_of

from okf_server.model.document import Document, Extracted, Failed, Partial
from okf_server.model.locator import LinesLocator, SectionLocator, TimeLocator

_MARKS = [
    "====", "----", "....", "****", "|===", "```", "~~~~", "+---+---+", "| a | b |", "+===+===+",
    "====  ====", "a     b", ".. note::", ".. code-block:: x", "   indented", ".. [1] note", "::", "- item",
    "  - inner", "* item", "** inner", "1. one", "term::", "= Title", "== Section", "[source,x]", ".Caption",
    "\\section{Part}", "\\begin{itemize}", "\\item one", "\\end{itemize}", "\\begin{tabular}{l}", "a & b \\\\",
    "\\end{tabular}", "$x_1$", "% remark", "\\[", "\\]", "\\begin{verbatim}", "\\caption{x}", "{", "}",
    "1", "00:00:01,000 --> 00:00:02,000", "00:03.000 --> 00:04.500 align:start", "<v Anna>Hello.", "NOTE",
    "WEBVTT", "BEN: Hi.", '{"a": [1, "b"],', '"c": {}}', "[", "]", "<a>", "</a>", "<b x='1'/>", "&amp;", "BEGIN:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "DTSTART;TZID=X:20261201T100000",
    " more", "SUMMARY:One", "Plain words here.",
    "Ünïcode 漢字 words", "", "", "",
]  # fmt: skip
_LINES = st.lists(st.sampled_from(_MARKS) | st.text(max_size=20), max_size=40)
_KINDS = [".txt", ".rst", ".adoc", ".tex", ".srt", ".vtt", ".json", ".xml", ".ipynb", ".ics"]


def _document(text: str, suffix: str) -> Document | None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        outcome = outcome_of(path)
        assert outcome == outcome_of(path)  # the same bytes, the same document
    if isinstance(outcome, Extracted | Partial):
        return outcome.document
    assert isinstance(outcome, Failed)
    assert "reader failed" not in outcome.reason, outcome
    return None


@pytest.mark.parametrize("suffix", _KINDS)
@settings(max_examples=60, deadline=None)
@given(lines=_LINES)
def test_any_text_is_read_or_refused_and_its_blocks_lie_in_order(
    suffix: str, lines: list[str]
) -> None:
    document = _document("\n".join(lines), suffix)
    if document is None:
        return
    end = 0
    for span in document.spans:
        assert end <= span.start < span.end <= len(document.body)
        assert document.body[span.start : span.end].strip()
        end = span.end
        match span.locator:
            case LinesLocator(first=first, last=last):
                count = len(re.split("\r\n|\r|\n", "\n".join(lines)))
                assert 1 <= first <= last <= count
            case SectionLocator(block=block):
                assert block >= 1
            case TimeLocator(from_s=from_s, to_s=to_s):
                assert 0 <= from_s <= to_s
            case other:
                raise AssertionError(other)


_WORDS = st.text(alphabet="abcdefghij", min_size=3, max_size=8)
_PARAGRAPHS = st.lists(st.lists(_WORDS, min_size=1, max_size=8), min_size=1, max_size=12)


@pytest.mark.parametrize("suffix", [".txt", ".rst", ".adoc", ".tex"])
@settings(max_examples=30, deadline=None)
@given(paragraphs=_PARAGRAPHS)
def test_every_paragraph_stands_in_its_lines(suffix: str, paragraphs: list[list[str]]) -> None:
    text = "\n\n".join("\n".join(words) for words in paragraphs)
    document = _document(text, suffix)
    assert document is not None
    lines = text.split("\n")
    found = []
    for span in document.spans:
        assert isinstance(span.locator, LinesLocator)
        place = lines[span.locator.first - 1 : span.locator.last]
        assert document.body[span.start : span.end].split() == place
        found.append(place)
    assert found == paragraphs


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=30,
)


@settings(max_examples=60, deadline=None)
@given(value=st.dictionaries(st.text(min_size=1, max_size=6), _VALUES, min_size=1, max_size=4))
def test_json_says_the_same_after_it_was_laid_out(value: object) -> None:
    document = _document(json.dumps(value, indent=1), ".json")
    assert document is not None
    code = "\n".join(
        line for line in document.body.split("\n") if line and not line.startswith("```")
    )
    assert json.loads(code, strict=False) == value
