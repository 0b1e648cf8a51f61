from pathlib import Path

import pytest
from reading import document_of, failure_of, outcome_of

from okf_server.extract import delimited
from okf_server.extract.pool import Job, Pool
from okf_server.model.document import Document, Extracted, Partial
from okf_server.model.locator import LinesLocator


def _lines(document: Document) -> list[str]:
    return document.body.splitlines()


def test_rows_become_a_table_and_keep_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "vendors.csv"
    path.write_text('Vendor,Note\nAcme,"two\nlines"\n\nBolt,x\n')
    document = document_of(path)
    assert _lines(document) == [
        "| Vendor | Note |",
        "| --- | --- |",
        "| Acme | two lines |",
        "| Bolt | x |",
    ]
    (span,) = document.spans
    places = [part.locator for part in span.parts]
    assert places == [LinesLocator(first=a, last=b) for a, b in ((1, 1), (1, 1), (2, 3), (5, 5))]
    assert span.locator == LinesLocator(first=1, last=5)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "a.csv"
    rows = [["Name", "Amount", "City"], ["Ana", "1", "Lyon"], ["Bo", "2", "Graz"]]
    path.write_text("\n".join(delimiter.join(row) for row in rows))
    assert _lines(document_of(path))[2] == "| Ana | 1 | Lyon |"


def test_decimal_commas_do_not_beat_semicolons(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Posten;Betrag;Ort\nHotel;150,50;Berlin\nBahn;99,90;Wien\n")
    assert _lines(document_of(path))[2] == "| Hotel | 150,50 | Berlin |"


def test_a_single_column_is_a_table_too(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Name\nAna, of Lyon\nBo\n")
    assert len(_lines(document_of(path))) == 4


def test_ragged_rows_are_filled_up(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b,c\n1\n1,2,3,4\n")
    assert {line.count("|") for line in _lines(document_of(path))} == {5}


def test_an_unclosed_quote_fails_with_the_cause(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('a,b\n"' + "long line\n" * 20_000)
    assert "quote" in failure_of(path).reason


def test_a_delimiter_that_the_file_names_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("sep=;\nCity;Limit\nRome, Italy;90\n")
    document = document_of(path)
    assert _lines(document)[2] == "| Rome, Italy | 90 |"
    assert document.spans[0].locator == LinesLocator(first=2, last=3)


def test_tabs_part_the_cells_of_a_tsv_file(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("City\tLimit\nRome, Italy\t0090\n")
    assert _lines(document_of(path))[2] == "| Rome, Italy | 0090 |"


def test_a_budget_of_cells_makes_a_table_partial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "MOST_CELLS", 4)
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,2\n3,4\n")
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.reason == "only the first 4 cells were read"
    assert len(_lines(outcome.document)) == 3


def test_windows_csv_is_read_and_flagged(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("Stadt;Land\nZürich;Schweiz\n".encode("cp1252"))
    document = document_of(path)
    assert "| Zürich | Schweiz |" in _lines(document)
    assert document.warnings


def test_more_rows_than_are_read_make_a_file_partial_for_their_own_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "MOST_ROWS", 3)
    path = tmp_path / "long.csv"
    path.write_text("a,b\n\n1,2\n3,4\n5,6\n")
    outcome = outcome_of(path)
    assert isinstance(outcome, Partial)
    assert outcome.reason == "only the first 3 rows were read"
    assert _lines(outcome.document)[2:] == ["| 1 | 2 |", "| 3 | 4 |"]
    assert outcome.document.spans[0].locator == LinesLocator(first=1, last=4)


def test_a_million_cells_are_read_within_200_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "million.csv"
    with path.open("w") as file:
        for row in range(100_000):
            file.write(",".join(f"cell{row}x{column}" for column in range(10)) + "\n")
    with Pool(1, 120, memory_mb=200) as pool:
        ((_, outcome),) = pool.run([Job("million", path, ".csv")])
    assert isinstance(outcome, Extracted)
    assert outcome.document.body.count("\n") == 100_001
