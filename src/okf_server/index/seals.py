"""Notice that a file of an index is not as it was written, without reading the whole of a long one."""

import json
import os
from collections.abc import Container, Iterator
from pathlib import Path
from zlib import crc32

FILE_NAME = "seals.json"
"""The seal of each file that stands beside it, by its name."""

_PIECE = 4096
_PIECES = 4  # of a long file, its beginning and its end among them
_LOCK = ".lock"  # files of the keyword engine that hold nothing


def seal(directory: Path, *, whole: Container[str] = ()) -> None:
    """Write the seals of the files in a directory; those of `whole` are looked at from beginning to end."""
    found = {path.name: _seal(path, whole=path.name in whole) for path in sorted(_files(directory))}
    (directory / FILE_NAME).write_text(json.dumps(found, separators=(",", ":")))


def broken(directory: Path, *, whole: Container[str] = ()) -> frozenset[str]:
    """The sealed files that are gone or are not as they were; raises OSError, and ValueError for no seals."""
    sealed = json.loads((directory / FILE_NAME).read_text())
    if not isinstance(sealed, dict) or not sealed:
        raise ValueError(f"{FILE_NAME} has no seals")
    return frozenset(
        name
        for name, written in sealed.items()
        if not (directory / name).is_file()
        or _seal(directory / name, whole=name in whole) != written
    )


def _files(directory: Path) -> Iterator[Path]:
    return (path for path in directory.iterdir() if path.is_file() and path.suffix != _LOCK)


def _seal(path: Path, *, whole: bool) -> str:
    """The length of a file, and a sum of what stands at some places of it."""
    with path.open("rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        if whole or size <= _PIECE * _PIECES:
            return f"{size}-{crc32(file.read()):08x}"
        total = 0
        for piece in range(_PIECES):
            place = (size - _PIECE) * piece // (_PIECES - 1)
            total = crc32(os.pread(file.fileno(), _PIECE, place), total)
        return f"{size}-{total:08x}"
