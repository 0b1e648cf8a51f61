"""Tell whether a passage weaves texts that stand apart: it leaves one in the middle, and goes on with it later.

The rows of a table are no running text, and are drawn in any order.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from okf_server.extract.letters import squeeze

_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
_GRAM = 10  # letters that tell a place
_AHEAD = 200  # letters by which one of several places is chosen
_OFTEN = 50  # places that are looked at
_SLACK = 3  # letters that two readers may put elsewhere
_LEAST = 12  # letters of a text, and of what stands between its parts


class _Stretch(NamedTuple):
    """Letters of a passage that follow each other in the original too."""

    start: int
    end: int


def is_woven(passage: str, original: str) -> bool:
    """Whether running text of a passage goes elsewhere in the original and comes back to where it left."""
    said = squeeze(original)
    return any(_comes_back(squeeze(text), said) for text in _ROW.sub("\n\n", passage).split("\n\n"))


def _comes_back(text: str, said: str) -> bool:
    stretches = [one for one in _stretches(text, said) if one.end - one.start >= _LEAST]
    jumps = [one.end for one, two in pairwise(stretches) if abs(two.start - one.end) > _LEAST]
    return any(abs(two.start - end) <= _SLACK for end in jumps for two in stretches)


def _stretches(text: str, said: str) -> Iterator[_Stretch]:
    """The stretches of a text in its order, each as long as it goes on in the original."""
    at, start, here = 0, -1, 0
    while at < len(text):
        if start >= 0 and said.startswith(text[at], here):
            at, here = at + 1, here + 1
            continue
        place = _place(text, at, said, here)
        if place < 0:
            at += 1
        elif start >= 0 and abs(place - here) <= _SLACK:
            here = place
        else:
            if start >= 0:
                yield _Stretch(start, here)
            start = here = place
    if start >= 0:
        yield _Stretch(start, here)


def _place(text: str, at: int, said: str, here: int) -> int:
    """Where a text goes on the longest in the original, or as near as may be; -1 where it stands nowhere."""
    letters = text[at : at + _GRAM]
    if len(letters) < _GRAM:
        return -1
    places = islice((found.start() for found in re.finditer(re.escape(letters), said)), _OFTEN)
    ahead = text[at : at + _AHEAD]
    return max(
        places,
        key=lambda place: (
            _alike(ahead, said[place : place + _AHEAD]),
            -abs(place - here),
        ),
        default=-1,
    )


def _alike(one: str, two: str) -> int:
    """How many letters two texts begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), len(two))
