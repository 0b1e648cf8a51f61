"""Split text into the tokens of a Unigram model (Kudo, ACL 2018)."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

_SPACE = "\u2581"  # stands for a space, and opens every word
_WORD = re.compile(f"{_SPACE}[^{_SPACE}]*")
_SPACES = re.compile(" {2,}")
_REMEMBERED_WORDS = 20_000
_LONGEST_REMEMBERED = 32
_PENALTY = 10.0  # of an unknown character below the worst piece, as SentencePiece has it


class Unigram:
    """A tokenizer; safe to use from several threads.

    No piece has a space but at its beginning, so that words can be split one by one.
    """

    def __init__(
        self,
        pieces: Mapping[str, int],
        scores: Sequence[float],
        *,
        folding: Mapping[int, str],
        unknown: int,
    ) -> None:
        self._pieces = pieces
        self._scores = scores
        self._folding = folding
        self._unknown = unknown
        self._worst = min(scores) - _PENALTY
        self._longest = max(map(len, pieces))
        self._remembered = lru_cache(_REMEMBERED_WORDS)(self._best)

    def ids(self, text: str) -> list[int]:
        """The ids of the best split of a text, without ids for its beginning and end."""
        folded = _SPACES.sub(" ", text.translate(self._folding))
        marked = folded.replace(" ", _SPACE)
        if not marked.startswith(_SPACE):
            marked = _SPACE + marked
        return [id_ for word in _WORD.findall(marked) for id_ in self._word(word)]

    def _word(self, word: str) -> Sequence[int]:
        return self._remembered(word) if len(word) <= _LONGEST_REMEMBERED else self._best(word)

    def _best(self, word: str) -> Sequence[int]:
        """The split with the highest sum of scores, by Viterbi's algorithm; the first one of equals."""
        size = len(word)
        best = [0.0] + [float("-inf")] * size
        came: list[tuple[int, int]] = [(0, self._unknown)] * (size + 1)
        pieces, scores = self._pieces, self._scores
        for start in range(size):
            so_far = best[start]
            for end in range(start + 1, min(start + self._longest, size) + 1):
                id_ = pieces.get(word[start:end])
                if id_ is not None and so_far + scores[id_] > best[end]:
                    best[end], came[end] = so_far + scores[id_], (start, id_)
            if so_far + self._worst > best[start + 1]:
                best[start + 1], came[start + 1] = so_far + self._worst, (start, self._unknown)
        return _walked_back(came)


def _walked_back(came: Sequence[tuple[int, int]]) -> Sequence[int]:
    ids = []
    end = len(came) - 1
    while end:
        end, id_ = came[end]
        ids.append(id_)
    return ids[::-1]
