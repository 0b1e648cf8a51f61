from pathlib import Path

from pdf_making import PROSE, Draw, lines, make_pdf, prose, together
from reading import document_of

from okf_server.extract.blocks import Block
from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_headings import with_headings
from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import PdfLocator


def _headings(document: Document) -> list[tuple[int, str]]:
    return [
        (span.level, document.body[span.start : span.end].lstrip("# "))
        for span in document.spans
        if span.kind is BlockKind.HEADING
    ]


def _bold(top: float, words: str, size: float = 10) -> Draw:
    return lines((top, size, words), font="Helvetica-Bold")


def test_a_bold_line_of_the_size_of_the_text_is_a_heading(tmp_path: Path) -> None:
    page = together(
        lines((72, 18, "Travel Policy")),
        _bold(110, "Hotels"),
        prose(130, 4),
        _bold(200, "Meals and drinks"),
        prose(220, 4),
    )
    found = _headings(document_of(make_pdf(tmp_path / "a.pdf", page)))
    assert found == [(1, "Travel Policy"), (2, "Hotels"), (2, "Meals and drinks")]


def test_a_bold_line_close_above_its_text_is_a_heading(tmp_path: Path) -> None:
    page = together(prose(80, 3), _bold(130, "Hotels in London"), prose(142, 4))
    found = _headings(document_of(make_pdf(tmp_path / "a.pdf", page)))
    assert [text for _, text in found] == ["Hotels in London"]


def test_a_bold_sentence_is_no_heading(tmp_path: Path) -> None:
    page = together(
        prose(80, 4), _bold(150, "Receipts must be kept for seven years."), prose(180, 4)
    )
    assert _headings(document_of(make_pdf(tmp_path / "a.pdf", page))) == []


def test_bold_tells_nothing_in_a_bold_document() -> None:
    texts = [PROSE, "A statement in bold letters", PROSE]
    found = with_headings([_draft(text, bold=True) for text in texts])
    assert [draft.block.kind for draft in found] == [BlockKind.PARAGRAPH] * 3


def test_the_first_line_of_a_paragraph_is_no_heading() -> None:
    first = _draft(
        "In this survey a housing unit is a house or one more of the", kind=BlockKind.HEADING
    )
    (found,) = with_headings([first, _draft("rooms that are lived in by people.")])
    assert found.block.kind is BlockKind.PARAGRAPH
    assert found.block.text.endswith("or one more of the rooms that are lived in by people.")


def _draft(text: str, *, bold: bool = False, kind: BlockKind = BlockKind.PARAGRAPH) -> Draft:
    place = PdfLocator(page=1, boxes=((0.1, 0.1, 0.9, 0.2),))
    block = Block(kind=kind, locator=place, text=text, level=2 if kind is BlockKind.HEADING else 0)
    return Draft(block=block, page=1, size=10, lines=1, bold=bold)


def test_numbers_of_several_parts_are_headings_by_their_depth(tmp_path: Path) -> None:
    page = together(
        lines((72, 18, "Travel Policy")),
        lines((110, 10, "1.1 Scope")),
        prose(130, 4),
        lines((200, 10, "1.1.1 Exceptions")),
        prose(220, 4),
    )
    found = _headings(document_of(make_pdf(tmp_path / "a.pdf", page)))
    assert found[0] == (1, "Travel Policy")
    assert [text for _, text in found[1:]] == ["1.1 Scope", "1.1.1 Exceptions"]
    assert found[1][0] < found[2][0]


def test_a_numbered_line_alone_above_text_is_a_heading(tmp_path: Path) -> None:
    page = together(
        lines((72, 10, "1. Scope")), prose(95, 4), lines((170, 10, "2. Hotels")), prose(193, 4)
    )
    found = _headings(document_of(make_pdf(tmp_path / "a.pdf", page)))
    assert [text for _, text in found] == ["1. Scope", "2. Hotels"]


def test_items_of_a_numbered_list_are_no_headings(tmp_path: Path) -> None:
    rows = [(100 + 14 * n, 10.0, f"{n}. Item of the list") for n in range(1, 6)]
    page = together(prose(60, 3), lines(*rows), prose(190, 4))
    document = document_of(make_pdf(tmp_path / "a.pdf", page))
    assert _headings(document) == []
    assert sum(span.kind is BlockKind.LIST for span in document.spans) == 5


def test_no_text_is_lost_to_headings(tmp_path: Path) -> None:
    page = together(
        _bold(80, "Hotels"), prose(100, 4), _bold(170, "Meals"), lines((190, 10, PROSE))
    )
    body = document_of(make_pdf(tmp_path / "a.pdf", page)).body
    assert [words for words in ("Hotels", "Meals", PROSE, "Line 3") if words not in body] == []
