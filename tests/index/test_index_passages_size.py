"""Cutting takes time in proportion to the text, whatever its shape, and keeps the lines exact."""

import time

import pytest

from okf_server.index.passages import split
from okf_server.model.concept import Concept
from okf_server.model.document import BlockKind, Span
from okf_server.model.locator import LinesLocator
from okf_server.model.passage import Passage

_SHAPES = {
    "lines of prose": "The budget of the travel office was approved in the spring of that year.\n",
    "lines of one letter": "x\n",
    "prose in one line": "The budget was approved. ",
    "one word": "QUJD",
    "prose without spaces": "預算已經批准。",
}


def _passages(body: str) -> list[Passage]:
    lines = LinesLocator(first=1, last=1 + body.count("\n"))
    block = Span(start=0, end=len(body), kind=BlockKind.PARAGRAPH, locator=lines)
    return split(Concept(id="large", meta={}, body=body), [block])


def _seconds(body: str) -> float:
    began = time.process_time()
    assert _passages(body)
    return time.process_time() - began


@pytest.mark.parametrize("shape", _SHAPES)
def test_a_block_of_eight_million_letters_is_cut_in_seconds(shape: str) -> None:
    text = _SHAPES[shape]
    body = (text * (8_000_000 // len(text))).strip()
    assert _seconds(body) < 15


@pytest.mark.parametrize("shape", _SHAPES)
def test_every_passage_of_a_large_block_names_its_own_lines(shape: str) -> None:
    body = (_SHAPES[shape] * 2000).strip()
    for passage in _passages(body):
        first = 1 + body.count("\n", 0, passage.start)
        last = first + body.count("\n", passage.start, passage.end)
        assert passage.locator == LinesLocator(first=first, last=last)
