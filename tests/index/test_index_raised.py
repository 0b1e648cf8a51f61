"""Raised and lowered numbers are found as people ask for them, and make no other number."""

from pathlib import Path

import pytest
from index_library import entry, found, index_of

from okf_server.index.analyze import terms


@pytest.mark.parametrize(
    ("text", "question", "is_found"),
    [
        ("An area of 5 m² is let.", "m²", True),
        ("An area of 5 m² is let.", "m2", True),
        ("An area of 5 m2 is let.", "m²", True),
        ("Some H₂O is left.", "H2O", True),
        ("Some H₂O is left.", "H₂O", True),
        ("Less CO₂ is better.", "CO2", True),
        ("There were 10⁶ cells.", "106", False),
        ("There were 10⁶ cells.", "10⁶", True),
        ("There were 10⁶ cells.", "10^6", True),
        ("The dispute¹ is decided.", "dispute", True),
        ("It ended in 2007¹ at last.", "20071", False),
        ("It ended in 2007.¹⁸ At last.", "2007", True),
        ("The sulfate SO₄²⁻ is one.", "SO4", True),
    ],
)
def test_a_raised_number_is_found_where_it_stands(
    tmp_path: Path,
    text: str,
    question: str,
    is_found: bool,  # noqa: FBT001 - a value of the table
) -> None:
    reader = index_of(tmp_path, entry("a", text), entry("b", "Nothing of the kind."))
    assert found(reader, question) == (["a"] if is_found else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10⁶", ["10", "6"]),
        ("over¹", ["over", "1"]),
        ("hotel¹²", ["hotel", "12"]),
        ("¹²Hotel", ["12", "hotel"]),
        ("km²", ["km2", "km"]),
        ("1011₂", ["1011", "2"]),
        ("상해¹⁾", ["상해", "1"]),
    ],
)
def test_a_raised_number_is_no_part_of_what_it_notes(text: str, expected: list[str]) -> None:
    assert terms(text) == expected
