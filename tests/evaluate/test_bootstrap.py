"""How sure a difference is."""

import pytest

from okf_server.evaluate.bootstrap import interval


def test_the_same_values_give_the_same_interval() -> None:
    values = [0.1 * (n % 7) - 0.2 for n in range(40)]
    assert interval(values) == interval(list(values))


def test_equal_values_leave_no_doubt() -> None:
    assert interval([0.5] * 9) == (0.5, 0.5, 0.5)


def test_an_interval_holds_its_mean_and_narrows_with_more_questions() -> None:
    few, many = interval([0, 1] * 8), interval([0, 1] * 200)
    assert few.low < few.mean == 0.5 < few.high
    assert many.high - many.low < few.high - few.low


def test_a_difference_is_decided_only_where_zero_is_outside() -> None:
    assert interval([0.2, 0.3, 0.25, 0.4]).decided
    assert interval([-0.2, -0.3, -0.25, -0.4]).decided
    assert not interval([0.2, -0.3, 0.25, -0.1]).decided


def test_nothing_has_no_mean() -> None:
    with pytest.raises(ValueError, match="nothing"):
        interval([])
