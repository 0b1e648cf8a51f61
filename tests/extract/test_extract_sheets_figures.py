"""Charts and diagrams that lie over the cells of a sheet, and the number formats that they show."""

from pathlib import Path

import openpyxl
import pytest
from lxml import etree
from reading import blocks_of, document_of

from making_charts import with_chart
from making_office import changed, open_document
from okf_server.extract.figures import Figure, figure_of
from okf_server.model.document import BlockKind, Document
from okf_server.model.locator import SheetLocator

_TABLE = "|  | 2026 |\n| --- | --- |\n| North | 25% |\n| South | 75% |"


def _workbook(path: Path, anchor: str, *, hidden: str = "") -> Path:
    workbook = openpyxl.Workbook()
    workbook.worksheets[0].append(["Only a cell"])
    return with_chart(workbook, path, anchor, hidden=hidden)


def _below(document: Document, heading: str) -> list[tuple[BlockKind, str, object]]:
    blocks = blocks_of(document)
    start = next(n for n, (_, text, _) in enumerate(blocks) if text == heading)
    return list(blocks[start:])


@pytest.mark.parametrize(
    ("anchor", "cells"),
    [("twoCellAnchor", "D2:I16"), ("oneCellAnchor", "D2"), ("absoluteAnchor", "")],
)
def test_a_chart_is_the_table_of_its_data_at_the_cells_that_it_lies_over(
    tmp_path: Path, anchor: str, cells: str
) -> None:
    place = SheetLocator(sheet="Chart", range=cells)
    assert _below(document_of(_workbook(tmp_path / "a.xlsx", anchor)), "## Chart") == [
        (BlockKind.HEADING, "## Chart", place),
        (BlockKind.CAPTION, "Share by region", place),
        (BlockKind.CAPTION, "Share of sales", place),
        (BlockKind.TABLE, _TABLE, place),
    ]


def test_a_hidden_chart_is_kept_for_the_reviewer(tmp_path: Path) -> None:
    document = document_of(_workbook(tmp_path / "a.xlsx", "twoCellAnchor", hidden='hidden="1"'))
    assert "Share" not in document.body
    assert document.hidden == ("Share by region Share of sales", "2026", "North 25%", "South 75%")


def test_a_sheet_that_is_a_chart_has_its_name_and_its_data(tmp_path: Path) -> None:
    path = _workbook(tmp_path / "a.xlsx", "absoluteAnchor")
    changed(
        path,
        {},
        old='relationships/worksheet" Target="/xl/worksheets/sheet2',
        new='relationships/chartsheet" Target="/xl/worksheets/sheet2',
    )
    place = SheetLocator(sheet="Chart", range="")
    assert _below(document_of(path), "## Chart")[-1] == (BlockKind.TABLE, _TABLE, place)


def test_charts_of_the_newer_kinds_are_read_too() -> None:
    root = etree.fromstring(
        b'<cx:chartSpace xmlns:cx="urn:cx" xmlns:a="urn:a"><cx:chartData><cx:data id="0">'
        b'<cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Plan</cx:pt><cx:pt idx="1">Do</cx:pt></cx:lvl></cx:strDim>'
        b'<cx:numDim type="val"><cx:lvl formatCode="0.0"><cx:pt idx="0">1.25</cx:pt><cx:pt idx="1">2</cx:pt>'
        b"</cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r>"
        b"<a:t>Effort</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion>"
        b'<cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>Days</cx:v></cx:txData></cx:tx>'
        b'<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>'
    )
    table = [["", "Days"], ["Plan", "1.3"], ["Do", "2.0"]]
    assert figure_of(root) == Figure(titles=["Effort"], tables=[table])


def test_a_chart_and_a_box_of_an_open_document_stand_at_their_cells(tmp_path: Path) -> None:
    frame = '<draw:frame table:end-cell-address="S.F9"><draw:object xlink:href="./Object 1"/></draw:frame>'
    image = "<draw:frame><draw:image/><svg:desc>Map of the depots</svg:desc></draw:frame>"
    box = "<draw:frame><draw:text-box><text:p>Read me</text:p></draw:text-box></draw:frame>"
    cell = f"<table:table-cell><text:p>Cell</text:p>{frame}</table:table-cell>"
    body = (
        f'<table:table table:name="S"><table:shapes>{box}</table:shapes>'
        f"<table:table-row>{cell}<table:table-cell>{box}{image}</table:table-cell></table:table-row></table:table>"
    )
    path = open_document(tmp_path / "a.ods", "spreadsheet", body)
    rows = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{t}</text:p></table:table-cell>" for t in texts)
        + "</table:table-row>"
        for texts in (("", "2026"), ("North", "25%"), ("South", "75%"))
    )
    spaces = 'xmlns:office="urn:o" xmlns:chart="urn:c" xmlns:table="urn:t" xmlns:text="urn:x"'
    chart = (
        f"<office:document-content {spaces}><office:body><office:chart><chart:chart><chart:title>"
        f"<text:p>Share</text:p></chart:title><table:table>{rows}</table:table></chart:chart>"
        "</office:chart></office:body></office:document-content>"
    )
    changed(path, {"Object 1/content.xml": chart})
    place = SheetLocator(sheet="S", range="A1:F9")
    found = blocks_of(document_of(path))
    assert (BlockKind.CAPTION, "Share", place) in found
    assert (BlockKind.TABLE, _TABLE, place) in found
    assert (BlockKind.CAPTION, "Map of the depots", SheetLocator(sheet="S", range="B1")) in found
    assert (BlockKind.PARAGRAPH, "Read me", SheetLocator(sheet="S", range="B1")) in found
    assert (BlockKind.CAPTION, "Read me", SheetLocator(sheet="S", range="")) in found
