"""How rows are ranked depends on how many of them may be seen: by a list, by bits, or all of them."""

from array import array

import pytest

from okf_server.index.visible import visible_set
from okf_server.index.visible_rows import VisibleRows, visible_rows
from okf_server.model.answer import Filters

pytest.importorskip("faiss", reason="the semantic extra is not installed")

ROWS = 10_000


def seen(number: int, *, everything: bool = False) -> VisibleRows:
    """The rows of somebody who may read the first ones, each a concept of its own."""
    classes = array("I", [int(row < number) for row in range(ROWS)]).tobytes()
    asker = None if everything else frozenset({1})
    visible = visible_set(classes, (), classes=asker, filters=Filters())
    return visible_rows(array("I", range(ROWS)).tobytes(), visible)


@pytest.mark.parametrize("number", [0, 1, 199])
def test_few_rows_are_listed(number: int) -> None:
    rows = seen(number)
    assert rows.few.tolist() == list(range(number))
    assert (rows.count, rows.selector) == (number, None)


@pytest.mark.parametrize("number", [200, 5_000, ROWS])
def test_many_rows_have_a_bit_each(number: int) -> None:
    rows = seen(number)
    assert rows.few is None
    assert rows.count == number == int.from_bytes(rows.bits.tobytes(), "little").bit_count()
    assert [rows.selector.is_member(row) for row in (0, number - 1)] == [True, True]


def test_who_may_read_everything_needs_neither() -> None:
    rows = seen(0, everything=True)
    assert (rows.count, rows.few, rows.selector) == (ROWS, None, None)
