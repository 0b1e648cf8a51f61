"""Golden rankings: what a reviewer diffs."""

import json
from pathlib import Path

import pytest
from measured_questions import measured, report

from okf_server.errors import ConfigError, NotFoundError, StorageError
from okf_server.evaluate.golden import (
    Moved,
    compare_golden,
    golden_text,
    read_golden,
    write_golden,
)

BEFORE = report(measured("pay?", {"pay": 2, "pay#bonus": None}), measured("nothing?", {}))


def test_what_was_written_is_read_and_nothing_moved(tmp_path: Path) -> None:
    write_golden(tmp_path / "g.json", {"search": BEFORE})
    changes = compare_golden(read_golden(tmp_path / "g.json"), {"search": BEFORE})
    assert (changes.moved, changes.unknown, changes.gone) == ((), (), ())


def test_the_same_report_gives_the_same_text_with_a_line_for_each_rank() -> None:
    text = golden_text({"search": BEFORE})
    assert text == golden_text({"search": BEFORE})
    assert '"pay": 2,' in [line.strip() for line in text.splitlines()]
    assert json.loads(text)["ways"]["search"]["mrr"] == 0.5


@pytest.mark.parametrize(
    ("before", "now", "worse"),
    [(2, 3, True), (2, None, True), (3, 1, False), (None, 9, False), (1, 10, True)],
)
def test_a_lower_rank_is_worse(before: int | None, now: int | None, *, worse: bool) -> None:
    moved = Moved(way="search", question="q", expected="e", before=before, now=now)
    assert moved.worse is worse


def test_moves_are_found_in_both_directions(tmp_path: Path) -> None:
    write_golden(tmp_path / "g.json", {"search": BEFORE})
    now = report(measured("pay?", {"pay": 4, "pay#bonus": 8}), measured("nothing?", {}))
    changes = compare_golden(read_golden(tmp_path / "g.json"), {"search": now})
    assert [(one.expected, one.before, one.now) for one in changes.moved] == [
        ("pay", 2, 4),
        ("pay#bonus", None, 8),
    ]
    assert [one.expected for one in changes.worse] == ["pay"]


def test_new_and_vanished_questions_are_named_and_are_not_worse(tmp_path: Path) -> None:
    write_golden(tmp_path / "g.json", {"search": BEFORE})
    now = report(measured("new?", {"x": 1}), measured("pay?", {"pay": 2, "other": 1}))
    changes = compare_golden(read_golden(tmp_path / "g.json"), {"search": now})
    assert changes.unknown == ("search: new?", "search: pay?: other")
    assert changes.gone == ("search: pay?: pay#bonus", "search: nothing?")
    assert changes.worse == ()


_RANK = '{"format": 1, "ways": {"a": {"questions": [{"question": "q", "ranks": {"x": %s}}]}}}'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("  \n", "it is empty"),
        ("ranks: 1", "it is no JSON, Expecting value: line 1"),
        ("[]", "it is a list, not an object"),
        ("null", "it is nothing, not an object"),
        ("3", "it is a number, not an object"),
        ("{}", "it has no format, but nothing"),
        ('{"questions": [], "modes": []}', "it has no format, but modes, questions"),
        ('{"format": 2, "ways": {}}', "it has format 2, and this version reads 1"),
        ('{"format": 1}', "its ways is nothing, not an object"),
        ('{"format": 1, "ways": []}', "its ways is a list, not an object"),
        ('{"format": 1, "ways": {"a": {}}}', "questions of its way 'a' is nothing, not a list"),
        ('{"format": 1, "ways": {"a": {"questions": [1]}}}', "a number, not an object"),
        ('{"format": 1, "ways": {"a": {"questions": [{}]}}}', "nothing, not a text"),
        ('{"format": 1, "ways": {"a": {"questions": [{"question": "q"}]}}}', "the ranks of 'q'"),
        (_RANK % '"1"', "'1' is no rank"),
        (_RANK % "0", "0 is no rank"),
        (_RANK % "true", "True is no rank"),
    ],
)
def test_another_file_is_no_golden_file_and_the_error_says_what_is_there(
    tmp_path: Path, text: str, why: str
) -> None:
    file = tmp_path / "g.json"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_golden(file)
    assert why in caught.value.message
    assert str(file) in caught.value.message
    assert "--update" in caught.value.hint


def test_a_golden_file_that_is_not_there_says_how_to_write_it(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError) as caught:
        read_golden(tmp_path / "g.json")
    assert "--update" in str(caught.value.hint)


def test_a_place_that_cannot_be_written_is_a_failure_of_the_disk(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        write_golden(tmp_path / "no" / "g.json", {"search": BEFORE})
