from pathlib import Path

from pdf_making import PROSE
from reading import document_of
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import (
    Flowable,
    ListFlowable,
    ListItem,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
)

from okf_server.model.document import BlockKind, Document

_PLAIN = getSampleStyleSheet()["Normal"]


def _read(path: Path, *story: Flowable | str) -> Document:
    flow = [Paragraph(part, _PLAIN) if isinstance(part, str) else part for part in story]
    SimpleDocTemplate(str(path)).build(flow)
    return document_of(path)


def _list(*items: str) -> ListFlowable:
    return ListFlowable([ListItem(Paragraph(item, _PLAIN)) for item in items], bulletType="1")


def test_a_list_numbered_without_dots_is_no_part_of_the_paragraph_before(tmp_path: Path) -> None:
    items = ["open the box", f"read the note. {PROSE} {PROSE}", "close it"]
    document = _read(tmp_path / "a.pdf", "The steps are these.", _list(*items), "Then go home.")
    assert document.body.split("\n\n")[0] == "The steps are these."
    assert document.body.strip().endswith("\n\nThen go home.")
    listed = [s for s in document.spans if s.kind is BlockKind.LIST]
    assert [document.body[s.start : s.end].strip()[:9] for s in listed] == [
        "1. open t",
        "2. read t",
        "3. close ",
    ]


def test_a_raised_figure_makes_no_heading_of_a_line(tmp_path: Path) -> None:
    line = "Area 25 m<super>2</super> of the room and H<sub>2</sub>O"
    document = _read(tmp_path / "a.pdf", PROSE, Spacer(1, 20), line, Spacer(1, 20), PROSE)
    assert [s.kind for s in document.spans if s.kind is BlockKind.HEADING] == []
    assert "Area 25 m²" in document.body


def test_numbers_that_begin_lines_of_prose_make_no_list(tmp_path: Path) -> None:
    document = _read(tmp_path / "a.pdf", f"{PROSE} 7 of them.<br/>12 men came.<br/>9 women left.")
    assert [s.kind for s in document.spans] == [BlockKind.PARAGRAPH]


def test_two_lists_on_a_page_are_two(tmp_path: Path) -> None:
    body = _read(
        tmp_path / "a.pdf", "One.", _list("first", "second"), "Two.", _list("third", "fourth")
    ).body
    assert "1. first\n2. second\n\nTwo.\n\n1. third\n2. fourth" in body
