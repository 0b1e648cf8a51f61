from okf_server.extract.regions import regions
from okf_server.extract.sheets_grid import Area, Line, area_of, letters, range_of


def _lines(*drawn: str) -> list[Line]:
    """A sheet drawn with a letter for a cell, a dot for none."""
    cells = [[(n, mark) for n, mark in enumerate(line) if mark != "."] for line in drawn]
    return [
        Line(number, tuple(n for n, _ in row), tuple(mark for _, mark in row))
        for number, row in enumerate(cells)
        if row
    ]


def _found(*drawn: str, tables: tuple[Area, ...] = ()) -> list[tuple[str, int]]:
    """The ranges and widths of the regions."""
    return [
        (r.range_of(0, len(r.lines) - 1), r.right - r.left + 1)
        for r in regions(_lines(*drawn), tables)
    ]


def test_one_table_is_one_region() -> None:
    assert _found("ab", "cd") == [("A1:B2", 2)]


def test_a_blank_row_parts_two_tables() -> None:
    assert _found("ab", "..", "cd") == [("A1:B1", 2), ("A3:B3", 2)]


def test_a_blank_column_parts_two_tables() -> None:
    assert _found("ab.cd", "ab.cd") == [("A1:B2", 2), ("D1:E2", 2)]


def test_tables_side_by_side_may_have_blank_rows_of_their_own() -> None:
    assert _found("ab.cd", "ab...", "ab.ef") == [("A1:B3", 2), ("D1:E1", 2), ("D3:E3", 2)]


def test_in_a_form_a_label_stays_with_its_value() -> None:
    assert _found("a.b.c", "d.e.f") == [("A1:E2", 5)]


def test_a_note_far_away_is_no_part_of_a_table() -> None:
    assert _found("ab....n", "cd.....") == [("A1:B2", 2), ("G1", 1)]


def test_a_declared_table_is_parted_by_nothing() -> None:
    table = Area(1, 0, 4, 1)
    assert _found("t..", "ab.", "...", "ab.", "abc", tables=(table,)) == [
        ("A1", 1),
        ("A2:B5", 2),
        ("C5", 1),
    ]


def test_cells_a_million_rows_and_columns_apart_cost_nothing() -> None:
    lines = [Line(0, (0, 16383), ("a", "b")), Line(1_048_575, (16383,), ("c",))]
    found = [r.range_of(0, 0) for r in regions(lines)]
    assert found == ["A1", "XFD1", "XFD1048576"]


def test_references_are_read_and_written() -> None:
    assert area_of("$B$2:D9") == Area(1, 1, 8, 3)
    assert range_of(Area(1, 1, 8, 3)) == "B2:D9"
    assert [area_of(wrong) for wrong in ("", "B", "B2:", "B2:C3:D4", "D9:B2")] == [None] * 5


def test_a_blank_sheet_has_no_region() -> None:
    assert _found("..", "..") == []
    assert _found() == []


def test_columns_are_named_as_in_a_sheet() -> None:
    assert [letters(n) for n in (0, 25, 26, 701, 702, 16383)] == [
        "A",
        "Z",
        "AA",
        "ZZ",
        "AAA",
        "XFD",
    ]
