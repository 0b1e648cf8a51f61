"""Files of JSON lines with random access by number.

Numbers in files are little-endian, like every machine that the engines are built for.
"""

import mmap
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import sub
from pathlib import Path

_BUFFERED = 2**20  # bytes


def map_file(path: Path) -> mmap.mmap | bytes:
    """The bytes of a file, mapped, so that they stay readable when the file is deleted."""
    with path.open("rb") as file:
        if path.stat().st_size == 0:  # an empty file cannot be mapped
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines that follow each other, and how long each of them is."""

    data: bytes
    lengths: Sequence[int]


def chunk(lines: Iterable[bytes]) -> Chunk:
    """These lines together."""
    listed = list(lines)
    return Chunk(b"".join(listed), array("Q", map(len, listed)))


def write_lines(directory: Path, name: str, chunks: Iterable[Chunk]) -> int:
    """Write `name.jsonl` and, beside it, where each line begins; returns the number of lines."""
    lengths = array("Q")
    with (directory / f"{name}.jsonl").open("wb", _BUFFERED) as file:
        for one in chunks:
            file.write(one.data)
            lengths.extend(one.lengths)
    offsets = array("Q", accumulate(lengths, initial=0))
    (directory / f"{name}.offsets").write_bytes(offsets.tobytes())
    return len(offsets) - 1


class Lines:
    """The lines of a file that `write_lines` wrote; safe to read from several threads."""

    def __init__(self, directory: Path, name: str) -> None:
        self._text = map_file(directory / f"{name}.jsonl")
        self._offsets = map_file(directory / f"{name}.offsets")

    def __len__(self) -> int:
        return len(self._offsets) // 8 - 1

    def __getitem__(self, number: int) -> bytes:
        """One line; raises IndexError outside the file."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        return bytes(self._text[self._offset(number) : self._offset(number + 1)])

    def between(self, first: int, stop: int) -> Chunk:
        """The lines from one to before another."""
        offsets = memoryview(self._offsets).cast("Q")[first : stop + 1]
        data = bytes(self._text[offsets[0] : offsets[-1]])
        return Chunk(data, array("Q", map(sub, offsets[1:], offsets)))

    def _offset(self, number: int) -> int:
        return int.from_bytes(self._offsets[number * 8 : number * 8 + 8], "little")
