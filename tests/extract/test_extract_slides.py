from pathlib import Path

import pptx
from pptx.util import Inches
from reading import blocks_of, document_of

from okf_server.model.document import BlockKind
from okf_server.model.locator import SlideLocator

_TITLE_AND_TEXT, _BLANK = 1, 6


def _deck(path: Path) -> Path:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[_TITLE_AND_TEXT])
    first.shapes.title.text = "Benefits"
    first.placeholders[1].text_frame.text = "Pension: 6 %"
    first.notes_slide.notes_text_frame.text = "Mention the deadline."
    deck.slides.add_slide(deck.slide_layouts[_BLANK])
    third = deck.slides.add_slide(deck.slide_layouts[_BLANK])
    third.shapes.add_textbox(0, 0, Inches(3), Inches(1)).text_frame.text = "No title here"
    table = third.shapes.add_table(2, 2, 0, Inches(2), Inches(3), Inches(1)).table
    for number, text in enumerate(("City", "Limit", "Rome", "90")):
        table.cell(number // 2, number % 2).text = text
    deck.save(str(path))
    return path


def test_every_block_has_the_number_of_its_slide(tmp_path: Path) -> None:
    blocks = blocks_of(document_of(_deck(tmp_path / "a.pptx")))
    assert [(kind, text) for kind, text, _ in blocks] == [
        (BlockKind.HEADING, "## Benefits"),
        (BlockKind.LIST, "- Pension: 6 %"),
        (BlockKind.NOTE, "Mention the deadline."),
        (BlockKind.PARAGRAPH, "No title here"),
        (BlockKind.TABLE, "| City | Limit |\n| --- | --- |\n| Rome | 90 |"),
    ]
    assert [place for _, _, place in blocks] == [SlideLocator(slide=n) for n in (1, 1, 1, 3, 3)]


def test_slides_are_counted_as_shown_hidden_ones_too(tmp_path: Path) -> None:
    path = _deck(tmp_path / "a.pptx")
    deck = pptx.Presentation(str(path))
    order = deck.slides._sldIdLst
    last = order[2]
    order.remove(last)
    order.insert(0, last)
    deck.slides[1]._element.set("show", "0")
    deck.save(str(path))
    places = {text: place for _, text, place in blocks_of(document_of(path))}
    assert places["No title here"] == SlideLocator(slide=1)
    assert places["## Benefits (hidden slide)"] == SlideLocator(slide=2)
