from pathlib import Path

from reading import blocks_of, document_of

from making_office import cell, open_document
from okf_server.model.document import BlockKind
from okf_server.model.locator import SheetLocator


def _row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def _sheet(name: str, *rows: str, style: str = "") -> str:
    look = f' table:style-name="{style}"' if style else ""
    return f'<table:table table:name="{name}"{look}>{"".join(rows)}</table:table>'


def _blank(count: int) -> str:
    return f'<table:table-cell table:number-columns-repeated="{count}"/>'


def test_cells_read_as_they_are_displayed(tmp_path: Path) -> None:
    money = cell("1.234,50 €", value="1234.5")
    sheet = _sheet(
        "Plan", _row(_blank(1), cell("Item"), cell("Cost")), _row(_blank(1), cell("Desk"), money)
    )
    document = document_of(open_document(tmp_path / "a.ods", "spreadsheet", sheet))
    assert document.body == "## Plan\n\n| Item | Cost |\n| --- | --- |\n| Desk | 1.234,50 € |\n"
    assert document.spans[1].parts[-1].locator == SheetLocator(sheet="Plan", range="B2:C2")


def test_repeated_and_merged_cells_keep_their_places(tmp_path: Path) -> None:
    blank = _row(_blank(9), more=' table:number-rows-repeated="1000000"')
    merged = cell("Both", number_columns_spanned="2") + "<table:covered-table-cell/>"
    sheet = _sheet(
        "S",
        _row(merged, cell("c")),
        _row(cell("x", number_columns_repeated="3"), more=' table:number-rows-repeated="2"'),
        blank,
        _row(cell("end")),
    )
    blocks = blocks_of(document_of(open_document(tmp_path / "a.ods", "spreadsheet", sheet)))
    assert blocks[1][1].splitlines()[0] == "| Both |  | c |"
    assert blocks[1][1].splitlines()[2:] == ["| x | x | x |"] * 2
    assert blocks[2][1:] == ("end", SheetLocator(sheet="S", range="A1000004"))


def test_notes_hidden_sheets_and_rows_are_told(tmp_path: Path) -> None:
    style = (
        '<style:style style:name="t2" style:family="table">'
        '<style:table-properties table:display="false"/></style:style>'
    )
    noted = (
        "<table:table-cell><office:annotation><dc:creator>Ana</dc:creator><text:p>Net.</text:p>"
        "</office:annotation><text:p>90</text:p></table:table-cell>"
    )
    filtered = _row(cell("y"), cell("2"), more=' table:visibility="filter"')
    body = _sheet("S", _row(cell("x"), noted), filtered) + _sheet(
        "Old", _row(cell("z")), style="t2"
    )
    path = open_document(tmp_path / "a.ods", "spreadsheet", body, styles=style)
    document = document_of(path)
    assert (BlockKind.NOTE, "Ana: Net.", SheetLocator(sheet="S", range="B1")) in blocks_of(document)
    assert "## Old (hidden sheet)" in document.body
    assert document.details["hidden_rows"] == ["S!2:2"]


def test_formulas_of_an_open_sheet_are_told(tmp_path: Path) -> None:
    formulas = ("of:=SUM([.A1:.B$2])*[Rates.C1]", "of:=1")
    cells = "".join(cell("7", formula=one, value_type="float") for one in formulas)
    body = f'<table:table table:name="A"><table:table-row>{cells}</table:table-row></table:table>'
    details = document_of(open_document(tmp_path / "a.ods", "spreadsheet", body)).details
    assert details["formulas"] == 2
    assert details["formula_cells"] == ["A!A1 = SUM(A1:B$2)*Rates.C1", "A!B1 = 1"]
