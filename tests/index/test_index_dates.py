"""A date, a version and a quarter are found in whichever way they are written."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_library import EVERYTHING, entry, found, index_of

from okf_server.index.analyze import terms
from okf_server.index.dates import compact_names, dates_named, spelled_names
from okf_server.index.read import IndexReader

DATES = (
    *("2026-03-31", "2026/3/31", "2026.03.31", "2026. 3. 31.", "31/03/2026", "31.03.2026", "31-03-2026"),
    *("31. 3. 2026", "31 March 2026", "31st of March 2026", "March 31, 2026", "Mar 31 2026", "31-Mar-2026"),
    *("31. März 2026", "31 mars 2026", "31 de marzo de 2026", "31 marzo 2026", "31 maart 2026", "31 марта 2026"),
    *("2026年3月31日", "２０２６年３月３１日", "2026년 3월 31일", "2026-03-31T10:00:00Z", "3/31/2026"),
    *("20260331", "31-Mar-26", "31Mar2026", "31.Mar.2026"),
)  # fmt: skip
VERSIONS = ("2.4.1", "v2.4.1", "V2.4.1", "version 2.4.1", "ver.2.4.1", "(v2.4.1)", "v2.4.1은")
QUARTERS = (
    "Q1 2026",
    "2026-Q1",
    "2026Q1",
    "Q1/2026",
    "q1 of 2026",
    "1. Quartal 2026",
    "2026년 1분기",
    "1Q2026",
    "1Q26",
    "Q1-26",
)
WEEKS = ("2026-W14", "KW 14 2026", "week 14 of 2026", "KW14/2026")
SECTIONS = ("§ 12.3", "§12.3", "12.3", "Section 12.3")


def shelf(root: Path, kind: tuple[str, ...], *others: str) -> IndexReader:
    """A document for each spelling, and those that say something else."""
    said = {
        f"y{number:02}": f"The review is due {text} at the latest."
        for number, text in enumerate(kind)
    }
    said |= {
        f"n{number:02}": f"The review is due {text} at the latest."
        for number, text in enumerate(others)
    }
    return index_of(root, *(entry(key, text) for key, text in said.items()))


@pytest.mark.parametrize(
    ("kind", "others"),
    [
        (DATES, ("30 April 1999", "1998-03-31")),
        (VERSIONS, ("2.4.2", "v2.5.1")),
        (QUARTERS, ("Q2 1999", "1998-Q1")),
        (WEEKS, ("1999-W15", "KW 14 1998")),
        (SECTIONS, ("12.4", "§ 3.12")),
    ],
    ids=["dates", "versions", "quarters", "weeks", "sections"],
)
def test_each_spelling_finds_all_others(
    tmp_path: Path, kind: tuple[str, ...], others: tuple[str, ...]
) -> None:
    reader = shelf(tmp_path, kind, *others)
    wanted = {f"y{number:02}" for number in range(len(kind))}
    visible = reader.visible(None, EVERYTHING)
    for question in kind:
        ranked = reader.rank_keyword(question, visible=visible, limit=50)
        order = [reader.passage(hit.row).passage.concept for hit in ranked]
        assert wanted <= set(order), question
        assert order[0] in wanted, question


@pytest.mark.parametrize(
    "question", ["3 April 2026", "4 March 2026", "2026-04-03", "March 4, 2026", "04/03/2026"]
)
def test_a_date_that_may_begin_with_either_is_found_by_both_readings(
    tmp_path: Path, question: str
) -> None:
    reader = index_of(tmp_path, entry("a", "Due 03/04/2026."), entry("b", "Due 2027-01-01."))
    assert found(reader, question)[0] == "a"


def test_a_date_with_dots_begins_with_the_day() -> None:
    assert terms("03.04.2026") == ["2026-04-03", "2026"]


@pytest.mark.parametrize(
    "text",
    [
        "31/02/2026",
        "20261331",
        "1Q84",
        "SKU-26",
        "45.13.2026",
        "31 Mary 2026",
        "12 items 2026",
        "1/2",
        "10.0.0.1",
        "Q5 2026",
        "Q1 20",
        "May 2026",
    ],
)
def test_what_is_no_date_has_no_name(text: str) -> None:
    assert compact_names(text) == ()
    assert spelled_names(text) == []


@pytest.mark.parametrize("written", [date for date in DATES if "T10" not in date])
def test_a_question_names_a_date_in_one_way_however_it_is_written(written: str) -> None:
    asked = dates_named(f"What was decided on {written}?")
    assert asked.replace(" ?", "?") == "What was decided on 2026-03-31?"


@pytest.mark.parametrize(
    "text",
    ["due 3/4/2026", "SKU-4471 costs 1,000", "v2.4.1", "10.0.0.1", "May 2026", "no digit", ""],
)
def test_what_is_no_date_or_may_be_two_stays_as_it_is_written(text: str) -> None:
    assert dates_named(text) == text


def test_words_in_quotes_are_found_beside_a_date_in_words(tmp_path: Path) -> None:
    reader = index_of(
        tmp_path,
        entry("a", "On March 31, 2026 budgets close early."),
        entry("b", "2026 and budgets"),
    )
    assert found(reader, '"2026 budgets close"') == ["a"]
    assert found(reader, '"March 31, 2026 budgets"') == ["a"]


def test_a_list_of_many_dates_is_read_in_good_time() -> None:
    assert len(spelled_names("1 May 2026, 2 May 2026, " * 50_000)) == 2
    assert spelled_names("2026" * 100_000) == []


@given(st.text(alphabet="0123456789 .-/QqwkMmarch年월일월3٣१", max_size=60))
def test_any_text_is_read(text: str) -> None:
    for name in (*compact_names(text), *spelled_names(text)):
        assert name[4] == "-"
        name.encode("ascii")
