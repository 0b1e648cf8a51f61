from pathlib import Path

import openpyxl
import pytest
from reading import document_of, failure_of, outcome_of, texts_of

from making_office import cell, changed, compound, open_document
from okf_server.extract import sheets
from okf_server.extract.sheets_grid import Budget
from okf_server.model.document import Extracted, Partial
from okf_server.model.locator import SheetLocator

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SHEET = "xl/worksheets/sheet1.xml"


def _workbook(path: Path, rows: int = 3) -> Path:
    workbook = openpyxl.Workbook()
    for number in range(rows):
        workbook.worksheets[0].append([f"name {number}", number])
    workbook.save(path)
    return path


def _with_sheet(path: Path, data: str, *, head: str = "") -> Path:
    xml = f'{head}<worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData></worksheet>'
    return changed(_workbook(path), {_SHEET: xml})


def test_a_budget_of_cells_makes_a_workbook_partial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "MOST_CELLS", 4)
    outcome = outcome_of(_workbook(tmp_path / "a.xlsx"))
    assert isinstance(outcome, Partial)
    assert outcome.reason == "sheet Sheet: only the first 4 cells were read"
    assert "name 1" in outcome.document.body
    assert "name 2" not in outcome.document.body


def test_one_long_string_that_many_cells_name_is_cut(tmp_path: Path) -> None:
    string = f'<sst xmlns="{_MAIN}"><si><t>{"x" * 2**20}</t></si></sst>'
    rows = "".join(f'<row r="{n}"><c t="s"><v>0</v></c></row>' for n in range(1, 100))
    path = changed(_with_sheet(tmp_path / "a.xlsx", rows), {"xl/sharedStrings.xml": string})
    link = '<Relationship Id="s" Type="http://x/sharedStrings" Target="sharedStrings.xml"/>'
    changed(path, {}, old="</Relationships>", new=f"{link}</Relationships>")
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.reason.endswith("only the first 64 million letters were read")


def test_a_damaged_sheet_gives_what_stands_before_the_damage(tmp_path: Path) -> None:
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row></oops>'
    outcome = outcome_of(_with_sheet(tmp_path / "a.xlsx", rows))
    assert isinstance(outcome, Partial)
    assert outcome.reason.startswith("sheet Sheet: damaged: ")
    assert "1\n\n2" in outcome.document.body


def test_an_entity_is_never_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    head = f'<!DOCTYPE w [<!ENTITY e SYSTEM "file://{secret}"><!ENTITY f "grown">]>'
    row = '<row r="1"><c r="A1" t="str"><v>a&e;b&f;c</v></c></row>'
    outcome = outcome_of(_with_sheet(tmp_path / "a.xlsx", row, head=head))
    assert "secret" not in str(outcome)
    assert "grown" not in str(outcome)


def test_cells_at_the_ends_of_a_sheet_cost_nothing(tmp_path: Path) -> None:
    row = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    document = document_of(_with_sheet(tmp_path / "a.xlsx", row))
    assert document.spans[-1].locator == SheetLocator(sheet="Sheet", range="XFD1048576")


@pytest.mark.parametrize(
    "row",
    [
        '<row r="0"><c r="A0"><v>5</v></c></row>',
        '<row r="99999999"><c r="A99999999"><v>5</v></c></row>',
        '<row r="x"><c r="??" s="99" t="s"><v>77</v></c></row>',
        '<row><c t="s"/><c t="b"><v>7</v></c><c t="n"><v>nan</v></c><c t="e"><v>#REF!</v></c></row>',
        '<row r="1"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row><row r="1"><c><v>9</v></c></row>',
    ],
)
def test_cells_out_of_order_or_place_never_crash(tmp_path: Path, row: str) -> None:
    outcome = outcome_of(_with_sheet(tmp_path / "a.xlsx", row))
    assert "Error" not in str(outcome)


def test_merged_cells_without_end_cost_nothing(tmp_path: Path) -> None:
    merges = "".join('<mergeCell ref="A1:XFD1048576"/>' for _ in range(2000))
    xml = (
        f'<worksheet xmlns="{_MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
        f"<mergeCells>{merges}</mergeCells></worksheet>"
    )
    path = changed(_workbook(tmp_path / "a.xlsx"), {_SHEET: xml})
    assert document_of(path).body == "## Sheet\n\n1\n"


def test_a_workbook_without_a_workbook_fails_with_a_reason(tmp_path: Path) -> None:
    path = changed(_workbook(tmp_path / "a.xlsx"), {"xl/workbook.xml": "<oops"})
    assert failure_of(path).reason == "damaged: xl/workbook.xml"


def test_records_that_are_no_workbook_fail_with_a_reason(tmp_path: Path) -> None:
    path = compound(tmp_path / "a.xls", "Workbook", b"\x09\x08\x10\x00" + b"\xff" * 9000)
    assert failure_of(path).reason.startswith("not a readable .xls file: ")


def test_an_open_document_repeats_cells_within_reason(tmp_path: Path) -> None:
    many = "999999999"
    rows = (
        f'<table:table table:name="S"><table:table-row table:number-rows-repeated="{many}">'
        f"{cell('x', number_columns_repeated=many)}</table:table-row></table:table>"
    )
    outcome = outcome_of(open_document(tmp_path / "a.ods", "spreadsheet", rows))
    assert isinstance(outcome, Extracted | Partial)
    assert len(outcome.document.body) < 5_000_000


def test_a_budget_says_of_what_there_was_too_much() -> None:
    budget = Budget(2)
    assert budget.take(2)
    assert not budget.take(1)
    assert budget.spent == "only the first 2 cells were read"


def test_damage_behind_the_last_sheet_costs_no_sheet(tmp_path: Path) -> None:
    row = f"<table:table-row>{cell('Kept')}</table:table-row>"
    body = f'<table:table table:name="S">{row}</table:table><broken'
    outcome = outcome_of(open_document(tmp_path / "a.ods", "spreadsheet", body))
    assert isinstance(outcome, Partial)
    assert texts_of(outcome.document) == ["## S", "Kept"]
    assert outcome.reason == "damaged: content.xml"
