from okf_server.extract.regions import letters, regions


def _found(*lines: str) -> list[tuple[str, int]]:
    """The ranges and widths of the regions of a sheet drawn with a letter for a cell, a dot for none."""
    grid = [["" if mark == "." else mark for mark in line] for line in lines]
    return [(r.range_of(0, len(r.rows) - 1), r.width) for r in regions(grid, top=0, left=0)]


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
