"""Put the words of lines that run both ways in the order in which they are read.

The engine orders the words of a right-to-left line by their places, which errs where the line begins or
ends with a word of the other direction. What stands where tells the order: the inverse of the Unicode
bidirectional algorithm (UAX #9), for whole words.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from okf_server.extract.pdf_page import rect_of

_TOKEN = re.compile(r"\S+")
_LEVEL = 0.5  # of a line's height
_FAR = 3.0  # of a line's height: what is further away is another column
_RIGHT, _LEFT, _NUMBER, _OTHER = "RLNO"


class _Placed(NamedTuple):
    text: str
    left: float


class Reader:
    """Knows where the words of a page stand that has lines of both directions."""

    def __init__(self, items: Iterable[Any]) -> None:
        known = list(items)
        mixed = any(_way(item.text) == _RIGHT for item in known)
        runs = [run for run in (*_lines(known), *([item] for item in known)) if mixed]
        lines = [[_Placed(w.text, w.x) for item in run for w in item.words] for run in runs]
        self._right = _is_right_to_left(word.text for line in lines for word in line)
        self._lines = [
            line for line in lines if {_RIGHT, _LEFT} <= {_way(word.text) for word in line}
        ]

    def ordered(self, text: str) -> str:
        """The text with the words of its lines in the order of reading; white space is evened out then."""
        tokens = _TOKEN.findall(text) if self._lines else []
        if not any(_way(token) == _RIGHT for token in tokens):
            return text
        right = _is_right_to_left(tokens, otherwise=self._right)
        changed = False
        for line in self._lines:
            start, end = _window(tokens, "".join(word.text for word in line))
            if end - start > 1:
                told = logical(_visual(tokens[start:end], line), right_to_left=right)
                changed = changed or told != tokens[start:end]
                tokens[start:end] = told
        return " ".join(tokens) if changed else text


def logical(visual: Sequence[str], *, right_to_left: bool) -> list[str]:
    """The words of a line, which stand from the left, in the order in which they are read."""
    ways = "".join(map(_way, visual))
    pattern = "L[LNO]*[LN]|L" if right_to_left else "R[RNO]*R|R"
    turned: list[list[str]] = []
    at = 0
    for run in re.finditer(pattern, ways):
        turned += [[word] for word in visual[at : run.start()]]
        words = list(visual[run.start() : run.end()])
        turned.append(words if right_to_left else words[::-1])
        at = run.end()
    turned += [[word] for word in visual[at:]]
    return [word for run in (reversed(turned) if right_to_left else turned) for word in run]


def _way(text: str) -> str:
    ways = {unicodedata.bidirectional(char) for char in text} if not text.isascii() else set()
    if ways & {"R", "AL"}:
        return _RIGHT
    if any(map(str.isalpha, text)):
        return _LEFT
    return _NUMBER if any(map(str.isdigit, text)) else _OTHER


def _is_right_to_left(words: Iterable[str], *, otherwise: bool = False) -> bool:
    """Whether most words are written so, or the page, where there are as many of both."""
    ways = Counter(map(_way, words))
    return ways[_RIGHT] > ways[_LEFT] or (otherwise and ways[_RIGHT] == ways[_LEFT])


def _lines(items: Sequence[Any]) -> Iterator[list[Any]]:
    """The runs of a page line by line, from the left; a wide gap ends a line."""
    line: list[Any] = []
    for item in sorted(items, key=lambda item: (item.y + item.height, item.x)):
        if line and abs(_bottom(item) - _bottom(line[0])) > line[0].height * _LEVEL:
            yield from _without_gaps(line)
            line = []
        line.append(item)
    yield from _without_gaps(line)


def _without_gaps(line: list[Any]) -> Iterator[list[Any]]:
    part: list[Any] = []
    for item in sorted(line, key=lambda item: item.x):
        if part and item.x - rect_of(part[-1]).right > item.height * _FAR:
            yield part
            part = []
        part.append(item)
    if len(part) > 1:
        yield part


def _bottom(item: Any) -> float:
    return float(item.y + item.height)


def _window(tokens: Sequence[str], said: str) -> tuple[int, int]:
    """Where the words of a line stand in a text, in whatever order; an empty stretch where they do not."""
    wanted = sorted("".join(said.split()))
    for start in range(len(tokens)):
        length = 0
        for end in range(start, len(tokens)):
            length += len(tokens[end])
            if length >= len(wanted):
                found = sorted("".join(tokens[start : end + 1]))
                if found == wanted:
                    return start, end + 1
                break
    return 0, 0


def _visual(tokens: Sequence[str], line: Sequence[_Placed]) -> list[str]:
    """The words of a text in the order in which they stand from the left."""
    free = list(line)
    places: list[tuple[float, str]] = []
    for token in sorted(tokens, key=len, reverse=True):
        parts = [word for word in free if word.text in token]
        best = max(parts, key=lambda word: len(word.text), default=_Placed("", 0.0))
        if best in free:
            free.remove(best)
        places.append((best.left, token))
    return [token for _, token in sorted(places, key=lambda place: place[0])]
