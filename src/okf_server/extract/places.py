"""Find each piece of a converted document in the original again, and so learn its ordinal there.

An engine joins, splits and drops blocks. Counting its pieces would let one difference shift every place
after it; therefore the original's own blocks are listed, and each piece is looked up by its text. What is
not found has no place.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_NOT_WORD = re.compile(r"[\W_]+")
_NUMBERING = re.compile(r"\s*(?:\d{1,4}|[A-Za-z])(?:[.)]\d{1,4})*[.)]?\s+")
_NEAR = 8  # blocks that an engine may leave out between two pieces
_SHORT = 4  # letters up to which a text is looked for in the next blocks only
_TRIED = 64  # equal blocks that are tried
_HELD = 0.8  # share of a table's cells that its original must hold
_LONG = 12  # letters from which on a text is its own proof, wherever it stands


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalBlock:
    """A heading, paragraph, list item, code block or table of the original that has text."""

    text: str
    table: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """First and last block of a piece, counted from 1; `text` is theirs where the piece is all of it."""

    first: int
    last: int
    text: str = ""


class Places:
    """The blocks of one original; pieces are looked up in the order in which they come."""

    def __init__(self, blocks: Sequence[OriginalBlock]) -> None:
        self._blocks = blocks
        self._keys = [squeeze(block.text) for block in blocks]
        self._starts = [0]
        for key in self._keys:
            self._starts.append(self._starts[-1] + len(key))
        self._all = "".join(self._keys)
        self._exact: dict[str, list[int]] = {}
        for number, key in enumerate(self._keys):
            self._exact.setdefault(key, []).append(number)
        self._used: set[int] = set()
        self._next = 0

    def find(self, text: str) -> Place | None:
        """The place of a piece of text; an automatic number before it may be missing in the original."""
        return self._find(squeeze(text)) or self._find(squeeze(_NUMBERING.sub("", text, count=1)))

    def find_table(self, cells: Iterable[str]) -> Place | None:
        """The next table that holds these cells, or a block that reads like them."""
        keys = [key for key in map(squeeze, cells) if key]
        for number in range(self._next, len(self._blocks)):
            if self._blocks[number].table and number not in self._used:
                held = sum(key in self._keys[number] for key in keys)
                if held >= max(len(keys) * _HELD, 1):
                    self._used.add(number)
                    return self._take(number, number, whole=False)
        return self._find("".join(keys))

    def _find(self, key: str) -> Place | None:
        if not key:
            return None
        far = len(self._blocks)
        near = min(self._next + (_NEAR if len(key) >= _SHORT else 1), far)
        return (
            self._equal(key, self._next + _NEAR)
            or self._inside(key, max(self._next - 1, 0), near)
            or self._equal(key, far)
            or (self._inside(key, 0, far) if len(key) >= _LONG else None)
        )

    def _equal(self, key: str, until: int) -> Place | None:
        """An unused block that reads exactly so: the next one, or else, over all, the last one before."""
        numbers = self._exact.get(key, [])
        at = bisect_left(numbers, self._next)
        order = [*numbers[at : at + _TRIED], *reversed(numbers[max(at - _TRIED, 0) : at])]
        for number in order:
            within = self._next <= number < until or until >= len(self._blocks)
            if within and number not in self._used:
                return self._take(number, number, whole=True)
        return None

    def _inside(self, key: str, first: int, until: int) -> Place | None:
        """A stretch of blocks `first` to `until` that contains the text; it may cross their borders."""
        at = self._all.find(key, self._starts[first], self._starts[until])
        if at < 0:
            return None
        begin = self._block_at(at)
        end = self._block_at(at + len(key) - 1)
        whole = self._starts[begin] == at and self._starts[end + 1] == at + len(key)
        return self._take(begin, end, whole=whole)

    def _block_at(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _take(self, first: int, last: int, *, whole: bool) -> Place:
        if whole:
            self._used.update(range(first, last + 1))
        self._next = last + 1 if whole else max(self._next, last)
        text = " ".join(block.text for block in self._blocks[first : last + 1]) if whole else ""
        return Place(first=first + 1, last=last + 1, text=text)


def squeeze(text: str) -> str:
    """The letters and digits of a text, for comparison; all but white space where it has none."""
    normal = unicodedata.normalize("NFKC", text).casefold()
    return _NOT_WORD.sub("", normal) or "".join(normal.split())
