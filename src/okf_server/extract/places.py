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

_COMMAND = re.compile(r"\\[A-Za-z]+")
_NOT_WORD = re.compile(r"[\W_]+")
_NUMBERING = re.compile(r"\s*(?:\d{1,4}|[A-Za-z])(?:[.)]\d{1,4})*[.)]?\s+")
_NEAR = 8  # blocks that an engine may leave out between two pieces
_SHORT = 4  # letters up to which a text is looked for in the next blocks only
_TRIED = 64  # equal blocks that are tried
_HELD = 0.8  # share of a table's cells that its original must hold
_END = 24  # letters at either end by which a text is known
_END_TRIES = 4  # how many times that far from the end they may stand
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
        self._used: set[int] = set()  # blocks that a piece is all of
        self._tables: set[int] = set()  # tables that are found, parts of which may come again
        self._next = 0

    def find(self, text: str) -> Place | None:
        """The place of a piece of text; an automatic number before it may be missing in the original."""
        keys = [key for key in (squeeze(text), squeeze(_NUMBERING.sub("", text, count=1))) if key]
        steps = (
            self._equal_near,
            self._inside_near,
            self._ends_near,
            self._equal_far,
            self._inside_far,
        )
        return next((place for step in steps for key in keys if (place := step(key))), None)

    def find_formula(self, text: str) -> Place | None:
        """The next block that has the letters of a piece with LaTeX in it, its commands aside.

        LaTeX spells out what the original has as one sign, so that no more can be asked for.
        """
        key = squeeze(_COMMAND.sub(" ", text))
        for number in range(self._next, min(self._next + _NEAR, len(self._blocks))):
            block = self._keys[number]
            fits = len(block) <= len(squeeze(text)) and _is_subsequence(key, block)
            if fits and key and number not in self._used:
                return self._take(number, number, whole=True)
        return self.find(text)

    def find_table(self, cells: Iterable[str]) -> Place | None:
        """The next table that holds these cells, or a block that reads like them."""
        texts = [text for text in cells if squeeze(text)]
        for number in range(self._next, len(self._blocks)):
            if self._blocks[number].table and number not in self._tables:
                held = sum(_holds(self._keys[number], text) for text in texts)
                if held >= max(len(texts) * _HELD, 1):
                    self._tables.add(number)
                    return self._take(number, number, whole=False)
        return self.find(" ".join(texts))

    def _equal_near(self, key: str) -> Place | None:
        return self._equal(key, range(self._next, self._next + _NEAR))

    def _inside_near(self, key: str) -> Place | None:
        return self._inside(key, self._near(key))

    def _ends_near(self, key: str) -> Place | None:
        """A stretch that begins and ends as the text does: the engine left out what nobody sees."""
        if len(key) < 2 * _END:
            return None
        near = self._near(key)
        bounds = (self._starts[near.start], self._starts[near.stop])
        steps = range(0, _END_TRIES * _END, _END // 2)
        heads = (self._all.find(key[step : step + _END], *bounds) for step in steps)
        first = next((at for at in heads if at >= 0), None)
        tails = (self._all.find(key[-_END - step :][:_END], *bounds) for step in steps)
        last = next((at for at in tails if at >= 0), None)
        if first is None or last is None or last < first:
            return None
        return self._take(self._block_at(first), self._block_at(last + _END - 1), whole=False)

    def _equal_far(self, key: str) -> Place | None:
        return self._equal(key, range(len(self._blocks))) if len(key) >= _LONG else None

    def _inside_far(self, key: str) -> Place | None:
        return self._inside(key, range(len(self._blocks))) if len(key) >= _LONG else None

    def _near(self, key: str) -> range:
        """The blocks that a piece may lie inside of, the last one found included."""
        ahead = _NEAR if len(key) >= _SHORT else 1
        return range(max(self._next - 1, 0), min(self._next + ahead, len(self._blocks)))

    def _equal(self, key: str, among: range) -> Place | None:
        """An unused block that reads exactly so: the next one, or else the last one before."""
        numbers = self._exact.get(key, [])
        at = bisect_left(numbers, self._next)
        order = [*numbers[at : at + _TRIED], *reversed(numbers[max(at - _TRIED, 0) : at])]
        for number in order:
            if number in among and number not in self._used:
                return self._take(number, number, whole=True)
        return None

    def _inside(self, key: str, among: range) -> Place | None:
        """A stretch that contains the text: a part of one block, or several blocks.

        A short text that runs over the border of two blocks, and is not all of both, is a coincidence.
        """
        stop = self._starts[among.stop]
        at = self._all.find(key, self._starts[among.start], stop)
        while at >= 0:
            begin, end = self._block_at(at), self._block_at(at + len(key) - 1)
            whole = self._starts[begin] == at and self._starts[end + 1] == at + len(key)
            sure = whole or begin == end or len(key) >= _END
            if sure and self._used.isdisjoint(range(begin, end + 1)):
                return self._take(begin, end, whole=whole)
            at = self._all.find(key, max(at + 1, self._starts[begin + 1] - len(key) + 1), stop)
        return None

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


def _holds(block: str, cell: str) -> bool:
    """Whether a table reads as one of its cells does, LaTeX aside."""
    if "$" in cell:
        return _is_subsequence(squeeze(_COMMAND.sub(" ", cell)), block)
    return squeeze(cell) in block


def _is_subsequence(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)
