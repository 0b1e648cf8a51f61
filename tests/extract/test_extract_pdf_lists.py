from collections.abc import Sequence
from pathlib import Path

import pytest
from pdf_making import HEIGHT, PROSE, make_pdf
from reading import document_of
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
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


_OUT, _IN, _DEEP, _DEEPEST = 72, 108, 126, 144  # points from the left
_BEFORE = (
    "The steps are these, and they are to be done in the order that is given here by everybody"
)
_AFTER = "Then go home and rest, because all of the work is done, and nothing remains to be seen"


def _drawn(path: Path, *rows: tuple[int, str, str]) -> str:
    """The body of a page with these lines: where their text begins, their marker, their text."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        for number, (left, marker, text) in enumerate(rows):
            canvas.drawString(left - 18, HEIGHT - 80 - 13 * number, marker)
            canvas.drawString(left, HEIGHT - 80 - 13 * number, text)

    return document_of(make_pdf(path, draw)).body


@pytest.mark.parametrize(
    ("markers", "written"),
    [
        (["a", "b", "c"], ["- a", "- b", "- c"]),
        (["(a)", "(b)", "(c)"], ["- (a)", "- (b)", "- (c)"]),
        (["a)", "b)", "c)"], ["- a)", "- b)", "- c)"]),
        (["A.", "B.", "C."], ["- A.", "- B.", "- C."]),
        (["i.", "ii.", "iii."], ["- i.", "- ii.", "- iii."]),
        (["(i)", "(ii)", "(iii)"], ["- (i)", "- (ii)", "- (iii)"]),
        (["(1)", "(2)", "(3)"], ["- (1)", "- (2)", "- (3)"]),
        (["1)", "2)", "3)"], ["1.", "2.", "3."]),
        (["\u2022", "\u2022", "\u2022"], ["-", "-", "-"]),
    ],
)
def test_the_items_of_a_list_keep_their_letters_and_end_with_it(
    tmp_path: Path, markers: Sequence[str], written: Sequence[str]
) -> None:
    texts = [
        f"item {word} of the list that goes on for a while" for word in ("one", "two", "three")
    ]
    items = [(_IN, marker, text) for marker, text in zip(markers, texts, strict=True)]
    body = _drawn(tmp_path / "a.pdf", (_OUT, "", _BEFORE), *items, (_OUT, "", _AFTER))
    listed = "\n".join(f"{mark} {text}" for mark, text in zip(written, texts, strict=True))
    assert body == f"{_BEFORE}\n\n{listed}\n\n{_AFTER}\n"


@pytest.mark.parametrize("form", ["(%s)", "%s)", "%s."])
@pytest.mark.parametrize("kind", ["a", "A", "i"])
def test_an_item_of_several_lines_is_one(tmp_path: Path, form: str, kind: str) -> None:
    items = ["open the box", f"read the note. {PROSE} {PROSE}", "close it again with care"]
    flow = ListFlowable(
        [ListItem(Paragraph(item, _PLAIN)) for item in items], bulletType=kind, bulletFormat=form
    )
    document = _read(tmp_path / "a.pdf", f"Steps. {PROSE}", flow, f"Then go home. {PROSE}")
    marks = [form % mark for mark in {"a": "abc", "A": "ABC", "i": ("i", "ii", "iii")}[kind]]
    listed = "\n".join(f"- {mark} {item}" for mark, item in zip(marks, items, strict=True))
    assert document.body == f"Steps. {PROSE}\n\n{listed}\n\nThen go home. {PROSE}\n"


def test_lists_in_lists_are_one_step_deeper_each(tmp_path: Path) -> None:
    body = _drawn(
        tmp_path / "a.pdf",
        (_OUT, "", _BEFORE),
        (_IN, "1.", "one of the outer list of things to do"),
        (_DEEP, "(a)", "inner first item that is longer than the others are"),
        (_DEEP, "", "and goes on in a line below it"),
        (_DEEP, "(b)", "inner second item"),
        (_IN, "2.", "two of the outer list"),
        (_DEEP, "(a)", "inner third item"),
        (_DEEPEST, "i.", "deep one here"),
        (_DEEPEST, "ii.", "deep two here"),
        (_IN, "3.", "three of the outer list"),
        (_OUT, "", _AFTER),
    )
    assert body.split("\n\n")[1].split("\n") == [
        "1. one of the outer list of things to do",
        "    - (a) inner first item that is longer than the others are and goes on in a line below it",
        "    - (b) inner second item",
        "2. two of the outer list",
        "    - (a) inner third item",
        "        - i. deep one here",
        "        - ii. deep two here",
        "3. three of the outer list",
    ]
    assert body.endswith(f"\n\n{_AFTER}\n")


def test_a_letter_that_begins_a_line_makes_no_list(tmp_path: Path) -> None:
    rows = [(_OUT, "", line) for line in (_BEFORE, "a note that is none of a list", "I think so")]
    assert "\n-" not in _drawn(tmp_path / "a.pdf", *rows)


@pytest.mark.parametrize("alone", [1, 3], ids=["first", "last"])
@pytest.mark.parametrize("sized", [10, 12], ids=["as-the-text", "larger-marker"])
def test_an_item_alone_on_its_page_stays_an_item(tmp_path: Path, alone: int, sized: int) -> None:
    def numbered(canvas: Canvas, first: int, last: int, top: float) -> None:
        for line, number in enumerate(range(first, last + 1)):
            canvas.setFont("Helvetica", sized)
            canvas.drawString(72, HEIGHT - top - 12 * line, str(number))
            canvas.setFont("Helvetica", 10)
            canvas.drawString(90, HEIGHT - top - 12 * line, f"words of item {number}")

    def before(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        for line in range(20):
            canvas.drawString(72, HEIGHT - 80 - 12 * line, PROSE[:90])
        numbered(canvas, 1, alone, 700)

    def after(canvas: Canvas) -> None:
        numbered(canvas, alone + 1, 4, 80)
        for line in range(20):
            canvas.drawString(72, HEIGHT - 200 - 12 * line, PROSE[:90])

    document = document_of(make_pdf(tmp_path / "a.pdf", before, after))
    listed = [s for s in document.spans if s.kind is BlockKind.LIST]
    told = [document.body[s.start : s.end].strip() for s in listed]
    assert told == [f"{n}. words of item {n}" for n in range(1, 5)]
    assert not any(s.kind is BlockKind.HEADING for s in document.spans)
