from pathlib import Path

import openpyxl
from openpyxl.comments import Comment
from openpyxl.worksheet.table import Table
from reading import blocks_of, document_of

from making_office import changed
from okf_server.model.document import BlockKind
from okf_server.model.locator import SheetLocator

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def _relations(**parts: str) -> str:
    links = (
        f'<Relationship Id="x{n}" Type="http://example.org/{kind}" Target="{part}"/>'
        for n, (kind, part) in enumerate(parts.items())
    )
    return f'<Relationships xmlns="{_RELATIONS}">{"".join(links)}</Relationships>'


def _workbook(path: Path) -> Path:
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "S"
    for row in (["Item", "Cost"], ["Desk", 90]):
        sheet.append(row)
    workbook.save(path)
    return path


def test_a_comment_is_a_note_at_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    workbook = openpyxl.load_workbook(_workbook(path))
    workbook.worksheets[0]["B2"].comment = Comment("Without tax", "Ana")
    workbook.save(path)
    assert blocks_of(document_of(path))[-1] == (
        BlockKind.NOTE,
        "Ana: Without tax",
        SheetLocator(sheet="S", range="B2"),
    )


def test_a_thread_takes_the_place_of_the_comment_that_stands_for_it(tmp_path: Path) -> None:
    old = (
        f'<comments xmlns="{_MAIN}"><authors><author>tc</author></authors><commentList>'
        '<comment ref="B2" authorId="0"><text><t>[Threaded comment]</t></text></comment>'
        "</commentList></comments>"
    )
    thread = (
        f'<ThreadedComments xmlns="{_THREADS}">'
        '<threadedComment ref="B2" dT="2026-03-01T10:00:00" personId="p"><text>Net?</text>'
        '</threadedComment><threadedComment ref="B2" dT="2026-03-02T10:00:00" personId="q">'
        "<text>Yes.</text></threadedComment></ThreadedComments>"
    )
    people = (
        f'<personList xmlns="{_THREADS}"><person displayName="Ana" id="p"/>'
        '<person displayName="Bo" id="q"/></personList>'
    )
    path = changed(
        _workbook(tmp_path / "a.xlsx"),
        {
            "xl/comments1.xml": old,
            "xl/threadedComments/threadedComment1.xml": thread,
            "xl/persons/person.xml": people,
            "xl/worksheets/_rels/sheet1.xml.rels": _relations(
                comments="../comments1.xml",
                threadedComment="../threadedComments/threadedComment1.xml",
            ),
        },
        old="</Relationships>",
        new='<Relationship Id="pp" Type="http://example.org/person" '
        'Target="persons/person.xml"/></Relationships>',
    )
    notes = [text for kind, text, _ in blocks_of(document_of(path)) if kind is BlockKind.NOTE]
    assert notes == ["Ana, 2026-03-01: Net?", "Bo, 2026-03-02: Yes."]


def test_a_text_box_is_text_at_the_cell_it_begins_in(tmp_path: Path) -> None:
    drawing = (
        '<d:wsDr xmlns:d="urn:d" xmlns:a="urn:a"><d:twoCellAnchor>'
        "<d:from><d:col>3</d:col><d:row>4</d:row></d:from>"
        "<d:sp><d:txBody><a:p><a:r><a:t>Read </a:t></a:r><a:r><a:t>me</a:t></a:r></a:p></d:txBody>"
        "</d:sp></d:twoCellAnchor></d:wsDr>"
    )
    path = changed(
        _workbook(tmp_path / "a.xlsx"),
        {
            "xl/drawings/drawing1.xml": drawing,
            "xl/worksheets/_rels/sheet1.xml.rels": _relations(drawing="../drawings/drawing1.xml"),
        },
    )
    assert blocks_of(document_of(path))[-1] == (
        BlockKind.PARAGRAPH,
        "Read me",
        SheetLocator(sheet="S", range="D5"),
    )


def test_a_diagram_is_a_list_at_the_cell_it_begins_in(tmp_path: Path) -> None:
    drawing = (
        '<d:wsDr xmlns:d="urn:d" xmlns:g="urn:g" xmlns:r="urn:r"><d:twoCellAnchor>'
        "<d:from><d:col>3</d:col><d:row>4</d:row></d:from>"
        '<d:graphicFrame><g:relIds r:dm="x0"/></d:graphicFrame>'
        "</d:twoCellAnchor></d:wsDr>"
    )
    points = "".join(
        f'<pt modelId="{number}"><a:t>{text}</a:t></pt>'
        for number, text in enumerate(("Plan", "Build"), 1)
    )
    diagram = (
        f'<dataModel xmlns:a="urn:a"><pt modelId="0" type="doc"/>{points}'
        '<cxn srcId="0" destId="1" srcOrd="0"/><cxn srcId="0" destId="2" srcOrd="1"/></dataModel>'
    )
    path = changed(
        _workbook(tmp_path / "a.xlsx"),
        {
            "xl/diagrams/data1.xml": diagram,
            "xl/drawings/drawing1.xml": drawing,
            "xl/drawings/_rels/drawing1.xml.rels": _relations(diagramData="../diagrams/data1.xml"),
            "xl/worksheets/_rels/sheet1.xml.rels": _relations(drawing="../drawings/drawing1.xml"),
        },
    )
    place = SheetLocator(sheet="S", range="D5")
    assert blocks_of(document_of(path))[-2:] == [
        (BlockKind.LIST, "- Plan", place),
        (BlockKind.LIST, "- Build", place),
    ]


def test_a_declared_table_begins_with_its_header_whatever_stands_above(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "S"
    for row in (["Prepared by", "Ana"], ["Item", "Cost"], [None, None], ["Desk", 90], ["x", "y"]):
        sheet.append(row)
    sheet.add_table(Table(displayName="Costs", ref="A2:B4"))
    workbook.save(path)
    document = document_of(path)
    tables = [(text, place) for kind, text, place in blocks_of(document) if kind is BlockKind.TABLE]
    assert tables == [
        ("| Prepared by | Ana |\n| --- | --- |", SheetLocator(sheet="S", range="A1:B1")),
        ("| Item | Cost |\n| --- | --- |\n| Desk | 90 |", SheetLocator(sheet="S", range="A2:B4")),
        ("| x | y |\n| --- | --- |", SheetLocator(sheet="S", range="A5:B5")),
    ]
    assert document.details["tables"] == ["Costs"]


def test_a_sheet_of_notes_alone_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    workbook = openpyxl.Workbook()
    workbook.worksheets[0]["C3"].comment = Comment("Lone note", "Ana")
    workbook.save(path)
    assert [text for _, text, _ in blocks_of(document_of(path))] == ["## Sheet", "Ana: Lone note"]
