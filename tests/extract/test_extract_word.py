from pathlib import Path

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.text.paragraph import Paragraph
from reading import blocks_of, document_of, texts_of

from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import SectionLocator


def _ordinals(document: Document) -> dict[str, int]:
    return {
        text: place.block
        for _, text, place in blocks_of(document)
        if isinstance(place, SectionLocator)
    }


def _saved(document: docx.document.Document, path: Path) -> Path:
    document.save(str(path))
    return path


def test_headings_paragraphs_lists_and_tables_keep_path_and_ordinal(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("Travel Policy", 0)
    made.add_paragraph("")
    made.add_heading("Hotels", 1)
    made.add_paragraph("Book early.")
    made.add_paragraph("one", style="List Bullet")
    table = made.add_table(2, 2)
    for number, text in enumerate(("City", "Limit", "London", "220")):
        table.cell(number // 2, number % 2).text = text
    document = document_of(_saved(made, tmp_path / "a.docx"))
    path = ("Travel Policy", "Hotels")
    assert document.title == "Travel Policy"
    assert blocks_of(document) == [
        (BlockKind.HEADING, "# Travel Policy", SectionLocator(path=path[:1], block=1)),
        (BlockKind.HEADING, "## Hotels", SectionLocator(path=path, block=2)),
        (BlockKind.PARAGRAPH, "Book early.", SectionLocator(path=path, block=3)),
        (BlockKind.LIST, "- one", SectionLocator(path=path, block=4)),
        (
            BlockKind.TABLE,
            "| City | Limit |\n| --- | --- |\n| London | 220 |",
            SectionLocator(path=path, block=5),
        ),
    ]


def test_a_paragraph_of_many_looks_is_one_block_spaced_as_written(tmp_path: Path) -> None:
    made = docx.Document()
    paragraph = made.add_paragraph("Pay within ")
    paragraph.add_run("30").bold = True
    paragraph.add_run(" days, ")
    paragraph.add_run("not").italic = True
    paragraph.add_run(" later; see CO")
    paragraph.add_run("2").font.subscript = True
    paragraph.add_run(".")
    made.add_paragraph("Next.")
    document = document_of(_saved(made, tmp_path / "a.docx"))
    assert _ordinals(document) == {"Pay within 30 days, not later; see CO₂.": 1, "Next.": 2}


def test_typographic_quotes_stay_as_written(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_paragraph("The “policy” isn’t – yet – final…")
    assert texts_of(document_of(_saved(made, tmp_path / "a.docx"))) == [
        "The “policy” isn’t – yet – final…"
    ]


def test_a_merged_cell_stands_once(tmp_path: Path) -> None:
    made = docx.Document()
    table = made.add_table(3, 2)
    for number, text in enumerate(("Region", "City", "North", "Leeds", "", "York")):
        table.cell(number // 2, number % 2).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    assert texts_of(document_of(_saved(made, tmp_path / "a.docx"))) == [
        "| Region | City |\n| --- | --- |\n| North | Leeds |\n|  | York |"
    ]


def test_a_table_inside_a_cell_is_not_lost(tmp_path: Path) -> None:
    made = docx.Document()
    table = made.add_table(1, 2)
    table.cell(0, 0).text = "outer"
    table.cell(0, 1).text = "host"
    inner = table.cell(0, 1).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "inner", "too"
    table.cell(0, 0).add_table(1, 1).cell(0, 0).text = "a frame"
    made.add_paragraph("After.")
    document = document_of(_saved(made, tmp_path / "a.docx"))
    assert texts_of(document)[0] == "| outer a frame | host inner too |\n| --- | --- |"
    assert _ordinals(document)["After."] == 2


def test_deleted_text_is_left_out(tmp_path: Path) -> None:
    made = docx.Document()
    change = (
        f"<w:p {nsdecls('w')}><w:r><w:t>kept</w:t></w:r>"
        "<w:del w:id='1' w:author='a'><w:r><w:delText>gone</w:delText></w:r></w:del>"
        "<w:ins w:id='2' w:author='a'><w:r><w:t xml:space='preserve'> added</w:t></w:r></w:ins></w:p>"
    )
    made.element.body.insert(0, parse_xml(change))
    assert texts_of(document_of(_saved(made, tmp_path / "a.docx"))) == ["kept added"]


def test_content_controls_and_text_boxes_have_their_place(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_paragraph("First.")
    control = (
        f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>In a control.</w:t></w:r></w:p>"
        "</w:sdtContent></w:sdt>"
    )
    box = (
        f"<w:p {nsdecls('w')} xmlns:v='urn:schemas-microsoft-com:vml'><w:r><w:t>The anchor.</w:t></w:r>"
        "<w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p>"
        "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
    )
    for xml in (control, box):
        made.element.body.insert(len(made.element.body) - 1, parse_xml(xml))
    made.add_paragraph("Last.")
    assert _ordinals(document_of(_saved(made, tmp_path / "a.docx"))) == {
        "First.": 1,
        "In a control.": 2,
        "In a box.": 3,
        "The anchor.": 3,
        "Last.": 4,
    }


def test_ordinals_are_those_of_another_library(tmp_path: Path) -> None:
    made = docx.Document()
    for number in range(30):
        made.add_heading(f"Part {number}", 1 + number % 3)
        made.add_paragraph("Same words in each part.")
        made.add_paragraph("" if number % 2 else "   ")
        made.add_paragraph(f"item {number}", style="List Number")
        if number % 5 == 0:
            made.add_table(1, 1).cell(0, 0).text = f"cell {number}"
    path = _saved(made, tmp_path / "a.docx")
    read_again = docx.Document(str(path)).iter_inner_content()
    counted = [
        block.text if isinstance(block, Paragraph) else block.cell(0, 0).text
        for block in read_again
    ]
    expected = [text for text in counted if text.strip()]
    places = [place for _, _, place in blocks_of(document_of(path))]
    assert places == [
        SectionLocator(path=place.path, block=number)
        for number, place in enumerate(places, start=1)
        if isinstance(place, SectionLocator)
    ]
    read = [
        text.lstrip("#- 0123456789.").rstrip("0123456789 ") for text in texts_of(document_of(path))
    ]
    assert read == [text.rstrip("0123456789 ") for text in expected]
