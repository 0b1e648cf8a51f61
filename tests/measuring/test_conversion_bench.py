"""How documents are compared with a truth: what counts as the same, and what does not."""

from pathlib import Path

import docx
import pytest
from bench.conversion.margins import without_margins
from bench.conversion.notation import one_notation
from bench.conversion.score import score


def test_a_header_of_several_rows_is_compared_as_these_rows() -> None:
    joined = "|  | Budget / Plan | Budget / Actual | Rest |\n|---|---|---|---|\n| a | 1 | 2 | 3 |"
    truth = "|  | Budget | Budget | Rest |\n|---|---|---|---|\n|  | Plan | Actual | Rest |\n| a | 1 | 2 | 3 |"
    assert score(joined, truth).cells.f1 == 1
    assert score(joined, truth).values.recall == 1
    lost = truth.replace("Actual", "Other")
    assert score(joined, lost).cells.recall == pytest.approx(7 / 8)


def test_digits_above_and_below_the_line_are_words_however_they_are_joined() -> None:
    assert score("H₂O and 10⁶", "H 2 O and 10 6").tokens.f1 == 1
    assert score("10⁶", "106").tokens.both == 0


@pytest.mark.parametrize(
    "link",
    ["[[ 1 ]](#cite_note-x)", "[1](/wiki/Order_(biology))", "[1](#a)", '[1](/b "A title")'],
)
def test_the_target_of_a_link_is_no_word(link: str) -> None:
    assert score("ducks 1", f"ducks {link}").tokens.f1 == 1


def test_strict_cells_and_values_in_one_notation_stand_beside_each_other() -> None:
    found = "Prices\n\n| day | sum |\n|---|---|\n| 2024-05-01 | 1,200.50 |\n| 2024-05-02 | 1.01 |"
    truth = "| Prices | |\n|---|---|\n| day | sum |\n| 2024-05-01 00:00:00 | 1200.5 |\n| 2024-05-02 | 1 |"
    told = score(found, truth)
    assert told.cells.recall == pytest.approx(3 / 7)
    assert told.values.recall == pytest.approx(6 / 7)


def test_one_notation_keeps_what_a_value_says() -> None:
    assert one_notation("12%") == one_notation("0.12")
    assert one_notation("1.10") == one_notation("1.1") != one_notation("11")
    assert one_notation("2024-05-01T10:00") != one_notation("2024-05-01")


def test_headers_that_a_truth_leaves_out_are_left_out_and_others_count(tmp_path: Path) -> None:
    made = docx.Document()
    made.sections[0].header.paragraphs[0].text = "A header"
    made.sections[0].footer.paragraphs[0].text = "A footer"
    made.save(str(tmp_path / "a.docx"))
    body = "A header\n\nThe text.\n\nA footer\n"
    found = without_margins(body, "The text.\n\nA footer", tmp_path / "a.docx")
    assert found.split() == ["The", "text.", "A", "footer"]
