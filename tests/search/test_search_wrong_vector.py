"""A question whose vector does not fit the index is searched by keyword, and the answer says why."""

import math
from pathlib import Path

import pytest
from search_library import Synonyms, find, ids, library, written

from okf_server.model.answer import SearchMode
from okf_server.model.seams import Vector

SHELF = [written(f"c{number}", f"Hotel {number}.", title=f"Hotel {number}") for number in range(3)]


class Wrong(Synonyms):
    """The model of the index by its name, with other vectors of questions."""

    def __init__(self, vector: Vector) -> None:
        self._vector = vector

    def query(self, text: str) -> Vector:
        return self._vector if text else []


@pytest.mark.parametrize(
    ("vector", "reason"),
    [
        ([0.5] * 8, "8 numbers instead of 64"),
        ([0.1] * 80, "80 numbers instead of 64"),
        ([math.nan] * 64, "a number that is not finite"),
        ([math.inf] * 64, "a number that is not finite"),
    ],
)
def test_a_vector_that_does_not_fit_leaves_keyword_search(
    tmp_path: Path, vector: Vector, reason: str
) -> None:
    view = library(tmp_path, *SHELF)
    result = find(view, "hotel", embedder=lambda: Wrong(vector))
    assert result.mode is SearchMode.KEYWORD
    assert reason in result.mode_reason
    assert ids(result) == ids(find(view, "hotel", embedder=None))
