"""The levels of PDF headings, over the whole document."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import document_of
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.platypus import AnchorFlowable, PageBreak, Paragraph, SimpleDocTemplate

from okf_server.extract.blocks import Block
from okf_server.extract.pdf_drafts import Draft
from okf_server.extract.pdf_headings import with_headings
from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import PdfLocator

_STYLES = getSampleStyleSheet()
_TEXT = "words of the text that stands below its heading. " * 20


def _headings(document: Document) -> list[tuple[int, str]]:
    return [
        (span.level, document.body[span.start : span.end].lstrip("# "))
        for span in document.spans
        if span.kind is BlockKind.HEADING
    ]


def _document(path: Path, headings: list[tuple[int, str]]) -> Document:
    """A document of headings in the usual sizes 18, 14 and 12, each above two paragraphs."""
    story: list[object] = []
    for level, words in headings:
        story.append(Paragraph(words, _STYLES[f"Heading{level}"]))
        story += [Paragraph(_TEXT, _STYLES["Normal"]) for _ in range(2)]
    SimpleDocTemplate(str(path)).build(story)
    return document_of(path)


@pytest.mark.parametrize(
    "told",
    [
        [(1, "Main Part"), (2, "Second Part")],
        [(1, "Leases"), (2, "Scope"), (2, "Terms"), (2, "Notices")],
        [(1, "Chapter A"), (2, "Part B"), (3, "Item C"), (3, "Item D")],
        [(1, "Rent of Flats"), (2, "Deposits"), (1, "Rent of Houses"), (3, "Keys"), (2, "Gardens")],
    ],
    ids=["two", "four", "three-levels", "mixed"],
)
def test_levels_follow_the_sizes(tmp_path: Path, told: list[tuple[int, str]]) -> None:
    assert _headings(_document(tmp_path / "a.pdf", told)) == told


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(levels=st.lists(st.integers(1, 3), min_size=2, max_size=7))
def test_any_order_of_sizes_gives_levels_by_size(tmp_path: Path, levels: list[int]) -> None:
    told = [(level, f"Heading {chr(65 + n)} of it") for n, level in enumerate(levels)]
    used = sorted(set(levels))
    wanted = [(used.index(level) + 1, words) for level, words in told]
    assert _headings(_document(tmp_path / "a.pdf", told)) == wanted


def test_sizes_of_other_fonts_are_compared_as_sizes(tmp_path: Path) -> None:
    """Letters of one size are of another height in every font."""
    large = ParagraphStyle("large", fontName="Times-Bold", fontSize=15, leading=20)
    small = ParagraphStyle("small", fontName="Helvetica-Bold", fontSize=14, leading=20)
    story: list[object] = []
    for style, words in ((large, "Above"), (small, "Below"), (large, "Above again")):
        story += [Paragraph(words, style), Paragraph(_TEXT, _STYLES["Normal"])]
    SimpleDocTemplate(str(tmp_path / "a.pdf")).build(story)
    found = _headings(document_of(tmp_path / "a.pdf"))
    assert found == [(1, "Above"), (2, "Below"), (1, "Above again")]


def test_the_sizes_of_a_cover_are_one_level(tmp_path: Path) -> None:
    sizes = ((30, "ACME Corporation"), (24, "Annual report of the board"))
    cover = [
        Paragraph(words, ParagraphStyle(words, fontSize=size, leading=40)) for size, words in sizes
    ]
    chapters = [
        part
        for words in ("Results", "Outlook")
        for part in (Paragraph(words, _STYLES["Heading1"]), Paragraph(_TEXT, _STYLES["Normal"]))
    ]
    SimpleDocTemplate(str(tmp_path / "a.pdf")).build([*cover, PageBreak(), *chapters])
    levels = {words: level for level, words in _headings(document_of(tmp_path / "a.pdf"))}
    assert levels["ACME Corporation"] == levels["Annual report of the board"] == 1
    assert levels["Results"] == levels["Outlook"] == 2


class _Bookmark(AnchorFlowable):  # type: ignore[misc]
    """A bookmark at the place of what follows it."""

    def __init__(self, words: str, level: int) -> None:
        super().__init__(words)
        self.words, self.level = words, level

    def draw(self) -> None:
        super().draw()
        self.canv.addOutlineEntry(self.words, self.words, self.level)


def test_an_outline_tells_levels_that_sizes_do_not(tmp_path: Path) -> None:
    style = _STYLES["Heading2"]
    told = [(1, "Leases"), (2, "Scope"), (3, "Rooms"), (2, "Terms"), (1, "Notices")]
    story: list[object] = []
    for level, words in told:
        story += [_Bookmark(words, level - 1), Paragraph(words, style)]
        story.append(Paragraph(_TEXT, _STYLES["Normal"]))
    SimpleDocTemplate(str(tmp_path / "a.pdf")).build(story)
    assert _headings(document_of(tmp_path / "a.pdf")) == told


def test_what_an_outline_names_is_a_heading(tmp_path: Path) -> None:
    story: list[object] = []
    for level, words in ((0, "Leases of houses"), (1, "scope of it"), (0, "Notices to tenants")):
        story += [_Bookmark(words, level), Paragraph(words, _STYLES["Normal"])]
        story.append(Paragraph(_TEXT, _STYLES["Normal"]))
    SimpleDocTemplate(str(tmp_path / "a.pdf")).build(story)
    found = _headings(document_of(tmp_path / "a.pdf"))
    assert found == [(1, "Leases of houses"), (2, "scope of it"), (1, "Notices to tenants")]


def _draft(text: str, size: float, *, bold: bool = True, level: int = 0) -> Draft:
    place = PdfLocator(page=1, boxes=((0.1, 0.1, 0.9, 0.2),))
    kind = BlockKind.HEADING if level else BlockKind.PARAGRAPH
    block = Block(kind=kind, locator=place, text=text, level=level)
    return Draft(block=block, page=1, size=size, lines=1 if level else 9, bold=bold and bool(level))


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([11.0, 12.0, 14.0, 18.0, 24.0]), st.booleans(), st.integers(1, 6)
        ),
        min_size=1,
        max_size=12,
    )
)
def test_a_larger_heading_never_lies_deeper(looks: list[tuple[float, bool, int]]) -> None:
    """Whatever the engine guesses."""
    drafts = [
        part
        for n, (size, bold, level) in enumerate(looks)
        for part in (_draft(f"Heading {n}", size, bold=bold, level=level), _draft(_TEXT, 10))
    ]
    found = [d for d in with_headings(drafts) if d.block.kind is BlockKind.HEADING]
    assert len(found) == len(looks)
    for one in found:
        for other in found:
            assert one.block.level <= other.block.level or one.size <= other.size
            if (one.size, one.bold) == (other.size, other.bold):
                assert one.block.level == other.block.level


def test_numbers_order_headings_of_one_size() -> None:
    texts = ["1 Leases", "1.1 Scope", "1.1.1 Rooms", "2 Notices", "2.1 Letters"]
    drafts = [part for text in texts for part in (_draft(text, 12, level=1), _draft(_TEXT, 10))]
    found = [d.block.level for d in with_headings(drafts) if d.block.kind is BlockKind.HEADING]
    assert found == [1, 2, 3, 1, 2]
