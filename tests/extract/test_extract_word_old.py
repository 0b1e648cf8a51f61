from collections.abc import Callable
from pathlib import Path

import pytest
from reading import document_of, failure_of, texts_of

from making_word_97 import ole, word_97
from okf_server.extract.docling import Piece, Run
from okf_server.extract.sections import block
from okf_server.extract.word_places import Places
from okf_server.model.locator import SectionLocator


def test_the_paragraphs_of_a_binary_document_have_their_places(tmp_path: Path) -> None:
    document = document_of(word_97(tmp_path / "a.doc", "Reisekosten im März.\rNext paragraph.\r"))
    assert texts_of(document) == ["Reisekosten im März.", "Next paragraph."]
    assert [span.locator for span in document.spans] == [
        SectionLocator(path=(), block=1),
        SectionLocator(path=(), block=2),
    ]


def test_paragraphs_that_are_not_seen_count_and_fields_are_their_results(tmp_path: Path) -> None:
    text = "First.\r\rGONE\rSee \x13 PAGEREF x \x14page 3\x15.\rLast.\r"
    document = document_of(word_97(tmp_path / "a.doc", text, (("GONE", 0x0800),)))
    places = {
        document.body[span.start : span.end]: span.locator.block
        for span in document.spans
        if isinstance(span.locator, SectionLocator)
    }
    assert places == {"First.": 1, "See page 3.": 3, "Last.": 4}


def test_a_paragraph_that_may_be_meant_in_two_places_has_none() -> None:
    places = Places(["Yes.", "Lost.", "No.", "Lost too.", "No.", "End."])
    found = [places.placed(block(piece), piece).locator for piece in map(_piece, _SAID)]
    assert found == [
        SectionLocator(path=(), block=1),
        None,
        SectionLocator(path=(), block=6),
    ]


_SAID = ("Yes.", "No.", "End.")


def _piece(text: str) -> Piece:
    return Piece(kind="text", runs=(Run(text=text),))


def test_a_table_covers_the_paragraphs_of_its_cells() -> None:
    places = Places(["Limits", "City", "Days", "Rome", "Two", "lines", "17", "End."])
    cells = (("City", "Days"), ("Rome\nTwo lines", "17"))
    table = Piece(kind="table", cells=cells)
    found = places.placed(block(table), table)
    assert found.locator == SectionLocator(path=(), block=2, to_block=7)
    assert {row.locator for row in found.rows} == {found.locator}


def test_a_number_that_word_puts_before_a_paragraph_is_no_part_of_it() -> None:
    places = Places(["Scope", "Alpha"])
    heading = Piece(kind="section_header", level=2, runs=(Run(text="1 Scope"),))
    item = Piece(kind="list_item", runs=(Run(text="1.1. Alpha"),))
    assert places.placed(block(heading), heading).locator == SectionLocator(
        path=("1 Scope",), block=1
    )
    assert places.placed(block(item), item).locator == SectionLocator(path=("1 Scope",), block=2)


@pytest.mark.parametrize("name", ["a.doc", "a.docx"])
def test_a_binary_document_is_told_by_its_bytes(tmp_path: Path, name: str) -> None:
    assert texts_of(document_of(word_97(tmp_path / name, "Text.\r"))) == ["Text."]


@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_names_of_streams_mean_the_same_in_any_case(
    tmp_path: Path, case: Callable[[str], str]
) -> None:
    path = word_97(tmp_path / "a.doc", "WordDocument is a word.\r")
    data = path.read_bytes()
    for name in ("WordDocument", "1Table"):
        at = data.index(f"{name}\0".encode("utf-16-le"), len(data) - 512)
        written = case(name).encode("utf-16-le")
        data = data[:at] + written + data[at + len(written) :]
    path.write_bytes(data)
    assert texts_of(document_of(path)) == ["WordDocument is a word."]


def test_what_is_no_document_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.doc"
    path.write_bytes(b"Just a line of text.")
    assert failure_of(path).reason.startswith("not a readable .doc file")
    ole(path, {"WordDocument": b"\xec\xa5" + bytes(2000)})
    assert failure_of(path).reason


def test_deleted_and_hidden_text_is_kept_apart(tmp_path: Path) -> None:
    text = "Kept and OLD and UNSEEN and BOLD text.\rNext.\r"
    marked = (("OLD ", 0x0800), ("UNSEEN ", 0x083C), ("BOLD", 0x0835))
    document = document_of(word_97(tmp_path / "a.doc", text, marked))
    assert texts_of(document) == ["Kept and and and BOLD text.", "Next."]
    assert document.hidden == ("UNSEEN",)
    assert document.warnings == (
        "hidden text was left out: 1 passage that nobody sees who opens it",
        "tracked changes were read as accepted",
    )
