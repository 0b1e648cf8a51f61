"""What an index keeps of passages: lines that give them back, and which of them repeat each other."""

from pathlib import Path

import pytest
from index_library import entry, index_of

from okf_server.index.records import StoredPassage, passage_from_line, passage_line
from okf_server.model.locator import (
    LinesLocator,
    Locator,
    PdfLocator,
    SectionLocator,
    SheetLocator,
)
from okf_server.model.passage import Passage, PassageKind


@pytest.mark.parametrize(
    "locator",
    [
        None,
        LinesLocator(first=3, last=9, path=("A “b”", "c\\d")),
        PdfLocator(page=2, boxes=((0.1, 0.2, 0.3, 0.4),)),
        SheetLocator(sheet="Q1", range="A1:B2"),
        SectionLocator(path=("A",), block=1, to_block=3),
    ],
)
@pytest.mark.parametrize("text", ["plain", 'a "b"\n\\ \x00\x1f\u2028 é 한', "lone \ud800"])
def test_a_line_gives_the_passage_back(locator: Locator | None, text: str) -> None:
    place = (("Head\ting",), "head-ing", locator, (0, 2))
    passage = Passage("a/b", 4, 1, len(text), PassageKind.TABLE, *place)
    stored = passage_from_line(passage_line(passage, text))
    assert stored == StoredPassage(passage=passage, text=text[1:], header=text[:2])


def test_passages_that_only_begin_and_end_alike_repeat_nothing(tmp_path: Path) -> None:
    ends = "one two three four {} five six seven eight"
    texts = (ends.format("nine"), ends.format("ten"), ends.format("NINE").replace(" ", "\n"))
    entries = (entry(f"c{number}", text) for number, text in enumerate(texts))
    reader = index_of(tmp_path, *entries)
    assert [list(reader.repeats(row)) for row in range(3)] == [[0, 2], [1], [0, 2]]
